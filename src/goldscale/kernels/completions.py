"""Completions: unjudged cells of a sorted block declared relevant or not, without sorting again.

The unjudged cells of a unit become relevant one after another, from the top of the ranking or from its end. A cell's
turn says when, so that a completion with m more relevant cells is one comparison of turns with m.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from goldscale.kernels.cells import BLOCK_CELLS, Cells, DenseCells, DenseTruth, ListedCells
from goldscale.kernels.ranking import Ranking, Ties
from goldscale.kernels.sorting import SortedBlock

IRRELEVANT, UNJUDGED, RELEVANT = 0, 1, 2
"""What stands for a cell's grade; sorting by it puts unjudged cells between the others where ties ask for that."""
NEVER = np.iinfo(np.int32).max


def coded(cells: Cells, rel: int) -> Cells:
    """The same cells with grades that say irrelevant, unjudged or relevant."""
    if isinstance(cells, ListedCells):
        code = _code(cells.grade >= rel, cells.unknown)
        return ListedCells(cells.shape, cells.row, cells.column, cells.scores, code, None, cells.unknown, cells.truth)
    return DenseCells(cells.scores, DenseTruth(_code(cells.truth.relevant(rel), cells.truth.unknown), None))


def _code(relevant: np.ndarray, unknown: np.ndarray | None) -> np.ndarray:
    code = np.where(relevant, np.int8(RELEVANT), np.int8(IRRELEVANT))
    if unknown is not None:
        code[unknown] = UNJUDGED
    return code


@dataclass(frozen=True)
class Completions:
    """The ways to complete a block of sorted units. Cells beyond a unit's ranking are the last to be reached."""

    block: SortedBlock
    """Its grades are the codes above."""
    relevant: np.ndarray
    """Per unit: cells judged relevant, ranked or not."""
    unjudged: np.ndarray
    """Per unit: unjudged cells, ranked or not."""
    candidates: np.ndarray
    """Per unit: all cells."""
    ties: Ties

    @cached_property
    def ranked_unjudged(self) -> np.ndarray:
        """Per unit: unjudged cells that are ranked."""
        return np.count_nonzero(self.block.grade == UNJUDGED, axis=1)

    @property
    def unranked_unjudged(self) -> np.ndarray:
        """Per unit: unjudged cells that are not ranked."""
        return self.unjudged - self.ranked_unjudged

    @property
    def none(self) -> np.ndarray:
        """Per unit: 0."""
        return np.zeros_like(self.unjudged)

    def rankings(self, begin: np.ndarray, end: np.ndarray, from_top: bool) -> Iterator[tuple[np.ndarray, Ranking]]:
        """Completions of each unit with 0, 1 and begin to end more relevant cells, some at a time.

        With each comes the unit of every completion, rising.
        """
        turns = self._turns(from_top)
        count = end - begin + 3
        stop = np.cumsum(count)
        step = max(1, BLOCK_CELLS // max(turns.shape[1], 1))
        for first in range(0, int(stop[-1]), step):
            place = np.arange(first, min(first + step, int(stop[-1])))
            unit = np.searchsorted(stop, place, side="right")
            nth = place - (stop - count)[unit]
            number = np.where(nth < 2, np.minimum(nth, self.unjudged[unit]), begin[unit] + nth - 2)
            yield unit, self._ranking(turns, unit, number)

    def _ranking(self, turns: np.ndarray, unit: np.ndarray, number: np.ndarray) -> Ranking:
        grade = (turns[unit] < number[:, None]).view(np.int8)
        relevant = self.relevant[unit] + number
        counts = np.stack([self.candidates[unit] - relevant, relevant], axis=1)
        return Ranking(SortedBlock(grade, self.block.first[unit], self.block.length[unit], None), counts, self.ties)

    def _turns(self, from_top: bool) -> np.ndarray:
        """How many unjudged cells become relevant before each cell does; -1 where it is relevant already."""
        unjudged = self.block.grade == UNJUDGED
        above = np.cumsum(unjudged, axis=1, dtype=np.int32) - unjudged
        if self.ties == ("worst" if from_top else "best"):
            # The rule puts the relevant ones of a tie group at the end that this side would reach last.
            starts = np.flatnonzero(self.block.first)
            inside = np.add.reduceat(unjudged.ravel(), starts, dtype=np.int32)
            mirror = 2 * above.ravel()[starts] + inside - 1
            above = np.repeat(mirror, np.diff(starts, append=above.size)).reshape(above.shape) - above
        turn = above if from_top else self.unjudged[:, None].astype(np.int32) - 1 - above
        return np.where(unjudged, turn, np.where(self.block.grade == RELEVANT, np.int32(-1), np.int32(NEVER)))
