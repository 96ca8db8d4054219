"""What a report says in sentences, the same on a page and on paper."""

from __future__ import annotations

from goldscale.data.number_format import shown
from goldscale.report.content import DIGITS, ReportContent
from goldscale.version import __version__


def leaderboard_finding(content: ReportContent) -> str:
    """What the leaderboard shows, in a sentence."""
    official, best = content.official, content.scores.runs[0]
    value = shown(float(official.aggregate[0]), DIGITS)
    told = f"{best} is best by {official.measure} ({value})"
    if content.tiers is None or len(content.scores.runs) < 2:
        return f"{told}."
    first = len(content.tiers.groups[0])
    if first == 1:
        return f"{told}, and differs significantly from every other run that could follow it."
    others = f"{first - 1} other run{'' if first == 2 else 's'}"
    return f"{told}, but cannot be told apart from {others}."


def tier_rule(content: ReportContent) -> str:
    """How the tiers were made, and where they do not tell the whole story."""
    told = "" if content.comparison is None else content.comparison.tier_rule()
    return f"{told} The dotted line is chance." if told and content.official.measure in content.chance else told


def methods_paragraph(content: ReportContent) -> str:
    """What a paper has to say about these numbers."""
    measured = ", ".join(content.scores.measures)
    told = (
        f"{len(content.scores.runs)} runs were evaluated with Goldscale {__version__} ({measured}) and ranked by "
        f"{content.official.measure}."
    )
    if content.comparison is None:
        return told
    found = content.comparison
    return (
        f"{told} Differences were tested with a paired two-sided {found.test} test over "
        f"{'resamples of ' if found.resampled else ''}{found.units.counted}, "
        f"corrected for {len(found.pairs)} pairs ({found.correction}), at a level of {found.alpha:g}."
    )
