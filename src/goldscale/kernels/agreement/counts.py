"""How many votes each value has on each unit: the table that most coefficients of agreement are made from.

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
        return _filled(np.bincount(key, minlength=units * codes).reshape(units, codes))
    found, count = np.unique(key, return_counts=True)
    return Tally(found // codes, found % codes, count.astype(np.float64), units, codes)


def tally_matrix(ratings: np.ndarray) -> tuple[Tally, np.ndarray]:
    """Count a raters x units array, NaN where a rater gave nothing; also the values that occur, sorted."""
    units = ratings.shape[1]
    low, high = np.fmin.reduce(ratings, axis=None, initial=np.nan), np.fmax.reduce(ratings, axis=None, initial=np.nan)
    if units * (high - low + 2) <= 4 * ratings.size + 1024 and abs(low) < 1 << 52:
        counts = _whole_numbers(ratings, low, int(high - low) + 1)
        if counts is not None:
            used = counts.any(axis=0)
            return _filled(counts[:, used]), low + np.flatnonzero(used)
    given = np.flatnonzero(~np.isnan(ratings))
    values, code = np.unique(ratings.ravel()[given], return_inverse=True)
    return tally(given % max(1, units), code, units, max(1, len(values))), values


def _whole_numbers(ratings: np.ndarray, low: float, span: int) -> np.ndarray | None:
    """Units x span: how often low, low + 1... were given; None where other numbers were. Some raters at a time."""
    units = ratings.shape[1]
    counts = np.zeros(units * (span + 1), dtype=np.int64)
    first = np.arange(units) * (span + 1)
    rows = max(1 << 17, len(counts)) // units
    for begin in range(0, len(ratings), rows):
        # Missing ratings are counted in a column of their own, the first.
        given = np.nan_to_num(ratings[begin : begin + rows], nan=np.floor(low) - 1)
        whole = given.astype(np.int64)
        if (whole != given).any():
            return None
        counts += np.bincount((whole + (first + 1 - int(low))).ravel(), minlength=len(counts))
    return counts.reshape(units, span + 1)[:, 1:]


def _filled(counts: np.ndarray) -> Tally:
    """From how often each value (column) was given to each unit (row)."""
    unit, code = np.nonzero(counts)
    return Tally(unit, code, counts[unit, code].astype(np.float64), len(counts), counts.shape[1])


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
