"""Counts behind every set measure, in both directions from one pass over decisions and truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Counts:
    """Per unit: cells predicted and relevant, predicted, relevant, and judged at all (thesis eqs. 3.4-3.7)."""

    both: np.ndarray
    predicted: np.ndarray
    relevant: np.ndarray
    cells: np.ndarray

    @property
    def false_positive(self) -> np.ndarray:
        """Predicted, not relevant."""
        return self.predicted - self.both

    @property
    def false_negative(self) -> np.ndarray:
        """Relevant, not predicted."""
        return self.relevant - self.both

    @property
    def true_negative(self) -> np.ndarray:
        """Neither predicted nor relevant."""
        return self.cells - self.predicted - self.relevant + self.both

    def pooled(self) -> Counts:
        """All units as one: what micro-averaging divides (thesis eq. 3.12)."""
        return Counts(*(np.atleast_1d(part.sum()) for part in (self.both, self.predicted, self.relevant, self.cells)))


def count_dense(decisions: np.ndarray, relevant: np.ndarray, judged: np.ndarray | None) -> tuple[Counts, Counts]:
    """Counts by item and by label of boolean items x labels matrices; ``judged`` None means all cells are."""
    predicted = decisions if judged is None else decisions & judged
    both = predicted & relevant

    def along(axis: int) -> Counts:
        whole = np.full(decisions.shape[1 - axis], decisions.shape[axis], dtype=np.int64)
        cells = whole if judged is None else np.count_nonzero(judged, axis=axis)
        hits, chosen, right = (np.count_nonzero(part, axis=axis) for part in (both, predicted, relevant))
        return Counts(hits, chosen, right, cells)

    return along(1), along(0)
