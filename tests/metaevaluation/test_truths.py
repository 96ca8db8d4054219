"""The truths that votes allow."""

from __future__ import annotations

import numpy as np
import pytest

import goldscale as gs
from goldscale.errors import MismatchError
from goldscale.metaevaluation.truths import MOST, possible_truths


def made_up_votes(people: int) -> gs.Votes:
    """Everybody votes on one item, and the later ones on more."""
    return gs.Votes.from_records(
        [(f"made-up {p:02}", f"{i}.jpg", "Sky", (p + i) % 3 == 0) for p in range(people) for i in range(p + 1)]
    )


def test_of_many_annotators_those_with_the_most_votes() -> None:
    found = possible_truths(made_up_votes(15))
    assert list(found) == [*(f"made-up {p:02}" for p in range(15 - MOST, 15)), "majority", "Dawid-Skene"]


def test_merged_truths_are_those_of_merge_votes() -> None:
    votes = made_up_votes(4)
    found = possible_truths(votes, gs.merge_votes(votes).judgements, ["made-up 03"])
    assert list(found) == ["made-up 03", "majority", "Dawid-Skene", "campaign"]
    for name, method in (("majority", "majority"), ("Dawid-Skene", "dawid-skene")):
        assert np.array_equal(found[name].values, gs.merge_votes(votes, method).judgements.values)


def test_an_annotator_called_majority() -> None:
    votes = gs.Votes.from_records([(who, "a.jpg", "Sky", 1) for who in ("majority", "other")])
    with pytest.raises(MismatchError, match="called like a merged truth"):
        possible_truths(votes)
