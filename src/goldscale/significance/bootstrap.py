"""Units drawn with replacement: the paired bootstrap test, and the mean differences of what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from goldscale.kernels.intervals import SAME
from goldscale.kernels.resampling import draws
from goldscale.significance.found import Found
from goldscale.significance.pairing import NUMBERS_AT_ONCE, PairedValues
from goldscale.significance.student import moments

BATCH, SEVERAL = 64, 8
"""Replicates that are drawn, and of those how many batches are summed, at a time."""


def bootstrap(paired: PairedValues, replicates: int, seed: int) -> Found:
    """How often units drawn with replacement have a t from the mean found as large as the t of all units from 0.

    p = (1 + as large) / (1 + replicates) (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, 16.4; Sakai,
    SIGIR 2006, doi:10.1145/1148170.1148261). Means that are not divided by their errors would raise three times as
    many false alarms with five units as alpha allows.

    >>> bootstrap(PairedValues(np.array([[0.1, 0.2], [0.2, 0.1]]), [(0, 1)]), 99, 0).p.tolist()
    [1.0]
    """
    units, centre, deviation = paired.by_block(lambda differences: np.stack(moments(differences)))
    error = deviation / np.sqrt(units)
    far, counted = np.zeros((2, len(paired)), dtype=np.int64)
    for times in _drawn(paired.units, replicates, seed):
        drawn = _DrawnSums(paired, times)
        for pairs in paired.blocks(most=len(times)):
            total, mean, variance = drawn.moments(pairs, centre[pairs])
            # Both sides times both errors: a draw of one unit only has no error, and any distance is large.
            large = np.abs(mean) * error[pairs] >= np.abs(centre[pairs]) * (1 - SAME) * np.sqrt(variance)
            far[pairs] += np.count_nonzero(large & (total > 0), axis=0)
            counted[pairs] += np.count_nonzero(total, axis=0)
    # Differences that are all the same, and not 0, leave no doubt, as for Student.
    p = np.where((error == 0) & (centre != 0), 1, far + 1) / (counted + 1)
    return Found(p, np.zeros(len(p), dtype=bool), np.full(len(p), 1 / (replicates + 1)))


class _DrawnSums:
    """Sums of the runs over some draws of units, from which those of their pairs follow."""

    def __init__(self, paired: PairedValues, times: np.ndarray) -> None:
        self.paired, self.times = paired, times
        known = ~np.isnan(paired.values).T
        everywhere_missing = ~known.any(axis=1)
        self.known = known.astype(np.float64)
        self.gaps = [np.flatnonzero(~column & ~everywhere_missing) for column in known.T]
        self.sums, self.totals = self._shared(paired.filled), self._shared(self.known)

    def _shared(self, values: np.ndarray) -> list[np.ndarray]:
        """By run: of every run (draws x runs), the sums over the units on which this one has a value."""
        whole = self.times @ values
        return [whole - self.times[:, gap] @ values[gap] if len(gap) else whole for gap in self.gaps]

    def moments(self, pairs: np.ndarray, centre: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Draws x pairs: units with a value, mean from the centre, and square of its error."""
        paired = self.paired
        first, second = paired.first[pairs], paired.second[pairs]
        columns = list(zip(first, second, strict=True))
        total = np.stack([self.totals[j][:, i] for i, j in columns], axis=1)
        some = np.maximum(total, 1)
        from_centre = paired.differences(pairs) - centre
        from_centre[np.isnan(from_centre)] = 0.0
        sums = np.stack([self.sums[j][:, i] - self.sums[i][:, j] for i, j in columns], axis=1)
        mean = sums / some - centre
        alike = ~paired.subtractable[pairs]
        if alike.any():
            mean[:, alike] = self.times @ from_centre[:, alike] / some[:, alike]
        squares = self.times @ np.square(from_centre, out=from_centre)
        return total, mean, np.maximum(squares / some - mean**2, 0.0) / np.maximum(some - 1, 1)


def shifted(drawn: np.ndarray, found: np.ndarray, slack: np.ndarray) -> np.ndarray:
    """p of each pair: how often a drawn difference (replicates x pairs) is as far from ``found`` as that is from 0."""
    far = np.count_nonzero(np.abs(drawn - found) >= np.abs(found) - slack, axis=0)
    return (far + 1) / (np.count_nonzero(~np.isnan(drawn), axis=0) + 1)


def shifted_equivalence(scatter: np.ndarray, found: float, margin: float) -> float:
    """p of equivalence, the larger one of two: how often what is drawn strays as far as from a margin to ``found``."""
    strays = np.count_nonzero(scatter <= found - margin), np.count_nonzero(scatter >= found + margin)
    return (max(strays) + 1) / (np.count_nonzero(~np.isnan(scatter)) + 1)


def drawn_means(paired: PairedValues, replicates: int, seed: int) -> Iterator[tuple[int, np.ndarray]]:
    """Each pair, and its mean differences of units drawn with replacement; NaN where none of them has a value."""
    simple = paired.same_units & paired.subtractable
    for part, runs, first, second in paired.tiles(np.flatnonzero(simple), replicates):
        means = _means(paired.values[runs].T, replicates, seed).T
        for pair, i, j in zip(part.tolist(), first, second, strict=True):
            yield pair, means[i] - means[j]
    for pairs in paired.blocks(np.flatnonzero(~simple), replicates):
        yield from zip(pairs.tolist(), _means(paired.differences(pairs), replicates, seed).T, strict=True)


def _means(values: np.ndarray, replicates: int, seed: int) -> np.ndarray:
    """Replicates x columns: means of units x columns over units drawn with replacement."""
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    parts = []
    for times in _drawn(len(values), replicates, seed):
        total = times @ known
        parts.append(np.divide(times @ filled, total, out=np.full(total.shape, np.nan), where=total > 0))
    return np.concatenate(parts)


def _drawn(units: int, replicates: int, seed: int) -> Iterator[np.ndarray]:
    """How often each unit is drawn, some replicates at a time."""
    batch = max(1, min(BATCH, NUMBERS_AT_ONCE // units))
    drawn = draws(np.random.default_rng(seed), units, replicates, batch)
    while several := list(islice(drawn, SEVERAL)):
        yield np.concatenate(several).astype(np.float64)
