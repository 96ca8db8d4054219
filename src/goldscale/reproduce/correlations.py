"""Rank correlations and means that follow from printed tables: thesis chapters 8 to 10, Hodosh table 7.

The tables are in resources/ as printed; the runs behind them are not public.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldscale.kernels.rank_correlation import COEFFICIENTS
from goldscale.resources import resource
from goldscale.text.small_tables import read_rows

ALPHA = 0.05


def _table(name: str) -> tuple[list[str], np.ndarray]:
    """The columns of a printed table behind its names, and its numbers; NaN where nothing is printed."""
    header, *rows = (row.cells for row in read_rows(str(resource(f"{name}.csv"))))
    return list(header[1:]), np.array([[float(cell or "nan") for cell in row[1:]] for row in rows])


def _columns(name: str, *wanted: str) -> list[np.ndarray]:
    header, values = _table(name)
    return [values[:, header.index(column.replace("_", " "))] for column in wanted]


def _models(coefficient: str, one: str, other: str) -> float:
    """Correlation of the models' order under two measures of tables 11 and 12."""
    return COEFFICIENTS[coefficient](*_columns("hodosh-tables-11-12", one, other))


def _triangle(table: str, side: str, kept: str = "") -> np.ndarray:
    """The correlations above or below the diagonal without their signs, of the first ``kept`` measures where given."""
    _, values = _table(f"thesis-table-{table}")
    values = values[: int(kept), : int(kept)] if kept else values
    above = np.triu_indices(len(values), 1)
    return np.abs(values[above] if side == "above" else values.T[above])


def _mean_correlation(table: str, side: str) -> float:
    return float(_triangle(table, side).mean())


def _mean_with_diagonal(table: str, side: str, kept: str) -> float:
    """The mean over the whole square, in which each measure agrees with itself."""
    half = _triangle(table, side, kept)
    return float((2 * half.sum() + int(kept)) / int(kept) ** 2)


def _highest_correlation(table: str, side: str, kept: str) -> float:
    return float(_triangle(table, side, kept).max())


def _both_years(table: str, one: str, other: str) -> float:
    """Mean of the two correlations of a pair of measures, of 2009 and of 2010, without their signs."""
    header, values = _table(f"thesis-table-{table}")
    row, column = (header.index(name.replace("_", " ")) for name in (one, other))
    return float(np.abs([values[row, column], values[column, row]]).mean())


def _concept_mean(table: str, column: str) -> float:
    return float(_columns(f"thesis-table-{table}", column)[0].mean())


def _concepts_below(table: str, one: str, other: str) -> float:
    """In how many concepts the first column is lower than the second."""
    first, second = _columns(f"thesis-table-{table}", one, other)
    return float(np.count_nonzero(first < second))


def _anova_significant(table: str, one: str, other: str) -> float:
    """1 where a one-way analysis of variance over concepts tells the two columns apart at 5 %, else 0."""
    from scipy.stats import f_oneway

    return float(f_oneway(*_columns(f"thesis-table-{table}", one, other)).pvalue <= ALPHA)


FUNCTIONS: dict[str, Callable[..., float]] = {
    "models": _models,
    "mean_correlation": _mean_correlation,
    "mean_with_diagonal": _mean_with_diagonal,
    "highest_correlation": _highest_correlation,
    "both_years": _both_years,
    "concept_mean": _concept_mean,
    "concepts_below": _concepts_below,
    "anova_significant": _anova_significant,
}
