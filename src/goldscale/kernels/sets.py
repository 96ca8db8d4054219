"""Arithmetic of set measures: counts in, one value per unit out, NaN where undefined."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.counts import Counts
from goldscale.kernels.ratio import ratio


def precision(counts: Counts) -> np.ndarray:
    """Fraction of the predicted cells that are relevant."""
    return ratio(counts.both, counts.predicted)


def recall(counts: Counts) -> np.ndarray:
    """Fraction of the relevant cells that are predicted."""
    return ratio(counts.both, counts.relevant)


def f_measure(counts: Counts, beta: float) -> np.ndarray:
    """Harmonic mean of precision and recall, recall weighted beta times as much."""
    weight = beta * beta
    return ratio((1 + weight) * counts.both, weight * counts.relevant + counts.predicted)


def accuracy(counts: Counts) -> np.ndarray:
    """Fraction of all cells that are predicted correctly."""
    return ratio(counts.both + counts.true_negative, counts.cells)


def specificity(counts: Counts) -> np.ndarray:
    """Fraction of the irrelevant cells that are not predicted."""
    return ratio(counts.true_negative, counts.cells - counts.relevant)


def balanced_accuracy(counts: Counts) -> np.ndarray:
    """Mean of recall and specificity."""
    return (recall(counts) + specificity(counts)) / 2


def matthews_correlation(counts: Counts) -> np.ndarray:
    """Correlation between predicted and relevant, each 0 or 1; NaN where one of them does not vary."""
    # In floating point: products of four counts do not fit into 64 bits.
    both, predicted, relevant, cells = (
        np.asarray(part, dtype=np.float64) for part in (counts.both, counts.predicted, counts.relevant, counts.cells)
    )
    spread = np.sqrt(predicted * (cells - predicted) * relevant * (cells - relevant))
    return np.clip(ratio(both * cells - predicted * relevant, spread), -1.0, 1.0)


def jaccard(counts: Counts) -> np.ndarray:
    """Cells predicted and relevant over cells predicted or relevant."""
    return ratio(counts.both, counts.predicted + counts.relevant - counts.both)


def alpha_score(counts: Counts, alpha: float, beta: float, gamma: float) -> np.ndarray:
    """(1 - (beta * misses + gamma * false alarms) / union)^alpha."""
    union = counts.predicted + counts.relevant - counts.both
    wrong = ratio(beta * counts.false_negative + gamma * counts.false_positive, union)
    return (1.0 - wrong) ** alpha


def hamming_loss(counts: Counts) -> np.ndarray:
    """Fraction of all cells that are predicted wrongly."""
    return ratio(counts.false_positive + counts.false_negative, counts.cells)


def exact_match(counts: Counts) -> np.ndarray:
    """1 where exactly the relevant cells are predicted, else 0."""
    wrong = counts.false_positive + counts.false_negative
    return np.where(counts.cells > 0, (wrong == 0).astype(np.float64), np.nan)
