"""Halves of the units against a loop over splits."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale.kernels.split_halves import half_differences, swap_rates


def test_differences_of_halves_are_those_of_disjoint_units() -> None:
    values = np.random.default_rng(1).random((3, 9))
    values[1, 4] = np.nan
    known = np.delete(values, 4, axis=1)
    one, other = half_differences(values, 20, np.random.default_rng(0))
    assert one.shape == other.shape == (20, 3)
    whole = known.mean(axis=1)
    expected = [whole[0] - whole[1], whole[0] - whole[2], whole[1] - whole[2]]
    np.testing.assert_allclose((one + other) / 2, np.tile(expected, (20, 1)), err_msg="8 units make two whole halves")
    assert np.ptp(one[:, 0]) > 0, "each split is another"


def test_swaps_are_counted_by_size_on_both_halves() -> None:
    one, other = np.array([[0.1, 0.5], [-0.1, 0.5]]), np.array([[-0.1, 0.4], [-0.3, 0.2]])
    rates, counted = swap_rates(one, other, np.array([0.0, 0.15, 0.6]))
    assert counted.tolist() == [3, 5]
    assert rates == pytest.approx([2 / 3, 0.0])
    assert np.isnan(swap_rates(one, other, np.array([0.0, 0.6, 0.9]))[0][1])
