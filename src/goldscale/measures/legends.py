"""What a reader of a table of scores must know beside its numbers."""

from __future__ import annotations

from goldscale.data import Judgements, MeasureScores, Scores
from goldscale.measures.settings import Settings


def legends(scores: Scores, settings: Settings, truth: Judgements) -> list[str]:
    """How means were taken, in groups or over drawn truths; what ``[low, high]`` stands for; the notes of the runs."""
    nested = [result for result in scores if result.levels]
    found = []
    if nested:
        whose = "" if len(nested) == len(scores.measures) else _names(nested) + ": "
        found.append(f"{whose}averaged {nested[0].averaging}")
    if truth.relevance == "probability":
        found.append(uncertain_legend(settings))
        if settings.ci is not None:
            found.append(f"[low, high]: {100 * settings.ci:g} % of the drawn truths, not of samples of items")
    elif settings.ci is not None:
        resamples = (
            f"{settings.replicates} resamples over {_drawn(scores, nested, settings, truth)}, seed {settings.seed}"
        )
        kind = "bootstrap" if settings.interval == "percentile" else "BCa bootstrap"
        found.append(f"[low, high]: {kind} interval at {100 * settings.ci:g} % confidence ({resamples})")
    elif settings.unjudged == "bounds":
        found.append("[low, high]: lowest and highest value that the unjudged cells allow")
    return found + scores.remarks()


def uncertain_legend(settings: Settings) -> str:
    """What the numbers are where the truth holds probabilities."""
    draws = f"{settings.draws} drawn truths, seed {settings.seed}"
    return f"the truth holds probabilities: each number is a mean over {draws}"


def _drawn(scores: Scores, nested: list[MeasureScores], settings: Settings, truth: Judgements) -> str:
    """What the bootstrap resamples, where that differs between measures for each kind of them."""
    single = truth.items.plural if settings.ci_over == "item" else truth.labels.plural
    if not nested or settings.ci_over == "label":
        return single
    grouped = " > ".join([*(level.groups.plural for level in nested[0].levels), truth.items.plural])
    return grouped if len(nested) == len(scores.measures) else f"{single}, of {_names(nested)} over {grouped}"


def _names(results: list[MeasureScores]) -> str:
    return ", ".join(result.measure for result in results)
