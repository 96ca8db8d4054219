"""Bootstrap replicates of a ranking by re-weighting: units are sorted once, a replicate only recounts.

Drawing cells with replacement keeps their order; a cell drawn w times stands there as w tied cells. So a replicate
changes how many cells stand above and in each tie group, and nothing else: one gather and one running sum give its
``Hits``, on which the same kernels work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from goldscale.kernels.ranking import Hits, Members, Ranking, running_within


def draws(rng: np.random.Generator, cells: int, replicates: int, batch: int = 32) -> Iterator[np.ndarray]:
    """How often each cell is drawn in each replicate, a batch of replicates at a time (replicates x cells)."""
    for begin in range(0, replicates, batch):
        count = min(batch, replicates - begin)
        chosen = rng.integers(0, cells, size=(count, cells)) + np.arange(count)[:, None] * cells
        yield np.bincount(chosen.ravel(), minlength=count * cells).reshape(count, cells).astype(np.int32)


class Resampled:
    """A ranking whose cells count as often as they were drawn; stands in for ``Ranking`` in every kernel."""

    def __init__(self, base: Ranking, weights: np.ndarray, grade_counts: np.ndarray) -> None:
        """``weights`` are those of the ranked cells: units x width, in rank order."""
        self.base = base
        self.units = base.units
        self.grade_counts = grade_counts
        self.candidates = grade_counts.sum(axis=1)
        self._weights = weights.ravel()
        self._upto = np.empty(weights.size + 1, dtype=np.int32)
        self._upto[0] = 0
        np.cumsum(self._weights, dtype=np.int32, out=self._upto[1:])
        self._hits: dict[int, Hits] = {}

    def hits(self, rel: int = 1) -> Hits:
        """As Ranking.hits."""
        if rel not in self._hits:
            self._hits[rel] = self._listed(self.base.members(rel), self.grade_counts[:, rel:].sum(axis=1))
        return self._hits[rel]

    def gains(self, gain: Callable[[np.ndarray], np.ndarray]) -> Hits:
        """As Ranking.gains."""
        value = gain(np.arange(self.grade_counts.shape[1]))
        return self._listed(self.base.gain_members(value), self.grade_counts @ value)

    def _listed(self, members: Members, total: np.ndarray) -> Hits:
        relevant = members.sums(self._weights[members.cell] * members.value)
        drawn = np.flatnonzero(relevant > 0)
        unit, relevant = members.unit[drawn], relevant[drawn]
        before = self._upto[members.begin[drawn]]
        rows = np.arange(self.units) * self.base.width
        start = self._upto[rows]
        return Hits(
            unit,
            before - start[unit],
            self._upto[members.end[drawn]] - before,
            running_within(unit, relevant, self.units),
            relevant,
            total,
            self.candidates,
            self._upto[rows + self.base.block.length] - start,
            self.base.ties,
        )
