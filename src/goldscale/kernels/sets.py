"""Arithmetic of set measures: counts in, one value per unit out, NaN where undefined."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.counts import Counts
from goldscale.kernels.ranked import divide


def precision(counts: Counts) -> np.ndarray:
    """Share of what was said that is relevant."""
    return divide(counts.both, counts.predicted)


def recall(counts: Counts) -> np.ndarray:
    """Share of what is relevant that was said."""
    return divide(counts.both, counts.relevant)


def f_measure(counts: Counts, beta: float) -> np.ndarray:
    """Harmonic mean of precision and recall, recall weighing beta times as much."""
    weight = beta * beta
    return divide((1 + weight) * counts.both, weight * counts.relevant + counts.predicted)
