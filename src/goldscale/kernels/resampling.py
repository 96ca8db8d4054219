"""Bootstrap replicates of a ranking by re-weighting: units are sorted once, a replicate only recounts.

Drawing cells with replacement keeps their order; a cell drawn w times stands there as w tied cells. So a replicate
changes how many cells stand above and in each tie group, and nothing else: one gather and one running sum give its
``Hits``, on which the same kernels work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from goldscale.kernels.ranking import Hits, Ranking, running_within


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
        self.grade_counts = grade_counts
        self.candidates = grade_counts.sum(axis=1)
        self.units = base.units
        self.weights = weights
        self._upto = np.empty(weights.size + 1, dtype=np.int64)
        self._upto[0] = 0
        np.cumsum(weights.ravel(), out=self._upto[1:])
        self._hits: dict[int, Hits] = {}

    def hits(self, rel: int = 1) -> Hits:
        """As Ranking.hits."""
        if rel not in self._hits:
            total = self.grade_counts[:, rel:].sum(axis=1)
            self._hits[rel] = self._reweighted(self.base.hits(rel), total, lambda: self.base.block.grade >= rel)
        return self._hits[rel]

    def gains(self, gain: Callable[[np.ndarray], np.ndarray]) -> Hits:
        """As Ranking.gains."""
        value = gain(np.arange(self.grade_counts.shape[1]))
        return self._reweighted(self.base.gains(gain), self.grade_counts @ value, lambda: value[self.base.block.grade])

    def _reweighted(self, hits: Hits, total: np.ndarray, value: Callable[[], np.ndarray]) -> Hits:
        width = self.weights.shape[1]
        row = hits.unit * width
        begin = row + hits.above
        before = self._upto[begin]
        size = self._upto[begin + hits.size] - before
        if hits.strict:
            relevant = size * hits.relevant
        else:
            upto = np.concatenate([[0], np.cumsum((self.weights * value()).ravel())])
            relevant = upto[begin + hits.size] - upto[begin]
        kept = np.flatnonzero(relevant > 0)
        unit, relevant = hits.unit[kept], relevant[kept]
        rows = np.arange(self.units) * width
        return Hits(
            unit,
            (before - self._upto[row])[kept],
            size[kept],
            running_within(unit, relevant, self.units),
            relevant,
            total,
            self.candidates,
            self._upto[rows + hits.length] - self._upto[rows],
            hits.ties,
        )
