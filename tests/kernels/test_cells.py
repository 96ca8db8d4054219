"""The same matrix held full and held as a list gives the same blocks and counts, and those of a loop."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from goldscale.kernels.cells import Block, Cells, DenseCells, DenseTruth, Direction, ListedCells, ListedTruth

SHAPE = (4, 3)
GRADES = arrays(np.int8, SHAPE, elements=st.integers(-1, 2))
"""-1: nobody judged."""
SCORES = arrays(np.float32, SHAPE, elements=st.sampled_from([-np.inf, 0.0, 0.25, 0.5, 1.0]))
DIRECTIONS: tuple[Direction, ...] = ("item", "label")


def truths(grade: np.ndarray, judged_only: bool) -> tuple[DenseTruth, ListedTruth]:
    known = grade >= 0
    row, column = np.nonzero(known)
    full = DenseTruth(np.where(known, grade, 0), known if judged_only else None, ~known)
    return full, ListedTruth(SHAPE, row, column, grade[known], judged_only)


def both_cells(scores: np.ndarray, grade: np.ndarray, judged_only: bool) -> tuple[DenseCells, ListedCells]:
    full, listed = truths(grade, judged_only)
    row, column = np.nonzero(scores > -np.inf)
    here = grade[row, column]
    judged = here >= 0 if judged_only else None
    retrieved = scores[row, column]
    return (
        DenseCells(scores, full),
        ListedCells(SHAPE, row, column, retrieved, np.maximum(here, 0), judged, here < 0, listed),
    )


def units(matrix: np.ndarray, direction: Direction) -> np.ndarray:
    return matrix if direction == "item" else matrix.T


@pytest.mark.parametrize("judged_only", [False, True])
@given(grade=GRADES, seed=st.integers(0, 99))
def test_truths_count_alike(judged_only: bool, grade: np.ndarray, seed: int) -> None:
    for direction in DIRECTIONS:
        own = units(grade, direction)
        weights = np.random.default_rng(seed).integers(0, 4, (2, own.shape[1]))
        for truth in truths(grade, judged_only):
            top = max(int(grade.max()), 1)
            counted = own >= 0 if judged_only else np.ones(own.shape, dtype=bool)
            level = np.maximum(own, 0)
            wanted = [
                [[w[counted[u] & (level[u] == g)].sum() for g in range(top + 1)] for u in range(len(own))]
                for w in weights
            ]
            assert truth.max_grade == top
            assert truth.weighted_counts(direction, weights).tolist() == wanted
            plain = [[int((counted[u] & (level[u] == g)).sum()) for g in range(top + 1)] for u in range(len(own))]
            assert truth.grade_counts(direction).tolist() == plain
            assert truth.judged_counts(direction).tolist() == (own >= 0).sum(axis=1).tolist()
            assert [truth.unit(u, direction).tolist() for u in range(len(own))] == own.tolist()


def spread(blocks: list[Block], shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Scores and grades of ranked cells, put back where they belong."""
    scores, grade = np.full(shape, -np.inf), np.zeros(shape, dtype=int)
    for block in blocks:
        cell = np.broadcast_to(block.cell, block.scores.shape)
        for place in zip(*np.nonzero(block.scores > -np.inf), strict=True):
            at = block.units[place[0]], cell[place]
            scores[at], grade[at] = block.scores[place], block.grade[place]
    return scores, grade


@pytest.mark.parametrize("judged_only", [False, True])
@given(grade=GRADES, scores=SCORES)
def test_blocks_hold_every_ranked_cell_once(judged_only: bool, grade: np.ndarray, scores: np.ndarray) -> None:
    ranked = (scores > -np.inf) & ((grade >= 0) | (not judged_only))
    for direction in DIRECTIONS:
        shape = units(scores, direction).shape
        for cells in both_cells(scores, grade, judged_only):
            for order in (None, np.arange(shape[1])[::-1]):
                blocks = list(cells.blocks(direction, order))
                assert sorted(np.concatenate([b.units for b in blocks]).tolist()) == list(range(shape[0]))
                found, grades = spread(blocks, shape)
                np.testing.assert_array_equal(found, units(np.where(ranked, scores, -np.inf), direction))
                np.testing.assert_array_equal(grades, units(np.where(ranked, np.maximum(grade, 0), 0), direction))


def said_of(cells: Cells, threshold: float) -> np.ndarray:
    return cells.scores >= threshold


@pytest.mark.parametrize("judged_only", [False, True])
@given(grade=GRADES, scores=SCORES, rel=st.integers(1, 2))
def test_counts_for_set_measures(judged_only: bool, grade: np.ndarray, scores: np.ndarray, rel: int) -> None:
    rel = min(rel, max(int(grade.max()), 1))
    counted = (grade >= 0) | (not judged_only)
    said, relevant = (scores >= 0.25) & counted, grade >= rel
    for direction in DIRECTIONS:
        wanted = [units(part, direction).sum(axis=1).tolist() for part in (said & relevant, said, relevant, counted)]
        unknown = [units(part, direction).sum(axis=1).tolist() for part in ((scores >= 0.25) & (grade < 0), grade < 0)]
        for cells in both_cells(scores, grade, judged_only):
            chosen = said_of(cells, 0.25)
            found = cells.counts(chosen, rel, direction)
            assert [p.tolist() for p in (found.both, found.predicted, found.relevant, found.cells)] == wanted
            assert [p.tolist() for p in cells.unknown_counts(chosen, direction)] == unknown
            parts = [
                np.asarray(part.todense() if hasattr(part, "todense") else part)
                for part in cells.predicted_matrices(chosen, rel, direction)
            ]
            for part, slow in zip(parts, (said & relevant, said), strict=True):
                np.testing.assert_array_equal(part, units(slow, direction).T)
