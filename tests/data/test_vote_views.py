from __future__ import annotations

import numpy as np
import pytest

from goldscale import Votes
from goldscale.data.vote_views import grouped, join, selections, sheet_judgements, ungrouped, with_deselections
from goldscale.errors import MismatchError, ParameterError

GROUPS = {"Place": ["Indoor", "Outdoor"], "Season": ["Summer", "Winter"], "Absent": ["Nowhere"]}


def said(votes: Votes) -> dict[tuple[str, str, str], float | str]:
    values = [v if votes.categories is None else votes.categories[int(v)] for v in votes.values]
    rows = zip(votes.annotator, votes.item, votes.label, values, strict=True)
    return {(votes.annotators[a], votes.items[i], votes.labels[j]): v for a, i, j, v in rows}


@pytest.fixture
def ticked() -> Votes:
    """What two people ticked; the second one saw only the first item, and ticked both places."""
    return Votes.from_records(
        [
            ("ann", "a", "Indoor", 1),
            ("ann", "a", "Summer", 1),
            ("ann", "b", "Outdoor", 1),
            ("bob", "a", "Indoor", 1),
            ("bob", "a", "Outdoor", 1),
            ("bob", "a", "Winter", 1),
        ]
    )


def test_deselections_are_added_only_where_somebody_voted(ticked: Votes) -> None:
    all_votes = with_deselections(ticked.replace(details={"seconds": [9, 9, 7, 5, 5, 5], "comment": ["x"] + [""] * 5}))
    assert len(all_votes) == 3 * 4
    found = said(all_votes)
    assert found["ann", "b", "Indoor"] == 0
    assert found["ann", "b", "Outdoor"] == 1
    assert ("bob", "b", "Indoor") not in found
    added = all_votes.values == 0
    assert set(all_votes.details["comment"][added]) == {""}
    assert set(all_votes.details["seconds"][added]) == {9, 7, 5}
    assert said(selections(all_votes)) == said(ticked)


def test_deselections_of_a_second_sheet_belong_to_it() -> None:
    twice = Votes([0, 0], [0, 0], [0, 1], [1, 1], ["ann"], ["a"], ["Sky", "Sea"], occasion=[0, 1])
    found = with_deselections(twice)
    assert sorted(zip(found.occasion, found.label, found.values, strict=True)) == [
        (0, 0, 1),
        (0, 1, 0),
        (1, 0, 0),
        (1, 1, 1),
    ]


def test_a_group_is_one_vote_unless_it_was_answered_twice_or_not_at_all(ticked: Votes) -> None:
    votes = grouped(ticked, GROUPS)
    assert said(votes) == {
        ("ann", "a", "Place"): "Indoor",
        ("ann", "a", "Season"): "Summer",
        ("ann", "b", "Place"): "Outdoor",
        ("bob", "a", "Season"): "Winter",
    }
    assert votes.labels.names == ("Place", "Season")
    names = votes.categories or ()
    assert [names[int(code)] for code in votes.levels_of("Season")] == ["Summer", "Winter"]


def test_groups_taken_apart_are_yes_and_no(ticked: Votes) -> None:
    found = said(ungrouped(grouped(ticked, GROUPS)))
    assert found["ann", "a", "Indoor"] == 1
    assert found["ann", "a", "Outdoor"] == 0
    assert found["bob", "a", "Winter"] == 1
    assert ("bob", "a", "Indoor") not in found


def test_categories_that_two_questions_share_keep_their_questions_apart() -> None:
    votes = Votes.from_records([("ann", "a", "Sky", "none"), ("ann", "a", "Sea", "none"), ("ann", "b", "Sea", "some")])
    assert ungrouped(votes).labels.names == ("Sky: none", "Sea: none", "Sea: some")


def test_readings_of_selection_refuse_grades(ticked: Votes) -> None:
    grades = Votes.from_records([("ann", "a", "good", 3)])
    for reading in (with_deselections, selections, lambda v: grouped(v, GROUPS)):
        with pytest.raises(ParameterError, match=r"yes .1. and no .0., not values from 3 to 3"):
            reading(grades)
    with pytest.raises(ParameterError, match="are numbers"):
        ungrouped(grades)


def test_one_annotator_is_a_truth_with_gaps(ticked: Votes) -> None:
    truth = sheet_judgements(with_deselections(ticked), "bob")
    assert truth.name == "bob"
    assert np.asarray(truth.values).tolist() == [[1, 0, 1, 1], [-1, -1, -1, -1]]
    assert truth.labels.names == ("Indoor", "Summer", "Outdoor", "Winter")


def test_joined_votes_match_by_name(ticked: Votes) -> None:
    other = Votes.from_records([("cid", "b", "Winter", 1), ("cid", "c", "Rain", 1)])
    joined = join([ticked, other.replace(details={"batch": ["2", "2"]})])
    assert said(joined) == {**said(ticked), **said(other)}
    assert joined.details["batch"].tolist() == [""] * 6 + ["2"] * 2
    with pytest.raises(ParameterError, match="given twice"):
        join([ticked, ticked])
    with pytest.raises(MismatchError, match="cannot be joined"):
        join([ticked, grouped(ticked, GROUPS)])


def test_joined_categories_keep_their_meaning(ticked: Votes) -> None:
    first = grouped(ticked, {"Place": ["Indoor", "Outdoor"]})
    second = Votes.from_records([("cid", "a", "Place", "Outdoor"), ("cid", "b", "Place", "Space")])
    joined = join([first, second.replace(choices={"Place": [0, 1]})])
    assert said(joined) == {**said(first), **said(second)}
    names = joined.categories or ()
    assert {names[int(code)] for code in joined.levels_of("Place")} == {"Indoor", "Outdoor", "Space"}
