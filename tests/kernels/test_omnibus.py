"""Tests of all runs at once against scipy, and Nemenyi's against the critical values that Demsar prints."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from goldscale.kernels.omnibus import anova, friedman

RNG = np.random.default_rng(12)
VALUES = RNG.random((4, 25)).round(1) + np.arange(4)[:, None] / 8
"""One decimal, so that ties occur."""

CRITICAL = {2: 1.960, 3: 2.343, 4: 2.569, 5: 2.728, 6: 2.850, 7: 2.949, 8: 3.031, 9: 3.102, 10: 3.164}
"""Demsar, Statistical comparisons of classifiers over multiple data sets, JMLR 7, 2006, table 5(a), q at 0.05."""


def test_analysis_of_variance_is_that_of_scipy() -> None:
    found = anova(VALUES)
    theirs = stats.f_oneway(*VALUES)
    assert (found.statistic, found.p) == (pytest.approx(theirs.statistic), pytest.approx(theirs.pvalue))
    np.testing.assert_allclose(found.pairs, stats.tukey_hsd(*VALUES).pvalue, atol=1e-9)


def test_runs_may_lack_values() -> None:
    gaps = VALUES.copy()
    gaps[0, :7] = np.nan
    parts = [row[~np.isnan(row)] for row in gaps]
    found = anova(gaps)
    assert found.p == pytest.approx(stats.f_oneway(*parts).pvalue)
    np.testing.assert_allclose(found.pairs, stats.tukey_hsd(*parts).pvalue, atol=1e-9)
    complete = gaps[:, 7:]
    assert friedman(gaps).statistic == pytest.approx(stats.friedmanchisquare(*complete).statistic)


def test_friedman_is_that_of_scipy_with_ties() -> None:
    found, theirs = friedman(VALUES), stats.friedmanchisquare(*VALUES)
    assert (found.statistic, found.p) == (pytest.approx(theirs.statistic), pytest.approx(theirs.pvalue))


@pytest.mark.parametrize("runs", CRITICAL)
def test_nemenyi_has_the_printed_critical_values(runs: int) -> None:
    units = 40
    distance = CRITICAL[runs] * np.sqrt(runs * (runs + 1) / (6 * units))
    q = distance / np.sqrt(runs * (runs + 1) / (12 * units))
    assert stats.studentized_range.sf(q, runs, np.inf) == pytest.approx(0.05, abs=1e-3)
    ranks = np.array([np.roll(np.arange(runs), unit % runs) for unit in range(units)], dtype=float).T
    found = friedman(ranks)
    means = stats.rankdata(ranks, axis=0).mean(axis=1)
    far = np.abs(means[:, None] - means[None, :]) > distance
    assert ((found.pairs < 0.05) == far).all()


def test_false_alarms_come_as_often_as_the_level_says() -> None:
    alarms = np.zeros(2)
    for seed in range(400):
        values = np.random.default_rng(seed).normal(size=(3, 12))
        alarms += [anova(values).p <= 0.05, friedman(values).p <= 0.05]
    assert ((alarms >= 8) & (alarms <= 35)).all(), "outside with a probability below 0.002 at a rate of 5 %"


def test_what_never_differs_and_what_always_does() -> None:
    same = np.ones((3, 5))
    assert anova(same).p == friedman(same).p == 1.0
    apart = np.array([[0.0] * 5, [1.0] * 5])
    assert anova(apart).p == 0.0
    assert anova(apart).pairs.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert np.isnan(anova(np.ones((1, 5))).p)
    assert np.isnan(friedman(np.full((3, 4), np.nan)).p)


@pytest.mark.parametrize("value", [0.1, 0.7, 1 / 3])
@pytest.mark.parametrize("units", [10, 57])
def test_what_only_rounding_parts_is_the_same(value: float, units: int) -> None:
    same = np.full((3, units), value)
    same[1, 1:] += np.spacing(value)
    found = anova(same)
    assert (found.statistic, found.p) == (0.0, 1.0)
    assert found.pairs.tolist() == np.ones((3, 3)).tolist()
    same[2] += 0.01
    found = anova(same)
    assert (found.statistic, found.p) == (np.inf, 0.0)
    assert found.pairs.tolist() == [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
