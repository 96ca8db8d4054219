"""The numbers of a comparison: the difference of each two runs, its interval, and what a test says of it.

They rest on the values of a measure's units; ``resampled.py`` has those that rest on an evaluation's resamples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import stdtrit

from goldscale.kernels.intervals import INTERVAL_METHODS, SAME, bca, means_without_one, percentiles
from goldscale.significance.paired import Test, column_blocks, drawn_means, moments

FEWEST = 2
"""No test with fewer units than this."""

DifferenceInterval = Literal["student", "percentile", "bca"]
DIFFERENCE_INTERVALS: tuple[DifferenceInterval, ...] = ("student", *INTERVAL_METHODS)

Rows = Sequence[tuple[int, int]]
"""Which two runs make each pair."""


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


def over_units(
    values: np.ndarray, rows: Rows, test: Test, method: DifferenceInterval, alpha: float, replicates: int, seed: int
) -> Differences:
    """Paired over units, for values of runs x units."""
    first, second = np.array(rows).T
    differences = apart(values[first], values[second]).T
    known = np.count_nonzero(~np.isnan(differences), axis=0)
    table = np.full((7, len(rows)), np.nan)
    enough = np.flatnonzero(known >= FEWEST)
    if len(enough):
        tested = differences[:, enough]
        _, mean, deviation = moments(tested)
        effect = np.divide(mean, deviation, out=np.where(mean == 0, 0.0, np.nan), where=deviation > 0)
        found = test(tested, replicates, seed)
        limits = (
            student_interval(tested, alpha)
            if method == "student"
            else bootstrap_interval(tested, method, alpha, replicates, seed)
        )
        table[:, enough] = mean, *limits, effect, found.p, found.exact, found.lowest
    difference, low, high, effect, p, exact, lowest = table
    return Differences(known, difference, low, high, effect, p, exact == 1, lowest)


def student_interval(differences: np.ndarray, alpha: float) -> np.ndarray:
    """Low and high (2 x pairs) of the mean differences at confidence 1 - alpha, as Student's t has it."""
    units, mean, deviation = moments(differences)
    reach = stdtrit(units - 1, 1 - alpha / 2) * deviation / np.sqrt(units)
    return np.stack([mean - reach, mean + reach])


def bootstrap_interval(
    differences: np.ndarray, method: DifferenceInterval, alpha: float, replicates: int, seed: int
) -> np.ndarray:
    """The same from the mean differences of drawn units: their percentiles, or corrected ones (bca)."""
    found = np.empty((2, differences.shape[1]))
    for columns in column_blocks(np.arange(found.shape[1]), max(len(differences), replicates)):
        drawn = drawn_means(differences[:, columns], replicates, seed)
        for column, numbers in zip(columns, drawn.T, strict=True):
            values = differences[:, column]
            found[:, column] = (
                bca(numbers, float(np.nanmean(values)), means_without_one(values), alpha / 2)
                if method == "bca"
                else percentiles(numbers, alpha / 2)
            )
    return found


def apart(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """First minus second; 0 where only rounding parts them, which no test may take for a win."""
    difference = first - second
    return np.where(np.abs(difference) < SAME * np.maximum(np.abs(first), np.abs(second)), 0.0, difference)
