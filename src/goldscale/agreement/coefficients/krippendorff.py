"""Krippendorff's alpha, for votes with any gaps and values of any kind."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from goldscale.agreement.coefficients.definition import By, Coefficient, CoefficientDefinition, Prepared
from goldscale.agreement.coefficients.ratings import Ratings, Summed, need_order, ratings
from goldscale.data import Votes
from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError, known_name
from goldscale.kernels.agreement import alpha as kernel
from goldscale.kernels.agreement.counts import tally_matrix
from goldscale.kernels.agreement.distances import Distance, Jaccard, Masi, Nominal, Ratio, Squared

_DISTANCES: dict[str, type[Distance]] = {"nominal": Nominal, "interval": Squared, "ratio": Ratio}
_SETS: dict[str, type[Jaccard]] = {"jaccard": Jaccard, "masi": Masi}
METRICS = ("nominal", "ordinal", "interval", "ratio")


def alpha(ratings: Any, metric: str = "nominal") -> float:
    """Krippendorff's alpha of a raters x units array, NaN where a rater gave nothing: 1 - observed / expected.

    ``metric`` is nominal, ordinal, interval or ratio. Units with fewer than two ratings do not count. NaN where no
    unit has two ratings, or where all ratings are the same: then agreement cannot be told from chance. Krippendorff,
    Content Analysis (2nd ed. 2004), chapter 11; DOI 10.1080/19312450709336664.

    >>> nan = float("nan")
    >>> round(alpha([[1, 2, 3, 3, 2], [1, 2, 3, 3, nan], [nan, 3, 3, 3, 2]], "ordinal"), 3)
    0.812
    """
    known_name(metric, METRICS, "metric of alpha")
    array = np.asarray(ratings, dtype=np.float64)
    if array.ndim != 2:
        raise ParameterError(f"alpha takes a raters x units array, not one of {array.ndim} dimensions")
    if np.isinf(array).any():
        raise ParameterError("a rating must be a number, or NaN where it is missing")
    table, values = tally_matrix(array)
    weight = table.pairable.astype(np.float64)
    pool = table.totals(weight)
    if metric == "ordinal":
        single = np.zeros(table.units, dtype=np.int64)
        return float(kernel.ordinal_alpha(table, pool[None, :], single, weight)[0])
    if metric == "ratio":
        _refuse_negative(values)
    distance = _DISTANCES[metric](values if len(values) else np.zeros(1))
    return float(kernel.alpha(np.array(kernel.observed(table, distance).sum()), pool, distance))


class _Alpha(Summed):
    """Alpha by a distance that is the same in every replicate: sums over units are all that changes."""

    def __init__(self, laid: Ratings, distance: Distance) -> None:
        self.distance = distance
        table = laid.table
        self.apart = kernel.observed(table, distance)
        entry = np.flatnonzero(table.pairable[table.unit])
        pool = (table.unit[entry], 1 + table.code[entry], table.count[entry])
        super().__init__(laid, laid.sums(1 + table.codes, (np.arange(table.units), 0, self.apart), pool))

    def under(self, drawn: np.ndarray) -> np.ndarray:
        sums = self.sums.under(drawn)
        return kernel.alpha(sums[..., 0], sums[..., 1:], self.distance)

    def error(self) -> tuple[np.ndarray, np.ndarray]:
        pool = self.whole[:, 1:]
        return _error(self.ratings, self.apart, pool, self.distance.spread(pool))


class _Ordinal(Summed):
    """Ordinal alpha: how far two values are apart depends on the resampled votes, so each replicate is its own pass."""

    def __init__(self, laid: Ratings) -> None:
        table = laid.table
        entry = np.flatnonzero(table.pairable[table.unit])
        super().__init__(laid, laid.sums(table.codes, (table.unit[entry], table.code[entry], table.count[entry])))

    def under(self, drawn: np.ndarray) -> np.ndarray:
        laid = self.ratings
        pools = self.sums.under(drawn)
        rows = [
            kernel.ordinal_alpha(laid.table, pool, laid.group, weight[laid.draw])
            for pool, weight in zip(pools, drawn.astype(np.float64), strict=True)
        ]
        return np.stack(rows)

    def error(self) -> tuple[np.ndarray, np.ndarray]:
        """With the ranks taken as given."""
        apart, spread = kernel.ordinal_parts(self.ratings.table, self.whole, self.ratings.group)
        return _error(self.ratings, apart, self.whole, spread)


def _error(laid: Ratings, apart: np.ndarray, pool: np.ndarray, spread: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    mean = spread / np.maximum(pool.sum(axis=-1, keepdims=True), 1)
    table = laid.table
    return kernel.alpha_error(table, laid.group, apart, pool, mean[laid.group[table.unit], table.code])


def _build(votes: Votes, by: By, coefficient: Coefficient) -> Prepared:
    metric = coefficient["metric"]
    if metric in _SETS:
        laid, members = set_ratings(votes, str(coefficient))
        return _Alpha(laid, _SETS[metric](members))
    if metric != "nominal":
        need_order(votes, str(coefficient))
    laid = ratings(votes, by)
    if metric == "ordinal":
        return _Ordinal(laid)
    if metric == "ratio":
        _refuse_negative(laid.values)
    return _Alpha(laid, _DISTANCES[metric](laid.values))


def set_ratings(votes: Votes, asked: str) -> tuple[Ratings, np.ndarray]:
    """One rating per sheet (an annotator's votes on an item): the set of labels with a 1; also the sets' members.

    A sheet without a 1 is the empty set; who has no vote at all on an item gave no set there.
    """
    if not votes.is_binary:
        raise ParameterError(f"{asked} compares sets of labels, so it needs votes of yes (1) and no (0)")
    held = votes.first()
    sheets, sheet = np.unique(held.annotator.astype(np.int64) * len(held.items) + held.item, return_inverse=True)
    members, code = _distinct_sets(sheet, held, len(sheets))
    rater, item = np.divmod(sheets, max(1, len(held.items)))
    found, unit = np.unique(item, return_inverse=True)
    laid = Ratings(
        rater=rater,
        unit=unit,
        code=code,
        values=np.arange(len(members), dtype=np.float64),
        spelled=tuple("the same labels" for _ in members),
        group=np.zeros(len(found), dtype=np.int64),
        draw=np.arange(len(found)),
        names=("all",),
        draws=len(found),
        raters=len(held.annotators),
        choices=np.full(1, max(2.0, len(members))),
        unit_noun=held.items.noun,
    )
    return laid, members


def _distinct_sets(sheet: np.ndarray, votes: Votes, sheets: int) -> tuple[np.ndarray, np.ndarray]:
    """The different sets as rows of a membership table, and each sheet's row."""
    chosen = votes.values > 0
    shape = (sheets, len(votes.labels))
    cells = (sheet[chosen], votes.label[chosen])
    members = sparse.coo_array((np.ones(int(chosen.sum()), dtype=bool), cells), shape=shape).toarray()
    packed = np.packbits(members, axis=1)
    _, first, code = np.unique(packed, axis=0, return_index=True, return_inverse=True)
    return members[first], code.reshape(-1)


def _refuse_negative(values: np.ndarray) -> None:
    if len(values) and values.min() < 0:
        raise ParameterError(f"the ratio metric needs values from 0 up, not {values.min():g}")


def _levels(coefficient: Coefficient) -> tuple[By, ...]:
    return ("all",) if coefficient["metric"] in _SETS else ("all", "label", "item")


def _properties(coefficient: Coefficient) -> frozenset[str]:
    return frozenset(
        {"perfect-only"}
        | ({"any-names"} if coefficient["metric"] == "nominal" else set())
        | ({"any-scale"} if coefficient["metric"] not in _SETS else set())
    )


DEFINITIONS = (
    CoefficientDefinition(
        name="alpha",
        title="Krippendorff's alpha",
        summary="How much less votes differ within units than votes drawn at random from all units.",
        equation=r"1 - \frac{D_o}{D_e}",
        where=(
            r"$D_o = \frac{1}{n} \sum_u \frac{1}{m_u - 1} \sum_{i \ne j} \delta(v_{ui}, v_{uj})$ over the votes "
            r"$v_{ui}$ on each unit $u$ that has $m_u \ge 2$ of them, $n = \sum_u m_u$, so that a unit weighs as many "
            r"votes as it has; $D_e = \frac{1}{n (n - 1)} \sum_{k \ne l} \delta(v_k, v_l)$ over the same $n$ votes; "
            r"$\delta$ is how far two values are apart"
        ),
        needs=(
            "at least two votes on some units; an order of the values for ordinal, numbers for interval, numbers from "
            "0 up for ratio, yes/no votes for jaccard and masi (unit: an item, value: the set of labels selected)"
        ),
        degenerate="undefined where all votes are the same value, or where no unit has two votes",
        reference=(
            "Krippendorff 2004, Content Analysis, chapter 11 (DOI 10.1080/19312450709336664); sets: Passonneau 2006, "
            "LREC"
        ),
        low=-1.0,
        parameters=(Parameter("metric", "how far two values are apart", "choice", "nominal", (*METRICS, *_SETS)),),
        build=_build,
        by=_levels,
        analytic=lambda _: True,
        properties=_properties,
    ),
)
