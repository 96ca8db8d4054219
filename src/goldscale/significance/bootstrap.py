"""Units drawn with replacement: the paired bootstrap test, and the mean differences of what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from goldscale.kernels.intervals import SAME
from goldscale.kernels.resampling import draws
from goldscale.significance.found import Found
from goldscale.significance.pairing import NUMBERS_AT_ONCE, PairedValues
from goldscale.significance.sums import WeightedSums, weighted

BATCH, SEVERAL = 64, 8
"""Replicates that are drawn, and of those how many batches are summed, at a time."""
MEANS_AT_ONCE = 1 << 24
"""Means that are in memory at a time: all of a pair's are sorted together, and every further part draws again."""


def bootstrap(paired: PairedValues, replicates: int, seed: int) -> Found:
    """How often units drawn with replacement have a t from the mean found as large as the t of all units from 0.

    p = (1 + as large) / (1 + replicates) (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, 16.4; Sakai,
    SIGIR 2006, doi:10.1145/1148170.1148261). Means that are not divided by their errors would raise three times as
    many false alarms with five units as alpha allows.

    >>> bootstrap(PairedValues(np.array([[0.1, 0.2], [0.2, 0.1]]), [(0, 1)]), 99, 0).p.tolist()
    [1.0]
    """
    found = paired.moments
    far, counted = np.zeros((2, len(paired)), dtype=np.int64)
    for sums in weighted(paired, _drawn(paired.units, replicates, seed)):
        for pairs in paired.blocks(rows=sums.weights.shape[1], numbers=NUMBERS_AT_ONCE // 2):
            centre, error = found.mean[pairs, None], found.error[pairs, None]
            total, mean, variance = _drawn_moments(sums, pairs, centre)
            # Both sides times both errors: a draw of one unit only has no error, and any distance is large.
            large = np.abs(mean) * error >= np.abs(centre) * (1 - SAME) * np.sqrt(variance)
            far[pairs] += np.count_nonzero(large & (total > 0), axis=1)
            counted[pairs] += np.count_nonzero(total, axis=1)
    # Differences that are all the same, and not 0, leave no doubt, as for Student.
    p = np.where((found.error == 0) & (found.mean != 0), 1, far + 1) / (counted + 1)
    return Found(p, np.zeros(len(p), dtype=bool), np.full(len(p), 1 / (replicates + 1)))


def _drawn_moments(
    sums: WeightedSums, pairs: np.ndarray, centre: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs x draws: units with a value, mean from the centre, and square of its error."""
    total = sums.of_units(pairs)
    some = np.maximum(total, 1)
    mean = sums.of_differences(pairs) / some - centre
    squares = np.empty((len(pairs), sums.paired.units))
    for part in sums.paired.blocks(np.arange(len(pairs))):
        squares[part] = sums.paired.squares_from(pairs[part], centre[part])
    return total, mean, np.maximum(squares @ sums.weights / some - mean**2, 0.0) / np.maximum(some - 1, 1)


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
    for pairs in paired.blocks(rows=replicates, numbers=MEANS_AT_ONCE):
        means = np.empty((len(pairs), replicates))
        begin = 0
        for sums in weighted(paired, _drawn(paired.units, replicates, seed)):
            count = sums.weights.shape[1]
            total = sums.of_units(pairs)
            unknown = np.full(total.shape, np.nan)
            means[:, begin : begin + count] = np.divide(sums.of_differences(pairs), total, out=unknown, where=total > 0)
            begin += count
        yield from zip(pairs.tolist(), means, strict=True)


def _drawn(units: int, replicates: int, seed: int) -> Iterator[np.ndarray]:
    """How often each unit is drawn (units x replicates), some replicates at a time."""
    batch = max(1, min(BATCH, NUMBERS_AT_ONCE // units))
    drawn = draws(np.random.default_rng(seed), units, replicates, batch)
    while several := list(islice(drawn, SEVERAL)):
        yield np.concatenate(several).astype(np.float64).T
