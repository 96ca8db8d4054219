"""The numbers of a comparison that rests on resamples: both runs of a pair met the same ones, so these are subtracted.

How far a difference would scatter from sample to sample is seen in how far it scatters from resample to resample. The
test ``t`` divides the difference by that; the test ``bootstrap`` counts the resamples that are as far from their mean,
and so cannot tell less than 1 in so many resamples as there are.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import stdtr, stdtrit

from goldscale.data import MeasureScores, Resamples
from goldscale.kernels.intervals import SAME, bca, percentiles
from goldscale.significance.bootstrap import shifted, shifted_equivalence
from goldscale.significance.differences import FEWEST, DifferenceInterval, Differences
from goldscale.significance.pairing import Rows, apart

RESAMPLED_TESTS = ("t", "bootstrap")
"""Tests that can do with resamples; the first is the default."""


def over_resamples(
    result: MeasureScores,
    resamples: Resamples,
    rows: Rows,
    test: str,
    method: DifferenceInterval,
    alpha: float,
    margin: float | None,
) -> Differences:
    """The difference of each two runs on one measure, tested on resamples that they share."""
    found = np.array([_pair(result, resamples, pair, test, method, alpha, margin) for pair in rows]).T
    difference, low, high, effect, p, lowest, equivalent = found
    units = np.full(len(rows), len(resamples.drawn))
    return Differences(units, difference, low, high, effect, p, np.zeros(len(rows), dtype=bool), lowest, equivalent)


def _pair(
    result: MeasureScores,
    resamples: Resamples,
    pair: tuple[int, int],
    test: str,
    method: DifferenceInterval,
    alpha: float,
    margin: float | None,
) -> tuple[float, ...]:
    rows, units = list(pair), len(resamples.drawn)
    difference = float(apart(*result.aggregate[rows]))
    drawn = apart(*resamples.numbers[rows])
    drawn = drawn[~np.isnan(drawn)]
    if np.isnan(difference) or not len(drawn) or units < FEWEST:
        return (np.nan,) * 7
    error, freedom = standard_error(drawn, units)
    # As of a mean: the error is the deviation of single units over the root of their number.
    effect = difference / (error * math.sqrt(units)) if error > 0 else math.nan
    if method == "student":
        reach = float(stdtrit(freedom, 1 - alpha / 2)) * error
        limits = difference - reach, difference + reach
    elif method == "bca":
        limits = bca(drawn, difference, apart(*resamples.left_out[rows]), alpha / 2)
    else:
        limits = percentiles(drawn, alpha / 2)
    if test == "t":
        alike = np.nan if margin is None else _student_equivalence(difference, error, freedom, margin)
        return difference, *limits, effect, _student_p(difference, error, freedom), 0.0, alike
    alike = np.nan if margin is None else shifted_equivalence(drawn - drawn.mean(), difference, margin)
    return difference, *limits, effect, _counted_p(difference, drawn), 1 / (len(drawn) + 1), alike


def standard_error(drawn: np.ndarray, units: int) -> tuple[float, float]:
    """How far a number scatters from sample to sample, and the degrees of freedom with which that is known.

    ``drawn`` is what it was on resamples of so many units. Their variance is less than that of samples by (n - 1) / n,
    which is put back: of a mean the error is then Student's. Few units and few resamples each leave the
    error uncertain, and the degrees of freedom say by how much: 1 / (1 / (units - 1) + 1 / (resamples - 1)), as the
    relative variances of both, 2 over their degrees of freedom, add up.

    >>> error, freedom = standard_error(np.array([0.1, 0.2, 0.3]), units=3)
    >>> round(error, 4), freedom
    (0.1225, 1.0)
    """
    if len(drawn) < 2:
        return math.nan, math.nan
    error = float(np.std(drawn, ddof=1)) * math.sqrt(units / (units - 1))
    noise = SAME * float(np.mean(np.abs(drawn)))
    return 0.0 if error <= noise else error, 1 / (1 / (units - 1) + 1 / (len(drawn) - 1))


def _student_p(difference: float, error: float, freedom: float) -> float:
    """As Student's: identical runs have p = 1, and a difference that no resample changes leaves no doubt."""
    if error == 0:
        return 1.0 if difference == 0 else 0.0
    return float(2 * stdtr(freedom, -abs(difference) / error))


def _student_equivalence(difference: float, error: float, freedom: float, margin: float) -> float:
    """The larger p of two one-sided tests: that the difference is at most -margin, and that it is at least margin."""
    room = margin - abs(difference)
    if error == 0:
        return 0.0 if room > 0 else 1.0
    return float(stdtr(freedom, -room / error))


def _counted_p(difference: float, drawn: np.ndarray) -> float:
    # Numbers of resamples may all be too high or too low; what matters here is how far they scatter.
    spread = drawn - drawn.mean() + difference
    return float(shifted(spread[:, None], np.array([difference]), np.array([SAME * np.abs(drawn).mean()]))[0])
