"""How many said what of each unit: the table that most figures of agreement are made from.

A unit is whatever several people gave a value to. Only the (unit, value) pairs that occur are held, so memory grows
with the votes and not with units times values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse


@dataclass(frozen=True, eq=False)
class Tally:
    """One entry per unit and value that occur together, sorted by unit, then value."""

    unit: np.ndarray
    code: np.ndarray
    """The value's position in the list of values."""
    count: np.ndarray
    units: int
    codes: int

    @cached_property
    def votes(self) -> np.ndarray:
        """How many votes each unit has."""
        return np.bincount(self.unit, self.count, minlength=self.units)

    @cached_property
    def pairable(self) -> np.ndarray:
        """Which units have at least two votes: a single vote agrees with nobody and disagrees with nobody."""
        return self.votes >= 2

    def sum(self, entries: np.ndarray) -> np.ndarray:
        """Per unit, the sum of something that each vote of an entry has."""
        return np.bincount(self.unit, self.count * entries, minlength=self.units)

    @cached_property
    def shares(self) -> np.ndarray:
        """Per entry, its share of the unit's votes."""
        return self.count / self.votes[self.unit]

    @cached_property
    def highest(self) -> np.ndarray:
        """Per unit, how many gave the value that most gave; 0 without votes."""
        highest = np.zeros(self.units)
        np.maximum.at(highest, self.unit, self.count)
        return highest

    def totals(self, weight: np.ndarray | None = None) -> np.ndarray:
        """How often each value was given in all units, each unit weighted."""
        weights = self.count if weight is None else self.count * weight[self.unit]
        return np.bincount(self.code, weights, minlength=self.codes)


def tally(unit: np.ndarray, code: np.ndarray, units: int, codes: int) -> Tally:
    """Count votes given as a unit and a value's position each."""
    key = unit.astype(np.int64) * codes + code
    if units * codes <= 4 * len(key) + 1024:
        counted = np.bincount(key, minlength=units * codes)
        found = np.flatnonzero(counted)
        count = counted[found]
    else:
        found, count = np.unique(key, return_counts=True)
    return Tally(found // codes, found % codes, count.astype(np.float64), units, codes)


def tally_matrix(ratings: np.ndarray) -> tuple[Tally, np.ndarray]:
    """Count a raters x units array, NaN where a rater gave nothing; also the values that occur, sorted."""
    given = ~np.isnan(ratings)
    units = ratings.shape[1]
    if given.all():
        flat, unit = ratings.ravel(), np.tile(np.arange(units), len(ratings))
    else:
        flat, unit = ratings[given], np.nonzero(given)[1]
    code, values = encode(flat)
    return tally(unit, code, units, max(len(values), 1)), values


def encode(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each value's position in the sorted list of values that occur, and that list."""
    if len(values):
        low, high = values.min(), values.max()
        # Whole numbers close together, as votes usually are, need no sorting.
        if high - low <= len(values) + 1024:
            offset = (values - low).astype(np.int64)
            if (offset + low == values).all():
                present = np.bincount(offset) > 0
                position = offset if present.all() else (np.cumsum(present) - 1)[offset]
                return position, low + np.flatnonzero(present).astype(np.float64)
    found, position = np.unique(values, return_inverse=True)
    return position, found


@dataclass(frozen=True, eq=False)
class Sums:
    """Numbers of units, summed per group under weights of what is drawn (items): one product gives many replicates.

    ``rows`` is drawn things x (groups * width), so that ``drawn @ rows`` holds all sums of all groups.
    """

    rows: sparse.csr_array
    groups: int
    width: int

    def under(self, drawn: np.ndarray) -> np.ndarray:
        """Replicates x groups x width."""
        summed = (self.rows.T @ drawn.T.astype(np.float64)).T
        return np.ascontiguousarray(summed).reshape(len(drawn), self.groups, self.width)


def gather(
    draw: np.ndarray, group: np.ndarray, column: np.ndarray, values: np.ndarray, shape: tuple[int, int, int]
) -> Sums:
    """Sums from entries: what draws them, their group, their column, and the number; shape is draws, groups, width."""
    draws, groups, width = shape
    place = group.astype(np.int64) * width + column
    rows = sparse.coo_array((values, (draw, place)), shape=(draws, groups * width)).tocsr()
    return Sums(rows, groups, width)
