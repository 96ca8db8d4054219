"""Two yes/no decisions on the same cells, made from numbers with many thresholds at once."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.counts import Counts
from goldscale.kernels.ratio import ratio


def joint_counts(first: np.ndarray, second: np.ndarray, first_limits: np.ndarray, second_limits: np.ndarray) -> Counts:
    """Cells at or above the limits, for every pair: first limits x second limits, ``first`` being the prediction.

    One pass over the cells, however many limits there are.

    >>> joint_counts(np.array([0.2, 0.9]), np.array([1, 4]), np.array([0.5]), np.array([1.0, 4.0])).both
    array([[1, 1]])
    """
    met, place = _limits_met(first, first_limits)
    met_second, place_second = _limits_met(second, second_limits)
    shape = (len(first_limits) + 1, len(second_limits) + 1)
    joint = np.bincount(met * shape[1] + met_second, minlength=shape[0] * shape[1]).reshape(shape)
    at_least = joint[::-1, ::-1].cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
    return Counts(
        at_least[1:, 1:][place][:, place_second],
        at_least[1:, :1][place],
        at_least[:1, 1:][:, place_second],
        at_least[:1, :1],
    )


def kappa(counts: Counts) -> np.ndarray:
    """Cohen's kappa of two yes/no decisions; NaN where both always give the same answer."""
    cells, predicted, relevant = counts.cells, counts.predicted, counts.relevant
    by_chance = predicted * relevant + (cells - predicted) * (cells - relevant)
    return ratio(cells * (counts.both + counts.true_negative) - by_chance, cells * cells - by_chance)


def _limits_met(values: np.ndarray, limits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many limits each value meets, and the place of each limit among the sorted ones."""
    if values.dtype.kind == "f":  # 0.7 as float32 lies below 0.7 as float64
        limits = limits.astype(values.dtype)
    order = np.argsort(limits, kind="stable")
    place = np.empty(len(limits), dtype=np.intp)
    place[order] = np.arange(len(limits))
    return np.searchsorted(limits[order], values, side="right"), place
