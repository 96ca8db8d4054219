from __future__ import annotations

import numpy as np
import pytest

from goldscale.data import Concepts, Items
from goldscale.errors import MismatchError


def test_names_are_text_and_unique() -> None:
    with pytest.raises(MismatchError, match=r"images must be unique: 1 double \('a'\)"):
        Items(["a", "b", "a"], noun="image")


def test_an_axis_knows_what_it_is_called() -> None:
    assert repr(Items(["x"], noun="document")) == "Items(1 document: x)"
    assert Concepts(["a", "b"], noun="species").plural == "species"


def test_an_axis_from_a_length_has_no_names_of_its_own() -> None:
    axis = Items(3)
    assert axis.names == ("0", "1", "2")
    assert not axis.named
    assert not axis.take([0, 2]).named


def test_locate_and_take() -> None:
    axis = Items(["a", "b", "c"])
    assert axis.take([2, 0]).names == ("c", "a")
    assert Items(["c", "x"]).locate(axis).tolist() == [2, -1]


def test_descending_rank_orders_by_bytes() -> None:
    axis = Items(["a", "B", "é", "z"])
    order = np.argsort(axis.descending_rank)
    assert [axis[i] for i in order] == ["é", "z", "a", "B"]
