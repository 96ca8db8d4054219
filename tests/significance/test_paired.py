"""The paired tests against SciPy and against all sign flips counted one by one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from paired_differences import GRADED, paired
from scipy import stats

from goldscale.significance.differences import bootstrap_interval
from goldscale.significance.moments import moments
from goldscale.significance.paired import TESTS, randomisation, sign, wilcoxon

REPLICATES = 4000
COLUMNS = arrays.arrays(
    np.float64, st.integers(2, 9), elements=st.sampled_from([-0.5, -0.25, -0.1, 0.0, 0.1, 0.2, 0.3, 1.0])
)


def p(test: str, differences: np.ndarray, replicates: int = REPLICATES, seed: int = 0) -> float:
    return float(TESTS[test](paired(np.asarray(differences)[:, None]), replicates, seed).p[0])


def normal(size: int, shift: float = 0.3, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(shift, 1.0, size)


@given(COLUMNS)
def test_few_units_are_flipped_in_all_ways(differences: np.ndarray) -> None:
    sums = [abs(np.dot(signs, differences)) for signs in product((-1, 1), repeat=len(differences))]
    slow = np.mean(np.array(sums) >= abs(differences.sum()) - 1e-9)
    assert p("randomisation", differences) == pytest.approx(slow, abs=1e-12)


@pytest.mark.parametrize("size", [5, 8, 11])
def test_exact_randomisation_equals_scipy(size: int) -> None:
    a, b = normal(size, 1.0, 2), normal(size, 0.0, 3)
    theirs = stats.permutation_test(
        (a, b), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=np.inf, vectorized=False
    )
    assert p("randomisation", a - b) == pytest.approx(theirs.pvalue, abs=1e-12)


def test_random_flips_come_near_the_exact_value() -> None:
    differences = normal(20, 0.5)
    exact = randomisation(paired(differences[:, None]), 10, 0)
    assert exact.exact[0]
    # One more difference, next to nothing: too many flips to try them all, and the same p.
    more = np.append(differences, 1e-9)
    drawn = randomisation(paired(more[:, None]), 20_000, 0)
    assert not drawn.exact[0]
    assert drawn.p[0] == pytest.approx(exact.p[0], abs=4 * np.sqrt(exact.p[0] / 20_000))


def test_random_flips_never_give_0() -> None:
    assert p("randomisation", np.ones(100), 999) == 1 / 1000


def test_a_pair_does_not_depend_on_its_neighbours() -> None:
    several = np.random.default_rng(4).normal(0.1, 1, (60, 5))
    several[3, 2] = np.nan
    for test in GRADED:
        together = TESTS[test](paired(several), 500, 7).p
        alone = [TESTS[test](paired(several[:, [i]]), 500, 7).p[0] for i in range(5)]
        np.testing.assert_allclose(together, alone, atol=1e-12)


@pytest.mark.parametrize("test", GRADED)
def test_a_unit_without_a_value_is_left_out(test: str) -> None:
    differences = normal(12)
    gaps = np.insert(differences, [0, 5, 9], np.nan)
    within = 0.03 if test == "bootstrap" else 1e-12  # there the gaps change which units are drawn
    assert p(test, gaps) == pytest.approx(p(test, differences), abs=within)


@pytest.mark.parametrize("test", GRADED)
def test_identical_runs_have_p_1(test: str) -> None:
    for units in (2, 30):
        assert p(test, np.zeros(units)) == 1.0


@pytest.mark.parametrize("test", GRADED)
@given(differences=COLUMNS)
@settings(max_examples=30)
def test_which_run_comes_first_does_not_matter(test: str, differences: np.ndarray) -> None:
    found = p(test, differences, 200)
    assert 0 <= found <= 1
    assert p(test, -differences, 200) == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize("size", [2, 7, 40])
def test_student_equals_scipy(size: int) -> None:
    a, b = normal(size, 1.0, 2), normal(size, 0.7, 3)
    assert p("t", a - b) == pytest.approx(stats.ttest_rel(a, b).pvalue, rel=1e-10)


def test_equal_differences_leave_student_no_doubt() -> None:
    assert p("t", np.full(5, 0.1)) == 0.0


@pytest.mark.parametrize("size", [3, 12, 50, 51, 200])
def test_wilcoxon_equals_scipy(size: int) -> None:
    differences = normal(size)
    theirs = stats.wilcoxon(differences, method="exact" if size <= 50 else "asymptotic")
    assert wilcoxon(differences[:, None]).p[0] == pytest.approx(theirs.pvalue, rel=1e-10)


def test_wilcoxon_with_many_ties_equals_scipy() -> None:
    differences = np.round(normal(200), 1)
    assert np.count_nonzero(differences == 0)
    theirs = stats.wilcoxon(differences, method="asymptotic")
    assert wilcoxon(differences[:, None]).p[0] == pytest.approx(theirs.pvalue, rel=1e-10)


@given(COLUMNS)
def test_wilcoxon_with_ties_is_exact(differences: np.ndarray) -> None:
    kept = differences[differences != 0]
    ranks = stats.rankdata(np.abs(kept))
    found = [abs(np.dot(signs, ranks)) for signs in product((-1, 1), repeat=len(kept))]
    slow = np.mean(np.array(found) >= abs(np.dot(np.sign(kept), ranks)) - 1e-9)
    assert p("wilcoxon", differences) == pytest.approx(slow, abs=1e-12)


@given(COLUMNS)
def test_the_sign_test_equals_scipy(differences: np.ndarray) -> None:
    more, less = int((differences > 0).sum()), int((differences < 0).sum())
    theirs = stats.binomtest(more, more + less).pvalue if more + less else 1.0
    assert sign(differences[:, None]).p[0] == pytest.approx(theirs, rel=1e-10)


def test_the_bootstrap_comes_near_student_for_many_units() -> None:
    differences = normal(400, 0.1)
    student_p = p("t", differences)
    assert p("bootstrap", differences, 20_000) == pytest.approx(student_p, abs=5 * np.sqrt(student_p / 20_000))


def test_the_bootstrap_counts_draws_one_by_one() -> None:
    differences = np.array([0.3, -0.1, 0.2, 0.25])
    mean = differences.mean()
    t = stats.ttest_1samp(differences, 0).statistic
    found = []
    for drawn in product(differences, repeat=4):
        one_unit = len(set(drawn)) == 1
        found.append(one_unit or abs(stats.ttest_1samp(drawn, mean).statistic) >= t - 1e-9)
    assert p("bootstrap", differences, 40_000) == pytest.approx(np.mean(found), abs=0.01)


@pytest.mark.parametrize("units", [5, 10])
@pytest.mark.parametrize("test", GRADED)
def test_few_units_raise_no_more_false_alarms_than_alpha_allows(test: str, units: int) -> None:
    equal = np.random.default_rng(units).normal(size=(units, 600))
    alarms = np.mean(TESTS[test](paired(equal), 199, 1).p <= 0.05)
    assert alarms <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 600)


def test_the_interval_equals_scipys_percentiles() -> None:
    differences = normal(30)
    theirs = stats.bootstrap((differences,), np.mean, n_resamples=20_000, method="percentile", rng=0)
    low, high = bootstrap_interval(paired(differences[:, None]), "percentile", 0.05, 20_000, 0)[:, 0]
    assert (low, high) == pytest.approx(tuple(theirs.confidence_interval), abs=0.02)


@pytest.mark.parametrize("shift", [0.0, 0.3])
def test_many_random_flips_equal_scipys_within_chance(shift: float) -> None:
    a, b = normal(40, shift, 2), normal(40, 0.0, 3)
    theirs = stats.permutation_test(
        (a, b), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples", n_resamples=20_000, rng=1
    )
    ours = p("randomisation", a - b, 20_000)
    assert ours == pytest.approx(theirs.pvalue, abs=5 * np.sqrt(2 * theirs.pvalue / 20_000))


@pytest.mark.parametrize("size", [4, 25])
def test_the_corrected_interval_equals_scipys(size: int) -> None:
    differences = np.random.default_rng(5).exponential(size=size)
    theirs = stats.bootstrap((differences,), np.mean, n_resamples=20_000, method="BCa", rng=0)
    low, high = bootstrap_interval(paired(differences[:, None]), "bca", 0.05, 20_000, 0)[:, 0]
    assert (low, high) == pytest.approx(tuple(theirs.confidence_interval), abs=0.03)


def test_differences_that_only_rounding_parts_are_tied() -> None:
    parted = np.array([0.3 - 0.2, 0.2 - 0.1, 0.8 - 0.7, 0.1 - 0.2, 0.4 - 0.5, 0.9 - 0.8, 0.3 - 0.1, 0.5 - 0.3])
    assert len(np.unique(np.abs(parted))) > 2
    assert p("wilcoxon", parted) == p("wilcoxon", np.round(parted, 6)) == 0.171875


def test_differences_that_only_rounding_parts_have_no_deviation() -> None:
    parted = np.array([0.3, 0.2, 0.5, 0.7]) - np.array([0.2, 0.1, 0.4, 0.6])
    assert len(np.unique(parted)) > 1
    assert moments(parted[:, None]).deviation == 0
    assert p("t", parted) == 0
