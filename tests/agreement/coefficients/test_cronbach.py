"""Cronbach's alpha beside the plain formula and a printed table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from vote_tables import NAN, votes_of

from goldscale.agreement import agree, cronbach
from goldscale.errors import ParameterError

JUDGES = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], dtype=float)
"""Shrout and Fleiss 1979 (DOI 10.1037/0033-2909.86.2.420), table 2: six targets rated by four judges."""


def slow(matrix: np.ndarray) -> float:
    k = matrix.shape[1]
    return k / (k - 1) * (1 - sum(np.var(column, ddof=1) for column in matrix.T) / np.var(matrix.sum(axis=1), ddof=1))


def test_the_printed_reliability_of_four_judges() -> None:
    """Their ICC(3,4) = .91 (table 4) is Cronbach's alpha with judges as test items."""
    assert round(cronbach(JUDGES), 2) == 0.91
    assert agree(votes_of(JUDGES.T), "cronbach", ci=None).results[0].overall.value == pytest.approx(cronbach(JUDGES))


@given(
    matrix=arrays.arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(0, 20)),
    offset=st.sampled_from([0.0, 1e6]),
)
def test_equals_the_formula(matrix: np.ndarray, offset: float) -> None:
    if np.ptp(matrix.sum(axis=1)) == 0:
        assert np.isnan(cronbach(matrix + offset))
    else:
        assert cronbach(matrix + offset) == pytest.approx(slow(matrix))


def test_only_units_with_everybodys_vote_count() -> None:
    gappy = np.vstack([JUDGES, [[1, NAN, 5, 9]]])
    estimate = agree(votes_of(gappy.T), "cronbach", ci=None).results[0].overall
    assert estimate.value == pytest.approx(cronbach(JUDGES))
    assert estimate.units == 6


def test_wrong_input_is_refused() -> None:
    with pytest.raises(ParameterError, match="matrix of scores"):
        cronbach([1.0, 2.0])
    with pytest.raises(ParameterError, match="every cell"):
        cronbach([[1.0, NAN], [2.0, 1.0]])
