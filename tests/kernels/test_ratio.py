from __future__ import annotations

import numpy as np

from goldscale.kernels.ratio import ratio


def test_nothing_over_nothing_is_undefined_and_not_a_warning() -> None:
    np.testing.assert_array_equal(ratio(np.array([1, 0, 3]), np.array([2, 0, 0])), [0.5, np.nan, np.nan])


def test_shapes_are_broadcast() -> None:
    np.testing.assert_array_equal(ratio(np.array([[1], [2]]), np.array([2, 4])), [[0.5, 0.25], [1.0, 0.5]])
