"""Arithmetic of set measures: counts in, one value per unit out, NaN where undefined."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.counts import Counts
from goldscale.kernels.ratio import ratio


def precision(counts: Counts) -> np.ndarray:
    """Share of what was said that is relevant."""
    return ratio(counts.both, counts.predicted)


def recall(counts: Counts) -> np.ndarray:
    """Share of what is relevant that was said."""
    return ratio(counts.both, counts.relevant)


def f_measure(counts: Counts, beta: float) -> np.ndarray:
    """Harmonic mean of precision and recall, recall weighing beta times as much."""
    weight = beta * beta
    return ratio((1 + weight) * counts.both, weight * counts.relevant + counts.predicted)


def accuracy(counts: Counts) -> np.ndarray:
    """Share of all cells that were decided rightly."""
    return ratio(counts.both + counts.true_negative, counts.cells)


def jaccard(counts: Counts) -> np.ndarray:
    """Cells both said and relevant over cells said or relevant."""
    return ratio(counts.both, counts.predicted + counts.relevant - counts.both)


def alpha_score(counts: Counts, alpha: float, beta: float, gamma: float) -> np.ndarray:
    """(1 - (beta * misses + gamma * false alarms) / union)^alpha."""
    union = counts.predicted + counts.relevant - counts.both
    wrong = ratio(beta * counts.false_negative + gamma * counts.false_positive, union)
    return (1.0 - wrong) ** alpha


def hamming_loss(counts: Counts) -> np.ndarray:
    """Share of all cells that were decided wrongly."""
    return ratio(counts.false_positive + counts.false_negative, counts.cells)


def exact_match(counts: Counts) -> np.ndarray:
    """1 where exactly the relevant cells were said, else 0."""
    wrong = counts.false_positive + counts.false_negative
    return np.where(counts.cells > 0, (wrong == 0).astype(np.float64), np.nan)
