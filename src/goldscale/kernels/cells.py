"""The cells of one run against one truth, laid out so that either direction can be read unit by unit.

``DenseCells`` holds full matrices; ``ListedCells`` holds only what a run retrieved, so that a large label space
never becomes dense. Both hand out blocks of units (rows of a 2-D array) for sorting, and counts for set measures.
A cell scored ``-inf`` is not ranked: unretrieved, left out, or padding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
from scipy import sparse

from goldscale.kernels.counts import Counts, count_dense

Direction = Literal["item", "label"]
BLOCK_CELLS = 1 << 19
"""Cells per block: small enough for its keys to stay in cache, large enough to hide the loop."""
MIN_BLOCK_CELLS = 1 << 16
PANEL_COLUMNS = 16


@dataclass(frozen=True)
class Block:
    """Some units: their numbers, and the scores and grades of their cells (units x width)."""

    units: np.ndarray
    scores: np.ndarray
    grade: np.ndarray
    cell: np.ndarray
    """Number of the item or label that a column stands for (width), or each cell (units x width)."""


class DenseTruth:
    """A full matrix of grades, none negative, shared by all runs that are compared with it."""

    def __init__(self, grade: np.ndarray, judged: np.ndarray | None, unknown: np.ndarray | None = None) -> None:
        self.grade = grade
        self.judged = judged
        """Which cells count; None where all do."""
        self.unknown = unknown
        """Which cells nobody judged; None where there are none."""
        self.shape: tuple[int, int] = grade.shape
        self._relevant: dict[int, np.ndarray] = {}
        self._grade_counts: dict[Direction, np.ndarray] = {}

    @cached_property
    def max_grade(self) -> int:
        """The highest grade of any cell, at least 1."""
        return max(int(self.grade.max(initial=0)), 1)

    def relevant(self, rel: int) -> np.ndarray:
        """Which cells have this grade or a higher one."""
        if rel not in self._relevant:
            self._relevant[rel] = self.grade >= rel
        return self._relevant[rel]

    def grade_counts(self, direction: Direction) -> np.ndarray:
        """Units x (highest grade + 1): candidate cells of each grade."""
        if direction not in self._grade_counts:
            axis = 1 if direction == "item" else 0
            higher = [np.count_nonzero(self.grade == g, axis=axis) for g in range(1, self.max_grade + 1)]
            candidates = (
                np.full(self.shape[1 - axis], self.shape[axis])
                if self.judged is None
                else np.count_nonzero(self.judged, axis=axis)
            )
            self._grade_counts[direction] = np.stack([candidates - sum(higher), *higher], axis=1)
        return self._grade_counts[direction]

    def judged_counts(self, direction: Direction) -> np.ndarray:
        """Per unit: cells that somebody judged."""
        axis = 1 if direction == "item" else 0
        unknown = 0 if self.unknown is None else np.count_nonzero(self.unknown, axis=axis)
        return np.full(self.shape[1 - axis], self.shape[axis]) - unknown

    def unit(self, number: int, direction: Direction) -> np.ndarray:
        """Grades of one whole unit; -1 where nobody judged."""
        index = (number, slice(None)) if direction == "item" else (slice(None), number)
        grade = self.grade[index].astype(np.int16)
        if self.unknown is not None:
            grade[self.unknown[index]] = -1
        return grade

    def weighted_counts(self, direction: Direction, weights: np.ndarray) -> np.ndarray:
        """Replicates x units x (highest grade + 1): ``grade_counts`` with each cell as often as its weight says.

        ``weights`` is replicates x cells of a unit (labels for items, items for labels).
        """
        heavy = weights.astype(np.float32)  # exact: counts stay far below 2^24
        grade = self.grade.T if direction == "item" else self.grade
        higher = [heavy @ (grade == g).astype(np.float32) for g in range(1, self.max_grade + 1)]
        if self.judged is None:
            candidates = np.repeat(heavy.sum(axis=1, dtype=np.float64)[:, None], grade.shape[1], axis=1)
        else:
            candidates = heavy @ (self.judged.T if direction == "item" else self.judged).astype(np.float32)
        return np.rint(np.stack([candidates - sum(higher), *higher], axis=2)).astype(np.int64)


@dataclass(eq=False)
class ListedTruth:
    """Only the judged cells of a large matrix. Other cells are irrelevant, or left out with ``judged_only``."""

    shape: tuple[int, int]
    row: np.ndarray
    column: np.ndarray
    grade: np.ndarray
    judged_only: bool
    _grade_counts: dict[Direction, np.ndarray] = field(default_factory=dict, init=False)

    @cached_property
    def max_grade(self) -> int:
        """The highest grade of any cell, at least 1."""
        return max(int(self.grade.max(initial=0)), 1)

    def grade_counts(self, direction: Direction) -> np.ndarray:
        """Units x (highest grade + 1): candidate cells of each grade."""
        if direction not in self._grade_counts:
            one = np.ones((1, self.shape[1 if direction == "item" else 0]), dtype=np.int64)
            self._grade_counts[direction] = self.weighted_counts(direction, one)[0]
        return self._grade_counts[direction]

    def weighted_counts(self, direction: Direction, weights: np.ndarray) -> np.ndarray:
        """As DenseTruth.weighted_counts."""
        unit, cell = (self.row, self.column) if direction == "item" else (self.column, self.row)
        units, grades = self.shape[0 if direction == "item" else 1], self.max_grade + 1
        place = unit * grades + self.grade
        counts = np.stack([np.bincount(place, weights=w[cell], minlength=units * grades) for w in weights])
        table = np.rint(counts).astype(np.int64).reshape(len(weights), units, grades)
        if not self.judged_only:
            table[:, :, 0] = weights.sum(axis=1)[:, None] - table[:, :, 1:].sum(axis=2)
        return table

    def judged_counts(self, direction: Direction) -> np.ndarray:
        """Per unit: cells that somebody judged."""
        unit, units = (self.row, self.shape[0]) if direction == "item" else (self.column, self.shape[1])
        return np.bincount(unit, minlength=units)

    def unit(self, number: int, direction: Direction) -> np.ndarray:
        """Grades of one whole unit; -1 where nobody judged."""
        unit, cell = (self.row, self.column) if direction == "item" else (self.column, self.row)
        grade = np.full(self.shape[1 if direction == "item" else 0], -1, dtype=np.int16)
        chosen = unit == number
        grade[cell[chosen]] = self.grade[chosen]
        return grade


Truth = DenseTruth | ListedTruth


class DenseCells:
    """A full matrix of scores against a full matrix of grades."""

    def __init__(self, scores: np.ndarray, truth: DenseTruth) -> None:
        self.scores = scores
        self.truth = truth
        self._counts: dict[int, tuple[np.ndarray, tuple[Counts, Counts]]] = {}

    def blocks(self, direction: Direction, order: np.ndarray | None = None, *, kept: bool = False) -> Iterator[Block]:
        """Blocks of units; the cells of each stand in the order given, else as they come.

        Blocks that are not kept are smaller for a small matrix: their memory should stay little beside it.
        """
        by_item = direction == "item"
        units, width = self.truth.shape if by_item else self.truth.shape[::-1]
        cell = np.arange(width) if order is None else order
        cells = BLOCK_CELLS if kept else min(BLOCK_CELLS, max(self.scores.size // 32, MIN_BLOCK_CELLS))
        step = max(1, cells // max(width, 1))
        # Columns are taken out several at a time: a row's neighbours come from memory together anyway.
        panel = step if by_item else max(step, PANEL_COLUMNS)
        for begin in range(0, units, panel):
            part = slice(begin, min(begin + panel, units))
            index = (part, slice(None)) if by_item else (slice(None), part)
            scores, grade = self.scores[index], self.truth.grade[index]
            if self.truth.judged is not None:
                scores = np.where(self.truth.judged[index], scores, np.array(-np.inf, dtype=scores.dtype))
            if not by_item:
                scores, grade = np.ascontiguousarray(scores.T), np.ascontiguousarray(grade.T)
            if order is not None:
                scores, grade = scores[:, order], grade[:, order]
            for first in range(0, len(scores), step):
                rows = slice(first, first + step)
                units_here = np.arange(begin + first, begin + first + len(scores[rows]))
                yield Block(units_here, scores[rows], grade[rows], cell)

    def grade_counts(self, direction: Direction) -> np.ndarray:
        """Units x (highest grade + 1): candidate cells of each grade."""
        return self.truth.grade_counts(direction)

    def counts(self, decisions: np.ndarray, rel: int, direction: Direction) -> Counts:
        """Counts for set measures; ``decisions`` is a boolean matrix."""
        known = self._counts.get(rel)
        if known is None or known[0] is not decisions:
            known = self._counts[rel] = (decisions, count_dense(decisions, self.truth.relevant(rel), self.truth.judged))
        return known[1][0 if direction == "item" else 1]

    def unknown_counts(self, decisions: np.ndarray, direction: Direction) -> tuple[np.ndarray, np.ndarray]:
        """Per unit: unjudged cells that were predicted, and unjudged cells in all."""
        axis = 1 if direction == "item" else 0
        unknown = np.zeros(decisions.shape, dtype=bool) if self.truth.unknown is None else self.truth.unknown
        return np.count_nonzero(unknown & decisions, axis=axis), np.count_nonzero(unknown, axis=axis)

    def predicted_matrices(self, decisions: np.ndarray, rel: int, direction: Direction) -> list[np.ndarray]:
        """Predicted and relevant, and predicted, as matrices of 0 and 1: cells of a unit x units."""
        judged = decisions if self.truth.judged is None else decisions & self.truth.judged
        parts = (judged & self.truth.relevant(rel), judged)
        return [(part.T if direction == "item" else part).astype(np.float32) for part in parts]


@dataclass(frozen=True, eq=False)
class ListedCells:
    """Only the cells that a run retrieved, with the truth that knows the totals beside them."""

    shape: tuple[int, int]
    row: np.ndarray
    column: np.ndarray
    scores: np.ndarray
    grade: np.ndarray
    judged: np.ndarray | None
    unknown: np.ndarray
    """Which of the listed cells nobody judged."""
    truth: Truth

    def blocks(self, direction: Direction, order: np.ndarray | None = None, *, kept: bool = False) -> Iterator[Block]:
        """Blocks of units, those with lists of like length together so that little is padding."""
        unit, cell = (self.row, self.column) if direction == "item" else (self.column, self.row)
        counted = np.arange(len(unit)) if self.judged is None else np.flatnonzero(self.judged)
        by_unit = (
            _stable_order(unit[counted])
            if order is None
            else np.lexsort((np.argsort(order)[cell[counted]], unit[counted]))
        )
        listed = counted[by_unit]
        length = np.bincount(unit[counted], minlength=self.shape[0 if direction == "item" else 1])
        begin = np.concatenate([[0], np.cumsum(length)])
        by_length = np.argsort(length, kind="stable")
        start = 0
        while start < len(by_length):
            # Units are in rising order of length, so the last one taken gives the block's width.
            stop = start + 1
            while stop < len(by_length) and (stop + 1 - start) * length[by_length[stop]] <= BLOCK_CELLS:
                stop += 1
            units = by_length[start:stop]
            yield self._padded(units, length[units], listed, begin[units], cell)
            start = stop

    def _padded(
        self, units: np.ndarray, length: np.ndarray, listed: np.ndarray, begin: np.ndarray, cell: np.ndarray
    ) -> Block:
        width = int(length.max(initial=0))
        inside = np.arange(width) < length[:, None]
        source = listed[(begin[:, None] + np.arange(width))[inside]]
        scores = np.full(inside.shape, -np.inf, dtype=self.scores.dtype)
        grade = np.zeros(inside.shape, dtype=self.grade.dtype)
        scores[inside] = self.scores[source]
        grade[inside] = self.grade[source]
        number = np.zeros(inside.shape, dtype=np.int64)
        number[inside] = cell[source]
        return Block(units, scores, grade, number)

    def grade_counts(self, direction: Direction) -> np.ndarray:
        """Units x (highest grade + 1): candidate cells of each grade, retrieved or not."""
        return self.truth.grade_counts(direction)

    def counts(self, decisions: np.ndarray, rel: int, direction: Direction) -> Counts:
        """Counts for set measures; ``decisions`` is a boolean per listed cell."""
        unit = self.row if direction == "item" else self.column
        decisions = decisions if self.judged is None else decisions & self.judged
        totals = self.grade_counts(direction)

        def tally(chosen: np.ndarray) -> np.ndarray:
            return np.bincount(unit[chosen], minlength=len(totals))

        return Counts(
            tally(decisions & (self.grade >= rel)), tally(decisions), totals[:, rel:].sum(axis=1), totals.sum(axis=1)
        )

    def unknown_counts(self, decisions: np.ndarray, direction: Direction) -> tuple[np.ndarray, np.ndarray]:
        """Per unit: unjudged cells that were predicted, and unjudged cells in all."""
        unit = self.row if direction == "item" else self.column
        judged = self.truth.judged_counts(direction)
        width = self.shape[1 if direction == "item" else 0]
        return np.bincount(unit[decisions & self.unknown], minlength=len(judged)), width - judged

    def predicted_matrices(self, decisions: np.ndarray, rel: int, direction: Direction) -> list[Any]:
        """Predicted and relevant, and predicted, as sparse matrices of 0 and 1: cells of a unit x units."""
        decisions = decisions if self.judged is None else decisions & self.judged
        unit, cell = (self.row, self.column) if direction == "item" else (self.column, self.row)
        shape = (self.shape[1], self.shape[0]) if direction == "item" else self.shape

        def matrix(chosen: np.ndarray) -> Any:
            ones = np.ones(np.count_nonzero(chosen), dtype=np.float32)
            return sparse.csr_array((ones, (cell[chosen], unit[chosen])), shape=shape)

        return [matrix(decisions & (self.grade >= rel)), matrix(decisions)]


def _stable_order(unit: np.ndarray) -> np.ndarray:
    """Cells in order of their unit, those of a unit as they come; 16-bit numbers are sorted by radix."""
    narrow = unit.astype(np.uint16) if int(unit.max(initial=0)) <= np.iinfo(np.uint16).max else unit
    return np.argsort(narrow, kind="stable")


Cells = DenseCells | ListedCells
