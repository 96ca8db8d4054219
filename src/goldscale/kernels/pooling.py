"""All cells of a run as one unit: what micro-averaged rankings are read from."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.cells import Block, Cells, DenseCells, Direction


def pooled(
    cells: Cells,
    rows: np.ndarray | None = None,
    columns: np.ndarray | None = None,
    over: Direction | None = None,
) -> Block:
    """One block of one unit; its cells stand row by row in the order given, else as they come.

    With ``over``, the number of a cell is that of its item or label: what a bootstrap draws.
    """
    if isinstance(cells, DenseCells):
        return _dense(cells, rows, columns, over)
    row, column = cells.row, cells.column
    listed = np.arange(len(row)) if cells.judged is None else np.flatnonzero(cells.judged)
    if rows is not None and columns is not None:
        listed = listed[np.lexsort((np.argsort(columns)[column[listed]], np.argsort(rows)[row[listed]]))]
    number = (row if over == "item" else column)[listed] if over else listed
    return _unit(cells.scores[listed], cells.grade[listed], number)


def _dense(cells: DenseCells, rows: np.ndarray | None, columns: np.ndarray | None, over: Direction | None) -> Block:
    scores, grade, judged = cells.scores, cells.truth.grade, cells.truth.judged
    if judged is not None:
        scores = np.where(judged, scores, np.array(-np.inf, dtype=scores.dtype))
    row, column = np.arange(scores.shape[0]), np.arange(scores.shape[1])
    if rows is not None and columns is not None:
        row, column = rows, columns
        scores, grade = scores[np.ix_(row, column)], grade[np.ix_(row, column)]
    number = np.empty(0, dtype=np.int64)
    if over is not None:
        number = np.repeat(row, len(column)) if over == "item" else np.tile(column, len(row))
    return _unit(scores, grade, number)


def _unit(scores: np.ndarray, grade: np.ndarray, number: np.ndarray) -> Block:
    return Block(np.zeros(1, dtype=np.int64), scores.reshape(1, -1), grade.reshape(1, -1), number)
