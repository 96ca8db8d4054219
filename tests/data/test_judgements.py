from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from goldscale import Judgements
from goldscale.errors import ParameterError


def test_kinds_of_relevance() -> None:
    assert Judgements([[1, 0]]).relevance == "binary"
    assert Judgements([[True, False]]).relevance == "binary"
    assert Judgements([[3, 0]]).relevance == "graded"
    assert Judgements([[0.25, 1.0]]).relevance == "probability"
    assert Judgements([[1.0, 0.0]]).relevance == "binary"


def test_of_probabilities_the_labels_to_be_expected_are_counted() -> None:
    truth = Judgements([[0.25, 1.0, 0.0], [0.5, np.nan, 0.0]])
    assert (truth.cardinality, truth.density) == (0.875, 0.875 / 3)
    assert repr(truth) == "Judgements(2 items x 3 labels, probability, 1.8 relevant expected, 1 unjudged)"


def test_grades_are_small() -> None:
    assert Judgements(np.ones((2, 2), dtype=np.int64)).values.dtype == np.int8
    assert Judgements([[300, 0]]).values.dtype == np.int16
    with pytest.raises(ParameterError, match="grades must lie below"):
        Judgements([[100_000, 0]])


def test_unjudged_cells_are_counted_in_every_form() -> None:
    assert Judgements([[1, -1], [np.nan, 0]]).unjudged == 2
    assert Judgements([[0.5, np.nan]]).unjudged == 1
    cells = sparse.csr_array(([1, 0, -1], ([0, 0, 1], [0, 1, 1])), shape=(2, 2))
    truth = Judgements(cells)
    assert truth.is_sparse
    assert (truth.unjudged, truth.relevant) == (2, 1)


def test_cardinality_and_density() -> None:
    truth = Judgements([[1, 1, 0, 0], [1, 0, 0, 0]])
    assert truth.cardinality == 1.5  # eq. 3.2
    assert truth.density == 0.375  # eq. 3.3


def test_it_is_frozen_and_leaves_the_callers_array_alone() -> None:
    values = np.zeros((2, 2), dtype=np.int8)
    truth = Judgements(values)
    with pytest.raises(ValueError, match="read-only"):
        truth.values[0, 0] = 1
    values[0, 0] = 1  # the caller may still write


def test_the_hash_does_not_depend_on_order() -> None:
    values = np.array([[1, 0, 1], [0, 1, 0]])
    truth = Judgements(values, ["a", "b"], ["x", "y", "z"])
    mixed = Judgements(values[::-1][:, [2, 0, 1]], ["b", "a"], ["z", "x", "y"])
    assert truth.hash == mixed.hash
    assert truth.hash != Judgements(1 - values, ["a", "b"], ["x", "y", "z"]).hash
    assert truth.hash != Judgements(values, ["a", "c"], ["x", "y", "z"]).hash


def test_select() -> None:
    part = Judgements(np.arange(6).reshape(2, 3), ["a", "b"], ["x", "y", "z"]).select(np.array([1]), np.array([2, 0]))
    assert part.values.tolist() == [[5, 3]]
    assert (part.items.names, part.labels.names) == (("b",), ("z", "x"))


@pytest.mark.parametrize("bad", [[[0.5, 2.0]], [["a", 1]], [1, 0], [[[1]]]])
def test_bad_values_are_refused(bad: list) -> None:
    with pytest.raises(ParameterError):
        Judgements(bad)


def test_doubled_sparse_cells_are_refused() -> None:
    cells = sparse.coo_array(([1, 1], ([0, 0], [0, 0])), shape=(1, 1))
    with pytest.raises(ParameterError, match="more than once"):
        Judgements(cells)
