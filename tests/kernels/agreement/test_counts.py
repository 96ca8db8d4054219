"""Counts of votes against a Counter, however few or many the values."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from goldscale.kernels.agreement.counts import gather, tally, tally_matrix

VALUES = st.sampled_from([np.nan, -2.0, 0.0, 1.0, 3.0])
PARTS = st.sampled_from([np.nan, 0.5, 1.25, 2.0, 1e9])
RATINGS = st.one_of(arrays(np.float64, (3, 4), elements=VALUES), arrays(np.float64, (3, 4), elements=PARTS))


@pytest.mark.parametrize("codes", [3, 5000])  # a full table, and one too large for that
@given(votes=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=20), weight=st.permutations(range(4)))
def test_entries_are_those_of_a_counter(codes: int, votes: list[tuple[int, int]], weight: list[int]) -> None:
    unit, code = (np.array([vote[i] for vote in votes], dtype=int) for i in (0, 1))
    table = tally(unit, code, 4, codes)
    counted = Counter(votes)
    assert list(zip(table.unit.tolist(), table.code.tolist(), strict=True)) == sorted(counted)
    assert table.count.tolist() == [counted[key] for key in sorted(counted)]
    per_unit = [[n for (u, _), n in sorted(counted.items()) if u == one] for one in range(4)]
    assert table.votes.tolist() == [sum(n) for n in per_unit]
    assert table.pairable.tolist() == [sum(n) >= 2 for n in per_unit]
    assert table.highest.tolist() == [max(n, default=0) for n in per_unit]
    assert table.sum(table.code + 1.0).tolist() == [sum(c + 1 for u, c in votes if u == one) for one in range(4)]
    np.testing.assert_allclose(table.shares, [n / sum(per_unit[u]) for (u, _), n in sorted(counted.items())])
    weighted = table.totals(np.array(weight, dtype=float))
    assert weighted[:3].tolist() == [sum(weight[u] for u, c in votes if c == value) for value in range(3)]
    assert table.totals()[:3].tolist() == [sum(c == value for _, c in votes) for value in range(3)]


@given(ratings=RATINGS)
def test_a_matrix_of_ratings(ratings: np.ndarray) -> None:
    table, values = tally_matrix(ratings)
    wanted = Counter((u, float(v)) for u, column in enumerate(ratings.T) for v in column if not np.isnan(v))
    found = zip(table.unit.tolist(), values[table.code].tolist(), table.count.tolist(), strict=True)
    assert {(u, v): n for u, v, n in found} == wanted
    assert values.tolist() == sorted({v for _, v in wanted})


def test_sums_under_draws() -> None:
    draw, group, column = np.array([0, 0, 1, 2]), np.array([0, 1, 1, 1]), np.array([0, 1, 1, 0])
    sums = gather(draw, group, column, np.array([1.0, 2.0, 3.0, 4.0]), (3, 2, 2))
    found = sums.under(np.array([[1, 1, 1], [2, 0, 1]]))
    assert found.tolist() == [[[1, 0], [4, 5]], [[2, 0], [4, 4]]]
