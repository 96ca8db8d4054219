"""How many units a difference takes to be found."""

from __future__ import annotations

import numpy as np
from scipy.special import nctdtr, stdtrit

FEWEST = 2
MOST = 10**7
"""More units than this are not counted."""


def power_of(effect: np.ndarray, units: np.ndarray, alpha: float = 0.05) -> np.ndarray:
    """Probability that a paired two-sided t-test over so many units finds a standardised difference (Cohen's d)."""
    freedom = units - 1.0
    limit = stdtrit(freedom, 1 - alpha / 2)
    shift = np.abs(effect) * np.sqrt(units)
    # So far from 0 that SciPy gives up, nothing of the distribution lies there.
    below, within = np.nan_to_num(nctdtr(freedom, shift, -limit)), nctdtr(freedom, shift, limit)
    return np.where(np.isnan(within) & (shift > limit), 1.0, 1 - within + below)


def units_needed(effect: np.ndarray, power: float = 0.8, alpha: float = 0.05) -> np.ndarray:
    """The fewest units with which a difference is found with this probability; NaN where there is no difference.

    >>> units_needed(np.array([0.5, 0.2, 0.0]))
    array([ 34., 199.,  nan])
    """
    effect = np.atleast_1d(np.asarray(effect, dtype=np.float64))
    low, high = np.full(effect.shape, float(FEWEST)), np.full(effect.shape, float(MOST))
    while (low < high).any():
        middle = np.floor((low + high) / 2)
        enough = power_of(effect, middle, alpha) >= power
        high = np.where(enough, middle, high)
        low = np.where(enough, low, np.minimum(middle + 1, high))
    missing = ~(np.abs(effect) > 0) | (power_of(effect, high, alpha) < power)
    return np.where(missing, np.nan, high)
