"""Bootstrap replicates of a ranking by re-weighting: units are sorted once, a replicate only recounts.

Drawing cells with replacement keeps their order; a cell drawn w times stands there as w tied cells. So a replicate
changes how many cells stand above and in each tie group, and nothing else: one gather and one running sum give its
``Hits``, on which the same kernels work.

Several replicates travel side by side in the 16- or 32-bit lanes of one 64-bit word, which a vast unit has to itself.
Sums of words carry from lane to lane, but the difference of two running sums is again exact in every lane, as long as
no lane's own difference overflows: within a unit at most as many cells are drawn as it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np

from goldscale.kernels.ranking import Hits, Members, Ranking, running_within


def draws(rng: np.random.Generator, cells: int, replicates: int, batch: int = 64) -> Iterator[np.ndarray]:
    """How often each cell is drawn in each replicate, a batch of replicates at a time (replicates x cells)."""
    for begin in range(0, replicates, batch):
        count = min(batch, replicates - begin)
        chosen = rng.integers(0, cells, size=(count, cells), dtype=np.uint32)
        # One count for all replicates: the cells of the second are numbered on from those of the first.
        place = chosen + np.arange(count, dtype=np.int64)[:, None] * cells
        yield np.bincount(place.ravel(), minlength=place.size).reshape(place.shape).astype(np.int32)


def deletions(cells: int, most: int = 1000, batch: int = 64) -> Iterator[np.ndarray]:
    """The jackknife as draws: each cell left out in turn, all others drawn once (parts x cells).

    Of more than ``most`` cells, every ``most``-th is left out together.

    >>> [part.tolist() for part in deletions(3)]
    [[[0, 1, 1], [1, 0, 1], [1, 1, 0]]]
    """
    parts = min(cells, most)
    part = np.arange(cells) % parts if parts else np.empty(0, dtype=np.int64)
    for begin in range(0, parts, batch):
        yield (part != np.arange(begin, min(begin + batch, parts))[:, None]).astype(np.int32)


def pack(drawn: np.ndarray, most: int | None = None) -> list[np.ndarray]:
    """Draws (replicates x cells) as words, one per cell, of as many replicates as fit; 0 fills the last word.

    ``most`` is how many cells of a unit can be drawn, where that is not the number of cells drawn from.
    """
    lane = lane_type(most or drawn.shape[1])
    lanes = lanes_per_word(most or drawn.shape[1])
    missing = -len(drawn) % lanes
    filled = np.concatenate([drawn, np.zeros((missing, drawn.shape[1]), dtype=drawn.dtype)])
    return [
        np.ascontiguousarray(filled[i : i + lanes].T.astype(lane)).view(np.uint64).ravel()
        for i in range(0, len(filled), lanes)
    ]


def lanes_per_word(cells: int) -> int:
    """How many replicates travel in one word, where a unit has so many cells."""
    return 8 // np.dtype(lane_type(cells)).itemsize


def lane_type(cells: int) -> type[np.unsignedinteger]:
    """The narrowest lane that can count all cells of a unit."""
    if cells <= np.iinfo(np.uint16).max:
        return np.uint16
    return np.uint32 if cells <= np.iinfo(np.uint32).max else np.uint64


class RankedCells:
    """A block's ranking and which cell stands at each rank: all that its replicates need, prepared once."""

    def __init__(self, ranking: Ranking, number: np.ndarray) -> None:
        self.ranking = ranking
        self.number = number
        self._members: dict[int, Members] = {}
        self._gain_members: dict[bytes, Members] = {}

    def members(self, rel: int) -> Members:
        """As Ranking.members, merged where that changes nothing (``group`` looks into a run of relevant cells)."""
        if rel not in self._members:
            found = self.ranking.members(rel)
            self._members[rel] = found if self.ranking.ties == "group" else found.merged()
        return self._members[rel]

    def gain_members(self, value: np.ndarray) -> Members:
        """As Ranking.gain_members, found once for all replicates."""
        key = value.tobytes()
        if key not in self._gain_members:
            self._gain_members[key] = self.ranking.gain_members(value)
        return self._gain_members[key]


class PackedDraws:
    """A block's ranking with several replicates of weights; ``replicate`` gives each as a ranking of its own."""

    def __init__(self, cells: RankedCells, words: np.ndarray, most: int | None = None) -> None:
        """``words`` are the draws, packed with the same ``most``."""
        self.base = cells.ranking
        self.cells = cells
        self.lane, self.lanes = lane_type(most or len(words)), lanes_per_word(most or len(words))
        self.words = np.take(words, cells.number).ravel()
        self.upto = np.zeros(self.words.size + 1, dtype=np.uint64)
        np.cumsum(self.words, out=self.upto[1:])
        self._places: dict[Members, tuple[np.ndarray, np.ndarray]] = {}

    def places(self, members: Members) -> tuple[np.ndarray, np.ndarray]:
        """Words of the cells above and in each group; computed once for all replicates of the word."""
        if members not in self._places:
            before = np.take(self.upto, members.begin)
            inside = np.take(self.upto, members.end) - before
            start = np.repeat(self.upto[self.base.rows[:-1]], np.diff(members.starts))
            self._places[members] = (before - start, inside)
        return self._places[members]

    def unpack(self, words: np.ndarray, lane: int) -> np.ndarray:
        """One replicate's numbers out of words."""
        return words.view(self.lane)[lane :: self.lanes].astype(np.int64)

    def replicate(self, lane: int, grade_counts: np.ndarray | None = None) -> Resampled:
        """One replicate; ``grade_counts`` (its drawn totals) may be left out where every candidate is ranked."""
        return Resampled(self, lane, grade_counts)


class Resampled:
    """A ranking whose cells count as often as they were drawn; stands in for ``Ranking`` in every kernel.

    This is the inner loop of every interval. ``np.take`` is about twice as fast as indexing with an array.
    """

    def __init__(self, drawn: PackedDraws, lane: int, grade_counts: np.ndarray | None) -> None:
        self.drawn = drawn
        self.lane = lane
        self.base = drawn.base
        self.units = drawn.base.units
        self._given_counts = grade_counts
        rows = self.base.rows[:-1]
        ends = drawn.upto[rows + self.base.block.length] - drawn.upto[rows]
        self.length = drawn.unpack(ends, lane)
        self._hits: dict[int, Hits] = {}

    @cached_property
    def candidates(self) -> np.ndarray:
        """Per unit: drawn cells that could have been ranked."""
        return self.length if self._given_counts is None else self._given_counts.sum(axis=1)

    @cached_property
    def grade_counts(self) -> np.ndarray:
        """As Ranking.grade_counts."""
        if self._given_counts is not None:
            return self._given_counts
        at_least = [self.length]
        at_least += [self.hits(rel).total_relevant for rel in range(1, self.base.grade_counts.shape[1])]
        return np.stack([a - b for a, b in zip(at_least, [*at_least[1:], 0], strict=True)], axis=1).astype(np.int64)

    def hits(self, rel: int = 1) -> Hits:
        """As Ranking.hits."""
        if rel not in self._hits:
            given = self._given_counts
            total = None if given is None else given[:, rel:].sum(axis=1)
            self._hits[rel] = self._listed(self.drawn.cells.members(rel), total)
        return self._hits[rel]

    def gains(self, gain: Callable[[np.ndarray], np.ndarray]) -> Hits:
        """As Ranking.gains."""
        value = gain(np.arange(self.base.grade_counts.shape[1]))
        return self._listed(self.drawn.cells.gain_members(value), self.grade_counts @ value)

    def _listed(self, members: Members, total: np.ndarray | None) -> Hits:
        above, inside = self.drawn.places(members)
        size = self.drawn.unpack(inside, self.lane)
        relevant = self._relevant(members, size)
        # Groups of which nothing relevant was drawn are no longer there.
        kept = np.flatnonzero(relevant)
        starts, relevant = np.searchsorted(kept, members.starts), np.take(relevant, kept)
        hits = Hits(
            starts,
            np.take(self.drawn.unpack(above, self.lane), kept),
            np.take(size, kept),
            running_within(starts, relevant),
            relevant,
            self.length,
            self.candidates,
            self.length,
            self.base.ties,
        )
        return replace(hits, total_relevant=hits.ranked_relevant if total is None else total)

    def _relevant(self, members: Members, size: np.ndarray) -> np.ndarray:
        """What was drawn of each group's relevant cells: all of it, unless there are others in the group."""
        if not members.counts:
            return members.sums(self.drawn.unpack(self.drawn.words[members.cell], self.lane) * members.value)
        groups, cells, starts = members.mixed
        if not len(groups):
            return size
        relevant = size.copy()
        relevant[groups] = np.add.reduceat(self.drawn.unpack(self.drawn.words[cells], self.lane), starts)
        return relevant
