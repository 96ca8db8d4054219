"""Rank correlations against scipy, and against their definitions over all orders of tied systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from goldscale.kernels.rank_correlation import COEFFICIENTS, all_pairs, overlap, tau_ap

SCORES = arrays(np.float64, 5, elements=st.sampled_from([0.1, 0.2, 0.3, 0.1 + 0.2]))
"""0.1 + 0.2 is not 0.3 to a computer, and no other score to us."""

SCIPY: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "tau-b": lambda one, other: stats.kendalltau(one, other, variant="b").statistic,
    "tau-c": lambda one, other: stats.kendalltau(one, other, variant="c").statistic,
    "spearman": lambda one, other: stats.spearmanr(one, other).statistic,
    "pearson": lambda one, other: stats.pearsonr(one, other).statistic,
}


def orders(scores: np.ndarray) -> Iterator[tuple[int, ...]]:
    """Every order of the systems from best to worst that the scores allow."""
    exact = scores.round(6)
    groups = [np.flatnonzero(exact == score) for score in sorted(set(exact), reverse=True)]
    for parts in product(*(permutations(group) for group in groups)):
        yield tuple(int(system) for part in parts for system in part)


def slow_tau_ap(order: tuple[int, ...], reference: np.ndarray) -> float:
    """As Yilmaz, Aslam and Robertson define it; a pair that the reference ties is half right."""
    exact = reference.round(6)
    shares = []
    for rank in range(1, len(order)):
        right = [0.5 + 0.5 * np.sign(exact[above] - exact[order[rank]]) for above in order[:rank]]
        shares.append(fmean(right))
    return 2 * fmean(shares) - 1


def slow_overlap(one: tuple[int, ...], other: tuple[int, ...], persistence: float) -> float:
    """As Webber, Moffat and Zobel define it, with a thousand depths instead of an extrapolation."""
    agreement = [len(set(one[:d]) & set(other[:d])) / min(d, len(one)) for d in range(1, 1000)]
    return (1 - persistence) * sum(share * persistence**at for at, share in enumerate(agreement))


@pytest.mark.parametrize("name", SCIPY)
@given(one=SCORES, other=SCORES)
def test_scipy_gives_the_same(name: str, one: np.ndarray, other: np.ndarray) -> None:
    ours, exact = COEFFICIENTS[name](one, other), (one.round(6), other.round(6))
    if all(np.ptp(side) for side in exact):
        assert ours == pytest.approx(SCIPY[name](*exact), abs=1e-12)
    else:
        assert np.isnan(ours)


@given(one=SCORES, other=SCORES)
def test_tau_ap_is_the_mean_over_all_orders_of_ties(one: np.ndarray, other: np.ndarray) -> None:
    if np.ptp(one.round(6)) and np.ptp(other.round(6)):
        assert tau_ap(one, other) == pytest.approx(fmean(slow_tau_ap(order, other) for order in orders(one)))
    else:
        assert np.isnan(tau_ap(one, other))


@given(one=SCORES, other=SCORES)
def test_overlap_is_the_mean_over_all_orders_of_ties(one: np.ndarray, other: np.ndarray) -> None:
    slow = fmean(slow_overlap(a, b, 0.9) for a in [*orders(one)][:24] for b in [*orders(other)][:24])
    if max(len([*orders(one)]), len([*orders(other)])) <= 24:
        assert overlap(one, other) == pytest.approx(slow)


@pytest.mark.parametrize("name", COEFFICIENTS)
@given(one=SCORES, other=SCORES, seed=st.integers(0, 9))
def test_the_sequence_of_systems_does_not_matter(name: str, one: np.ndarray, other: np.ndarray, seed: int) -> None:
    moved = np.random.default_rng(seed).permutation(5)
    assert COEFFICIENTS[name](one[moved], other[moved]) == pytest.approx(COEFFICIENTS[name](one, other), nan_ok=True)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_the_same_order_agrees_wholly_and_the_reverse_not_at_all(name: str) -> None:
    scores = np.array([0.9, 0.5, 0.7, 0.1])
    best, worst = COEFFICIENTS[name](scores, scores), COEFFICIENTS[name](scores, -scores)
    assert best == pytest.approx(0.0 if name == "D" else 1.0)
    assert {"D": 0.75, "rbo": worst}.get(name, -1.0) == pytest.approx(worst)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_one_system_or_none_is_no_ranking(name: str) -> None:
    assert np.isnan(COEFFICIENTS[name](np.empty(0), np.empty(0)))
    if name not in ("D", "rbo"):
        assert np.isnan(COEFFICIENTS[name](np.ones(1), np.ones(1)))


def test_a_matrix_has_the_reference_in_its_columns() -> None:
    scores = np.array([[4.0, 3.0, 2.0, 1.0], [3.0, 4.0, 2.0, 1.0], [1.0, 4.0, 3.0, 2.0]])
    matrix = all_pairs(scores, "tau-ap")
    assert matrix[0, 2] == tau_ap(scores[0], scores[2]) != matrix[2, 0]


@pytest.mark.parametrize("name", SCIPY)
def test_two_systems_are_a_ranking(name: str) -> None:
    assert COEFFICIENTS[name](np.array([1.0, 2.0]), np.array([0.5, 0.1])) == pytest.approx(-1.0)
