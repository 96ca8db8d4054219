"""Points of the ROC and precision-recall curves of one ranking."""

from __future__ import annotations

import numpy as np


def steps(scores: np.ndarray, relevant: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Distinct scores from high to low, and how many cells and relevant cells score at least that much."""
    order = np.argsort(-scores, kind="stable")
    ranked = scores[order]
    last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], len(ranked) > 0))
    return ranked[last], last + 1, np.cumsum(relevant[order])[last]
