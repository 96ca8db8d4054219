from __future__ import annotations

import numpy as np
import pytest

from goldscale import Votes
from goldscale.errors import GoldscaleWarning, ParameterError, UnknownNameError

RECORDS = [("first", "a", "Sky", 1), ("second", "a", "Sky", 0), ("first", "b", "Sea", 4)]


def test_votes_from_records() -> None:
    votes = Votes.from_records(RECORDS)
    assert len(votes) == 3
    cube = votes.cube()
    assert cube.shape == (2, 2, 2)
    assert np.isnan(cube).sum() == 5
    assert cube[0, 1, 1] == 4
    assert len(votes.select(votes.annotator == 0)) == 2


def test_bad_votes_are_refused() -> None:
    with pytest.raises(ParameterError, match="given twice, the first by 'first' on 'a', 'Sky'; say occasion="):
        Votes([0, 0], [0, 0], [0, 0], [1, 1], ["first"], ["a"], ["Sky"])
    with pytest.raises(ParameterError, match="votes call gs"):
        Votes(RECORDS)
    with pytest.raises(ParameterError, match="must be a number"):
        Votes.from_records([("first", "a", "Sky", float("nan"))])
    with pytest.raises(ParameterError, match="item points outside"):
        Votes([0], [1], [0], [1], ["first"], ["a"], ["Sky"])
    with pytest.raises(ParameterError, match="one entry per vote"):
        Votes([0, 0], [0], [0], [1], ["first"], ["a"], ["Sky"])


def test_text_values_become_categories() -> None:
    votes = Votes.from_records([("first", "a", "Place", "Outdoor"), ("second", "a", "Place", "Indoor")])
    assert votes.categories == ("Outdoor", "Indoor")
    assert votes.values.tolist() == [0, 1]
    assert votes.levels_of("Place") == (0.0, 1.0)
    with pytest.raises(ParameterError, match="one of the 2 categories"):
        votes.replace(values=[0, 2])


def test_levels_of_yes_no_votes_are_both_even_if_all_say_no() -> None:
    assert Votes.from_records([("first", "a", "Snow", 0)]).levels_of("Snow") == (0.0, 1.0)
    assert Votes.from_records(RECORDS).levels == (0.0, 1.0, 4.0)


def test_a_second_vote_on_a_cell_is_another_occasion_and_no_second_opinion() -> None:
    votes = Votes([0, 0], [0, 0], [0, 0], [1, 0], ["first"], ["a"], ["Sky"], occasion=[0, 1])
    assert len(votes) == 2
    assert votes.first().values.tolist() == [1]
    assert votes.cube().tolist() == [[[1.0]]]


def test_a_record_that_comes_again_is_a_later_vote() -> None:
    with pytest.warns(GoldscaleWarning, match=r"1 vote is given again by the same person \(first, a, Sky\)"):
        votes = Votes.from_records([*RECORDS, RECORDS[0]])
    assert votes.occasion.tolist() == [0, 0, 0, 1]
    assert len(votes.first()) == 3


def test_details_have_one_entry_per_vote_and_known_names() -> None:
    votes = Votes.from_records(RECORDS).replace(details={"seconds": [3, 4, 5], "comment": ["", "nice", ""]})
    assert votes.select(votes.annotator == 1).details["comment"].tolist() == ["nice"]
    with pytest.raises(UnknownNameError, match="seconds"):
        votes.replace(details={"second": [1, 2, 3]})
    with pytest.raises(ParameterError, match="one entry per vote"):
        votes.replace(details={"seconds": [1]})


def test_the_hash_knows_what_was_said_not_in_which_order() -> None:
    votes, turned = Votes.from_records(RECORDS), Votes.from_records(RECORDS[::-1])
    assert votes.hash == turned.hash
    assert votes.hash != Votes.from_records([*RECORDS[:2], ("first", "b", "Sea", 3)]).hash


def test_an_unknown_annotator_gets_the_near_names() -> None:
    votes = Votes.from_records(RECORDS)
    assert votes.of("second").values.tolist() == [0]
    with pytest.raises(UnknownNameError, match="first"):
        votes.of("firts")
