"""Votes that are written come back, in every respect but the order of names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from vote_samples import random_votes, records

from goldscale import Concepts, Items, ParameterError, Votes, read_votes, write_votes
from goldscale.formats import vote_losses

MANY = settings(max_examples=100)


def named_choices(votes: Votes) -> dict[str, set[object]]:
    names = votes.categories
    return {k: {x if names is None else names[int(x)] for x in v} for k, v in votes.choices.items()}


@pytest.mark.parametrize("ending", ["csv", "tsv", "csv.gz"])
@MANY
@given(votes=random_votes())
def test_votes_come_back(tmp_path: Path, ending: str, votes: Votes) -> None:
    path = tmp_path / f"file.{ending}"
    assert write_votes(votes, path) == []
    after = read_votes(path)
    assert records(after) == records(votes)
    for axis in ("annotators", "items", "labels"):
        before, found = getattr(votes, axis), getattr(after, axis)
        assert (set(found.names), found.noun) == (set(before.names), before.noun)
    assert set(after.categories or ()) == set(votes.categories or ())
    assert named_choices(after) == named_choices(votes)
    assert after.anonymous == votes.anonymous
    assert set(after.details) == set(votes.details)
    for kind, column in votes.details.items():
        assert np.array_equal(after.details[kind], column, equal_nan=kind == "seconds")
    assert after.hash == votes.hash


def test_what_a_table_cannot_hold_is_said(tmp_path: Path) -> None:
    votes = Votes(
        [0], [0], [0], [1], ["ann"], Items(1, "scan"), Concepts(["Sky"], "thing"), details={"comment": [" well\r"]}
    )
    said = write_votes(votes, tmp_path / "v.csv")
    assert said == [
        "that the scans are numbers, not names",
        "the word 'scan' for the scans",
        "the word 'thing' for the things",
        "blanks around the comment",
    ]
    assert vote_losses(votes, tmp_path / "v.csv") == said
    assert read_votes(tmp_path / "v.csv").details["comment"][0] == "well"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"annotators": [" ann"]}, "blanks around"),
        ({"items": ["a\0"]}, "names that are text"),
        ({"values": [], "annotator": [], "item": [], "label": [], "occasion": []}, "at least one vote"),
        ({"details": {"seconds": [-1]}}, "0 seconds or more"),
        ({"details": {"seconds": [np.inf]}}, "0 seconds or more"),
        ({"details": {"comment": ["\ud800"]}}, "comment"),
        ({"occasion": [-1]}, "occasions from 0"),
    ],
)
def test_votes_that_cannot_be_written_leave_no_file(tmp_path: Path, changes: dict[str, object], words: str) -> None:
    votes = Votes([0], [0], [0], [1], ["ann"], ["a"], ["Sky"]).replace(**changes)
    with pytest.raises(ParameterError, match=words):
        write_votes(votes, tmp_path / "v.csv")
    assert not list(tmp_path.iterdir())


def test_a_format_without_a_writer_says_so(tmp_path: Path) -> None:
    votes = Votes.from_records([("ann", "a", "Sky", 1)])
    with pytest.raises(ParameterError, match="try one of votes-csv, votes-tsv"):
        write_votes(votes, tmp_path / "v", "mturk")
    with pytest.raises(ParameterError, match="cannot tell a format"):
        write_votes(votes, tmp_path / "v.docx")
