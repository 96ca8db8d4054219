"""The cells of one run against one truth, laid out so that either direction can be read unit by unit.

``DenseCells`` holds full matrices; ``ListedCells`` holds only what a run retrieved, so that a large label space
never becomes dense. Both hand out blocks of units (rows of a 2-D array) for sorting, and counts for set measures.
A cell scored ``-inf`` is not ranked: unretrieved, left out, or padding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from goldscale.kernels.counts import Counts, count_dense

Direction = Literal["item", "label"]
BLOCK_CELLS = 1 << 19
"""Cells per block: small enough for its keys to stay in cache, large enough to hide the loop."""


@dataclass(frozen=True)
class Block:
    """Some units: their numbers, and the scores and grades of their cells (units x width)."""

    units: np.ndarray
    scores: np.ndarray
    grade: np.ndarray
    cell: np.ndarray
    """Number of the item or label that a column stands for (width), or each cell (units x width)."""


class DenseTruth:
    """A full matrix of grades, none negative, shared by all runs that are held against it."""

    def __init__(self, grade: np.ndarray, judged: np.ndarray | None) -> None:
        self.grade = grade
        self.judged = judged
        """Which cells count; None where all do."""
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


class DenseCells:
    """A full matrix of scores against a full matrix of grades."""

    def __init__(self, scores: np.ndarray, truth: DenseTruth) -> None:
        self.scores = scores
        self.truth = truth
        self._counts: dict[tuple[int, int], tuple[Counts, Counts]] = {}

    def blocks(self, direction: Direction, order: np.ndarray | None = None) -> Iterator[Block]:
        """Blocks of units; the cells of each stand in the order given, else as they come."""
        by_item = direction == "item"
        units, width = self.truth.shape if by_item else self.truth.shape[::-1]
        step = max(1, BLOCK_CELLS // max(width, 1))
        for begin in range(0, units, step):
            part = slice(begin, min(begin + step, units))
            index = (part, slice(None)) if by_item else (slice(None), part)
            scores, grade = self.scores[index], self.truth.grade[index]
            if self.truth.judged is not None:
                scores = np.where(self.truth.judged[index], scores, np.array(-np.inf, dtype=scores.dtype))
            if not by_item:
                scores, grade = np.ascontiguousarray(scores.T), np.ascontiguousarray(grade.T)
            if order is not None:
                scores, grade = scores[:, order], grade[:, order]
            yield Block(np.arange(part.start, part.stop), scores, grade, np.arange(width) if order is None else order)

    def grade_counts(self, direction: Direction) -> np.ndarray:
        """Units x (highest grade + 1): candidate cells of each grade."""
        return self.truth.grade_counts(direction)

    def counts(self, said: np.ndarray, rel: int, direction: Direction) -> Counts:
        """Counts for set measures; ``said`` is a boolean matrix."""
        key = (id(said), rel)
        if key not in self._counts:
            self._counts[key] = count_dense(said, self.truth.relevant(rel), self.truth.judged)
        return self._counts[key][0 if direction == "item" else 1]


class ListedCells:
    """Only the cells that a run retrieved, with the truth's totals per unit beside them."""

    def __init__(
        self,
        shape: tuple[int, int],
        row: np.ndarray,
        column: np.ndarray,
        scores: np.ndarray,
        grade: np.ndarray,
        judged: np.ndarray | None,
        grade_counts: dict[Direction, np.ndarray],
    ) -> None:
        self.shape = shape
        self.row = row
        self.column = column
        self.scores = scores
        self.grade = grade
        self.judged = judged
        self._grade_counts = grade_counts

    def blocks(self, direction: Direction, order: np.ndarray | None = None) -> Iterator[Block]:
        """Blocks of units, those with lists of like length together so that little is padding."""
        unit, cell = (self.row, self.column) if direction == "item" else (self.column, self.row)
        kept = np.arange(len(unit)) if self.judged is None else np.flatnonzero(self.judged)
        place = cell if order is None else np.argsort(order)[cell]
        listed = kept[np.lexsort((place[kept], unit[kept]))]
        length = np.bincount(unit[kept], minlength=self.shape[0 if direction == "item" else 1])
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
        return self._grade_counts[direction]

    def counts(self, said: np.ndarray, rel: int, direction: Direction) -> Counts:
        """Counts for set measures; ``said`` is a boolean per listed cell."""
        unit = self.row if direction == "item" else self.column
        said = said if self.judged is None else said & self.judged
        totals = self.grade_counts(direction)

        def tally(chosen: np.ndarray) -> np.ndarray:
            return np.bincount(unit[chosen], minlength=len(totals))

        return Counts(tally(said & (self.grade >= rel)), tally(said), totals[:, rel:].sum(axis=1), totals.sum(axis=1))


Cells = DenseCells | ListedCells
