"""How many cells of each unit are relevant and how many were judged: what a measure's value has to be read beside."""

from __future__ import annotations

import numpy as np

from goldscale.data import Judgements
from goldscale.data import matrix as mx
from goldscale.data.judgements import unjudged_mask
from goldscale.measures.definition import Measure


class Prevalence:
    """Counts per unit of one truth; those of the same direction and grade are made once.

    >>> from goldscale.measures.registry import measure
    >>> relevant, judged = Prevalence(Judgements([[1, 0], [1, -1]]))(measure("AP"))
    >>> relevant.tolist(), judged.tolist()
    ([2, 0], [2, 1])
    """

    def __init__(self, truth: Judgements) -> None:
        self._truth = truth
        self._made: dict[tuple[str, int], tuple[np.ndarray, np.ndarray]] = {}

    def __call__(self, measure: Measure) -> tuple[np.ndarray, np.ndarray]:
        """Relevant and judged cells of each unit of the measure; of probabilities, as many as are to be expected."""
        key = (measure.direction, measure.rel)
        if key not in self._made:
            self._made[key] = self._count(*key)
        relevant, judged = self._made[key]
        return (relevant.sum(keepdims=True), judged.sum(keepdims=True)) if measure.micro else (relevant, judged)

    def _count(self, direction: str, rel: int) -> tuple[np.ndarray, np.ndarray]:
        values = self._truth.values
        cells = mx.cells(values)
        judged = ~unjudged_mask(cells)
        uncertain = self._truth.relevance == "probability"
        relevant = np.where(judged, cells, 0.0) * (rel <= 1) if uncertain else cells >= rel
        if isinstance(values, np.ndarray):
            axis = 1 if direction == "item" else 0
            found = relevant.sum(axis=axis) if uncertain else np.count_nonzero(relevant, axis=axis)
            return found, np.count_nonzero(judged, axis=axis)
        row, column, _ = mx.coordinates(values)
        units, count = (row, len(self._truth.items)) if direction == "item" else (column, len(self._truth.labels))
        found = np.bincount(units, weights=relevant, minlength=count)
        whole = found if uncertain else found.astype(np.int64)
        return whole, np.bincount(units[judged], minlength=count)
