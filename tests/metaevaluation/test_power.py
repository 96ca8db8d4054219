"""What a measure tells apart: against paired t-tests of scipy; a better measure separates more."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

import goldscale as gs
from goldscale.errors import ParameterError
from goldscale.metaevaluation.power import power

RNG = np.random.default_rng(4)
TRUTH = (RNG.random((60, 7)) < 0.3).astype(int)
RUNS = {f"made_up_{i}": TRUTH * i / 8 + RNG.random(TRUTH.shape) for i in range(6)}


def test_separated_pairs_are_those_of_scipy() -> None:
    scores = gs.evaluate(RUNS, TRUTH, ["AP:item", "OneError"])
    for row in power(scores).found:
        values = scores.values(row.measure)
        p = [stats.ttest_rel(a, b, nan_policy="omit").pvalue for a, b in combinations(values, 2)]
        assert row.separated == pytest.approx(np.mean(np.array(p) <= 0.05))
        assert row.pairs == 15


def test_a_measure_of_the_first_label_alone_separates_less() -> None:
    whole, first = power(gs.evaluate(RUNS, TRUTH, ["AP:item", "OneError"])).found
    assert whole.separated > first.separated
    assert whole.believable < first.believable
    assert whole.needed < first.needed


def test_one_run_cannot_be_told_apart() -> None:
    with pytest.raises(ParameterError, match="at least two, not 1"):
        power(gs.evaluate(TRUTH.astype(float), TRUTH, "AP"))


def test_equal_values_and_single_units_are_not_perfectly_stable() -> None:
    truth = [[1], [0], [1]]
    runs = {f"made_up_{i}": [[0.9], [0.1 * i], [0.8]] for i in range(3)}
    found = power(gs.evaluate(runs, truth, ["OneError", "AP"]))
    for row in found.found:
        assert np.isnan([row.separated, row.swap_rate, row.believable]).all(), row.measure
    assert "OneError, AP" in found.tables()[0].notes[-1]
