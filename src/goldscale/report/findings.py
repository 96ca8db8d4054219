"""What a report says in sentences, the same on a page and on paper."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from goldscale.data import MeasureScores
from goldscale.data.number_format import shown
from goldscale.metaevaluation.correlation import MeasureCorrelation
from goldscale.report.content import DIGITS, ReportContent, counted
from goldscale.report.items import easiest_first, item_means
from goldscale.version import __version__

MOST_NAMED = 5
"""Runs that share the first place and are named in a sentence."""


def leaderboard_finding(content: ReportContent) -> str:
    """What the leaderboard shows, in a sentence."""
    official, runs = content.official, content.scores.runs
    best = float(official.aggregate[0])
    tied = [
        runs[0],
        *(run for run, own in zip(runs[1:], official.aggregate[1:], strict=True) if math.isclose(own, best)),
    ]
    value = shown(best, DIGITS)
    if len(tied) > 1:
        told, differ = f"{_together(tied)} share the best {official.measure} ({value})", "differ"
    else:
        told, differ = f"{runs[0]} is best by {official.measure} ({value})", "differs"
    if content.tiers is None or sum(map(len, content.tiers.groups)) <= len(tied):
        return f"{told}."
    others = len([run for run in content.tiers.groups[0] if run not in tied])
    if others == 0:
        return f"{told}, and {differ} significantly from the run that follows."
    return f"{told}, but cannot be told apart from {counted(others, 'other run')}."


def _together(names: Sequence[str]) -> str:
    """Names as a sentence has them; of many the first, and how many more there are."""
    *first, last = names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], f"{len(names) - MOST_NAMED} more"]
    return f"{', '.join(first)} and {last}"


def baseline_finding(content: ReportContent) -> str:
    """By which measures baselines rank above systems, and by which they do not; empty where none do."""
    above = {result.measure: _baselines_above(content, result) for result in content.scores}
    most, fewest = (end(above, key=above.__getitem__) for end in (max, min))
    if not above[most]:
        return ""
    alone = len(content.baselines) == 1
    who = "The baseline" if alone else f"{above[most]} of {len(content.baselines)} baselines"
    told = f"{who} {'ranks' if above[most] == 1 else 'rank'} above a system by {most}"
    if above[most] == above[fewest]:
        return f"{told}."
    return f"{told}, {'not' if alone else above[fewest] or 'none'} by {fewest}."


def _baselines_above(content: ReportContent, result: MeasureScores) -> int:
    """How many baselines are better than the worst run that is none."""
    turned = result.aggregate if result.higher_is_better else -result.aggregate
    known = [(value, run in content.baselines) for run, value in zip(content.scores.runs, turned, strict=True)]
    systems = [value for value, guess in known if not guess and not math.isnan(value)]
    return sum(guess and bool(systems) and value > min(systems) for value, guess in known)


def tier_rule(content: ReportContent, drawn: bool = True) -> str:
    """How the tiers were made, and where they do not tell the whole story; ``drawn``: beside intervals."""
    told = "" if content.comparison is None else content.comparison.tier_rule()
    dotted = drawn and told and content.official.measure in content.chance
    return f"{told} The dotted line is chance." if dotted else told


def units_finding(result: MeasureScores) -> str:
    """Which unit is easiest, and which hardest."""
    means = item_means(result)
    if np.isnan(means).all():
        return f"No {result.units.noun} has a value."
    order = [at for at in easiest_first(result) if not np.isnan(means[at])]
    easy, hard = (
        f"{result.units.names[at]} ({result.measure} {shown(float(means[at]), DIGITS)})" for at in (order[0], order[-1])
    )
    return f"On average over runs, {easy} is easiest and {hard} hardest."


def items_finding(result: MeasureScores) -> str:
    """Between which values half of the items lie."""
    means = item_means(result)
    low, high = (shown(float(end), DIGITS) for end in np.nanquantile(means, [0.25, 0.75]))
    return f"Half of the {result.units.plural} lie between {low} and {high} by {result.measure}, on average over runs."


def measures_finding(found: MeasureCorrelation) -> str:
    """How alike the measures rank, and which two are closest."""
    told = f"The rankings correlate with a mean tau of {shown(found.concordance.overall(), DIGITS)}"
    if not found.mergers:
        return f"{told}."
    first = found.mergers[0]
    return f"{told}; {' and '.join(first.first + first.second)} are closest ({shown(1 - first.distance, DIGITS)})."


def methods_paragraph(content: ReportContent) -> str:
    """What a paper has to say about these numbers."""
    measured = ", ".join(content.scores.measures)
    number = len(content.scores.runs)
    told = (
        f"{counted(number, 'run')} {'was' if number == 1 else 'were'} evaluated with Goldscale {__version__} "
        f"({measured}) and ranked by {content.official.measure}."
    )
    if content.comparison is None:
        return told
    found = content.comparison
    return (
        f"{told} Differences were tested with a paired two-sided {found.test} test over "
        f"{'resamples of ' if found.resampled else ''}{found.units.counted}, "
        f"corrected for {found.corrected_for} ({found.correction}), at a level of {found.alpha:g}."
    )
