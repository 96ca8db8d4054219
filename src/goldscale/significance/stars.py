"""Stars for small p-values, as result tables have them (Hodosh, tables 1 to 3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goldscale.data import Scores
from goldscale.data.table import Column, Table, names, numbers
from goldscale.errors import ParameterError
from goldscale.significance.comparison import Comparison
from goldscale.significance.comparisons import Comparisons

STARS = ((0.01, "***"), (0.05, "**"), (0.1, "*"))
"""Up to which p, the smallest first."""


def stars(p: float) -> str:
    """The stars of a p-value; none where it is undefined.

    >>> [stars(p) for p in (0.01, 0.03, 0.1, 0.11, float("nan"))]
    ['***', '**', '*', '', '']
    """
    return next((mark for limit, mark in STARS if p <= limit), "")


def starred_tables(scores: Scores, found: Comparison | Comparisons) -> list[Table]:
    """Against a baseline one table of all measures; otherwise the differences of every two runs on each measure."""
    each = list(found) if isinstance(found, Comparisons) else [found]
    if each[0].baseline is not None:
        return [starred_values(scores, each)]
    return [starred_differences(one) for one in each]


def starred_values(scores: Scores, found: Sequence[Comparison], digits: int = 4) -> Table:
    """Runs x measures: the published numbers, and stars where a run differs from the baseline."""
    baseline = found[0].baseline
    if baseline is None:
        raise ParameterError("stars beside values need a baseline: compare(..., baseline=RUN)")
    columns = [names("run", scores.runs)]
    for one in found:
        p = {pair.first: pair.corrected for pair in one.pairs}
        marks = [stars(p.get(run, np.nan)) for run in scores.runs]
        columns.append(_starred(one.measure, scores[one.measure].aggregate.tolist(), marks, digits))
    return Table(columns, notes=[_legend(found, f"differs from {baseline}"), *_remarks(found)])


def starred_differences(one: Comparison, digits: int = 4) -> Table:
    """Runs x runs: the run of the row minus that of the column, with stars."""
    columns = [names("run", one.runs)]
    for other in one.runs:
        values: list[float | None] = []
        marks = []
        for run in one.runs:
            pair = one.pair(run, other) if run != other else None
            values.append(None if pair is None else pair.difference if pair.first == run else -pair.difference)
            marks.append("" if pair is None else stars(pair.corrected))
        columns.append(_starred(other, values, marks, digits))
    legend = f"{one.measure}: row minus column. {_legend([one], 'differs from 0')}"
    return Table(columns, one.measure, [legend, *_remarks([one])])


def _starred(heading: str, values: Sequence[float | None], marks: Sequence[str], digits: int) -> Column:
    return numbers(heading, values, digits).marked(marks)


def _legend(found: Sequence[Comparison], what: str) -> str:
    rule = ", ".join(f"{mark} p <= {limit:g}" for limit, mark in reversed(STARS))
    tests = " and ".join(dict.fromkeys(one.test for one in found))
    return f"Stars: {what} ({tests} test, {found[0].correction}): {rule}."


def _remarks(found: Sequence[Comparison]) -> list[str]:
    """What a reader must know before believing the numbers, of all measures."""
    return [told for one in found for told in one.remarks()]
