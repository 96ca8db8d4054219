"""Power against statsmodels, and against simulated tests."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

from goldscale.kernels.power import power_of, units_needed


@pytest.mark.parametrize("effect", [0.1, 0.35, 0.8, 1.5])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_units_needed_are_those_of_statsmodels(effect: float, power: float) -> None:
    theirs = TTestPower().solve_power(effect_size=effect, alpha=0.05, power=power, alternative="two-sided")
    assert units_needed(np.array([effect, -effect]), power)[0] == np.ceil(np.round(theirs, 6))
    found = power_of(np.array([effect]), np.array([20.0]))[0]
    assert found == pytest.approx(TTestPower().power(effect, 20, 0.05), abs=1e-9)


def test_a_simulation_finds_as_often_as_promised() -> None:
    units = int(units_needed(np.array([0.5]), 0.8)[0])
    samples = np.random.default_rng(1).normal(0.5, 1, (2000, units))
    found = np.mean(stats.ttest_1samp(samples, 0, axis=1).pvalue <= 0.05)
    assert found == pytest.approx(0.8, abs=0.03)


def test_no_difference_is_never_found() -> None:
    assert np.isnan(units_needed(np.array([0.0, np.nan]))).all()
    assert np.isnan(units_needed(np.array([1e-9]))[0]), "more units than anybody has"
