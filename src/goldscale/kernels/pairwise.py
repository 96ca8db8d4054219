"""Averages over a symmetric matrix of values between pairs, its diagonal left out, and what is NaN too."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.ratio import ratio


def mean_of_pairs(matrix: np.ndarray) -> float:
    """The mean over all pairs; NaN where there is none.

    >>> mean_of_pairs(np.array([[1.0, 0.8, 0.6], [0.8, 1.0, 0.4], [0.6, 0.4, 1.0]]))
    0.6
    """
    pairs = matrix[np.triu_indices(len(matrix), k=1)]
    known = ~np.isnan(pairs)
    return float(ratio(pairs[known].sum(), np.asarray(known.sum())))


def mean_to_others(matrix: np.ndarray) -> np.ndarray:
    """Of each, the mean of its values with all others; NaN where it has none.

    >>> mean_to_others(np.array([[1.0, 0.8, 0.6], [0.8, 1.0, 0.4], [0.6, 0.4, 1.0]]))
    array([0.7, 0.6, 0.5])
    """
    known = ~np.isnan(matrix) & ~np.eye(len(matrix), dtype=bool)
    return ratio(np.where(known, matrix, 0.0).sum(axis=1), known.sum(axis=1))
