"""Arithmetic of measures on probabilities: sums over the cells of a unit, as they stand or as a bootstrap drew them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from goldscale.kernels.ratio import ratio


@dataclass(frozen=True)
class Forecasts:
    """Probabilities that cells are relevant, and whether they are (units x cells)."""

    probability: np.ndarray
    relevant: np.ndarray
    counted: np.ndarray
    """Which cells count at all."""
    drawn: np.ndarray | None = None
    """Cells x replicates: how often each is drawn; None where every cell counts once."""

    def total(self, per_cell: np.ndarray) -> np.ndarray:
        """Sum within each unit (units), or in every replicate (replicates x units)."""
        counted = np.where(self.counted, per_cell, 0.0)
        return counted.sum(axis=1) if self.drawn is None else (counted @ self.drawn).T

    def mean(self, per_cell: np.ndarray) -> np.ndarray:
        """Mean within each unit; NaN where it has no cell."""
        return ratio(self.total(per_cell), self.count())

    def count(self) -> np.ndarray:
        """How many cells of each unit count, or are drawn; of units in which all do that needs no product."""
        if self.drawn is None or not self.counted.all():
            return self.total(np.ones_like(self.probability))
        return np.repeat(self.drawn.sum(axis=0, dtype=np.float64)[:, None], len(self.counted), axis=1)

    def distance(self, per_cell: np.ndarray, bins: np.ndarray) -> np.ndarray:
        """Sum within each unit of what the cells of each bin (units x cells: its number) sum up to, without sign.

        Bins of units are the rows of one sparse matrix, so that however many there are, each cell is added once.
        """
        units, cells = per_cell.shape
        numbers = bins.max(initial=0) + 1
        held, row = np.unique(np.arange(units)[:, None] * numbers + bins, return_inverse=True)
        column = np.broadcast_to(np.arange(cells), per_cell.shape)
        counted = np.where(self.counted, per_cell, 0.0)
        by_bin = sparse.csr_array((counted.ravel(), (row.ravel(), column.ravel())), shape=(len(held), cells))
        of_unit = sparse.csr_array(
            (np.ones(len(held)), (held // numbers, np.arange(len(held)))), shape=(units, len(held))
        )
        apart = of_unit @ np.abs(by_bin @ (np.ones((cells, 1)) if self.drawn is None else self.drawn))
        return apart[:, 0] if self.drawn is None else apart.T


def brier_score(forecasts: Forecasts) -> np.ndarray:
    """Mean squared difference between probability and relevance."""
    return forecasts.mean((forecasts.probability - forecasts.relevant) ** 2)


def log_loss(forecasts: Forecasts, clip: float) -> np.ndarray:
    """Mean of minus the logarithm of the probability of what is the case, kept from 0 and 1 by ``clip``."""
    p = np.clip(forecasts.probability, clip, 1 - clip)
    return forecasts.mean(-np.where(forecasts.relevant, np.log(p), np.log1p(-p)))


def calibration_error(forecasts: Forecasts, bins: int) -> np.ndarray:
    """Mean over the cells of how far mean probability and fraction relevant of their bin are apart.

    A bin has its upper edge and not its lower one; the first has both.
    """
    edges = np.linspace(0.0, 1.0, bins + 1)[1:-1]
    found = np.searchsorted(edges, forecasts.probability, side="left")
    excess = forecasts.probability - forecasts.relevant
    return ratio(forecasts.distance(excess, found), forecasts.count())
