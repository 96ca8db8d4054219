"""Under no difference, every test finds one in at most 5 of 100 simulations: all data is made up."""

from __future__ import annotations

import numpy as np
import pytest
from paired_differences import GRADED, paired

from goldscale.kernels.omnibus import anova, friedman
from goldscale.significance import TESTS
from goldscale.significance.moments import moments
from goldscale.significance.pairing import PairedValues
from goldscale.significance.student import equivalence

ALPHA, SIMULATIONS = 0.05, 1000
SHAPES = {
    "normal": lambda rng, size: rng.normal(size=size),
    "heavy tails": lambda rng, size: rng.standard_t(3, size),
    "many ties": lambda rng, size: rng.integers(-2, 3, size) / 10,
}


def allowed(simulations: int = SIMULATIONS) -> float:
    """Alpha and three standard errors of as many simulations."""
    return ALPHA + 3 * float(np.sqrt(ALPHA * (1 - ALPHA) / simulations))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("test", GRADED)
def test_pairs_without_a_difference(test: str, shape: str) -> None:
    equal = SHAPES[shape](np.random.default_rng(5), (30, SIMULATIONS))
    alarms = np.mean(TESTS[test](paired(equal), 199, 1).p <= ALPHA)
    assert 0 < alarms <= allowed()


@pytest.mark.parametrize("units", [20, 60, 400])
def test_mcnemar_without_a_difference(units: int) -> None:
    rng = np.random.default_rng(units)
    easy = rng.random((SIMULATIONS, units))  # both runs find the same units hard
    values = (rng.random((2, SIMULATIONS, units)) < easy).astype(float).reshape(-1, units)
    pairs = [(i, i + SIMULATIONS) for i in range(SIMULATIONS)]
    alarms = np.mean(TESTS["mcnemar"](PairedValues(values, pairs), 0, 0).p <= ALPHA)
    assert 0 < alarms <= allowed()


def expected(alarms: float, simulations: int = SIMULATIONS) -> bool:
    """Whether a test that is exact at its boundary raised as many alarms as it should, not only no more."""
    return 2 * ALPHA - allowed(simulations) <= alarms <= allowed(simulations)


@pytest.mark.parametrize("test", [friedman, anova])
def test_all_runs_without_a_difference(test, monkeypatch: pytest.MonkeyPatch) -> None:
    # Tukey's distribution takes long; p of all runs does not need it.
    monkeypatch.setattr("goldscale.kernels.omnibus._range_p", lambda statistic, *_: np.ones_like(statistic))
    rng = np.random.default_rng(6)
    assert expected(np.mean([test(rng.normal(size=(4, 30))).p <= ALPHA for _ in range(SIMULATIONS)]))


@pytest.mark.parametrize(("test", "times"), [(friedman, 400), (anova, 100)])
def test_pairs_of_all_runs_without_a_difference(test, times: int) -> None:
    rng = np.random.default_rng(6)
    alarms = np.mean([test(rng.normal(size=(4, 30))).pairs.min() <= ALPHA for _ in range(times)])
    assert 0 < alarms <= allowed(times)  # of all pairs together


@pytest.mark.parametrize("units", [10, 50])
def test_runs_that_differ_by_the_margin_are_not_equivalent(units: int) -> None:
    # So small a deviation that the other side of the margin does not matter: then the test is exact.
    differences = np.random.default_rng(units).normal(0.5, 0.2, (units, SIMULATIONS))
    assert expected(np.mean(equivalence(moments(differences), 0.5) <= ALPHA))
    wide = np.random.default_rng(units).normal(0.5, 1.0, (units, SIMULATIONS))
    assert np.mean(equivalence(moments(wide), 0.5) <= ALPHA) <= allowed()
