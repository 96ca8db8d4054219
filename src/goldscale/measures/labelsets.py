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
        nothing = np.zeros((0, 0), dtype=bool)
        return LabelSets(
            nothing if said is None else said[:items],
            cells.truth.relevant(rel)[:items],
            cells.scores[:items],
            ties,
            tie_order,
            knowledge,
        )
    if cells.shape[0] * cells.shape[1] > MAX_CELLS:
        raise ParameterError("semantic measures compare whole label sets; this label space is too large for them")
    full = np.zeros(cells.shape, dtype=bool)
    if said is not None:
        full[cells.row[said], cells.column[said]] = True
    scores = np.full(cells.shape, -np.inf, dtype=cells.scores.dtype)
    scores[cells.row, cells.column] = cells.scores
    relevant = np.stack([cells.truth.unit(i, "item") >= rel for i in range(items)])
    return LabelSets(full[:items], relevant, scores[:items], ties, tie_order, knowledge)
