from __future__ import annotations

import numpy as np
import pytest

import goldscale as gs
from goldscale.data import Concepts

VALUES = np.array([[1.0, 0.5, 0.25], [0.5, 1.0, 0.0], [0.25, 0.0, 1.0]])
LABELS = ("Sky", "Clouds", "Food")


@pytest.fixture
def near() -> gs.Relatedness:
    return gs.Relatedness(VALUES, LABELS, "people", {"high": 4}, "2009-11-01", "made up")


def test_values_are_frozen_and_the_callers_own_stay_theirs(near: gs.Relatedness) -> None:
    mine = VALUES.copy()
    kept = gs.Relatedness(mine, LABELS)
    mine[0, 1] = 0.9
    assert kept.values[0, 1] == 0.5
    with pytest.raises(ValueError, match="read-only"):
        near.values[0, 1] = 0
    with pytest.raises(TypeError):
        near.parameters["high"] = 5  # type: ignore[index]


def test_aligned_follows_another_order_and_costs_are_the_rest(near: gs.Relatedness) -> None:
    np.testing.assert_array_equal(near.aligned(["Food", "Sky"]), [[1, 0.25], [0.25, 1]])
    np.testing.assert_array_equal(near.costs(Concepts(["Food", "Sky"])), [[0, 0.75], [0.75, 0]])
    writable = near.aligned(LABELS)
    writable[0, 0] = 7
    assert near.values[0, 0] == 1


def test_labels_without_names_are_matched_by_position(near: gs.Relatedness) -> None:
    np.testing.assert_array_equal(near.aligned(Concepts(3)), VALUES)
    with pytest.raises(gs.MismatchError, match="has 3 labels, 2 are needed"):
        near.aligned(Concepts(2))


def test_labels_that_it_lacks_are_named(near: gs.Relatedness) -> None:
    with pytest.raises(gs.MismatchError, match=r"1 missing \('Sea'\)"):
        near.aligned(["Sky", "Sea"])


def test_ranked_and_nearest(near: gs.Relatedness) -> None:
    assert near.ranked() == [("Sky", "Clouds", 0.5), ("Sky", "Food", 0.25), ("Clouds", "Food", 0.0)]
    assert near.nearest("Food") == [("Sky", 0.25), ("Clouds", 0.0)]
    with pytest.raises(gs.UnknownNameError, match="did you mean 'Clouds'"):
        near.nearest("Cloud")


def test_the_hash_does_not_know_the_order_but_the_values(near: gs.Relatedness) -> None:
    turned = gs.Relatedness(VALUES[::-1, ::-1], LABELS[::-1])
    assert turned.hash == near.hash
    assert gs.Relatedness(VALUES, ["Sky", "Clouds", "Sea"]).hash != near.hash
    assert gs.Relatedness.identity(LABELS).hash != near.hash


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1, 0.2], [0.3, 1]], "symmetric: 'a' to 'b' is 0.2, the other way 0.3"),
        ([[1, 1.2], [1.2, 1]], "between 0 and 1, found 1.2"),
        ([[1, -0.2], [-0.2, 1]], "between 0 and 1, found -0.2"),
        ([[1, 0.2], [0.2, 0.9]], "that of 'b' is 0.9"),
        ([[1, np.nan], [np.nan, 1]], "2 cells that are not a number"),
        ([[1, 0.2]], "square matrix, not 1 x 2"),
        ([[1, 0.2], [0.2]], "rows of equal length"),
        ([["x", 1], [1, 1]], "must be numbers"),
        ([[1]], "2 label names given for 1"),
    ],
)
def test_what_is_no_relatedness_is_refused(values: object, message: str) -> None:
    with pytest.raises(gs.ParameterError, match=message):
        gs.Relatedness(values, ["a", "b"])


def test_identity() -> None:
    same = gs.Relatedness.identity(LABELS)
    np.testing.assert_array_equal(same.values, np.eye(3))
    assert same.source == "identity"
