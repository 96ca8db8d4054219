"""Bootstrap intervals of one number, from what it was on the resamples. NaN is a resample without a value."""

from __future__ import annotations

from typing import Literal

import numpy as np
from scipy.special import ndtr, ndtri

IntervalMethod = Literal["percentile", "bca"]
INTERVAL_METHODS: tuple[IntervalMethod, ...] = ("percentile", "bca")

UNKNOWN = float("nan"), float("nan")
SAME = 1e-12
"""Numbers that differ by less than this fraction of their size are equal: they were added in another order."""


def percentiles(numbers: np.ndarray, tail: float) -> tuple[float, float]:
    """Low and high of the replicates' numbers, leaving out this fraction at either end; NaN where none has a value."""
    return _quantiles(numbers[~np.isnan(numbers)], tail, 1 - tail)


def bca(numbers: np.ndarray, estimate: float, left_out: np.ndarray, tail: float) -> tuple[float, float]:
    """The bias-corrected and accelerated interval (Efron 1987, doi:10.1080/01621459.1987.10478410).

    Other percentiles of the same numbers: moved by how far the estimate is from their median, and stretched by how its
    error grows with its value. ``left_out`` are the estimates without each item, or without each of many equal parts
    of the items: their third moments estimate the same acceleration.

    NaN where both percentiles fall beyond the first or the last of the numbers: the bias is then larger than all that
    the resamples show, and what would come out is a point.
    """
    known = numbers[~np.isnan(numbers)]
    if not len(known) or np.isnan(estimate):
        return UNKNOWN
    slack = SAME * abs(estimate)
    below = (np.count_nonzero(known < estimate - slack) + np.count_nonzero(known <= estimate + slack)) / 2
    if not 0 < below < len(known):
        return UNKNOWN
    bias = ndtri(below / len(known))
    wanted = bias + np.array([1, -1]) * ndtri(tail)
    room = 1 - _acceleration(left_out[~np.isnan(left_out)]) * wanted
    if room.min() <= 0:
        return UNKNOWN
    low, high = ndtr(bias + wanted / room)
    beyond = 1 / (len(known) + 1)
    if high < beyond or low > 1 - beyond:
        return UNKNOWN
    return _quantiles(known, float(low), float(high))


def means_without_one(values: np.ndarray) -> np.ndarray:
    """The mean of the values without each of them in turn, which is all that the jackknife of a mean needs.

    >>> means_without_one(np.array([1.0, 2.0, np.nan, 6.0])).tolist()
    [4.0, 3.5, nan, 1.5]
    """
    known = np.count_nonzero(~np.isnan(values))
    return (np.nansum(values) - values) / (known - 1) if known > 1 else np.full(len(values), np.nan)


def _acceleration(left_out: np.ndarray) -> float:
    influence = left_out.mean() - left_out if len(left_out) else left_out
    spread = float((influence**2).sum())
    return float((influence**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0


def _quantiles(known: np.ndarray, low: float, high: float) -> tuple[float, float]:
    if not len(known):
        return UNKNOWN
    first, second = np.quantile(known, [low, high])
    return float(first), float(second)
