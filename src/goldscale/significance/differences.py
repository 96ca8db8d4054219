"""The numbers of a comparison: the difference of each two runs, its interval, and what a test says of it.

They rest on the values of a measure's units; ``resampled.py`` has those that rest on an evaluation's resamples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from goldscale.kernels.intervals import INTERVAL_METHODS, bca, means_without_one, percentiles
from goldscale.significance.bootstrap import drawn_means
from goldscale.significance.found import Test
from goldscale.significance.moments import Moments
from goldscale.significance.pairing import PairedValues
from goldscale.significance.student import equivalence, student_interval

FEWEST = 2
"""No test with fewer units than this."""

DifferenceInterval = Literal["student", "percentile", "bca"]
DIFFERENCE_INTERVALS: tuple[DifferenceInterval, ...] = ("student", *INTERVAL_METHODS)


@dataclass(frozen=True)
class Differences:
    """One entry per pair of runs; NaN where there is no test."""

    units: np.ndarray
    difference: np.ndarray
    low: np.ndarray
    high: np.ndarray
    effect: np.ndarray
    p: np.ndarray
    exact: np.ndarray
    lowest: np.ndarray
    """The smallest p that the test could have given, whatever the signs of the differences."""
    equivalent: np.ndarray
    """p of equivalence within a margin; NaN where none was named."""


def over_units(
    paired: PairedValues,
    test: Test,
    method: DifferenceInterval,
    alpha: float,
    margin: float | None,
    replicates: int,
    seed: int,
) -> Differences:
    """Paired over units."""
    table = np.full((8, len(paired)), np.nan)
    enough = np.flatnonzero(paired.shared >= FEWEST)
    if len(enough):
        tested = paired.only(enough)
        found = test(tested, replicates, seed)
        mean, low, high, effect, equivalent = _of_means(tested.moments, alpha, margin)
        if method != "student":
            low, high = bootstrap_interval(tested, method, alpha, replicates, seed)
        table[:, enough] = mean, low, high, effect, equivalent, found.p, found.exact, found.lowest
    difference, low, high, effect, equivalent, p, exact, lowest = table
    return Differences(paired.shared, difference, low, high, effect, p, exact == 1, lowest, equivalent)


def _of_means(found: Moments, alpha: float, margin: float | None) -> np.ndarray:
    """Of each pair: mean difference, Student's interval, effect and p of equivalence."""
    unknown = np.where(found.mean == 0, 0.0, np.nan)
    effect = np.divide(found.mean, found.deviation, out=unknown, where=found.deviation > 0)
    equivalent = np.full(len(effect), np.nan) if margin is None else equivalence(found, margin)
    return np.stack([found.mean, *student_interval(found, alpha), effect, equivalent])


def bootstrap_interval(
    paired: PairedValues, method: DifferenceInterval, alpha: float, replicates: int, seed: int
) -> np.ndarray:
    """Low and high (2 x pairs) from the mean differences of drawn units: their percentiles, or corrected ones (bca)."""
    found = np.empty((2, len(paired)))
    for pair, numbers in drawn_means(paired, replicates, seed):
        if method == "percentile":
            found[:, pair] = percentiles(numbers, alpha / 2)
            continue
        values = paired.differences(np.array([pair]))[:, 0]
        mean = float(np.nanmean(values))
        # How many drawn means are equal to the one found matters, so rounding must not part them.
        same = np.abs(numbers - mean) <= paired.slack[pair] / paired.shared[pair]
        found[:, pair] = bca(np.where(same, mean, numbers), mean, means_without_one(values), alpha / 2)
    return found
