"""Arithmetic of measures that picture a person who goes down the ranking and stops somewhere.

A person who reads a cell of grade g stops there with probability p(g) and goes on with 1 - p(g). Over all orders of a
tie group, the chance to go on past its first i cells is the mean product of 1 - p over all choices of i cells.
"""

from __future__ import annotations

import math
from functools import lru_cache, partial

import numpy as np
from scipy.special import gammaln

from goldscale.errors import ParameterError
from goldscale.kernels.ranking import Hits, Ranking

NEGLIGIBLE = 1e-18
"""A chance to go on that no longer changes a sum near 1."""
FAINTEST, SUREST = 1e-100, 1 - 2.0**-53
"""What chances to stop are kept between: no grade above 0 is without one, and nobody stops for certain."""
BATCH_CELLS = 1 << 20


def rank_biased_precision(ranking: Ranking, p: float, gain: str, rel: int, cutoff: int | None) -> np.ndarray:
    """Gain at each rank times the chance to read on up to there; each cell of a tie group has the group's mean gain."""
    top = ranking.grade_counts.shape[1] - 1
    hits = ranking.hits(rel) if gain == "binary" else ranking.gains(lambda grade: grade / top)
    above, end = (p ** np.minimum(place, cutoff or math.inf) for place in (hits.above, hits.end))
    found = hits.total(hits.relevant / hits.size * (above - end))
    return np.where(hits.total_relevant > 0, found, np.nan)


def expected_reciprocal_rank(ranking: Ranking, top: str | float, cutoff: int | None) -> np.ndarray:
    """One over the rank at which a person stops who is satisfied by a grade g with probability (2^g - 1) / 2^top."""
    grades = np.arange(ranking.grade_counts.shape[1])
    highest = grades[-1] if top == "truth" else float(top)
    if grades[-1] > highest:
        raise ParameterError(f"ERR: the truth has the grade {grades[-1]}, which is above top={highest:g}")
    stopping = _stopping(grades, highest)
    hits = ranking.gains(lambda _: -np.log1p(-stopping))
    limit = math.inf if cutoff is None else cutoff
    # Every group for itself: one over the rank at which a person stops who has come to it.
    stops = np.where(hits.end <= limit, -np.expm1(-hits.relevant) / hits.end, 0.0)
    tied = np.flatnonzero((hits.size > 1) & (hits.above < limit))
    if len(tied):
        # In short rankings many groups are alike, so that each kind is worked out once.
        kinds = np.column_stack([_composition(ranking, hits, tied), hits.above[tied]])
        kinds, which = np.unique(kinds, axis=0, return_inverse=True)
        stops[tied] = _stops_in_groups(kinds[:, :-1], stopping, kinds[:, -1], limit)[which.ravel()]
    found = hits.total(np.exp(-hits.relevant_above) * stops)
    return np.where(hits.total_relevant > 0, found, np.nan)


def _stopping(grades: np.ndarray, highest: float) -> np.ndarray:
    """The chance to stop at each grade, (2^g - 1) / 2^highest, of scales of any height."""
    chance = np.exp2(grades - highest) - np.exp2(-highest)
    return np.where(grades > 0, np.clip(chance, FAINTEST, SUREST), 0.0)


def _composition(ranking: Ranking, hits: Hits, groups: np.ndarray) -> np.ndarray:
    """Groups x grades: how many cells of each grade some groups have."""
    # A group is known by its unit and how many cells stand above it.
    stride = int(hits.end.max()) + 1
    wanted = hits.unit[groups] * stride + hits.above[groups]
    counts = np.zeros((len(groups), ranking.grade_counts.shape[1]), dtype=np.int64)
    for grade in (np.flatnonzero(ranking.grade_counts[:, 1:].any(axis=0)) + 1).tolist():
        holding = ranking.gains(partial(_is_grade, grade))
        key = holding.unit * stride + holding.above
        place = np.minimum(np.searchsorted(key, wanted), max(len(key) - 1, 0))
        if len(key):
            counts[:, grade] = np.where(key[place] == wanted, np.rint(holding.relevant[place]), 0)
    counts[:, 0] = hits.size[groups] - counts.sum(axis=1)
    return counts


def _is_grade(this: int, grade: np.ndarray) -> np.ndarray:
    return (grade == this).astype(np.float64)


def _stops_in_groups(counts: np.ndarray, stopping: np.ndarray, above: np.ndarray, limit: float) -> np.ndarray:
    """Per group: the expectation of one over the rank of the stop; 0 where nobody stops in it (within the limit)."""
    size = counts.sum(axis=1)
    # The mean product of i values is at most the i-th power of their mean (Maclaurin's inequality).
    needed = np.ceil(math.log(NEGLIGIBLE) / np.log1p(-(counts @ stopping) / size))
    reach = np.minimum.reduce([size, limit - above, needed]).astype(np.int64)
    stops = np.zeros(len(size))
    by_reach = np.argsort(reach)
    begin = 0
    while begin < len(by_reach):
        # In rising order of reach, so that the last group taken gives the width.
        end = begin + 1
        while end < len(by_reach) and (end + 1 - begin) * (reach[by_reach[end]] + 1) <= BATCH_CELLS:
            end += 1
        some = by_reach[begin:end]
        onward = _going_on_past(counts[some], stopping, int(reach[some[-1]]))
        step = np.arange(1, onward.shape[1])
        chance = np.where(step <= reach[some][:, None], onward[:, :-1] - onward[:, 1:], 0.0)
        stops[some] = (chance / (above[some][:, None] + step)).sum(axis=1)
        begin = end
    return stops


def _going_on_past(counts: np.ndarray, stopping: np.ndarray, reach: int) -> np.ndarray:
    """Groups x (0 to reach): the chance to go on past the first i cells of a group, over all its orders.

    Grade after grade joins the group: of its first i cells j are of the new grade with a hypergeometric chance.
    """
    i = np.arange(reach + 1)
    factorial = _log_factorials(1 << int(counts.sum(axis=1).max()).bit_length())
    size = counts[:, :1]
    onward = (i <= size).astype(np.float64)
    for grade in np.flatnonzero(counts[:, 1:].any(axis=0)) + 1:
        joining, p = counts[:, grade, None], float(stopping[grade])
        whole = size + joining
        # The chance is C(size, i - j) C(joining, j) / C(whole, i); what does not hang on j comes first.
        fixed = factorial[size] + factorial[joining] - factorial[whole]
        fixed = fixed + factorial[i] + factorial[np.maximum(whole - i, 0)]
        joined = np.zeros_like(onward)
        for j in range(min(int(joining.max()), reach, math.ceil(math.log(NEGLIGIBLE) / math.log1p(-p))) + 1):
            others = i[j:] - j
            left, unjoined = size - others, joining - j
            log = fixed[:, j:] - factorial[others] - factorial[np.maximum(left, 0)]
            log -= factorial[j] + factorial[np.maximum(unjoined, 0)]
            chance = np.exp(np.where((left >= 0) & (unjoined >= 0), log, -np.inf))
            joined[:, j:] += chance * (1 - p) ** j * onward[:, : reach + 1 - j]
        onward, size = joined, whole
    return onward


@lru_cache(maxsize=4)
def _log_factorials(top: int) -> np.ndarray:
    """Logarithms of 0!, 1!, ..., top!."""
    return np.asarray(gammaln(np.arange(top + 1) + 1.0))
