"""All runs at once, from scores: the kernels' numbers, in tables and JSON; units needed against statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
from report_scores import made_up_scores
from scipy import stats
from statsmodels.stats.power import TTestPower

import goldscale as gs
from goldscale.errors import ParameterError, UnknownNameError
from goldscale.significance import compare, compare_all


def test_scores_are_tested_as_scipy_tests_them() -> None:
    scores = made_up_scores()
    values = scores.values("AP")
    assert compare_all(scores, "AP").found.p == pytest.approx(stats.friedmanchisquare(*values).pvalue)
    found = compare_all(scores, "AP", "anova").to_dict()
    assert found["p"] == pytest.approx(stats.f_oneway(*values).pvalue)
    np.testing.assert_allclose(found["pairs"], stats.tukey_hsd(*values).pvalue, atol=1e-9)
    assert "Tukey" in compare_all(scores, "AP", "anova").matrix_tables()[0].title


def test_what_cannot_be_tested() -> None:
    with pytest.raises(UnknownNameError, match="friedman"):
        compare_all(made_up_scores(), "AP", "fridman")
    with pytest.raises(ParameterError, match="two runs or more"):
        compare_all(gs.evaluate([[0.1, 0.9]], [[0, 1]], "AP:item"), "AP:item")


def test_units_needed_for_each_pair() -> None:
    comparison = compare(made_up_scores(), "AUC")
    table = comparison.needed_table(0.9)
    for pair, needed in zip(comparison.pairs, table["needed"].values, strict=True):
        if needed is None:
            assert not abs(pair.effect) > 1e-3, pair
            continue
        assert TTestPower().power(abs(pair.effect), needed, 0.05) >= 0.9
        assert needed == 2 or TTestPower().power(abs(pair.effect), needed - 1, 0.05) < 0.9
    with pytest.raises(ParameterError, match="between 0 and 1"):
        comparison.needed_table(1.0)
