"""Averages over nested groups: the mean of group means, from the innermost level out; and draws from such groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

BATCH = 64
BATCH_CELLS = 1 << 22
"""A batch of replicates draws about this many items at most."""


def nested_mean(values: np.ndarray, parents: Sequence[np.ndarray]) -> np.ndarray:
    """The mean over groups of the mean over subgroups ... of the mean over items, for each row of values.

    ``parents[0]`` gives the innermost group of each item, ``parents[1]`` the group of each of those, and so on. What
    is NaN is left out, and so is a group of which nothing is left.

    >>> nested_mean(np.array([[1.0, 0.0, 0.0]]), [np.array([0, 0, 1])])
    array([0.25])
    """
    means = group_means(values, parents)
    return _means(means, np.zeros(means.shape[1], dtype=np.intp), 1)[:, 0]


def group_means(values: np.ndarray, parents: Sequence[np.ndarray]) -> np.ndarray:
    """Rows x groups: nested means of the groups that the last of the parents lists; NaN where nothing is left."""
    for parent in parents:
        values = _means(values, parent, _count(parent))
    return values


@dataclass(frozen=True)
class Drawn:
    """Some replicates of nested groups, side by side.

    ``items`` says which item stands in each drawn place, ``parents`` in which drawn group each place is, in which
    one that is, and so on; the last of them is the replicate.
    """

    items: np.ndarray
    parents: list[np.ndarray]

    def means(self, values: np.ndarray) -> np.ndarray:
        """The nested mean of each replicate, for one value per item."""
        return group_means(values[None, self.items], self.parents)[0]


def nested_draws(rng: np.random.Generator, parents: Sequence[np.ndarray], replicates: int) -> Iterator[Drawn]:
    """The full hierarchical bootstrap, a batch of replicates at a time.

    As many outermost groups as there are, drawn with replacement; in each of these, drawn anew for every copy, as many
    of its groups as it has; and so on down to the items (Davison & Hinkley, Bootstrap Methods and their Application,
    1997, section 3.8).
    """
    outward = [_children(parent) for parent in parents]
    top = _count(parents[-1])
    batch = max(1, min(BATCH, BATCH_CELLS // max(len(parents[0]), 1)))
    for begin in range(0, replicates, batch):
        count = min(batch, replicates - begin)
        drawn = rng.integers(0, top, size=count * top)
        slots = [np.repeat(np.arange(count), top)]
        for starts, members in reversed(outward):
            sizes = np.diff(starts)[drawn]
            parent = np.repeat(np.arange(len(drawn)), sizes)
            group = drawn[parent]
            drawn = members[starts[group] + rng.integers(0, sizes[parent])]
            slots.insert(0, parent)
        yield Drawn(drawn, slots)


def _children(parent: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Members of each group: from where to where they stand in the second array."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(parent))])
    return starts, np.argsort(parent, kind="stable")


def _count(parent: np.ndarray) -> int:
    return int(parent.max(initial=-1)) + 1


def _means(values: np.ndarray, parent: np.ndarray, groups: int) -> np.ndarray:
    rows = len(values)
    known = ~np.isnan(values)
    # One bincount for all rows: row r's groups are numbered from r * groups.
    slot = (np.arange(rows)[:, None] * groups + parent).ravel()
    total = np.bincount(slot, known.ravel(), rows * groups)
    sums = np.bincount(slot, np.where(known, values, 0.0).ravel(), rows * groups)
    means = np.divide(sums, total, out=np.full(rows * groups, np.nan), where=total > 0)
    return means.reshape(rows, groups)
