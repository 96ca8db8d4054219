"""Sections 6.4.1 and 6.4.2 of the Nowak thesis: averages and extremes of its matrices of annotators.

Tables 6.2 and 6.3 are in resources/ as printed, to three digits. The votes and runs behind them are not public.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from goldscale.agreement.annotators import MERGED, AnnotatorMatrix
from goldscale.kernels.orderings import mean_to_others
from goldscale.reproduce.printed_tables import printed_table


def matrix(table: str, triangle: Callable[[np.ndarray], np.ndarray] = np.triu) -> AnnotatorMatrix:
    """One triangle of a printed matrix, mirrored; table 6.3 prints OS above the diagonal and EER below."""
    sheet = printed_table(f"thesis-table-{table}")
    printed = sheet.numbers()
    held = triangle(np.ones(printed.shape, dtype=bool)) & ~np.eye(len(printed), dtype=bool)
    half = np.where(held, printed, 0.0)
    both = half + half.T
    np.fill_diagonal(both, np.nan)
    merged = sheet.columns.index(MERGED)
    people = np.delete(np.arange(len(both)), merged)
    names = tuple(name for name in sheet.columns if name != MERGED)
    return AnnotatorMatrix(table, names, both[np.ix_(people, people)], both[people, merged])


PRINTED: dict[str, Callable[[], AnnotatorMatrix]] = {
    "accuracy": partial(matrix, "6-2"),
    "OS": partial(matrix, "6-3"),
    "EER": partial(matrix, "6-3", np.tril),
}


def _mean(measure: str) -> float:
    return PRINTED[measure]().mean(merged=True)


def _lowest(measure: str) -> float:
    return _value(PRINTED[measure]().lowest(merged=True))


def _highest(measure: str) -> float:
    return _value(PRINTED[measure]().highest(merged=True))


def _value(pair: tuple[str, str, float] | None) -> float:
    return float("nan") if pair is None else pair[2]


def _average(measure: str, who: str) -> float:
    """The mean of one annotator to the others, or of the merged truth to all annotators."""
    found = PRINTED[measure]()
    names, values = found.square() if who == MERGED else (found.names, found.values)
    return float(mean_to_others(values)[names.index(who)])


FUNCTIONS: dict[str, Callable[..., float]] = {
    "mean": _mean,
    "lowest": _lowest,
    "highest": _highest,
    "average": _average,
}
