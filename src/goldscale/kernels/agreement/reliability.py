"""Cronbach's alpha from sums over observations."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.ratio import ratio

ROUNDING = 1e-12
"""Below this share of the mean square, a variance is the rounding of zero."""


def cronbach(observations: np.ndarray, sums: np.ndarray, squares: np.ndarray, items: np.ndarray) -> np.ndarray:
    """From the number of observations, and per test item and (last) for their total the sums and sums of squares.

    k / (k - 1) * (1 - sum of the k test items' variances / variance of the total); a test item that is not in the
    group has sums of 0, and ``items`` says how many are.
    """
    mean = ratio(sums, observations[..., None])
    square = ratio(squares, observations[..., None])
    variance = square - mean**2
    variance = np.where(variance <= ROUNDING * square, 0.0, variance)
    shared = 1 - ratio(variance[..., :-1].sum(axis=-1), variance[..., -1])
    return ratio(items * shared, items - 1.0)
