"""Means over units: agreement with the majority (thesis 6.4.1), accuracy per item (thesis 6.2)."""

from __future__ import annotations

import numpy as np

from goldscale.agreement.coefficients.definition import By, Coefficient, CoefficientDefinition, Prepared
from goldscale.agreement.coefficients.ratings import Ratings, Summed, ratings
from goldscale.data import Votes
from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError
from goldscale.kernels.agreement.chance import disagreement
from goldscale.kernels.agreement.counts import gather
from goldscale.kernels.agreement.distances import Nominal
from goldscale.kernels.ratio import ratio

READING = Parameter(
    "reading",
    "all: deselecting is a vote too; selected: only cells that at least one annotator selected (thesis 6.3)",
    "choice",
    "all",
    ("all", "selected"),
)


class UnitMean(Summed):
    """The mean of a number that units have, weighed where told; entries may be shared out to groups as one likes."""

    def __init__(
        self, laid: Ratings, draw: np.ndarray, group: np.ndarray, numbers: np.ndarray, weights: np.ndarray | None = None
    ) -> None:
        both = np.concatenate([numbers, np.ones(len(draw)) if weights is None else weights])
        column = np.repeat([0, 1], len(draw))
        super().__init__(laid, gather(np.tile(draw, 2), np.tile(group, 2), column, both, (laid.draws, laid.groups, 2)))

    def under(self, drawn: np.ndarray) -> np.ndarray:
        sums = self.sums.under(drawn)
        return ratio(sums[..., 0], sums[..., 1])


def _read(votes: Votes, by: By, coefficient: Coefficient) -> Ratings:
    laid = ratings(votes, by)
    if coefficient["reading"] == "all":
        return laid
    if not votes.is_binary:
        raise ParameterError(f"{coefficient} needs votes of yes (1) and no (0): other votes select nothing")
    selected = np.zeros(len(laid.group), dtype=bool)
    selected[laid.unit[laid.values[laid.code] > 0]] = True
    return laid.only(selected, "nobody selected it")


def _majority(votes: Votes, by: By, coefficient: Coefficient) -> Prepared:
    laid = _read(votes, by, coefficient)
    table = laid.table
    if not laid.people:
        units = np.flatnonzero(table.pairable)
        return UnitMean(laid, laid.draw[units], laid.group[units], (table.highest / np.maximum(table.votes, 1))[units])
    won = table.count == table.highest[table.unit]
    tied = np.bincount(table.unit, won, minlength=table.units)
    # Where m values are tied for the majority, a vote for one of them is with it in one of m cases.
    credit = won / tied[table.unit]
    key = table.unit * table.codes + table.code
    own = np.flatnonzero(table.pairable[laid.unit])
    entry = np.searchsorted(key, laid.unit[own] * table.codes + laid.code[own])
    return UnitMean(laid, laid.draw[laid.unit[own]], laid.rater[own], credit[entry])


def _accuracy_ex(votes: Votes, by: By, coefficient: Coefficient) -> Prepared:
    laid = _read(votes, by, coefficient)
    table = laid.table
    units = np.flatnonzero(table.pairable)
    if coefficient["identical"] == "everybody":
        alike = (table.highest == table.votes).astype(np.float64)[units]
    else:
        alike = 1 - disagreement(table, Nominal(laid.values))[units]
    if by != "all":
        return UnitMean(laid, laid.draw[units], laid.group[units], alike)
    item, number = np.unique(laid.draw[units], return_inverse=True)
    mean = np.bincount(number, alike) / np.bincount(number)
    return UnitMean(laid, item, np.zeros(len(item), dtype=np.int64), mean)


DEFINITIONS = (
    CoefficientDefinition(
        name="accuracy_ex",
        title="Example-based accuracy",
        summary="For each item the fraction of its labels tagged identically by its annotators, averaged over items.",
        equation=(r"\frac{1}{N} \sum_{i=1}^{N} \frac{\text{identically tagged labels of } i}{\text{labels of } i}"),
        where="$N$ is the number of items",
        needs="at least two votes on some units; yes/no votes for reading=selected",
        degenerate="1 where all votes are the same; undefined where no unit has two votes",
        reference="thesis eq. 6.2",
        parameters=(
            READING,
            Parameter(
                "identical",
                "of more than two annotators, pairs: fraction of pairs that agree; everybody: 1 only where all do",
                "choice",
                "pairs",
                ("pairs", "everybody"),
            ),
        ),
        build=_accuracy_ex,
        by_chance=False,
        properties=lambda _: frozenset({"perfect-only", "any-scale", "one-value"}),
    ),
    CoefficientDefinition(
        name="majority",
        title="Agreement with the majority",
        summary="Fraction of annotators who voted with the majority, averaged over units.",
        equation=r"\frac{1}{n} \sum_{u} \max_{v} \frac{r_{uv}}{r_u}",
        where=("$r_{uv}$ of the $r_u$ votes on unit $u$ are for the value $v$; $n$ units have at least two votes"),
        needs="at least two votes on some units; yes/no votes for reading=selected",
        degenerate=(
            "1 where all votes are the same; undefined where no unit has two votes, and for a label that nobody "
            "selected when only selections count (the thesis prints 0 % there)"
        ),
        reference="thesis 6.4.1 and figure 6.4",
        parameters=(READING,),
        build=_majority,
        by=lambda _: ("all", "label", "item", "annotator"),
        by_chance=False,
        properties=lambda _: frozenset({"perfect-only", "any-scale", "one-value"}),
    ),
)
