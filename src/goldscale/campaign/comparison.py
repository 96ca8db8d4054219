"""The runs of a campaign compared: over what is a sample, under the campaign's own rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Unpack

from goldscale.campaign.sampling import ranked, sampled_side, sampling_settings
from goldscale.campaign.study import StudiedCampaign
from goldscale.data import Scores
from goldscale.errors import ParameterError
from goldscale.kernels.cells import Direction
from goldscale.measures import Evaluation, Measure
from goldscale.measures.knowledge import KNOWLEDGE
from goldscale.progress import Progress
from goldscale.significance import Comparisons, compare, compare_sampled
from goldscale.significance.plan import Options, expect_resamples


@dataclass(frozen=True)
class ComparedCampaign:
    """What a campaign's runs were put through, their scores, and which of them differ, by measure."""

    evaluation: Evaluation
    scores: Scores
    found: Comparisons


def compare_campaign(
    studied: StudiedCampaign,
    measures: Iterable[str | Measure] = (),
    test: str | None = None,
    *,
    baseline: str | None = None,
    resamples: int | None = None,
    rules: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> ComparedCampaign:
    """Every two runs (or all with the baseline) on these measures; on the one that ranks, where none is named.

    ``rules`` are settings and knowledge that stand in for the campaign's. Without ``over`` in the options, runs are
    compared over what is a sample, as on the leaderboard; ``resamples`` says how many are drawn where that takes some.
    """
    evaluation, scores = score_campaign(
        studied, measures, options.get("over"), options.get("interval"), resamples, rules=rules, progress=progress
    )
    expect_resamples(scores, options.get("over"))
    if options.get("family") == "all" and len(scores.measures) > 1:
        options["over"] = options.get("over") or sampled_side(evaluation.settings, studied.truth)
        found = compare(scores, scores.measures, test, baseline=baseline, **options)
        together = found if isinstance(found, Comparisons) else Comparisons((found,))
        return ComparedCampaign(evaluation, scores, together)
    compared = [compare_sampled(scores, name, test, baseline=baseline, **options) for name in scores.measures]
    if any(one is None for one in compared):
        raise ParameterError("nothing can be compared: it takes two runs with values, and two units or resamples")
    return ComparedCampaign(evaluation, scores, Comparisons(tuple(one for one in compared if one is not None)))


def score_campaign(
    studied: StudiedCampaign,
    measures: Iterable[str | Measure] = (),
    over: Direction | None = None,
    interval: str | None = None,
    resamples: int | None = None,
    *,
    rules: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> tuple[Evaluation, Scores]:
    """What the runs are put through, and their scores, best first, with the resamples that a comparison needs."""
    campaign, truth, given = studied.campaign, studied.truth, dict(rules or {})
    known = {p.name: value for p in KNOWLEDGE if (value := given.pop(p.name, None)) is not None}
    settings = replace(campaign.settings, **given)
    asked = tuple(measures) or campaign.measures[:1] or None
    evaluation = Evaluation(truth, asked, settings, {**campaign.knowledge, **known}, campaign.groups)
    # Of the usual measures the first one ranks, and that is the one to ask about.
    chosen = evaluation.measures if asked else evaluation.measures[:1]
    side = over or sampled_side(settings, truth)
    drawn = sampling_settings(settings, truth, chosen, side)
    drawn = replace(drawn, ci_over=side, interval="bca" if interval == "bca" else drawn.interval)
    drawn = replace(drawn, replicates=resamples or drawn.replicates)
    scoring = Evaluation(truth, chosen, drawn, {**campaign.knowledge, **known}, campaign.groups)
    return evaluation, ranked(scoring.score(studied.runs, progress))
