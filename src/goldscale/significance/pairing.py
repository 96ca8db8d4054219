"""Pairs of runs that met the same units, and their differences, a part of the pairs at a time.

All pairs of many runs hold far more numbers than the runs do: those of 73 runs 36 times as many. So differences are
made where they are needed, and sums of them are taken from the sums of the runs, wherever that is as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from goldscale.kernels.intervals import SAME
from goldscale.significance.moments import Moments, moments

NUMBERS_AT_ONCE = 1 << 22
"""Numbers that are in memory at a time, about."""
NUMBERS_IN_CACHE = 1 << 16
"""Differences that are gone over several times while they are near the processor."""
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

    def squares_from(self, pairs: np.ndarray, centre: np.ndarray) -> np.ndarray:
        """Pairs x units: squared distance of each difference from a centre of its pair, 0 where there is none."""
        # What only rounding parts need not be told from 0 here: beside a square it is nothing.
        distance = self.values[self.first[pairs]] - self.values[self.second[pairs]]
        distance -= centre
        return np.fmax(np.square(distance, out=distance), 0.0, out=distance)

    def blocks(
        self, pairs: np.ndarray | None = None, rows: int = 0, numbers: int = NUMBERS_IN_CACHE
    ) -> Iterator[np.ndarray]:
        """The pairs in parts of so many numbers at once, of each pair one per unit, or ``rows`` if those are more."""
        pairs = np.arange(len(self)) if pairs is None else pairs
        step = max(1, numbers // max(self.units, rows, 1))
        for begin in range(0, len(pairs), step):
            yield pairs[begin : begin + step]

    @cached_property
    def moments(self) -> Moments:
        """Units, means and deviations of the differences."""
        return Moments.joined([moments(self.differences(pairs)) for pairs in self.blocks()])

    @cached_property
    def _gaps(self) -> tuple[list[np.ndarray], np.ndarray]:
        missing = np.isnan(self.values)
        patterns, pattern_of_run = np.unique(missing, axis=0, return_inverse=True)
        of_some_runs = patterns & ~missing.all(axis=0)
        return [np.flatnonzero(gap) for gap in of_some_runs], pattern_of_run.ravel()

    @property
    def gaps(self) -> list[np.ndarray]:
        """Each set of units that some runs have no value on, and other runs have."""
        return self._gaps[0]

    @property
    def gap_of_run(self) -> np.ndarray:
        """Of each run: which of the gaps is its own."""
        return self._gaps[1]

    @cached_property
    def filled(self) -> np.ndarray:
        """Runs x units, 0 where there is no value."""
        return np.nan_to_num(self.values)

    @cached_property
    def slack(self) -> np.ndarray:
        """Of each pair: within what rounding leaves, sums of its differences are equal."""
        sizes = np.abs(self.filled).sum(axis=1)
        subtracted = sizes[self.first] + sizes[self.second]
        return SAME * np.where(self.subtractable, subtracted, self.moments.size)

    @cached_property
    def subtractable(self) -> np.ndarray:
        """Whether sums of each pair's differences may be sums of its runs, subtracted.

        They may not where the differences are next to nothing beside the values: rounding would be most of them.
        """
        sizes = np.abs(self.filled).sum(axis=1)
        return np.asarray(SAME * (sizes[self.first] + sizes[self.second]) <= ROUNDING * self.moments.scatter)


def apart(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """First minus second; 0 where only rounding parts them, which no test may take for a win."""
    difference = first - second
    return np.where(np.abs(difference) < SAME * np.maximum(np.abs(first), np.abs(second)), 0.0, difference)
