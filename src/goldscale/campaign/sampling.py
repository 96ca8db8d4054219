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

FEWEST = 10
"""A leaderboard has no tiers on resamples of fewer: with these, equal runs differed in 3.8 of 100 tests at 5 %; with
two or three images all resamples may agree on a difference that is chance."""


def sampled_side(settings: Settings, truth: Judgements) -> Direction:
    """What is a sample: what the intervals resample, where there are any; else the topics of listed judgements, and the
    items of all others.
    """
    return "label" if settings.ci is None and truth.is_sparse else settings.ci_over


def needs_resamples(settings: Settings, truth: Judgements, measure: Measure) -> bool:
    """Whether runs can only be compared on resamples by this measure, and may have them."""
    if truth.relevance == "probability" or settings.unjudged == "bounds":
        return False
    # Measures on label sets that are read by label have no intervals over items.
    if measure.definition.reads == "label sets":
        return False
    return ComparisonPlan(over=sampled_side(settings, truth)).resampling(measure)


def resamples_settings(settings: Settings, truth: Judgements, official: Measure) -> Settings | None:
    """The rules under which resamples are drawn for the tiers of a leaderboard; None where they rest on none."""
    units = truth.labels if sampled_side(settings, truth) == "label" else truth.items
    if len(units) < FEWEST or not needs_resamples(settings, truth, official):
        return None
    return sampling_settings(settings, truth, [official])


def sampling_settings(settings: Settings, truth: Judgements, measures: Iterable[Measure]) -> Settings:
    """The rules with resamples, where one of the measures needs some and the rules ask for none."""
    if settings.ci is not None or not any(needs_resamples(settings, truth, measure) for measure in measures):
        return settings
    return replace(settings, ci=LEVEL, ci_over=sampled_side(settings, truth), replicates=RESAMPLES)
