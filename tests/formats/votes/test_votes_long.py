"""Tables of votes: what headings and values may be, who votes again, what is no vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from vote_samples import records

from goldscale import FormatError, GoldscaleWarning, UnknownNameError, Votes, read_votes

Read = Callable[..., Votes]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a text as votes."""

    def made(text: str, **options: object) -> Votes:
        path = tmp_path / "votes.csv"
        path.write_text(text)
        return read_votes(path, **options)  # type: ignore[arg-type]

    return made


@pytest.mark.parametrize(
    ("header", "nouns"),
    [
        ("annotator,item,label,value", ("annotator", "item", "label")),
        ("Worker,Image,Concept,Vote", ("worker", "image", "concept")),
        ("rater;document;topic;rating", ("rater", "document", "topic")),
        ("judge\tpicture\tspecies\tscore", ("judge", "picture", "species")),
        ("_worker_id,_unit_id,question,judgement", ("worker", "unit", "question")),
        ("user_id,image_id,attribute,answer", ("user", "image", "attribute")),
        ("coder,task,tag,response", ("coder", "task", "tag")),
        ("assessor,doc,caption,grade", ("assessor", "doc", "caption")),
        ("Worker ID,Image ID,Tag,Choice", ("worker", "image", "tag")),
    ],
)
def test_headings_tell_what_people_items_and_labels_are_called(
    read: Read, header: str, nouns: tuple[str, str, str]
) -> None:
    between = next(c for c in ",;\t" if c in header)
    votes = read(f"{header}\nann,a,Sky,1\nbob,a,Sky,0\n".replace(",", between), format="votes-csv")
    assert records(votes) == [("ann", "a", "Sky", 1, 0), ("bob", "a", "Sky", 0, 0)]
    assert (votes.annotators.noun, votes.items.noun, votes.labels.noun) == nouns


def test_columns_come_in_any_order_with_what_else_is_known(read: Read) -> None:
    votes = read(
        "status,value,comment,item,seconds,label,batch,annotator\n"
        'Approved,1,"well, yes",a,2.5,Sky,first,ann\n,0,,a,,Sky,first,bob\n'
    )
    assert votes.details["status"].tolist() == ["Approved", ""]
    assert votes.details["comment"].tolist() == ["well, yes", ""]
    assert votes.details["batch"].tolist() == ["first", "first"]
    np.testing.assert_equal(votes.details["seconds"], [2.5, np.nan])


@pytest.mark.parametrize("words", [("yes", "no"), ("TRUE", "False"), ("on", "off"), ("1", "0"), ("1.0", "no")])
def test_a_yes_is_a_1(read: Read, words: tuple[str, str]) -> None:
    votes = read(f"annotator,item,label,value\nann,a,Sky,{words[0]}\nbob,a,Sky,{words[1]}\n")
    assert votes.values.tolist() == [1, 0]
    assert votes.is_binary


def test_other_words_are_categories(read: Read) -> None:
    votes = read("annotator,item,label,value\nann,a,Place,Indoor\nbob,a,Place,Outdoor\ncid,a,Sky,yes\n")
    assert votes.categories == ("Indoor", "Outdoor", "yes")
    assert votes.values.tolist() == [0, 1, 2]


def test_a_word_among_numbers_makes_categories_and_is_told(read: Read) -> None:
    with pytest.warns(GoldscaleWarning, match=r"field value: 'two' \(line 3\) is no number"):
        votes = read("annotator,item,label,value\nann,a,Sky,1\nbob,a,Sky,two\n")
    assert votes.categories == ("1", "two")


def test_numbers_under_the_heading_category_stay_categories(read: Read) -> None:
    assert read("annotator,item,label,category\nann,a,Sky,2\nbob,a,Sky,1\n").categories == ("2", "1")


def test_without_a_column_of_values_the_label_is_what_was_said(read: Read) -> None:
    table = "task,worker,label\na,ann,cat\na,bob,dog\nb,ann,dog\n"
    votes = read(table)
    assert votes.labels.names == ("answer",)
    assert votes.categories == ("cat", "dog")
    assert read(table, labels=["Animal"]).labels.names == ("Animal",)


def test_a_label_that_is_named_as_such_is_selected(read: Read) -> None:
    table = "image,user,tag\na,ann,sea\na,ann,sky\na,bob,sky\nb,bob,\n"
    with pytest.warns(GoldscaleWarning, match=r"--column label=tag \(columns= in Python\) makes each choice a label"):
        read(table)
    votes = read(table, columns={"label": "tag"})
    assert records(votes) == [("ann", "a", "sea", 1, 0), ("ann", "a", "sky", 1, 0), ("bob", "a", "sky", 1, 0)]
    assert votes.items.names == ("a", "b")
    assert votes.is_binary
    with pytest.raises(FormatError, match="field user: expected a name"):
        read(table + ",,sun\n", columns={"label": "tag"})


@pytest.mark.filterwarnings("ignore:.*columns not read. annotation_id, id, updated_at")
def test_a_table_of_label_studio(read: Read) -> None:
    header = "annotation_id,annotator,choice,id,image,lead_time,updated_at"
    votes = read(f"{header}\n1,7,Cat,1,/data/a.jpg,4.2,2023-01-01\n2,8,Dog,1,/data/a.jpg,3.1,2023-01-02\n")
    assert votes.categories == ("Cat", "Dog")
    assert votes.items.names == ("/data/a.jpg",)
    assert votes.details["seconds"].tolist() == [4.2, 3.1]


def test_a_table_with_other_headings_asks_for_columns(read: Read) -> None:
    with pytest.raises(FormatError, match="columns with --column item=NAME"):
        read("who,what,said\nann,a,1\n")


def test_an_empty_value_is_no_vote_but_its_names_are_kept(read: Read) -> None:
    votes = read("annotator,item,label,value\nann,a,Sky,1\nbob,b,Sea,\n")
    assert len(votes) == 1
    assert (votes.annotators.names, votes.items.names, votes.labels.names) == (
        ("ann", "bob"),
        ("a", "b"),
        ("Sky", "Sea"),
    )


def test_another_batch_is_another_occasion(read: Read) -> None:
    votes = read("annotator,item,label,value,batch\nann,a,Sky,1,x\nann,b,Sky,1,x\nann,a,Sky,0,y\n")
    assert votes.occasion.tolist() == [0, 0, 1]
    told = read("annotator,item,label,value,occasion\nann,a,Sky,1,3\nann,a,Sky,0,\n")
    assert told.occasion.tolist() == [3, 0]


def test_who_votes_again_does_so_later(read: Read) -> None:
    rows = "annotator,item,label,value\nann,a,Sky,1\nbob,a,Sky,1\nann,a,Sky,0\nbob,a,Sky,1\n"
    with pytest.warns(GoldscaleWarning, match=r"votes.csv: 2 votes are given again .*first: ann, a, Sky in line 4"):
        votes = read(rows)
    assert votes.occasion.tolist() == [0, 0, 1, 1]
    assert votes.first().values.tolist() == [1, 1]
    # Another batch explains it; in the same batch it is told.
    with pytest.warns(GoldscaleWarning, match="1 vote is given again by the same person .ann, a, Sky in line 4"):
        votes = read("annotator,item,label,value,batch\nann,a,Sky,1,x\nann,a,Sky,0,y\nann,a,Sky,0,y\n")
    assert votes.occasion.tolist() == [0, 1, 2]


def test_labels_given_are_the_axis(read: Read) -> None:
    votes = read("annotator,item,label,value\nann,a,Sky,1\n", labels=["Sea", "Sky"])
    assert votes.labels.names == ("Sea", "Sky")
    assert votes.label.tolist() == [1]
    with pytest.raises(ValueError, match="extra"):
        read("annotator,item,label,value\nann,a,Sun,1\n", labels=["Sea", "Sky"])


def test_columns_can_be_named(read: Read) -> None:
    table = "who,photo number,concept,vote\nann,7,Sky,1\n"
    votes = read(table, columns={"annotator": "who", "item": "photo number"})
    assert records(votes) == [("ann", "7", "Sky", 1, 0)]
    with pytest.raises(FormatError, match="a column 'whom'"):
        read(table, columns={"annotator": "whom"})
    with pytest.raises(UnknownNameError, match="did you mean 'annotator'"):
        read(table, columns={"anotator": "who"})


def test_columns_that_are_not_read_are_told(read: Read) -> None:
    with pytest.warns(GoldscaleWarning, match="columns not read: gold, colour"):
        read("annotator,item,gold,label,value,colour\nann,a,1,Sky,1,red\n")
    read(",annotator,item,label,value\n0,ann,a,Sky,1\n")  # the numbers of a data frame's rows are nothing


def test_two_columns_for_one_thing_need_a_word(read: Read) -> None:
    table = "annotator,item,image,label,value\nann,1,a.jpg,Sky,1\n"
    with pytest.raises(FormatError, match="one column for the item, not item and image"):
        read(table)
    with pytest.warns(GoldscaleWarning, match="columns not read: item"):
        assert read(table, columns={"item": "image"}).items.names == ("a.jpg",)


@pytest.mark.parametrize(("name", "wrong"), [("bluebird", 24.07), ("rte", 10.31), ("dog", 17.78)])
def test_real_crowds_read_as_pandas_reads_them(data_folder: Path, name: str, wrong: float) -> None:
    """The share of wrong majorities (a tie counts by halves) is known for these data sets."""
    folder = data_folder / "crowd" / name
    votes = read_votes(folder / "label.csv")
    frame = pd.read_csv(folder / "label.csv", dtype=str)
    assert records(votes) == [(w, i, "answer", float(v), 0) for i, w, v in frame.itertuples(index=False)]
    truth = pd.read_csv(folder / "truth.csv", dtype=str).set_index("item")["truth"]
    said: dict[str, Counter[float]] = {}
    for _, item, _, value, _ in records(votes):
        said.setdefault(item, Counter())[value] += 1
    errors = 0.0
    for item, right in truth.items():
        most = max(said[str(item)].values())
        winners = [value for value, count in said[str(item)].items() if count == most]
        errors += 1 - (float(right) in winners) / len(winners)
    assert 100 * errors / len(truth) == pytest.approx(wrong, abs=0.005)
