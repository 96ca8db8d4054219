"""Coefficients of each two annotators, averaged over the pairs: accuracy (thesis 6.1) and Cohen's kappa."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from goldscale.agreement.coefficients.chance import WEIGHTS
from goldscale.agreement.coefficients.definition import By, Coefficient, CoefficientDefinition, Prepared
from goldscale.agreement.coefficients.majority import UnitMean
from goldscale.agreement.coefficients.ratings import Ratings, need_order, ratings, weighted
from goldscale.data import Votes
from goldscale.data.parameter import Parameter
from goldscale.kernels.agreement.distances import Distance, Nominal
from goldscale.kernels.agreement.pairs import PairVotes, SharedUnits, pair_accuracy, pair_kappa
from goldscale.kernels.ratio import ratio

PairKernel = Callable[[SharedUnits, np.ndarray, Distance], np.ndarray]

KEPT = 20_000_000
"""Up to how many pairs of votes on one unit are held between batches of replicates; beyond, they are made anew."""


class Pairs:
    """A coefficient of pairs of annotators, averaged over those that have a value; by annotator, over their pairs."""

    def __init__(self, laid: Ratings, kernel: PairKernel, distance: Distance) -> None:
        self.ratings = laid
        self.kernel = kernel
        self.distance = distance
        self.votes = PairVotes(
            laid.rater, laid.unit, laid.code, laid.group, laid.draw, laid.raters, max(1, len(laid.values)), laid.draws
        )
        self.width = max(1, len(laid.values)) * laid.raters * laid.groups
        met = int((laid.table.votes * (laid.table.votes - 1)).sum()) // 2
        self._kept = list(self.votes.shared()) if met <= KEPT else None

    def shared(self) -> Iterable[SharedUnits]:
        """The pairs, one annotator after the other."""
        return self.votes.shared() if self._kept is None else self._kept

    def under(self, drawn: np.ndarray) -> np.ndarray:
        shape = (len(drawn), self.ratings.groups)
        total, count = np.zeros(shape), np.zeros(shape)
        for shared in self.shared():
            values = self.kernel(shared, drawn, self.distance)
            known = ~np.isnan(values)
            values = np.where(known, values, 0.0)
            if self.ratings.people:
                for index in (np.full(len(shared.partner), shared.rater), shared.partner):
                    np.add.at(total.T, index, values.T)
                    np.add.at(count.T, index, known.T)
            else:
                np.add.at(total.T, shared.group, values.T)
                np.add.at(count.T, shared.group, known.T)
        return ratio(total, count)


def _accuracy(votes: Votes, by: By, coefficient: Coefficient) -> Prepared:
    laid = ratings(votes, by)
    if coefficient["over"] == "pooled":
        # Whoever gave them.
        pairs = laid.table.votes * (laid.table.votes - 1)
        alike = pairs - Nominal(laid.values).within(laid.table)
        return UnitMean(laid, laid.draw, laid.group, alike, pairs)
    return Pairs(laid, pair_accuracy, Nominal(laid.values))


def _cohen(votes: Votes, by: By, coefficient: Coefficient) -> Prepared:
    if coefficient["weights"] != "none":
        need_order(votes, str(coefficient))
    laid = ratings(votes, by)
    return Pairs(laid, pair_kappa, weighted(coefficient["weights"], laid.values))


def _by_pooling(coefficient: Coefficient) -> tuple[By, ...]:
    return ("all", "label", "item", "annotator") if coefficient["over"] == "pairs" else ("all", "label", "item")


def _cohen_properties(coefficient: Coefficient) -> frozenset[str]:
    free = coefficient["weights"] == "none"
    return frozenset({"perfect-only", "any-scale"} | ({"any-names"} if free else set()))


DEFINITIONS = (
    CoefficientDefinition(
        name="accuracy",
        title="Accuracy between annotators",
        summary="Fraction of the cells that two annotators both voted on with equal votes, averaged over pairs.",
        equation=r"\frac{\text{identically tagged labels}}{\text{labels}}",
        where="per pair of annotators, over what both voted on; then the mean over pairs",
        needs="identified annotators with common units; with over=pooled, two votes on some units",
        degenerate="1 where all votes are the same; undefined where no two annotators have a unit in common",
        reference="Brants 2000, LREC; thesis eq. 6.1 and table 6.2",
        parameters=(
            Parameter(
                "over",
                "pairs: mean over pairs of annotators; pooled: fraction of all pairs of votes on a unit",
                "choice",
                "pairs",
                ("pairs", "pooled"),
            ),
        ),
        build=_accuracy,
        by=_by_pooling,
        people=lambda coefficient: coefficient["over"] == "pairs",
        by_chance=False,
        properties=lambda _: frozenset({"perfect-only", "any-names", "any-scale", "one-value"}),
    ),
    CoefficientDefinition(
        name="cohen",
        title="Cohen's kappa",
        summary="Agreement of two annotators corrected for that of their votes at random, averaged over pairs.",
        equation=r"\frac{p_o - p_e}{1 - p_e}, \quad p_e = \sum_{v} \pi_{iv}\,\pi_{jv}",
        where=(
            r"$p_o$ is the fraction of common units on which annotators $i$ and $j$ agree, $\pi_{iv}$ the fraction "
            r"of the votes of $i$ that are for $v$; then the mean over pairs that have a value"
        ),
        needs="identified annotators with common units",
        degenerate="a pair that gave one and the same value throughout is left out; undefined where none is left",
        reference="Cohen 1960, DOI 10.1177/001316446002000104; weights: Cohen 1968, DOI 10.1037/h0026256",
        low=-1.0,
        parameters=(WEIGHTS,),
        build=_cohen,
        by=lambda _: ("all", "label", "item", "annotator"),
        people=lambda _: True,
        properties=_cohen_properties,
    ),
)
