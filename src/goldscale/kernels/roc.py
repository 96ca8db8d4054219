"""Arithmetic of measures on pairs and on the ROC curve. Notation as in precision.py.

Unranked cells stand behind all ranked ones as one tie group, so these kernels look at ``hits.complete``.
"""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from goldscale.kernels.ranking import Hits
from goldscale.kernels.ratio import ratio


def area_under_roc(hits: Hits) -> np.ndarray:
    """Fraction of (relevant, irrelevant) pairs in the right order; a tied pair counts half."""
    return 1.0 - _wrong_pairs(hits, 0.5)


def ranking_loss(hits: Hits) -> np.ndarray:
    """Fraction of (relevant, irrelevant) pairs in the wrong order; a tied pair counts half, under ``group`` whole."""
    return _wrong_pairs(hits, 1.0 if hits.grouped else 0.5)


def _wrong_pairs(hits: Hits, tied: float) -> np.ndarray:
    whole = hits.complete
    above = whole.above - whole.relevant_above
    beside = whole.size - whole.relevant
    wrong = whole.total(whole.relevant * (above + tied * beside))
    return ratio(wrong, whole.total_relevant * (whole.candidates - whole.total_relevant))


def equal_error_rate(hits: Hits) -> np.ndarray:
    """The error where false positives and misses are equally frequent, interpolated on the ROC curve.

    The curve goes right for an irrelevant cell and up for a relevant one, and somewhere crosses the line on
    which both errors are equal. On a step up the rate is the fraction of irrelevant cells passed, on a step to
    the right the fraction of relevant ones not yet passed.
    """
    whole = hits.complete
    positives, negatives = whole.total_relevant, whole.candidates - whole.total_relevant
    value = np.full(whole.units, np.nan)
    defined = (positives > 0) & (negatives > 0)
    R, N = positives[whole.unit], negatives[whole.unit]
    passed = whole.above - whole.relevant_above
    beside = whole.size - whole.relevant
    after = (passed + beside) * R + (whole.relevant_above + whole.relevant) * N - N * R
    # Within a unit 'after' rises with the rank, so the crossing group is where it stops being negative.
    crossed = np.bincount(whole.unit[after >= 0], minlength=whole.units)
    unit = np.flatnonzero(defined & (crossed > 0))
    group = whole.starts[1:][unit] - crossed[unit]
    a, b = passed[group], whole.relevant_above[group]
    m, r = beside[group], whole.relevant[group]
    R, N = R[group], N[group]
    before = a * R + b * N - N * R
    inside = (before < 0) & (m > 0)
    value[unit] = np.where(before < 0, a / N, 1.0 - b / R)
    # What was not ranked has no order to average over: it closes the curve with a straight piece.
    straight = np.full(len(unit), whole.grouped)
    if whole.closed is not None:
        straight |= whole.closed[unit] & (crossed[unit] == 1)
    for chosen, rate in ((inside & straight, _on_the_diagonal), (inside & ~straight, _over_all_paths)):
        if chosen.any():
            value[unit[chosen]] = rate(*(part[chosen] for part in (a, b, m, r, R, N)))
    return value


def _on_the_diagonal(
    a: np.ndarray, b: np.ndarray, m: np.ndarray, r: np.ndarray, R: np.ndarray, N: np.ndarray
) -> np.ndarray:
    """A tie group as one straight piece of the curve."""
    fraction = (1 - a / N - b / R) / (m / N + r / R)
    return np.asarray((a + fraction * m) / N)


def _over_all_paths(
    a: np.ndarray, b: np.ndarray, m: np.ndarray, r: np.ndarray, R: np.ndarray, N: np.ndarray
) -> np.ndarray:
    """Expectation over all orders of a group with m irrelevant and r relevant cells, a and b of them above it.

    Every path crosses the line on one edge of the grid. An edge is taken with a hypergeometric probability, so
    the expectation is a sum over the edges that touch the line: one to the right for each height, one up for
    each column.
    """
    which, right, height = _crossings(a, b, m, r, R, N)
    column_of, up, column = _crossings(b, a, r, m, N, R)
    return np.bincount(which, right * (1 - height)) + np.bincount(column_of, up * column)


def _crossings(
    a: np.ndarray, b: np.ndarray, m: np.ndarray, r: np.ndarray, R: np.ndarray, N: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Steps to the right, one for each height b + y, from the last column still before the line.

    Their groups, how likely they are, and the height as a share of R.
    """
    which, y = _expand(np.arange(len(a)), r + 1)
    height = b[which] + y
    x = -(-(N[which] * (R[which] - height)) // R[which]) - 1 - a[which]
    taken = _path_chance(x, y, m[which], r[which]) * (m[which] - x) / np.maximum(m[which] + r[which] - x - y, 1)
    return which, np.where((x >= 0) & (x < m[which]), taken, 0.0), height / R[which]


def _expand(group: np.ndarray, lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each group as often as its length says, with a counter from 0."""
    lengths = lengths.astype(np.int64)
    which = np.repeat(group, lengths)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(lengths) - lengths, lengths)


def _path_chance(x: np.ndarray, y: np.ndarray, m: np.ndarray, r: np.ndarray) -> np.ndarray:
    """Chance that x irrelevant and y relevant cells are the first x + y of the group; 0 where impossible."""
    possible = (x >= 0) & (x <= m) & (y >= 0) & (y <= r)
    x, y = np.where(possible, x, 0), np.where(possible, y, 0)
    log = _log_choose(m, x) + _log_choose(r, y) - _log_choose(m + r, x + y)
    return np.where(possible, np.exp(log), 0.0)


def _log_choose(n: np.ndarray, k: np.ndarray) -> np.ndarray:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))
