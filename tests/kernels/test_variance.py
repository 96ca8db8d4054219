"""Variance components against the mean squares of statsmodels; what they say of more units."""

from __future__ import annotations

import numpy as np
import pandas
import pytest
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

from goldscale.kernels.variance import components


def test_mean_squares_of_statsmodels_give_the_same() -> None:
    rng = np.random.default_rng(2)
    values = rng.random((5, 1)) + rng.random((1, 12)) * 2 + rng.random((5, 12)) / 3
    long = pandas.DataFrame(values).stack().rename("value").rename_axis(["run", "unit"]).reset_index()
    squares = anova_lm(ols("value ~ C(run) + C(unit)", long).fit())["mean_sq"]
    found = components(values)
    assert found.residual == pytest.approx(squares["Residual"])
    assert found.runs == pytest.approx((squares["C(run)"] - squares["Residual"]) / 12)
    assert found.units == pytest.approx((squares["C(unit)"] - squares["Residual"]) / 5)
    assert found.relative(12) == pytest.approx(1 - squares["Residual"] / squares["C(run)"])


def test_known_components_are_found() -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(0, 1, (300, 1)) + rng.normal(0, 2, (1, 300)) + rng.normal(0, 3, (300, 300))
    found = components(values)
    assert found.runs == pytest.approx(1, rel=0.2)
    assert found.units == pytest.approx(4, rel=0.2)
    assert found.residual == pytest.approx(9, rel=0.05)


def test_more_units_make_a_ranking_as_reliable_as_asked_for() -> None:
    found = components(np.random.default_rng(4).random((6, 30)) + np.arange(6)[:, None] / 6)
    assert found.relative(found.units_for(0.95)) == pytest.approx(0.95)
    assert found.absolute(30) < found.relative(30)


def test_units_without_a_value_are_left_out_and_too_few_have_no_variance() -> None:
    values = np.array([[1.0, np.nan, 2.0, 5.0], [0.5, 1.0, 3.0, 4.0]])
    assert components(values) == components(values[:, [0, 2, 3]])
    assert np.isnan(components(values[:, :2]).runs)
    assert components(np.ones((3, 4))).units_for(0.9) == float("inf")
