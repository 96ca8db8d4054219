"""Rank once, measure many: what every ranked measure needs of a unit's ranking, drawn from one sort.

A ranked measure depends on a ranking only through the tie groups that hold something relevant: how many
cells stand above such a group, how many are in it, and how many of each are relevant. ``Hits`` lists those groups
for a block of units; without ties each relevant cell is a group of one. The kernels of ranked measures are short sums
over this list, and the same kernels serve dense and sparse input, ties, and re-weighted (bootstrapped) rankings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from goldscale.kernels.sorting import SortedBlock

Ties = Literal["expected", "best", "worst", "order", "id", "group"]
TIES: tuple[Ties, ...] = ("expected", "best", "worst", "order", "id", "group")


@dataclass(frozen=True)
class Hits:
    """The tie groups with something relevant, in rank order, unit after unit."""

    starts: np.ndarray
    """Where each unit's groups begin in the list (one more entry than units)."""
    above: np.ndarray
    """Cells ranked above the group."""
    size: np.ndarray
    """Cells in the group."""
    relevant_above: np.ndarray
    """Relevant cells (or their gain) above the group."""
    relevant: np.ndarray
    """Relevant cells (or their gain) in the group."""
    total_relevant: np.ndarray
    """Per unit: all relevant cells, ranked or not."""
    candidates: np.ndarray
    """Per unit: all cells that could have been ranked."""
    length: np.ndarray
    """Per unit: cells that were ranked."""
    ties: Ties
    closed: np.ndarray | None = None
    """Per unit: whether its last group is what was not ranked at all; None where none is."""

    @property
    def units(self) -> int:
        """Number of units in the block."""
        return len(self.length)

    @cached_property
    def unit(self) -> np.ndarray:
        """Unit of each group."""
        return np.repeat(np.arange(self.units), np.diff(self.starts))

    @cached_property
    def end(self) -> np.ndarray:
        """Rank of each group's last cell."""
        return self.above + self.size

    @cached_property
    def strict(self) -> bool:
        """Whether every group is a single cell."""
        return bool(np.all(self.size == 1))

    @property
    def grouped(self) -> bool:
        """Whether a tie group is taken as one block, as scikit-learn does."""
        return self.ties == "group"

    @cached_property
    def first_groups(self) -> np.ndarray:
        """The first group of each unit that has one."""
        return self.starts[:-1][np.diff(self.starts) > 0]

    @cached_property
    def last_groups(self) -> np.ndarray:
        """The last group of each unit that has one."""
        return self.starts[1:][np.diff(self.starts) > 0] - 1

    def total(self, per_group: np.ndarray) -> np.ndarray:
        """Sum a per-group quantity within each unit."""
        sums = np.zeros(self.units)
        if len(per_group):
            # reduceat is many times as fast as bincount, but has no empty segments: leave those units out.
            some = np.diff(self.starts) > 0
            sums[some] = np.add.reduceat(per_group, self.starts[:-1][some], dtype=np.float64)
        return sums

    @cached_property
    def ranked_relevant(self) -> np.ndarray:
        """Per unit: relevant cells that were ranked."""
        return self.total(self.relevant)

    @property
    def complete(self) -> Hits:
        """The same with the unranked relevant cells as one more group behind all that was ranked."""
        # Not to be cached where nothing is unranked: hits that hold themselves would outlive their use.
        return self._with_unranked if np.any(self.total_relevant > self.ranked_relevant) else self

    @cached_property
    def _with_unranked(self) -> Hits:
        unranked = self.total_relevant - self.ranked_relevant
        unit = np.flatnonzero(unranked > 0)
        relevant = unranked[unit]
        above, size = self.length[unit], self.candidates[unit] - self.length[unit]
        if self.ties == "best":
            size = relevant
        elif self.ties == "worst":
            above, size = above + size - relevant, relevant
        behind = self.starts[1:][unit]
        return replace(
            self,
            starts=self.starts + np.searchsorted(unit, np.arange(self.units + 1)),
            above=np.insert(self.above, behind, above),
            size=np.insert(self.size, behind, size),
            relevant_above=np.insert(self.relevant_above, behind, self.ranked_relevant[unit]),
            relevant=np.insert(self.relevant, behind, relevant),
            closed=unranked > 0,
        )


@dataclass(frozen=True, eq=False)
class Members:
    """The relevant cells of a block and the tie groups that they make; places are in the flattened block.

    Each is equal to itself only, so that what follows from one can be kept under it.
    """

    cell: np.ndarray
    """Place of each relevant cell, rising."""
    value: np.ndarray
    """What each is worth: 1, or its gain."""
    begin: np.ndarray
    """Where each group begins."""
    end: np.ndarray
    """Where it ends."""
    first: np.ndarray | None
    """Which cell is the first of each group; None where every cell is a group of its own."""
    starts: np.ndarray
    """Where each unit's groups begin in the list (one more entry than units)."""

    @property
    def counts(self) -> bool:
        """Whether every cell is worth 1."""
        return self.value.dtype.kind == "i"

    def sums(self, per_cell: np.ndarray) -> np.ndarray:
        """Sum a quantity of the relevant cells within each group."""
        if self.first is None:
            return per_cell
        sums = per_cell[self.first]
        several = np.flatnonzero(self._count > 1)
        if len(several):
            cells, starts = self._cells_of(several)
            sums[several] = np.add.reduceat(per_cell[cells], starts)
        return sums

    @cached_property
    def mixed(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The groups with cells that are not relevant: which they are, places of those that are, where each begins."""
        groups = np.flatnonzero(self.end - self.begin != self._count)
        cells, starts = self._cells_of(groups)
        return groups, self.cell[cells], starts

    @cached_property
    def _count(self) -> np.ndarray:
        """Relevant cells of each group."""
        if self.first is None:
            return np.ones(len(self.begin), dtype=np.int64)
        return np.diff(self.first, append=len(self.cell))

    def _cells_of(self, groups: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Which relevant cells these groups have, and where each group's begin among them."""
        count = self._count[groups]
        starts = np.cumsum(count) - count
        first = groups if self.first is None else self.first[groups]
        return np.arange(count.sum()) + np.repeat(first - starts, count), starts

    def merged(self) -> Members:
        """Neighbouring groups that are relevant throughout as one: their order among themselves does not matter."""
        if not len(self.begin):
            return self
        whole = self.end - self.begin == self._count
        joins = np.zeros(len(self.begin), dtype=bool)
        joins[1:] = (self.begin[1:] == self.end[:-1]) & whole[1:] & whole[:-1]
        joins[self.starts[:-1][np.diff(self.starts) > 0]] = False
        kept = np.flatnonzero(~joins)
        last = np.append(kept[1:], len(joins)) - 1
        first = kept if self.first is None else self.first[kept]
        return Members(
            self.cell, self.value, self.begin[kept], self.end[last], first, np.searchsorted(kept, self.starts)
        )


class Ranking:
    """A block of units after sorting; gives out ``Hits`` for any notion of relevance."""

    def __init__(self, block: SortedBlock, grade_counts: np.ndarray, ties: Ties) -> None:
        self.block = block
        self.grade_counts = grade_counts
        """Units x (highest grade + 1): how many candidate cells the truth has of each grade."""
        self.ties: Ties = ties
        self._hits: dict[int, Hits] = {}
        self._members: dict[int, Members] = {}

    @property
    def width(self) -> int:
        """Cells per unit, at least 1."""
        return max(self.block.grade.shape[1], 1)

    @property
    def units(self) -> int:
        """Number of units in the block."""
        return len(self.block.length)

    @cached_property
    def rows(self) -> np.ndarray:
        """Where each unit begins in the flattened block, and where the last one ends."""
        return np.arange(self.units + 1) * self.width

    @cached_property
    def candidates(self) -> np.ndarray:
        """Per unit: cells that could have been ranked."""
        return self.grade_counts.sum(axis=1)

    @cached_property
    def strict(self) -> bool:
        """Whether ranks are unique: no two scores of a unit are equal, or a rule has put ties in an order."""
        return self.ties in ("best", "worst", "order", "id") or bool(self.block.first.all())

    def hits(self, rel: int = 1) -> Hits:
        """Groups with a cell of grade ``rel`` or higher."""
        if rel not in self._hits:
            self._hits[rel] = self._listed(self.members(rel), self.grade_counts[:, rel:].sum(axis=1))
        return self._hits[rel]

    def gains(self, gain: Callable[[np.ndarray], np.ndarray]) -> Hits:
        """Groups with a positive gain; ``relevant`` is then the gain, not a count."""
        value = gain(np.arange(self.grade_counts.shape[1]))
        if value.tolist() == [0, 1]:
            return self.hits()
        return self._listed(self.gain_members(value), self.grade_counts @ value)

    def members(self, rel: int) -> Members:
        """The cells of grade ``rel`` or higher by tie group."""
        if rel not in self._members:
            self._members[rel] = self._collect(self.block.grade >= rel)
        return self._members[rel]

    def gain_members(self, value: np.ndarray) -> Members:
        """The cells with a positive gain by tie group; ``value`` is the gain of each grade."""
        return self._collect(value[self.block.grade])

    def _listed(self, members: Members, total: np.ndarray) -> Hits:
        inside = members.sums(members.value)
        return Hits(
            members.starts,
            members.begin - np.repeat(self.rows[:-1], np.diff(members.starts)),
            members.end - members.begin,
            running_within(members.starts, inside),
            inside,
            total,
            self.candidates,
            self.block.length,
            self.ties,
        )

    def _collect(self, value: np.ndarray) -> Members:
        flat = value.ravel()
        cell = np.flatnonzero(flat)
        worth = np.ones(len(cell), dtype=np.int64) if flat.dtype.kind == "b" else flat[cell]
        if self.strict:
            return Members(cell, worth, cell, cell + 1, None, np.searchsorted(cell, self.rows))
        # Few groups are tied in most runs: list every cell as its own group, then merge those that share one.
        tied_begin, tied_end = self._tie_groups
        low, high = np.searchsorted(cell, tied_begin), np.searchsorted(cell, tied_end)
        holds = np.flatnonzero(high > low)
        begin, end = cell.copy(), cell + 1
        begin[low[holds]], end[low[holds]] = tied_begin[holds], tied_end[holds]
        # The first relevant cell of a group stands for it; a running count of open groups marks the others.
        opened = np.zeros(len(cell) + 1, dtype=np.int64)
        np.add.at(opened, low[holds] + 1, 1)
        np.subtract.at(opened, high[holds], 1)
        first = np.flatnonzero(np.cumsum(opened[:-1]) == 0)
        begin, end = begin[first], end[first]
        return Members(cell, worth, begin, end, first, np.searchsorted(begin, self.rows))

    @cached_property
    def _tie_groups(self) -> tuple[np.ndarray, np.ndarray]:
        """Where groups of two or more equal scores begin and end, in the flattened block."""
        again = np.flatnonzero(~self.block.first.ravel())
        breaks = np.flatnonzero(np.diff(again) > 1)
        return again[np.concatenate([[0], breaks + 1])] - 1, again[np.concatenate([breaks, [-1]])] + 1


def running_within(starts: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Sum of what stands before each group in its own unit."""
    before = np.cumsum(inside) - inside
    count = np.diff(starts)
    some = count > 0
    return np.asarray(before - np.repeat(before[starts[:-1][some]], count[some]))
