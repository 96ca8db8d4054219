"""Pairs of runs that met the same units, and their differences, a part of the pairs at a time.

All pairs of many runs hold far more numbers than the runs do: those of 73 runs 36 times as many. So differences are
made where they are needed, and sums of them are taken from the sums of the runs, wherever that is as good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from goldscale.kernels.intervals import SAME

NUMBERS_AT_ONCE = 1 << 22
"""Numbers that are in memory at a time, about."""
ROUNDING = 1e-6
"""Sums of two runs are subtracted where rounding leaves at most so much of how far such sums scatter."""

Rows = Sequence[tuple[int, int]]
"""Which two runs make each pair."""


@dataclass(frozen=True, eq=False)
class PairedValues:
    """Values of runs on the same units, NaN where there is none, and which two runs make each pair."""

    values: np.ndarray
    """Runs x units."""
    rows: Rows
    measure: str = "the measure"
    """Whose values these are, for messages."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def units(self) -> int:
        """How many units there are, with a value or without."""
        return self.values.shape[1]

    @cached_property
    def first(self) -> np.ndarray:
        """The first run of each pair."""
        return np.array([i for i, _ in self.rows], dtype=np.intp)

    @cached_property
    def second(self) -> np.ndarray:
        """The second run of each pair."""
        return np.array([j for _, j in self.rows], dtype=np.intp)

    @cached_property
    def shared(self) -> np.ndarray:
        """Of each pair: on how many units both have a value."""
        known = (~np.isnan(self.values)).astype(np.float64)
        return (known @ known.T)[self.first, self.second].astype(np.int64)

    def only(self, pairs: np.ndarray) -> PairedValues:
        """Some of the pairs."""
        return PairedValues(self.values, [self.rows[pair] for pair in pairs], self.measure)

    def differences(self, pairs: np.ndarray) -> np.ndarray:
        """Units x pairs: first minus second, NaN where one of the two has no value."""
        return apart(self.values[self.first[pairs]], self.values[self.second[pairs]]).T

    def blocks(self, pairs: np.ndarray | None = None, most: int = 0) -> Iterator[np.ndarray]:
        """The pairs in parts whose units, or ``most`` rows if that is more, may be in memory at once."""
        pairs = np.arange(len(self)) if pairs is None else pairs
        step = max(1, NUMBERS_AT_ONCE // max(self.units, most, 1))
        for begin in range(0, len(pairs), step):
            yield pairs[begin : begin + step]

    def by_block(self, found: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        """Numbers x pairs: what is found of the differences (units x pairs) of each part of the pairs."""
        return np.concatenate([found(self.differences(pairs)) for pairs in self.blocks()], axis=1)

    @cached_property
    def filled(self) -> np.ndarray:
        """Units x runs, 0 where there is no value."""
        return np.nan_to_num(self.values).T

    @cached_property
    def slack(self) -> np.ndarray:
        """Of each pair: within what rounding leaves, sums of its two runs that are subtracted are equal."""
        sizes = np.abs(self.filled).sum(axis=0)
        return SAME * (sizes[self.first] + sizes[self.second])

    @cached_property
    def same_units(self) -> np.ndarray:
        """Whether the two runs of each pair have values on the same units."""
        _, pattern = np.unique(np.isnan(self.values), axis=0, return_inverse=True)
        pattern = pattern.ravel()
        return np.asarray(pattern[self.first] == pattern[self.second])

    @cached_property
    def subtractable(self) -> np.ndarray:
        """Whether sums of each pair's differences may be sums of its runs, subtracted.

        They may not where the differences are next to nothing beside the values: rounding would be most of them.
        """
        scatter = self.by_block(lambda differences: np.sqrt(np.nansum(differences**2, axis=0))[None])[0]
        return np.asarray(self.slack <= ROUNDING * scatter)

    def tiles(self, pairs: np.ndarray, sums: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
        """The pairs in parts of few runs, of each of which so many sums may be in memory.

        With each part come its runs, and where the first and the second of each pair stand among them.
        """
        width = max(1, NUMBERS_AT_ONCE // (2 * sums))
        tile = self.first[pairs] // width * len(self.values) + self.second[pairs] // width
        for one in np.unique(tile):
            part = pairs[tile == one]
            runs, place = np.unique([self.first[part], self.second[part]], return_inverse=True)
            first, second = place.reshape(2, -1)
            yield part, runs, first, second


def apart(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """First minus second; 0 where only rounding parts them, which no test may take for a win."""
    difference = first - second
    return np.where(np.abs(difference) < SAME * np.maximum(np.abs(first), np.abs(second)), 0.0, difference)
