"""Weighted sums of the differences of pairs, for many weightings of the units at once.

Weights are what a test draws: a sign for each unit, or how often it counts. They are the same for all runs, so that
sums of differences are differences of the runs' sums: 73 runs are summed, not their 2628 pairs. Where the runs of a
pair lack different units, each sum is put right by what the run has on the units that the other lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from goldscale.significance.pairing import NUMBERS_AT_ONCE, PairedValues


class WeightedSums:
    """Sums under some weights (units x replicates), from which those of any pair follow."""

    def __init__(self, paired: PairedValues, weights: np.ndarray) -> None:
        self.paired, self.weights = paired, weights
        self._values = _OverShared(paired, paired.filled, weights)

    def of_differences(self, pairs: np.ndarray) -> np.ndarray:
        """Pairs x replicates: the weighted sum of the differences."""
        first, second = self.paired.first[pairs], self.paired.second[pairs]
        sums = self._values.of(first, second) - self._values.of(second, first)
        alike = np.flatnonzero(~self.paired.subtractable[pairs])
        for part in self.paired.blocks(alike):
            differences = self.paired.differences(pairs[part]).T
            sums[part] = np.where(np.isnan(differences), 0.0, differences) @ self.weights
        return sums

    def of_units(self, pairs: np.ndarray) -> np.ndarray:
        """Pairs x replicates: the weights of the units on which both runs have a value."""
        return self._units.of(self.paired.first[pairs], self.paired.second[pairs])

    @cached_property
    def _units(self) -> _OverShared:
        return _OverShared(self.paired, (~np.isnan(self.paired.values)).astype(np.float64), self.weights)


def weighted(paired: PairedValues, drawn: Iterable[np.ndarray]) -> Iterator[WeightedSums]:
    """The sums under all weights that are drawn (units x replicates each), a part of the replicates at a time."""
    most = max(1, NUMBERS_AT_ONCE // (len(paired.values) * len(paired.gaps)))
    for weights in drawn:
        for begin in range(0, weights.shape[1], most):
            yield WeightedSums(paired, weights[:, begin : begin + most])


class _OverShared:
    """Sums of each run (runs x units, 0 in its gaps), less what falls into the gaps of another run."""

    def __init__(self, paired: PairedValues, values: np.ndarray, weights: np.ndarray) -> None:
        self.gap = paired.gap_of_run
        self.whole = values @ weights
        self.lost = np.stack([values[:, gap] @ weights[gap] for gap in paired.gaps])

    def of(self, runs: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Sums of runs over the units on which the other one, of the same place, has a value too."""
        if len(self.lost) == 1:
            return self.whole[runs]
        return np.asarray(self.whole[runs] - self.lost[self.gap[others], runs])
