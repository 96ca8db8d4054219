"""What a campaign's tiers rest on: the side of its truth that is a sample, and resamples where a measure needs them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from goldscale.campaign.campaign import Campaign
from goldscale.data import Judgements, Scores
from goldscale.kernels.cells import Direction
from goldscale.measures import Measure, measure
from goldscale.measures.settings import Settings
from goldscale.significance import Comparison, ComparisonPlan, compare_sampled

LEVEL, RESAMPLES = 0.95, 200
"""Where the campaign asks for no intervals. So many resamples know a spread to 5 %, and the test allows for that."""

FEWEST = 10
"""A leaderboard has no tiers on resamples of fewer: with these, equal runs differed in 3.8 of 100 tests at 5 %; with
two or three images all resamples may agree on a difference that is chance."""


def sampled_side(settings: Settings, truth: Judgements) -> Direction:
    """What is a sample: what the intervals resample, where there are any; else the topics of listed judgements, and the
    items of all others.
    """
    return "label" if settings.ci is None and truth.is_sparse else settings.ci_over


def needs_resamples(settings: Settings, truth: Judgements, asked: Measure, side: Direction | None = None) -> bool:
    """Whether runs can only be compared on resamples by this measure, and may have them; over this side, where one is
    named.
    """
    if truth.relevance == "probability" or settings.unjudged == "bounds":
        return False
    # Measures on label sets that are read by label have no intervals over items.
    if asked.definition.reads == "label sets":
        return False
    return ComparisonPlan(over=side or sampled_side(settings, truth)).resampling(asked)


def resamples_settings(settings: Settings, truth: Judgements, official: Measure) -> Settings | None:
    """The rules under which resamples are drawn for the tiers of a leaderboard; None where they rest on none."""
    if not needs_resamples(settings, truth, official) or not _enough(settings, truth):
        return None
    return sampling_settings(settings, truth, [official])


def _enough(settings: Settings, truth: Judgements) -> bool:
    """Whether there are units enough to resample for tiers."""
    return len(truth.labels if sampled_side(settings, truth) == "label" else truth.items) >= FEWEST


def sampling_settings(
    settings: Settings, truth: Judgements, measures: Iterable[Measure], side: Direction | None = None
) -> Settings:
    """The rules with resamples, where one of the measures needs some and the rules ask for none."""
    if settings.ci is not None or not any(needs_resamples(settings, truth, one, side) for one in measures):
        return settings
    return resampled_settings(settings, truth, side)


def resampled_settings(settings: Settings, truth: Judgements, side: Direction | None = None) -> Settings:
    """The rules with the resamples that a campaign has where its own rules ask for none."""
    return replace(settings, ci=LEVEL, ci_over=side or sampled_side(settings, truth), replicates=RESAMPLES)


def compare_tiers(campaign: Campaign, truth: Judgements, scores: Scores) -> Comparison | None:
    """Every two runs by the measure that ranks, best first, over what is a sample: the tiers of a campaign, on its
    leaderboard and in its report.

    None where the campaign wants no tiers, or where no two runs could be told apart whatever they did.
    """
    official = scores[scores.measures[0]]
    if not campaign.tiers:
        return None
    if needs_resamples(campaign.settings, truth, measure(official.measure)) and (
        official.resamples is None or not _enough(campaign.settings, truth)
    ):
        return None
    found = compare_sampled(ranked(scores), seed=campaign.settings.seed)
    return found if found is not None and found.can_tell else None


def ranked(scores: Scores) -> Scores:
    """The runs from best to worst by the measure that ranks."""
    return scores.select(scores.ranking(scores.measures[0]))
