"""Cronbach's alpha: the reliability of a test made of several items (thesis 10.7.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from goldscale.agreement.coefficients.definition import By, Coefficient, CoefficientDefinition, Prepared
from goldscale.agreement.coefficients.ratings import Ratings, Summed, need_order, ratings
from goldscale.data import Votes
from goldscale.errors import ParameterError
from goldscale.kernels.agreement import alpha as kernel


def cronbach(scores: Any) -> float:
    """Cronbach's alpha of a matrix of scores, one row per observation and one column per test item.

    For a test collection a row is a system and a column a query (Bodoff 2008; thesis 10.7.4):
    k / (k - 1) * (1 - sum of the columns' variances / variance of the row sums). NaN with fewer than two rows or
    columns, and where the row sums do not vary. Cronbach 1951, DOI 10.1007/BF02310555.

    >>> round(cronbach([[0.2, 0.3, 0.1], [0.5, 0.6, 0.3], [0.6, 0.5, 0.5]]), 4)
    0.9286
    """
    matrix = np.asarray(scores, dtype=np.float64)
    if matrix.ndim != 2:
        raise ParameterError(f"Cronbach's alpha takes a matrix of scores, not an array of {matrix.ndim} dimensions")
    if not np.isfinite(matrix).all():
        raise ParameterError("Cronbach's alpha needs a score in every cell; leave incomplete rows or columns out")
    if len(matrix) < 2:
        return float("nan")
    centred = matrix - matrix[:1]
    columns = np.column_stack([centred, centred.sum(axis=1)])
    rows, items = (np.array(float(side)) for side in matrix.shape)
    return float(kernel.cronbach(rows, columns.sum(axis=0), (columns**2).sum(axis=0), items))


class _Cronbach(Summed):
    """Annotators are the test items; only units that all annotators of the group voted on are observations."""

    def __init__(self, every: Ratings) -> None:
        complete = every.table.votes == _voters(every).sum(axis=1)[every.group]
        laid = every.only(complete & every.table.pairable, f"no {every.unit_noun} has everybody's vote")
        self.items = _voters(laid).sum(axis=1)
        self.columns = laid.raters + 1
        unit = np.arange(len(laid.group))
        value = laid.values[laid.code] - (laid.values.min() + laid.values.max()) / 2
        total = np.bincount(laid.unit, value, minlength=len(unit))
        sums: list[tuple[np.ndarray, Any, np.ndarray]] = [
            (laid.unit, 1 + laid.rater, value),
            (unit, self.columns, total),
        ]
        squares = [(rows, self.columns + column, numbers**2) for rows, column, numbers in sums]
        super().__init__(laid, laid.sums(1 + 2 * self.columns, (unit, 0, 1.0), *sums, *squares))

    def under(self, drawn: np.ndarray) -> np.ndarray:
        sums = self.sums.under(drawn)
        split = 1 + self.columns
        return kernel.cronbach(sums[..., 0], sums[..., 1:split], sums[..., split:], self.items)


def _voters(laid: Ratings) -> np.ndarray:
    """Groups x raters: who voted."""
    voted = np.zeros((laid.groups, laid.raters), dtype=bool)
    voted[laid.group[laid.unit], laid.rater] = True
    return voted


def _build(votes: Votes, by: By, coefficient: Coefficient) -> Prepared:
    need_order(votes, str(coefficient))
    return _Cronbach(ratings(votes, by))


DEFINITIONS = (
    CoefficientDefinition(
        name="cronbach",
        title="Cronbach's alpha",
        summary="Internal consistency: how far the votes vary together, each annotator being an item of a test.",
        equation=r"\frac{k}{k - 1} \left(1 - \frac{\sum_{i} \sigma_i^2}{\sigma^2}\right)",
        where=(
            r"$\sigma_i^2$ is the variance of the votes of annotator $i$, $\sigma^2$ that of the sum of votes, $k$ "
            r"the number of annotators"
        ),
        needs="identified annotators, numbers, units that all of them voted on (others are left out)",
        degenerate="undefined where no two units have everybody's vote, or where the sum of votes does not vary",
        reference="Cronbach 1951, DOI 10.1007/BF02310555; Bodoff 2008; thesis 10.7.4",
        low=float("-inf"),
        build=_build,
        people=lambda _: True,
        by_chance=False,
        properties=lambda _: frozenset({"any-scale"}),
    ),
)
