"""Closed forms of distances against sums over pairs; distances of sets against nltk."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics.distance import jaccard_distance, masi_distance

from goldscale.kernels.agreement import distances as kernel
from goldscale.kernels.agreement.counts import Tally, tally

VALUES = np.array([0.0, 1.0, 2.5, 4.0])
SUBSETS = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1]])
DISTANCES = {
    "nominal": kernel.Nominal(VALUES),
    "squared": kernel.Squared(VALUES),
    "scaled": kernel.Squared(VALUES, 4.0),
    "linear": kernel.Linear(VALUES),
    "ordered": kernel.Ordered(VALUES),
    "ratio": kernel.Ratio(VALUES),
    "jaccard": kernel.Jaccard(SUBSETS),
    "masi": kernel.Masi(SUBSETS),
}
FORMULAS = {
    "nominal": lambda a, b: float(a != b),
    "squared": lambda a, b: (VALUES[a] - VALUES[b]) ** 2,
    "scaled": lambda a, b: ((VALUES[a] - VALUES[b]) / 4) ** 2,
    "linear": lambda a, b: abs(VALUES[a] - VALUES[b]) / 4,
    # Gwet's ordinal weights: 1 - C(steps + 1, 2) / C(values, 2).
    "ordered": lambda a, b: (abs(a - b) + 1) * abs(a - b) / 2 / 6,
    "ratio": lambda a, b: ((VALUES[a] - VALUES[b]) / (VALUES[a] + VALUES[b])) ** 2 if a != b else 0.0,
    "jaccard": lambda a, b: jaccard_distance(members(a), members(b)) if members(a) | members(b) else 0.0,
    "masi": lambda a, b: masi_distance(members(a), members(b)) if a != b else 0.0,
}
VOTES = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=12)


def members(row: int) -> set[int]:
    return {int(i) for i in np.flatnonzero(SUBSETS[row])}


def table_of(votes: list[tuple[int, int]]) -> Tally:
    return tally(*(np.array([vote[i] for vote in votes], dtype=int) for i in (0, 1)), 3, 4)


@pytest.mark.parametrize("name", DISTANCES)
def test_distances_are_those_of_the_formula(name: str) -> None:
    first, second = (index.ravel() for index in np.indices((4, 4)))
    wanted = [FORMULAS[name](int(a), int(b)) for a, b in zip(first, second, strict=True)]
    # nltk rounds what MASI takes for partial overlaps to two digits.
    near = 0.005 if name == "masi" else 1e-12
    np.testing.assert_allclose(DISTANCES[name].between(first, second), wanted, atol=near)
    np.testing.assert_allclose(DISTANCES[name].rows(0, 4).ravel(), wanted, atol=near)


@pytest.mark.parametrize("name", DISTANCES)
@given(votes=VOTES, pool=st.lists(st.integers(0, 5), min_size=4, max_size=4))
def test_sums_inside_units_and_against_a_pool(name: str, votes: list[tuple[int, int]], pool: list[int]) -> None:
    distance = DISTANCES[name]
    apart = distance.rows(0, 4)
    table = table_of(votes)
    within = [
        sum(apart[a, b] for i, (u, a) in enumerate(votes) for j, (v, b) in enumerate(votes) if u == v == one and i != j)
        for one in range(3)
    ]
    np.testing.assert_allclose(distance.within(table), within, atol=1e-12)
    counts = np.array(pool, dtype=float)
    np.testing.assert_allclose(distance.spread(counts), apart @ counts, atol=1e-12)
    np.testing.assert_allclose(distance.across(counts[::-1], counts), counts[::-1] @ apart @ counts, atol=1e-10)
    assert distance.total() == pytest.approx(apart.sum())


@given(votes=VOTES)
def test_squares_around_the_mean_of_each_unit(votes: list[tuple[int, int]]) -> None:
    table = table_of(votes)
    own = [VALUES[[c for u, c in votes if u == one]] for one in range(3)]
    wanted = [((v - v.mean()) ** 2).sum() if len(v) else 0.0 for v in own]
    np.testing.assert_allclose(kernel.squares_within(table, VALUES[table.code]), wanted, atol=1e-12)
