"""Discounted gain against scikit-learn, which averages over ties as we do, and against a loop."""

from __future__ import annotations

from math import log2

import numpy as np
import pytest
from hypothesis import given
from ranked_units import GRADES, TIED, WIDTH, ranking
from sklearn.metrics import ndcg_score

from goldscale.kernels.gain import discounts, normalised_gain


@pytest.mark.parametrize("cutoff", [None, 1, 3, 50])
@given(scores=TIED, grade=GRADES)
def test_linear_and_exponential_gain(cutoff: int | None, scores: np.ndarray, grade: np.ndarray) -> None:
    found = ranking(scores, grade)
    for name, gain in (("linear", grade.astype(float)), ("exp", np.exp2(grade) - 1)):
        ours = normalised_gain(found, name, cutoff)
        assert np.isnan(ours[~grade.any(axis=1)]).all()
        for unit in np.flatnonzero(grade.any(axis=1)):
            wanted = ndcg_score(gain[[unit]], scores[[unit]], k=cutoff)
            assert ours[unit] == pytest.approx(wanted, abs=1e-12)


def test_a_cell_that_is_not_ranked_adds_nothing_but_stays_in_the_ideal() -> None:
    scores, grade = np.float32([[0.5, -np.inf, 0.1, -np.inf, -np.inf]]), np.int8([[1, 3, 0, 0, 0]])
    ideal = 3 / log2(2) + 1 / log2(3)
    assert scores.shape[1] == WIDTH
    assert normalised_gain(ranking(scores, grade), "linear", None)[0] == pytest.approx(1 / ideal)


def test_discounts_are_running_sums() -> None:
    assert discounts(3).tolist() == pytest.approx([0, 1, 1 + 1 / log2(3), 1 + 1 / log2(3) + 1 / 2])
