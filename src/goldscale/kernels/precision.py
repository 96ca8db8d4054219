"""Arithmetic of precision-like measures and of single ranks: ``Hits`` in, one value per unit out, NaN where undefined.

Notation in the comments: a tie group of t cells, r of them relevant, has s cells and b relevant ones above it;
the unit has R relevant among N candidate cells. Expectations over the orders of tied cells follow McSherry and
Najork, "Computing information retrieval performance measures efficiently in the presence of tied scores", ECIR 2008.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from scipy.special import gammaln

from goldscale.kernels.ranking import Hits
from goldscale.kernels.ratio import ratio

ELEVEN_POINTS = tuple(i / 10 for i in range(11))
"""The recall levels of interpolated average precision."""


def average_precision(hits: Hits) -> np.ndarray:
    """Mean precision at the relevant cells; unranked relevant cells add nothing."""
    if hits.grouped:
        parts = hits.relevant * (hits.relevant_above + hits.relevant) / hits.end
    elif hits.strict:
        parts = (hits.relevant_above + 1) / hits.end
    else:
        parts = _expected_precisions(hits, hits.size)
    return ratio(hits.total(parts), hits.total_relevant)


def average_precision_at(hits: Hits, cutoff: int, over: str) -> np.ndarray:
    """The same of the first ``cutoff`` ranks, over all relevant cells or over as many as could be there."""
    inside = np.clip(cutoff - hits.above, 0, hits.size)
    if hits.grouped:
        parts = hits.relevant * (hits.relevant_above + hits.relevant) / hits.end * (inside / hits.size)
    else:
        parts = _expected_precisions(hits, inside)
    most = hits.total_relevant if over == "relevant" else np.minimum(hits.total_relevant, cutoff)
    return ratio(hits.total(parts), most)


def geometric_precision(hits: Hits, floor: float) -> np.ndarray:
    """Average precision, at least ``floor``: what a geometric mean can be taken of."""
    return np.maximum(average_precision(hits), floor)


def _expected_precisions(hits: Hits, inside: np.ndarray) -> np.ndarray:
    # The i-th cell of the group is relevant with probability r/t; given that, (i-1)(r-1)/(t-1) of the i-1
    # before it are. With c = (r-1)/(t-1), over the first m cells of the group (``inside``):
    #   r/t * sum_i (b + 1 + (i-1)c) / (s+i) = r/t * (c m + (b + 1 - c(s+1)) (H(s+m) - H(s))).
    # Where the whole group is relevant (c = 1) that is m - (s - b) (H(s+m) - H(s)).
    table = harmonic(_table_size(hits))
    s, t, b, r, m = hits.above, hits.size, hits.relevant_above, hits.relevant, inside
    steps = np.take(table, s + m) - np.take(table, s)
    parts = m - (s - b) * steps
    mixed = np.flatnonzero(r != t)
    if len(mixed):
        s, t, b, r, m, steps = (part[mixed] for part in (s, t, b, r, m, steps))
        c = (r - 1) / np.maximum(t - 1, 1)
        parts[mixed] = r / t * (c * m + (b + 1 - c * (s + 1)) * steps)
    return np.asarray(parts)


def _table_size(hits: Hits) -> int:
    # Rounded up, so that the blocks of one evaluation share a cached table.
    return 1 << int(hits.candidates.max(initial=1)).bit_length()


@lru_cache(maxsize=4)
def harmonic(top: int) -> np.ndarray:
    """Harmonic numbers H(0) to H(top), summed in extended precision because differences of them are taken."""
    steps = 1.0 / np.arange(1, top + 1, dtype=np.longdouble)
    return np.concatenate([[0.0], np.cumsum(steps)]).astype(np.float64)


def found_at(hits: Hits, cutoff: np.ndarray | int) -> np.ndarray:
    """Expected number of relevant cells among the first ``cutoff``: a tie group that is cut gives its share."""
    limit = cutoff if isinstance(cutoff, int) else cutoff[hits.unit]
    share = np.clip((limit - hits.above) / hits.size, 0.0, 1.0)
    return hits.total(hits.relevant * share)


def precision_at(hits: Hits, cutoff: int) -> np.ndarray:
    """Share of the first ``cutoff`` ranks that is relevant; missing ranks count as not relevant."""
    return np.where(hits.total_relevant > 0, found_at(hits, cutoff) / cutoff, np.nan)


def recall_at(hits: Hits, cutoff: int) -> np.ndarray:
    """Share of the relevant cells that stand in the first ``cutoff`` ranks."""
    return ratio(found_at(hits, cutoff), hits.total_relevant)


def r_precision(hits: Hits) -> np.ndarray:
    """Precision at the rank that equals the number of relevant cells."""
    return ratio(found_at(hits, hits.total_relevant), hits.total_relevant)


def interpolated_precision(hits: Hits, recall: float | Sequence[float], count: str) -> np.ndarray:
    """Mean over recall levels of the highest precision at that recall or beyond.

    ``count`` says how a level becomes a number of relevant cells: up (at least that recall) or nearest.

    In a tie group the k-th relevant cell of the unit stands at its expected rank s + (k-b)(t+1)/(r+1). Precision
    there rises or falls monotonically with k, so a group's highest is at its first or its last relevant cell.
    """
    if not len(hits.above):
        return ratio(np.zeros(hits.units), hits.total_relevant)
    b, r = hits.relevant_above, hits.relevant
    at_end = _precision_of(hits, slice(None), b + r)
    highest = at_end if hits.strict else np.maximum(_precision_of(hits, slice(None), b + 1), at_end)
    # Running maximum from the end of each unit: an offset that grows from unit to unit keeps them apart.
    offset = 2.0 * (hits.units - hits.unit)
    onward = np.append(np.maximum.accumulate((highest + offset)[::-1])[::-1] - offset, 0.0)
    # Relevant cells up to and including each group, made to rise over the whole list: one search serves all units.
    stride = float(hits.total_relevant.max(initial=0)) + 1
    upto = hits.unit * stride + b + r
    total = np.zeros(hits.units)
    levels = np.atleast_1d(recall)
    for level in levels:
        # The tolerance is for floating point: 0.7 * 30 is 21 relevant cells and not more.
        exact = level * hits.total_relevant
        wanted = np.maximum(np.floor(exact + 0.5 + 1e-9) if count == "nearest" else np.ceil(exact - 1e-9), 1)
        unit = np.flatnonzero((hits.ranked_relevant >= wanted) & (hits.total_relevant > 0))
        group = np.searchsorted(upto, unit * stride + wanted[unit], side="left")
        later = np.where(group + 1 < hits.starts[1:][unit], onward[group + 1], 0.0)
        here = np.maximum(_precision_of(hits, group, wanted[unit]), at_end[group])
        total[unit] += np.maximum(here, later)
    return np.where(hits.total_relevant > 0, total / len(levels), np.nan)


def _precision_of(hits: Hits, group: np.ndarray | slice, count: np.ndarray) -> np.ndarray:
    """Precision at the (expected) rank of the unit's count-th relevant cell, which is in this group."""
    s, t, b, r = (part[group] for part in (hits.above, hits.size, hits.relevant_above, hits.relevant))
    if hits.grouped:
        return np.asarray((b + r) / (s + t))
    return np.asarray(count / (s + (count - b) * (t + 1) / (r + 1)))


def reciprocal_rank(hits: Hits, cutoff: int | None) -> np.ndarray:
    """One over the rank of the first relevant cell; 0 where none is ranked (within the cutoff)."""
    limit = np.inf if cutoff is None else cutoff
    value = np.zeros(hits.units)
    group = hits.first_groups
    unit, s, t, r = hits.unit[group], hits.above[group], hits.size[group], hits.relevant[group]
    if hits.grouped or hits.strict:
        rank = s + t
        value[unit] = np.where(rank <= limit, 1.0 / rank, 0.0)
        return np.where(hits.total_relevant > 0, value, np.nan)
    # The first relevant cell is the i-th of its group with probability r/(t-i+1) * prod_{j<i} (1 - r/(t-j+1)).
    width = int((t - r).max(initial=0)) + 1
    i = np.arange(1, width + 1)
    hazard = np.clip(r[:, None] / np.maximum(t[:, None] - i + 1, 1), 0.0, 1.0)
    still = np.cumprod(1.0 - hazard, axis=1)
    chance = hazard * np.concatenate([np.ones((len(r), 1)), still[:, :-1]], axis=1)
    rank = s[:, None] + i
    value[unit] = np.where(rank <= limit, chance / rank, 0.0).sum(axis=1)
    return np.where(hits.total_relevant > 0, value, np.nan)


def success_at(hits: Hits, cutoff: int) -> np.ndarray:
    """Whether (with what probability) a relevant cell stands in the first ``cutoff`` ranks."""
    value = np.zeros(hits.units)
    group = hits.first_groups
    unit, s, t, r = hits.unit[group], hits.above[group], hits.size[group], hits.relevant[group]
    drawn = np.clip(cutoff - s, 0, t)
    others = t - r
    # The chance that all drawn cells are others: C(others, drawn) / C(t, drawn).
    possible = others >= drawn
    safe = np.where(possible, drawn, 0)
    log_none = gammaln(others + 1) - gammaln(others - safe + 1) - gammaln(t + 1) + gammaln(t - safe + 1)
    value[unit] = np.where(possible, 0.0 - np.expm1(log_none), 1.0)
    return np.where(hits.total_relevant > 0, value, np.nan)


def binary_preference(hits: Hits) -> np.ndarray:
    """How seldom a judged irrelevant cell stands above a relevant one, counting at most R of them.

    A relevant cell's place among the m irrelevant ones tied with it is uniform on 0..m, which gives the
    expectation of the capped count in closed form.
    """
    negatives = hits.candidates - hits.total_relevant
    cap = np.minimum(negatives, hits.total_relevant)[hits.unit]
    above = hits.above - hits.relevant_above
    beside = hits.size - hits.relevant
    if hits.grouped:
        counted = np.minimum(above + beside, cap).astype(np.float64)
    else:
        below_cap = np.clip(cap - above, 0, beside + 1)
        partly = above * below_cap + below_cap * (below_cap - 1) / 2
        counted = (partly + (beside + 1 - below_cap) * cap) / (beside + 1)
    preferred = 1.0 - np.divide(counted, cap, out=np.zeros(len(counted)), where=cap > 0)
    return ratio(hits.total(hits.relevant * preferred), hits.total_relevant)


def first_rank(hits: Hits) -> np.ndarray:
    """(Expected) rank of the first relevant cell; unranked cells stand behind all ranked ones."""
    whole = hits.complete
    rank = np.full(whole.units, np.nan)
    group = whole.first_groups
    s, t, r = whole.above[group], whole.size[group], whole.relevant[group]
    rank[whole.unit[group]] = s + t if whole.grouped else s + (t + 1) / (r + 1)
    return rank


def last_rank(hits: Hits) -> np.ndarray:
    """(Expected) rank of the last relevant cell; unranked cells stand behind all ranked ones."""
    whole = hits.complete
    rank = np.full(whole.units, np.nan)
    group = whole.last_groups
    s, t, r = whole.above[group], whole.size[group], whole.relevant[group]
    rank[whole.unit[group]] = s + t if whole.grouped else s + r * (t + 1) / (r + 1)
    return rank


def coverage(hits: Hits, form: str) -> np.ndarray:
    """How far one goes down to cover all relevant cells, beyond their number (thesis) or the first rank (schapire)."""
    return last_rank(hits) - (hits.total_relevant if form == "thesis" else 1)


def one_error(hits: Hits) -> np.ndarray:
    """Probability that the first ranked cell is not relevant; 1 where nothing is ranked."""
    error = np.ones(hits.units)
    group = hits.first_groups
    top = group[hits.above[group] == 0]
    error[hits.unit[top]] = 1.0 - hits.relevant[top] / hits.size[top]
    return np.where(hits.total_relevant > 0, error, np.nan)
