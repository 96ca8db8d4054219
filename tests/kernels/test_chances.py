"""Chances against counting all orders."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from goldscale.kernels.chances import path_chance


@pytest.mark.parametrize(("m", "r"), [(0, 2), (3, 0), (2, 3), (3, 1)])
def test_every_order_is_as_likely(m: int, r: int) -> None:
    orders = list(permutations([0] * m + [1] * r))
    for x in range(-1, m + 2):
        for y in range(-1, r + 2):
            counted = 0.0
            if x >= 0 and y >= 0 and x + y <= m + r:
                counted = sum(sum(order[: x + y]) == y for order in orders) / len(orders)
            assert float(path_chance(*np.array([x, y, m, r]))) == pytest.approx(counted)
