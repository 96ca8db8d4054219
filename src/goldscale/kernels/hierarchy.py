"""Arithmetic of hierarchical measures on label sets. Sets are boolean items x labels; ``ancestor`` is labels x labels.

``ancestor[c, a]`` says that label a is above label c in the hierarchy.
"""

from __future__ import annotations

import numpy as np

from goldscale.kernels.counts import Counts


def with_ancestors(chosen: np.ndarray, ancestor: np.ndarray) -> np.ndarray:
    """Each set with all labels above its own."""
    return chosen | (chosen.astype(np.float32) @ ancestor.astype(np.float32) > 0)


def with_descendants(chosen: np.ndarray, ancestor: np.ndarray) -> np.ndarray:
    """Each set with all labels below its own."""
    return with_ancestors(chosen, ancestor.T)


def overlap(predicted: np.ndarray, relevant: np.ndarray) -> Counts:
    """Counts per item of two families of sets."""
    return Counts(
        np.count_nonzero(predicted & relevant, axis=1),
        np.count_nonzero(predicted, axis=1),
        np.count_nonzero(relevant, axis=1),
        np.full(len(predicted), predicted.shape[1]),
    )


def h_loss(predicted: np.ndarray, relevant: np.ndarray, ancestor: np.ndarray) -> np.ndarray:
    """Wrong labels per item that have no wrong label above them (Cesa-Bianchi et al. 2006)."""
    wrong = predicted ^ relevant
    wrong_above = wrong.astype(np.float32) @ ancestor.T.astype(np.float32) > 0
    return np.count_nonzero(wrong & ~wrong_above, axis=1).astype(np.float64)


def weighted_euclidean(predicted: np.ndarray, relevant: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Square root of the summed weights of wrong labels (Struyf et al. 2005)."""
    return np.sqrt((predicted ^ relevant).astype(np.float64) @ weights)
