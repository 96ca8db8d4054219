"""What chance would give, against sums over pairs of values and of raters."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldscale.kernels.agreement import chance as kernel
from goldscale.kernels.agreement.counts import tally
from goldscale.kernels.agreement.distances import Linear, Nominal

VALUES = np.array([1.0, 2.0, 4.0])
SHARES = st.lists(st.integers(1, 6), min_size=3, max_size=3).map(lambda n: np.array(n) / sum(n))


@pytest.mark.parametrize("distance", [Nominal(VALUES), Linear(VALUES)], ids=["nominal", "linear"])
@given(shares=SHARES, other=SHARES)
def test_expected_distance_of_two_votes(distance: Nominal, shares: np.ndarray, other: np.ndarray) -> None:
    apart = distance.rows(0, 3)

    def drawn(one: np.ndarray, two: np.ndarray) -> float:
        return sum(one[a] * two[b] * apart[a, b] for a in range(3) for b in range(3))

    assert kernel.fleiss_chance(shares, distance) == pytest.approx(drawn(shares, shares))
    uniform = kernel.uniform_chance(np.array(3.0), np.array(distance.total()))
    assert uniform == pytest.approx(drawn(np.full(3, 1 / 3), np.full(3, 1 / 3)))
    raters = np.stack([shares, other, shares[::-1]])
    pairs = [drawn(raters[a], raters[b]) for a, b in combinations(range(3), 2)]
    assert kernel.conger_chance(raters, np.ones(3), distance) == pytest.approx(np.mean(pairs))
    absent = np.stack([shares, other, np.zeros(3)])
    assert kernel.conger_chance(absent, np.array([1, 1, 0]), distance) == pytest.approx(drawn(shares, other))


@given(shares=SHARES)
def test_gwets_chance(shares: np.ndarray) -> None:
    """Gwet 2008: agreement by chance is sum p (1 - p) / (values - 1), times the weights' mean where there are any."""
    agreed = sum(p * (1 - p) for p in shares) / 2
    ours = kernel.gwet_chance(shares, np.array(3.0), np.array(Nominal(VALUES).total()))
    assert ours == pytest.approx(1 - agreed)
    weights = 1 - Linear(VALUES).rows(0, 3)
    ours = kernel.gwet_chance(shares, np.array(3.0), np.array(Linear(VALUES).total()))
    assert ours == pytest.approx(1 - weights.sum() / (3 * 2) * sum(p * (1 - p) for p in shares))


def test_disagreement_is_the_mean_over_pairs_of_votes() -> None:
    table = tally(np.array([0, 0, 0, 1, 2, 2]), np.array([0, 2, 2, 1, 1, 1]), 3, 3)
    assert kernel.disagreement(table, Linear(VALUES)).tolist() == pytest.approx([2 / 3, 0, 0])
