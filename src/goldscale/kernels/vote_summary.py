"""The votes on each cell as one number: their mean, median, lowest or highest."""

from __future__ import annotations

import numpy as np


class CellVotes:
    """Votes sorted by cell and value; every summary has one entry per cell of ``cells``, in order.

    >>> votes = CellVotes(np.array([7, 7, 7, 2]), np.array([1.0, 4.0, 4.0, 3.0]))
    >>> votes.cells, votes.mean, votes.median
    (array([2, 7]), array([3., 3.]), array([3., 4.]))
    """

    def __init__(self, cell: np.ndarray, values: np.ndarray) -> None:
        order = np.lexsort((values, cell))
        self._values = values[order]
        in_order = cell[order]
        self._start = np.flatnonzero(np.append(True, in_order[1:] != in_order[:-1])[: len(in_order)])
        self.cells = in_order[self._start]
        self.counts = np.diff(np.append(self._start, len(in_order)))

    @property
    def mean(self) -> np.ndarray:
        """Arithmetic mean."""
        return np.add.reduceat(self._values, self._start) / self.counts

    @property
    def median(self) -> np.ndarray:
        """The middle vote, or the mean of the two middle ones."""
        low = self._values[self._start + (self.counts - 1) // 2]
        return (low + self._values[self._start + self.counts // 2]) / 2

    @property
    def lowest(self) -> np.ndarray:
        """The lowest vote."""
        return self._values[self._start]

    @property
    def highest(self) -> np.ndarray:
        """The highest vote."""
        return self._values[self._start + self.counts - 1]
