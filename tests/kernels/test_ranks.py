"""Kernels of single ranks against every order of tied cells, and group ties against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from ranked_units import PARTLY_RANKED, RELEVANCE, TIED, hits, over_orders
from sklearn.metrics import coverage_error

from goldscale.kernels import precision as kernel


def first(order: list[int], _: int) -> float:
    return order.index(1) + 1


def last(order: list[int], _: int) -> float:
    return len(order) - order[::-1].index(1)


@given(scores=PARTLY_RANKED, relevant=RELEVANCE)
def test_ranks_are_the_mean_over_all_orders(scores: np.ndarray, relevant: np.ndarray) -> None:
    found = hits(scores, relevant)
    size = relevant.sum(axis=1)
    highest = over_orders(first, scores, relevant, ranked_only=False)
    lowest = over_orders(last, scores, relevant, ranked_only=False)
    np.testing.assert_allclose(kernel.first_rank(found), highest, atol=1e-12)
    np.testing.assert_allclose(kernel.last_rank(found), lowest, atol=1e-12)
    np.testing.assert_allclose(kernel.coverage(found, form="thesis"), lowest - size, atol=1e-12)
    np.testing.assert_allclose(kernel.coverage(found, form="schapire"), lowest - 1, atol=1e-12)


@given(scores=PARTLY_RANKED, relevant=RELEVANCE)
def test_one_error_is_how_often_the_first_cell_is_wrong(scores: np.ndarray, relevant: np.ndarray) -> None:
    wanted = over_orders(lambda order, _: float(order[:1] != [1]), scores, relevant)
    np.testing.assert_allclose(kernel.one_error(hits(scores, relevant)), wanted, atol=1e-12)


@given(scores=TIED, relevant=RELEVANCE)
def test_ties_taken_as_one_block_are_those_of_scikit_learn(scores: np.ndarray, relevant: np.ndarray) -> None:
    ours = kernel.last_rank(hits(scores, relevant, "group"))
    for unit in np.flatnonzero(relevant.any(axis=1)):
        assert ours[unit] == pytest.approx(coverage_error(relevant[[unit]], scores[[unit]]))
