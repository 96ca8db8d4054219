"""Means over pairs with gaps."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale.kernels.pairwise import mean_of_pairs, mean_to_others

NAN = np.nan
MATRIX = np.array([[1.0, 0.2, NAN], [0.2, 1.0, 0.6], [NAN, 0.6, 1.0]])


def test_pairs_without_a_value_are_left_out() -> None:
    assert mean_of_pairs(MATRIX) == pytest.approx(0.4)
    np.testing.assert_allclose(mean_to_others(MATRIX), [0.2, 0.4, 0.6])


def test_nothing_to_average() -> None:
    alone = np.array([[1.0, NAN], [NAN, 1.0]])
    assert np.isnan(mean_of_pairs(alone))
    assert np.isnan(mean_to_others(alone)).all()
    assert np.isnan(mean_of_pairs(np.ones((1, 1))))
