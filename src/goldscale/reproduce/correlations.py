"""Rank correlations and means that follow from printed tables: thesis chapters 8 to 10, Hodosh table 7.

The tables are in resources/ as printed; the runs behind them are not public.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldscale.kernels.rank_correlation import COEFFICIENTS
from goldscale.reproduce.printed_tables import printed_table

ALPHA = 0.05


def _pair(table: str, one: str, other: str) -> tuple[np.ndarray, np.ndarray]:
    first, second = printed_table(table).numbers(one, other).T
    return first, second


def _models(coefficient: str, one: str, other: str) -> float:
    """Correlation of the models' order under two measures of tables 11 and 12."""
    return COEFFICIENTS[coefficient](*_pair("hodosh-tables-11-12", one, other))


def _triangle(table: str, side: str, kept: str = "") -> np.ndarray:
    """The correlations above or below the diagonal without their signs, of the first ``kept`` measures where given."""
    values = printed_table(f"thesis-table-{table}").numbers()
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
    held = printed_table(f"thesis-table-{table}")
    return float(np.abs([held.number(one, other), held.number(other, one)]).mean())


def _anova_significant(table: str, one: str, other: str) -> float:
    """1 where a one-way analysis of variance over concepts tells the two columns apart at 5 %, else 0."""
    from scipy.stats import f_oneway

    return float(f_oneway(*_pair(f"thesis-table-{table}", one, other)).pvalue <= ALPHA)


FUNCTIONS: dict[str, Callable[..., float]] = {
    "models": _models,
    "mean_correlation": _mean_correlation,
    "mean_with_diagonal": _mean_with_diagonal,
    "highest_correlation": _highest_correlation,
    "both_years": _both_years,
    "anova_significant": _anova_significant,
}
