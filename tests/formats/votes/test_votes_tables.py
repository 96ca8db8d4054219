"""Votes as people have them: items x raters, data frames, crowd-kit's columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from vote_samples import records

from goldscale import FormatError, GoldscaleWarning, MismatchError, UnknownNameError, Votes, read_votes

WIDE = "image,rater 1,rater 2,rater 3\na,1,2,\nb,3,3,4\nc,,1,1\n"
IN_ROWS = [
    ("rater 1", "a", "answer", 1.0, 0),
    ("rater 1", "b", "answer", 3.0, 0),
    ("rater 2", "a", "answer", 2.0, 0),
    ("rater 2", "b", "answer", 3.0, 0),
    ("rater 2", "c", "answer", 1.0, 0),
    ("rater 3", "b", "answer", 4.0, 0),
    ("rater 3", "c", "answer", 1.0, 0),
]


def write(folder: Path, text: str) -> Path:
    path = folder / "table.csv"
    path.write_text(text)
    return path


def test_items_x_raters_are_recognised_where_columns_are_people(tmp_path: Path) -> None:
    votes = read_votes(write(tmp_path, WIDE))
    assert records(votes) == IN_ROWS
    assert votes.items.noun == "image"


def test_elsewhere_the_format_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, WIDE.replace("rater 1,rater 2,rater 3", "ann,bob,cid"))
    with pytest.raises(FormatError, match="--format votes-wide"):
        read_votes(path)
    assert read_votes(path, "votes-wide").annotators.names == ("ann", "bob", "cid")
    other = write(tmp_path, "ann,picture,bob\nyes,a,no\n,b,maybe\n")
    votes = read_votes(other, "votes-wide", columns={"item": "picture"})
    assert votes.categories == ("yes", "no", "maybe")
    assert votes.items.names == ("a", "b")


def test_a_broken_cell_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"table.csv, line 3.*a finite number"):
        read_votes(write(tmp_path, WIDE.replace("3,3,4", "3,inf,4")))
    with pytest.raises(FormatError, match="a column of items and one for each person"):
        read_votes(write(tmp_path, "image\na\n"), "votes-wide")


def test_an_item_in_two_rows_was_seen_twice(tmp_path: Path) -> None:
    with pytest.warns(GoldscaleWarning, match=r"1 vote is given again by .* \(rater 2, a in line 4\).* counts$"):
        votes = read_votes(write(tmp_path, "image,rater 1,rater 2\na,1,2\nb,2,2\na,,1\n"))
    assert len(votes.first()) == 4


@pytest.mark.parametrize("worker", ["worker", "performer"])
def test_the_data_frames_of_crowd_kit(worker: str) -> None:
    frame = pd.DataFrame({"task": ["t1", "t1", "t2"], worker: ["w1", "w2", "w1"], "label": ["cat", "dog", "cat"]})
    votes = read_votes(frame)
    assert records(votes) == [
        ("w1", "t1", "answer", "cat", 0),
        ("w2", "t1", "answer", "dog", 0),
        ("w1", "t2", "answer", "cat", 0),
    ]
    assert (votes.annotators.noun, votes.items.noun, votes.name) == (worker, "task", "votes")


def test_a_data_frame_is_read_as_its_file_is(tmp_path: Path) -> None:
    rows = "annotator_id,image_id,response,seconds\n7,1,3,2.5\n8,1,,1\n8,2,1,\n7,1,2,4\n"
    path = write(tmp_path, rows)
    with pytest.warns(GoldscaleWarning, match="given again"):
        wanted = read_votes(path)
    with pytest.warns(GoldscaleWarning, match="data frame: 1 vote is given again"):
        votes = read_votes(pd.read_csv(path))
    assert records(votes) == records(wanted)
    np.testing.assert_array_equal(votes.details["seconds"], wanted.details["seconds"])


@pytest.mark.parametrize("indexed", [True, False])
def test_a_wide_data_frame(tmp_path: Path, indexed: bool) -> None:
    frame = pd.read_csv(write(tmp_path, WIDE))
    votes = read_votes(frame.set_index("image") if indexed else frame, "votes-wide", name="mine")
    assert records(votes) == IN_ROWS
    assert votes.name == "mine"


def test_other_columns_are_named_and_numbers_may_be_names() -> None:
    frame = pd.DataFrame({"who": ["a", "b"], "what": [1, 1], "said": [0, 3]})
    columns = {"annotator": "who", "item": "what", "value": "said"}
    votes = read_votes(frame, columns=columns, scale="nominal")
    assert isinstance(votes, Votes)
    assert votes.categories == ("0", "3")


def test_what_is_no_table_of_votes_is_told_so() -> None:
    frame = pd.DataFrame({"image": ["a"], "ann": [1], "bob": [2]})
    with pytest.raises(FormatError, match=r"found the columns image, ann, bob.*format='votes-wide'"):
        read_votes(frame)
    with pytest.raises(UnknownNameError, match="layout of a data frame"):
        read_votes(frame, "mturk")
    with pytest.raises(FormatError, match="at least one row"):
        read_votes(frame[:0])
    with pytest.raises(FormatError, match="line 1, field value: expected a finite number"):
        read_votes(pd.DataFrame({"annotator": ["a"], "item": ["x"], "value": [np.inf]}))
    with pytest.raises(FormatError, match="field item: expected a name that is text"):
        read_votes(pd.DataFrame({"annotator": ["a"], "item": ["x\0"], "value": [1]}))


def test_a_table_of_another_library_is_read_as_a_frame_of_pandas_is() -> None:
    frame = pd.DataFrame(
        {"worker": ["w1", "w2", "w1"], "image": [7, 7, 8], "label": ["Sky"] * 3, "value": [1.0, None, 3.0]}
    )
    assert records(read_votes(pa.Table.from_pandas(frame))) == records(read_votes(frame))
    wide = pd.DataFrame({"image": ["a", "b"], "ann": [1, 2], "bob": [3, None]})
    across = read_votes(pa.Table.from_pandas(wide), format="votes-wide")
    assert records(across) == records(read_votes(wide, format="votes-wide"))


def test_columns_of_the_same_name() -> None:
    with pytest.raises(MismatchError, match=r"columns of the same name: 1 double \('image'\)"):
        read_votes(pd.DataFrame([["a", 1, 2]], columns=["image", "image", "value"]))
