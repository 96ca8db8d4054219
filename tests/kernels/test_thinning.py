"""Lines with few points: none of the points left out lies far from what is drawn."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from goldscale.kernels.thinning import thinned


def farthest(x: np.ndarray, y: np.ndarray, kept: np.ndarray) -> float:
    """Of all points the largest distance to the drawn line, piece by piece."""
    worst = 0.0
    for px, py in zip(x, y, strict=True):
        near = np.inf
        for a, b in pairwise(kept):
            way = np.array([x[b] - x[a], y[b] - y[a]])
            to = np.array([px - x[a], py - y[a]])
            along = np.clip(to @ way / (way @ way), 0, 1) if way.any() else 0.0
            near = min(near, float(np.hypot(*(to - along * way))))
        worst = max(worst, near)
    return worst


@pytest.mark.parametrize("most", [8, 40, 500])
def test_few_points_stay_close_to_all(most: int) -> None:
    rng = np.random.default_rng(1)
    x = np.sort(rng.random(150))
    y = np.sqrt(x) + rng.normal(0, 0.003, 150)
    kept = thinned(x, y, most, 0.002)
    assert kept[0] == 0
    assert kept[-1] == 149
    assert len(kept) <= most
    assert farthest(x, y, kept) <= (0.002 if most == 500 else 0.03 if most == 40 else 0.1)


def test_a_straight_line_has_two_points() -> None:
    x = np.linspace(0, 1, 50)
    assert thinned(x, 2 * x, 40, 1e-9).tolist() == [0, 49]
    assert thinned(x[:1], x[:1], 40, 0.1).tolist() == [0]
    assert thinned(np.zeros(9), np.zeros(9), 40, 0.1).tolist() == [0, 8]
