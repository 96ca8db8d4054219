"""Intervals against SciPy's, from the same resamples."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from goldscale.kernels.intervals import bca, means_without_one, percentiles
from goldscale.kernels.resampling import deletions


def left_out(values: np.ndarray, statistic: Callable[[np.ndarray], float]) -> np.ndarray:
    return np.array([statistic(np.delete(values, i)) for i in range(len(values))])


@pytest.mark.parametrize("statistic", [np.mean, np.std, stats.gmean])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_both_equal_scipy_on_the_same_resamples(statistic: Callable, level: float) -> None:
    values = np.random.default_rng(2).exponential(size=17)
    tail = (1 - level) / 2
    for method in ("BCa", "percentile"):
        theirs = stats.bootstrap(
            (values,), statistic, n_resamples=999, method=method, confidence_level=level, rng=np.random.default_rng(4)
        )
        numbers = theirs.bootstrap_distribution
        corrected = bca(numbers, float(statistic(values)), left_out(values, statistic), tail)
        ours = corrected if method == "BCa" else percentiles(numbers, tail)
        assert ours == pytest.approx(tuple(theirs.confidence_interval), rel=1e-9)


def test_of_equal_values_the_interval_is_the_value() -> None:
    values = np.full(9, 0.1 + 0.2)
    numbers = np.full(50, 0.3)  # the same, but for rounding
    assert bca(numbers, float(values.mean()), means_without_one(values), 0.025) == (0.3, 0.3)


def test_a_number_outside_its_resamples_has_no_corrected_interval() -> None:
    numbers = np.linspace(0, 1, 1000)
    assert np.isnan(bca(numbers, 1.5, np.empty(0), 0.025)).all()
    assert np.isnan(bca(numbers, 0.9999, np.empty(0), 0.025)).all()
    assert np.isnan(bca(np.full(5, np.nan), 0.5, np.empty(0), 0.025)).all()
    assert np.isnan(bca(numbers, np.nan, np.empty(0), 0.025)).all()


def test_resamples_without_a_value_are_left_out() -> None:
    rng = np.random.default_rng(0)
    numbers, without = rng.normal(size=200), rng.normal(size=20)
    gaps = np.insert(numbers, [3, 50], np.nan), np.insert(without, 7, np.nan)
    assert bca(gaps[0], 0.1, gaps[1], 0.05) == bca(numbers, 0.1, without, 0.05)
    assert percentiles(gaps[0], 0.05) == percentiles(numbers, 0.05)


def test_means_without_one_equal_leaving_out() -> None:
    values = np.random.default_rng(1).random(8)
    np.testing.assert_allclose(means_without_one(values), left_out(values, np.mean))
    assert np.isnan(means_without_one(np.array([1.0, np.nan]))).all()


@pytest.mark.parametrize(("cells", "most", "parts"), [(0, 5, 0), (4, 5, 4), (130, 1000, 130), (130, 100, 100)])
def test_each_cell_is_left_out_once(cells: int, most: int, parts: int) -> None:
    weights = np.concatenate([np.empty((0, cells), dtype=np.int32), *deletions(cells, most)])
    assert weights.shape == (parts, cells)
    assert ((1 - weights).sum(axis=0) == 1).all()
    assert (1 - weights).sum(axis=1).max(initial=0) <= -(-cells // most)
