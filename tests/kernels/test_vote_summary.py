"""Summaries of votes against NumPy, cell by cell."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from goldscale.kernels.vote_summary import CellVotes


@given(votes=st.lists(st.tuples(st.integers(0, 4), st.sampled_from([0.0, 0.5, 1.0, 4.0])), max_size=15))
def test_each_cell_is_summed_up_by_itself(votes: list[tuple[int, float]]) -> None:
    cell, value = np.array([c for c, _ in votes], dtype=int), np.array([v for _, v in votes])
    found = CellVotes(cell, value)
    assert found.cells.tolist() == sorted({c for c, _ in votes})
    own = [value[cell == c] for c in found.cells]
    assert found.counts.tolist() == [len(v) for v in own]
    np.testing.assert_allclose(found.mean, [v.mean() for v in own])
    np.testing.assert_allclose(found.median, [np.median(v) for v in own])
    np.testing.assert_allclose(found.lowest, [v.min() for v in own])
    np.testing.assert_allclose(found.highest, [v.max() for v in own])
