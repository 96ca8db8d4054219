"""Tests of all runs at once: do any differ, and which pairs, at one family-wise level. Values are runs x units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc, fdtrc

from goldscale.kernels.intervals import SAME


@dataclass(frozen=True, eq=False)
class AllRuns:
    """A test of all runs: its statistic, its p, and a p for every two runs."""

    statistic: float
    freedom: tuple[float, ...]
    p: float
    pairs: np.ndarray
    """Runs x runs, corrected for all pairs; 1 on the diagonal."""
    units: int
    """How many units the test rests on."""


def anova(values: np.ndarray) -> AllRuns:
    """One-way analysis of variance, and Tukey's honestly significant differences (Tukey-Kramer for unequal numbers).

    Units count as independent samples of each run: the pairing is not used, so that it finds less than paired tests
    do. A unit without a value is left out of its run.
    """
    known = ~np.isnan(values)
    counts = known.sum(axis=1)
    runs, total = len(values), int(counts.sum())
    between, within = runs - 1, total - runs
    if between < 1 or within < 1 or (counts == 0).any():
        return _nothing(runs, (between, within), total)
    filled = np.where(known, values, 0.0)
    # Equal values have no error, whatever rounding left of it.
    lowest, highest = np.fmin.reduce(values, axis=1), np.fmax.reduce(values, axis=1)
    constant = _same(lowest, highest)
    means = np.where(constant, lowest, filled.sum(axis=1) / counts)
    if constant.all():
        pairs = np.where(_same(means[:, None], means[None, :]), 1.0, 0.0)  # without any error, what is unequal differs
        equal = bool(pairs.all())
        return AllRuns(0.0 if equal else np.inf, (between, within), float(equal), pairs, total)
    grand = filled.sum() / total
    error = float(np.sum(np.where(known, values - means[:, None], 0.0) ** 2) / within)
    spread = float(counts @ (means - grand) ** 2 / between)
    statistic = spread / error
    width = np.sqrt(error / 2 * (1 / counts[:, None] + 1 / counts[None, :]))
    pairs = _range_p(np.abs(means[:, None] - means[None, :]) / width, runs, within)
    return AllRuns(statistic, (between, within), float(fdtrc(between, within, statistic)), pairs, total)


def friedman(values: np.ndarray) -> AllRuns:
    """Friedman's test on the ranks of the runs within each unit, and Nemenyi's test of every two.

    Equal values share the mean of their ranks. A unit without a value of some run is left out.
    """
    from scipy.stats import rankdata

    known = values[:, ~np.isnan(values).any(axis=0)]
    runs, units = known.shape
    if runs < 2 or units < 1:
        return _nothing(runs, (runs - 1,), units)
    ranks = rankdata(np.round(known, 12), axis=0)
    means = ranks.mean(axis=1)
    spread = units * float(np.sum((means - (runs + 1) / 2) ** 2))
    scale = float(np.sum((ranks - (runs + 1) / 2) ** 2)) / (units * (runs - 1))
    if scale == 0.0:  # all runs are tied on every unit
        return AllRuns(0.0, (runs - 1,), 1.0, np.ones((runs, runs)), units)
    statistic = spread / scale
    width = np.sqrt(runs * (runs + 1) / (12 * units))
    pairs = _range_p(np.abs(means[:, None] - means[None, :]) / width, runs, np.inf)
    return AllRuns(statistic, (runs - 1,), float(chdtrc(runs - 1, statistic)), pairs, units)


def _range_p(statistic: np.ndarray, groups: int, freedom: float) -> np.ndarray:
    """Probability of a studentised range as large as this, for every pair."""
    from scipy.stats import studentized_range

    above = np.triu_indices(len(statistic), 1)
    found = np.ones_like(statistic)
    found[above] = np.clip(studentized_range.sf(statistic[above], groups, freedom), 0.0, 1.0)
    return np.minimum(found, found.T)


def _same(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Whether numbers are equal but for rounding."""
    return np.abs(first - second) <= SAME * np.maximum(np.abs(first), np.abs(second))


def _nothing(runs: int, freedom: tuple[float, ...], units: int) -> AllRuns:
    return AllRuns(float("nan"), freedom, float("nan"), np.full((runs, runs), np.nan), units)
