"""p-values against scipy, and against all orders; intervals against scipy, printed numbers and a simulation."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from goldscale.kernels.correlation_inference import correlation_interval, correlation_p
from goldscale.kernels.rank_correlation import COEFFICIENTS, largest_move, overlap, tau_ap

RNG = np.random.default_rng
TIED = arrays(np.float64, 6, elements=st.sampled_from([0.1, 0.2, 0.3, 0.4]))
SCIPY = {
    "tau-b": stats.kendalltau,
    "tau-c": lambda one, other: stats.kendalltau(one, other, variant="c"),
    "spearman": stats.spearmanr,
    "pearson": stats.pearsonr,
}


@pytest.mark.parametrize("name", SCIPY)
@pytest.mark.parametrize("count", [3, 7, 27, 33, 60])
@pytest.mark.parametrize("digits", [1, 9])
def test_p_is_that_of_scipy(name: str, count: int, digits: int) -> None:
    one = RNG(count).random(count).round(digits)
    other = (one + RNG(count + 1).random(count)).round(digits)
    assert correlation_p(one, other, name, RNG(0)) == pytest.approx(SCIPY[name](one, other).pvalue, abs=1e-12)


@pytest.mark.parametrize("count", [3, 5, 6])
def test_the_p_of_tau_is_the_share_of_all_orders(count: int) -> None:
    one, other = np.arange(count), RNG(count).permutation(count)
    found = stats.kendalltau(one, other).statistic
    taus = [abs(stats.kendalltau(one, order).statistic) for order in permutations(range(count))]
    exact = np.mean(np.array(taus) >= abs(found) - 1e-12)
    assert correlation_p(one, other, "tau-b", RNG(0)) == pytest.approx(exact, abs=1e-12)


@given(one=TIED, other=TIED)
def test_the_p_of_tau_ap_and_overlap_over_all_orders(one: np.ndarray, other: np.ndarray) -> None:
    one, other = one[:4], other[:4]
    every = [other[list(order)] for order in permutations(range(4))]
    expected = np.mean([abs(tau_ap(one, o)) >= abs(tau_ap(one, other)) - 1e-9 for o in every])
    if np.ptp(one) and np.ptp(other):
        assert correlation_p(one, other, "tau-ap", RNG(0)) == pytest.approx(expected)
    expected = np.mean([overlap(one, o) >= overlap(one, other) - 1e-9 for o in every])
    assert correlation_p(one, other, "rbo", RNG(0)) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["tau-ap", "rbo"])
def test_drawn_orders_are_those_of_scipys_permutation_test(name: str) -> None:
    one = RNG(3).random(12)
    other = one + 0.7 * RNG(4).random(12)
    statistic = (lambda o: abs(tau_ap(one, o))) if name == "tau-ap" else (lambda o: overlap(one, o))
    expected = stats.permutation_test(
        (other,), statistic, permutation_type="pairings", n_resamples=1999, alternative="greater", rng=RNG(5)
    ).pvalue
    found = correlation_p(one, other, name, RNG(6))
    assert found == correlation_p(one, other, name, RNG(6))
    assert 0.001 < found < 0.5
    assert abs(found - expected) < 4 * np.sqrt(2 * expected * (1 - expected) / 1999)


def test_the_p_of_D_is_the_share_of_all_orders_that_move_no_further() -> None:
    one, other = np.arange(5.0), np.array([1.0, 0, 2, 4, 3])
    moves = [largest_move(one, other[list(order)]) for order in permutations(range(5))]
    assert correlation_p(one, other, "D", RNG(0)) == pytest.approx(np.mean(np.array(moves) <= 1 / 5 + 1e-9))


@pytest.mark.parametrize("name", [*SCIPY, "tau-ap"])
def test_what_is_undefined_has_no_p_and_no_interval(name: str) -> None:
    assert np.isnan(correlation_p(np.ones(6), np.arange(6.0), name, RNG(0)))
    assert np.isnan(correlation_interval(np.ones(6), np.arange(6.0), name)).all()
    assert np.isnan(correlation_interval(np.arange(6.0), np.arange(6.0), name)).all(), "nothing tells how far"
    assert np.isnan(correlation_interval(np.arange(4.0), np.array([0, 2, 1, 3.0]), name)).all(), "too few"


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_the_interval_of_r_is_that_of_scipy(level: float) -> None:
    one = RNG(1).random(20)
    other = one + RNG(2).random(20)
    expected = stats.pearsonr(one, other).confidence_interval(level)
    assert correlation_interval(one, other, "pearson", level) == pytest.approx(tuple(expected), abs=1e-12)


def test_intervals_of_ranks_are_those_of_their_formulas() -> None:
    """z plus or minus 1.96 deviations, with the variances of Bonett & Wright (2000) and of Fieller et al. (1957)."""
    one = RNG(1).random(30)
    other = one + RNG(2).random(30)
    rho, tau = stats.spearmanr(one, other).statistic, stats.kendalltau(one, other).statistic
    for name, value, variance in (("spearman", rho, (1 + rho**2 / 2) / 27), ("tau-b", tau, 0.437 / 26)):
        reach = 1.959963984540054 * np.sqrt(variance)
        expected = np.tanh(np.arctanh(value) - reach), np.tanh(np.arctanh(value) + reach)
        assert correlation_interval(one, other, name) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("name", "target"), [("tau-b", 2 / np.pi * np.arcsin(0.7)), ("tau-ap", 0.418)])
def test_intervals_cover_what_they_should(name: str, target: float) -> None:
    """25 systems whose two scores are normal with correlation 0.7; tau-ap's expectation there by 3000 draws."""
    rng, hits = RNG(8), 0
    for _ in range(100):
        one, noise = rng.standard_normal((2, 25))
        low, high = correlation_interval(one, 0.7 * one + np.sqrt(0.51) * noise, name)
        hits += low <= target <= high
    assert 0.9 <= hits / 100 <= 1.0


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_every_coefficient_has_a_p(name: str) -> None:
    assert 0 < correlation_p(np.arange(9.0), RNG(1).permutation(9), name, RNG(0)) <= 1
