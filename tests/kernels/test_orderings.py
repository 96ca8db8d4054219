"""Orders of systems against scipy and loops over pairs; means over pairs with gaps."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from goldscale.kernels.orderings import (
    concordance_p,
    displacement,
    kendall,
    mean_of_pairs,
    mean_to_others,
    pair_orders,
    swaps,
)

SCORES = arrays(np.float64, (3, 5), elements=st.sampled_from([0.1, 0.2, 0.3, 0.1 + 0.2]))
"""0.1 + 0.2 is not 0.3 to a computer, and no other score to us."""


NAN = np.nan
MATRIX = np.array([[1.0, 0.2, NAN], [0.2, 1.0, 0.6], [NAN, 0.6, 1.0]])


@given(scores=SCORES)
def test_kendall_is_that_of_scipy(scores: np.ndarray) -> None:
    ours = kendall(pair_orders(scores))
    exact = scores.round(6)
    for i, j in np.ndindex(3, 3):
        if np.ptp(exact[i]) and np.ptp(exact[j]):
            assert ours[i, j] == pytest.approx(stats.kendalltau(exact[i], exact[j]).statistic)
        else:
            assert np.isnan(ours[i, j])


@given(scores=SCORES)
def test_swaps_and_displacement_by_loops(scores: np.ndarray) -> None:
    exact = scores.round(6)
    for i, j in np.ndindex(3, 3):
        one, other = exact[i], exact[j]
        turned = sum((one[a] - one[b]) * (other[a] - other[b]) < 0 for a, b in combinations(range(5), 2))
        assert swaps(pair_orders(scores))[i, j] == turned
        moved = [abs(sum(one >= one[a]) - sum(other >= other[a])) / 5 for a in range(5)]
        assert displacement(scores)[i, j] == pytest.approx(max(moved))


def test_probability_of_a_displacement_is_that_of_the_test_for_one_sample() -> None:
    sample = np.array([0.05, 0.3, 0.35, 0.8])
    theirs = stats.kstest(sample, "uniform", method="exact")
    assert concordance_p(np.array([theirs.statistic]), 4)[0] == pytest.approx(theirs.pvalue)


def test_pairs_without_a_value_are_left_out() -> None:
    assert mean_of_pairs(MATRIX) == pytest.approx(0.4)
    np.testing.assert_allclose(mean_to_others(MATRIX), [0.2, 0.4, 0.6])


def test_nothing_to_average() -> None:
    alone = np.array([[1.0, NAN], [NAN, 1.0]])
    assert np.isnan(mean_of_pairs(alone))
    assert np.isnan(mean_to_others(alone)).all()
    assert np.isnan(mean_of_pairs(np.ones((1, 1))))
