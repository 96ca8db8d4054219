"""How far apart two values are: the difference functions of alpha and the weights of weighted kappas.

A distance knows two things of a set of votes: the sum over all ordered pairs of votes inside each unit (``within``),
and the sum of each value's distances to a pool of votes (``spread``). Where there is a closed form, both take time in
proportion to the votes; otherwise pairs of values that meet in a unit are walked and the pool is taken in blocks, so
that no array of values x values x units is ever made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from goldscale.kernels.agreement.counts import Tally

BLOCK = 1 << 21
"""How many distances are held at once."""

ROUNDING = 1e-24
"""Below this share of its largest possible value, an expected squared distance is the rounding of zero."""


class Distance(ABC):
    """Distances between values that are named by their position; subclasses say ``between`` at least."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = np.asarray(values, dtype=np.float64)

    @abstractmethod
    def between(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """The distance of each value from the one beside it in the other array."""

    def rows(self, begin: int, end: int) -> np.ndarray:
        """The distances of some values from all values."""
        every = np.arange(len(self.values))
        return self.between(every[begin:end, None], every[None, :])

    def within(self, table: Tally) -> np.ndarray:
        """Per unit, the sum of distances over all ordered pairs of its votes."""
        found = np.zeros(table.units)
        first = np.arange(len(table.unit))
        step = 1
        while True:
            # Entries stand unit by unit: whoever has no partner at this step has none further on.
            first = first[first + step < len(table.unit)]
            first = first[table.unit[first] == table.unit[first + step]]
            if not len(first):
                return found
            second = first + step
            apart = self.between(table.code[first], table.code[second])
            found += np.bincount(
                table.unit[first], 2 * table.count[first] * table.count[second] * apart, minlength=table.units
            )
            step += 1

    def spread(self, pool: np.ndarray) -> np.ndarray:
        """Per value (last axis), the sum of its distances from all votes of the pool (counts of each value)."""
        found = np.empty(pool.shape)
        size = max(1, BLOCK // max(1, len(self.values)))
        for begin in range(0, len(self.values), size):
            end = min(begin + size, len(self.values))
            found[..., begin:end] = pool @ self.rows(begin, end).T
        return found

    def across(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """The sum of distances between the votes of one pool and those of another."""
        return (first * self.spread(second)).sum(axis=-1)

    def total(self) -> float:
        """The sum of distances between every two values."""
        return float(self.across(np.ones(len(self.values)), np.ones(len(self.values))))


class Nominal(Distance):
    """0 for the same value, 1 for another."""

    def between(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        return (first != second).astype(np.float64)

    def within(self, table: Tally) -> np.ndarray:
        return table.votes**2 - table.sum(table.count)

    def spread(self, pool: np.ndarray) -> np.ndarray:
        return pool.sum(axis=-1, keepdims=True) - pool


class Squared(Distance):
    """The square of the difference; with ``scale``, that of the difference as a share of it."""

    def __init__(self, values: np.ndarray, scale: float = 1.0) -> None:
        super().__init__(values)
        # Sums of squares lose digits far from zero, so they are taken from the middle of the scale.
        middle = (self.values.min() + self.values.max()) / 2 if len(self.values) else 0.0
        self.place = (self.values - middle) / scale

    def between(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        return (self.place[first] - self.place[second]) ** 2

    def within(self, table: Tally) -> np.ndarray:
        return 2 * table.votes * squares_within(table, self.place[table.code])

    def spread(self, pool: np.ndarray) -> np.ndarray:
        votes = pool.sum(axis=-1, keepdims=True)
        mean = np.divide(pool @ self.place[:, None], votes, out=np.zeros(votes.shape), where=votes > 0)
        apart = self.place - mean
        around = (pool * apart**2).sum(axis=-1, keepdims=True)
        found = votes * apart**2 + around
        largest = np.ptp(self.place) ** 2 if len(self.place) else 0.0
        return np.where(found > ROUNDING * largest * votes, found, 0.0)


class Linear(Distance):
    """The absolute difference as a share of the scale's length."""

    def between(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        length = np.ptp(self.values) or 1.0
        return np.abs(self.values[first] - self.values[second]) / length


class Ordered(Distance):
    """By the number of pairs of values between the two, as a share of all pairs (Gwet's ordinal weights)."""

    def between(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        steps = np.abs(first - second)
        values = len(self.values)
        return steps * (steps + 1) / max(1, values * (values - 1))


class Ratio(Distance):
    """The square of the difference as a share of the sum; 0 between two zeros."""

    def between(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        a, b = self.values[first], self.values[second]
        both = a + b
        return np.divide(a - b, both, out=np.zeros(both.shape), where=both != 0) ** 2


class Jaccard(Distance):
    """Between sets, given as rows of a membership table: 1 - shared / joined; 0 between two empty sets."""

    def __init__(self, members: np.ndarray) -> None:
        super().__init__(np.arange(len(members)))
        self.members = np.asarray(members, dtype=np.float32)
        self.sizes = self.members.sum(axis=1).astype(np.float64)

    def between(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        shared = np.einsum("ij,ij->i", self.members[first], self.members[second]).astype(np.float64)
        return self.apart(shared, self.sizes[first], self.sizes[second])

    def rows(self, begin: int, end: int) -> np.ndarray:
        shared = (self.members[begin:end] @ self.members.T).astype(np.float64)
        return self.apart(shared, self.sizes[begin:end, None], self.sizes[None, :])

    def apart(self, shared: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """From the number of shared members and the sizes of both sets."""
        joined = first + second - shared
        return 1 - np.divide(shared, joined, out=np.ones(shared.shape), where=joined > 0)


class Masi(Jaccard):
    """1 - Jaccard similarity x 1 for equal sets, 2/3 for one inside the other, 1/3 for an overlap."""

    def apart(self, shared: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        similar = 1 - super().apart(shared, first, second)
        inside = shared == np.minimum(first, second)
        return 1 - similar * np.where(inside & (first == second), 1.0, np.where(inside, 2 / 3, 1 / 3))


def squares_within(table: Tally, place: np.ndarray) -> np.ndarray:
    """Per unit, the sum of squared deviations from the unit's mean of a number that each entry has."""
    votes = np.maximum(table.votes, 1)
    mean = table.sum(place) / votes
    return table.sum((place - mean[table.unit]) ** 2)
