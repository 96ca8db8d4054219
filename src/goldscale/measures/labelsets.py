"""Whole label sets per item: what semantic measures compare."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from goldscale.errors import ParameterError
from goldscale.kernels.cells import DenseCells
from goldscale.measures.alignment import Aligned
from goldscale.measures.knowledge import Knowledge

MAX_CELLS = 500_000_000
"""A sparse run becomes dense here; beyond this many cells that would not be wise."""


@dataclass(frozen=True)
class LabelSets:
    """Predicted and relevant labels of every item (items x labels), their scores, and what is known of labels."""

    predicted: np.ndarray
    relevant: np.ndarray
    scores: np.ndarray
    ties: str
    tie_order: np.ndarray | None
    knowledge: Knowledge


def label_sets(
    aligned: Aligned,
    decisions: np.ndarray | None,
    rel: int,
    ties: str,
    tie_order: np.ndarray | None,
    knowledge: Knowledge,
    items: int,
) -> LabelSets:
    """The label sets of a run; without decisions nothing is predicted."""
    cells = aligned.cells
    if isinstance(cells, DenseCells):
        judged, relevant, scores = cells.truth.judged, cells.truth.relevant(rel), cells.scores
        predicted = np.zeros(relevant.shape, dtype=bool) if decisions is None else decisions
    else:
        if cells.shape[0] * cells.shape[1] > MAX_CELLS:
            raise ParameterError("semantic measures compare whole label sets; this label space is too large for them")
        predicted = np.zeros(cells.shape, dtype=bool)
        if decisions is not None:
            predicted[cells.row[decisions], cells.column[decisions]] = True
        scores = np.full(cells.shape, -np.inf, dtype=cells.scores.dtype)
        scores[cells.row, cells.column] = cells.scores
        grade = np.stack([cells.truth.unit(i, "item") for i in range(items)])
        relevant, judged = grade >= rel, None if cells.judged is None else grade >= 0
    predicted, relevant, scores = predicted[:items], relevant[:items], scores[:items]
    if judged is not None:
        # What nobody judged is neither predicted nor ranked.
        predicted = predicted & judged[:items]
        scores = np.where(judged[:items], scores, np.array(-np.inf, dtype=scores.dtype))
    return LabelSets(predicted, relevant, scores, ties, tie_order, knowledge)
