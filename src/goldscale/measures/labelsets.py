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
    """Said and relevant labels of every item (items x labels), the scores behind them, and what is known of labels."""

    said: np.ndarray
    relevant: np.ndarray
    scores: np.ndarray
    ties: str
    tie_order: np.ndarray | None
    knowledge: Knowledge


def label_sets(
    aligned: Aligned,
    said: np.ndarray | None,
    rel: int,
    ties: str,
    tie_order: np.ndarray | None,
    knowledge: Knowledge,
    items: int,
) -> LabelSets:
    """The label sets of a run; without decisions ``said`` is empty."""
    cells = aligned.cells
    if isinstance(cells, DenseCells):
        judged, relevant, scores = cells.truth.judged, cells.truth.relevant(rel), cells.scores
        full = np.zeros(relevant.shape, dtype=bool) if said is None else said
    else:
        if cells.shape[0] * cells.shape[1] > MAX_CELLS:
            raise ParameterError("semantic measures compare whole label sets; this label space is too large for them")
        full = np.zeros(cells.shape, dtype=bool)
        if said is not None:
            full[cells.row[said], cells.column[said]] = True
        scores = np.full(cells.shape, -np.inf, dtype=cells.scores.dtype)
        scores[cells.row, cells.column] = cells.scores
        grade = np.stack([cells.truth.unit(i, "item") for i in range(items)])
        relevant, judged = grade >= rel, None if cells.judged is None else grade >= 0
    full, relevant, scores = full[:items], relevant[:items], scores[:items]
    if judged is not None:
        # What nobody judged is neither said nor ranked.
        full = full & judged[:items]
        scores = np.where(judged[:items], scores, np.array(-np.inf, dtype=scores.dtype))
    return LabelSets(full, relevant, scores, ties, tie_order, knowledge)
