"""All cells as one unit, from full matrices and from lists."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.cells import DenseCells, DenseTruth, ListedCells
from goldscale.kernels.pooling import pooled

SCORES = np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])
GRADE = np.array([[0, 1], [2, 0], [0, 1]])
JUDGED = np.array([[True, True], [False, True], [True, True]])


def test_a_full_matrix_row_by_row() -> None:
    cells = DenseCells(SCORES, DenseTruth(GRADE, JUDGED))
    block = pooled(cells, over="item")
    assert block.scores.tolist() == [[0.1, 0.2, -np.inf, 0.4, 0.5, 0.6]]
    assert block.grade.tolist() == [[0, 1, 2, 0, 0, 1]]
    assert block.cell.tolist() == [0, 0, 1, 1, 2, 2]
    turned = pooled(cells, np.array([2, 0, 1]), np.array([1, 0]), over="label")
    assert turned.scores.tolist() == [[0.6, 0.5, 0.2, 0.1, 0.4, -np.inf]]
    assert turned.cell.tolist() == [1, 0, 1, 0, 1, 0]


def test_lists_leave_out_what_is_not_judged() -> None:
    row, column = np.array([0, 0, 1, 2]), np.array([0, 1, 0, 1])
    judged = JUDGED[row, column]
    cells = ListedCells(
        (3, 2), row, column, SCORES[row, column], GRADE[row, column], judged, ~judged, DenseTruth(GRADE, JUDGED)
    )
    block = pooled(cells, over="label")
    assert block.scores.tolist() == [[0.1, 0.2, 0.6]]
    assert block.cell.tolist() == [0, 1, 1]
    turned = pooled(cells, np.array([2, 0, 1]), np.array([1, 0]), over="item")
    assert turned.scores.tolist() == [[0.6, 0.2, 0.1]]
    assert turned.cell.tolist() == [2, 0, 0]
