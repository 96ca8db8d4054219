"""What a campaign's tiers rest on: the side of its truth that is a sample, and resamples where a measure needs them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from goldscale.data import Judgements
from goldscale.kernels.cells import Direction
from goldscale.measures import Measure
from goldscale.measures.settings import Settings
from goldscale.significance import ComparisonPlan

LEVEL, RESAMPLES = 0.95, 100
"""Where the campaign asks for no intervals. A hundred resamples know a spread to 7 %, and the test allows for that."""


def sampled_side(settings: Settings, truth: Judgements) -> Direction:
    """What is a sample: what the intervals resample, where there are any; else the topics of listed judgements, and the
    items of all others.
    """
    return "label" if settings.ci is None and truth.is_sparse else settings.ci_over


def sampling_settings(settings: Settings, truth: Judgements, measures: Iterable[Measure]) -> Settings:
    """The rules with resamples, where one of the measures can only be compared on resamples and may have them."""
    side = sampled_side(settings, truth)
    if settings.ci is not None or truth.relevance == "probability" or settings.unjudged == "bounds":
        return settings
    plan = ComparisonPlan(over=side)
    # Measures on label sets that are read by label have no intervals over items.
    drawn = [m for m in measures if plan.resampling(m) and m.definition.reads != "label sets"]
    return replace(settings, ci=LEVEL, ci_over=side, replicates=RESAMPLES) if drawn else settings
