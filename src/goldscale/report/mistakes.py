"""Which items runs get wrong, concept by concept."""

from __future__ import annotations

import numpy as np

from goldscale.data import Judgements, Run
from goldscale.data import matrix as mx
from goldscale.data.judgements import unjudged_mask
from goldscale.kernels.cells import ListedCells
from goldscale.measures.alignment import Target
from goldscale.measures.decisions import decide, unsuited
from goldscale.measures.settings import Settings


def predicted(run: Run, target: Target, settings: Settings) -> np.ndarray:
    """Which cells of the truth a run predicts, items x labels, also where the run only lists what it retrieved."""
    truth = target.truth
    aligned = target.align(run)
    decisions, _ = decide(aligned, truth.labels.names, settings.threshold)
    cells = aligned.cells
    if not isinstance(cells, ListedCells):
        return decisions.astype(bool)
    matrix = np.zeros(cells.shape, dtype=bool)
    matrix[cells.row, cells.column] = decisions
    return matrix[: len(truth.items)]


class Mistakes:
    """How many runs miss or wrongly predict each cell; what nobody judged is no mistake."""

    def __init__(self, truth: Judgements, settings: Settings, rel: int = 1) -> None:
        values = mx.dense(truth.values, -1)
        self._target, self._settings = Target(truth, "negative"), settings
        self._relevant, self._unjudged = values >= rel, unjudged_mask(values)
        self._wrong = np.zeros(values.shape, dtype=np.int32)
        self.runs = 0
        """How many were counted."""

    def count(self, run: Run) -> None:
        """Add a run's mistakes, unless its decisions say little about its scores."""
        if unsuited(run, self._settings.threshold):
            return
        self.runs += 1
        self._wrong += (predicted(run, self._target, self._settings) != self._relevant) & ~self._unjudged

    def worst(self, label: int, most: int) -> list[tuple[int, int]]:
        """The items of a label that more than half of the runs get wrong, with how many do, the most first."""
        wrong = self._wrong[:, label]
        order = np.argsort(-wrong, kind="stable")[:most]
        return [(int(item), int(wrong[item])) for item in order if 2 * wrong[item] > self.runs]
