"""How alike several orders of the same systems are. Scores are rankings x systems, higher is better."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.ratio import known_mean, ratio

DIGITS = 12
"""Scores that differ only behind this digit are tied: it is rounding that parts them."""


def pair_orders(scores: np.ndarray) -> np.ndarray:
    """Rankings x pairs of systems (as np.triu_indices lists them): 1 where the first is better, -1 worse, 0 tied.

    >>> pair_orders(np.array([[0.9, 0.5, 0.5]]))
    array([[1., 1., 0.]])
    """
    first, second = np.triu_indices(scores.shape[1], k=1)
    rounded = np.round(scores, DIGITS)
    return np.sign(rounded[:, first] - rounded[:, second])


def kendall(orders: np.ndarray) -> np.ndarray:
    """Kendall's tau-b between all rankings (thesis eq. 4.3, corrected for ties); NaN where one ranks nothing apart."""
    ordered = np.count_nonzero(orders, axis=1).astype(np.float64)
    return ratio(orders @ orders.T, np.sqrt(np.outer(ordered, ordered)))


def swaps(orders: np.ndarray) -> np.ndarray:
    """Rankings x rankings: how many pairs of systems stand one way in one and the other way in the other."""
    apart = np.abs(orders)
    return np.rint((apart @ apart.T - orders @ orders.T) / 2).astype(np.int64)


def displacement(scores: np.ndarray) -> np.ndarray:
    """Kolmogorov-Smirnov D between all rankings: the furthest that a system moves, over their number (eq. 4.4).

    F(i) is the share of systems that do not follow system i, so that tied systems share the last of their places.

    >>> displacement(np.array([[3.0, 2.0, 1.0, 0.0], [3.0, 0.0, 1.0, 2.0]]))
    array([[0. , 0.5],
           [0.5, 0. ]])
    """
    rounded = np.round(scores, DIGITS)
    behind = np.array([np.searchsorted(np.sort(row), row) for row in rounded]).reshape(scores.shape)
    not_behind = 1.0 - behind / max(scores.shape[1], 1)
    return np.abs(not_behind[:, None, :] - not_behind[None, :, :]).max(axis=2, initial=0.0)


def concordance_p(displaced: np.ndarray, systems: int) -> np.ndarray:
    """Probability of a D as large as this or larger, from the exact distribution for one sample of this size."""
    from scipy.stats import kstwo  # costs half a second, which only this test has to wait for

    return np.asarray(kstwo.sf(displaced, systems), dtype=np.float64)


def mean_of_pairs(matrix: np.ndarray) -> float:
    """The mean over all pairs; NaN where there is none.

    >>> mean_of_pairs(np.array([[1.0, 0.8, 0.6], [0.8, 1.0, 0.4], [0.6, 0.4, 1.0]]))
    0.6
    """
    return float(known_mean(matrix[np.triu_indices(len(matrix), k=1)]))


def mean_to_others(matrix: np.ndarray) -> np.ndarray:
    """Of each, the mean of its values with all others; NaN where it has none.

    >>> mean_to_others(np.array([[1.0, 0.8, 0.6], [0.8, 1.0, 0.4], [0.6, 0.4, 1.0]]))
    array([0.7, 0.6, 0.5])
    """
    return known_mean(np.where(np.eye(len(matrix), dtype=bool), np.nan, matrix), axis=1)
