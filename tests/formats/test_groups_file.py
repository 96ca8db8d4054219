from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldscale as gs
from goldscale.formats.scores import read_scores, write_scores

TEXT = "picture,author,plant,species\n1.jpg,ann,p1,oak\n2.jpg,ann,p2,elm\n3.jpg,bob,p1,oak\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "groups.csv"
    path.write_text(TEXT)
    return path


def test_columns_are_levels_outermost_first(file: Path) -> None:
    groups = gs.read_groups(file)
    assert groups.levels == ("author", "plant", "species")
    assert groups.items.noun == "picture"
    assert repr(gs.read_groups(file, "author > plant")) == "Groups(3 pictures in author (2) > plant (3))"
    assert gs.read_groups(file, ["species", "plant"]).levels == ("species", "plant")
    assert gs.read_groups(file, ["plant"]).names_of("plant") == ("p1", "p2")


@pytest.mark.parametrize(
    "text", [TEXT.replace(",", ";"), TEXT.replace(",", "\t"), TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT]
)
def test_other_ways_to_write_a_table(tmp_path: Path, text: str) -> None:
    (tmp_path / "groups.csv.gz").write_bytes(gzip.compress(text.encode()))
    assert (
        gs.read_groups(tmp_path / "groups.csv.gz").hash
        == gs.Groups(
            ["1.jpg", "2.jpg", "3.jpg"],
            {"author": ["ann", "ann", "bob"], "plant": ["p1", "p2", "p1"], "species": ["oak", "elm", "oak"]},
        ).hash
    )


NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), min_size=1, max_size=5)


@given(st.dictionaries(NAMES, st.tuples(NAMES, NAMES), min_size=1, max_size=6))
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, rows: dict) -> None:
    path = tmp_path_factory.mktemp("groups") / "g.csv"
    groups = gs.Groups(rows, {"author": [a for a, _ in rows.values()], "plant": [p for _, p in rows.values()]})
    gs.write_groups(groups, path)
    again = gs.read_groups(path)
    assert again.hash == groups.hash
    assert again.items == groups.items


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "expected a table, found an empty file"),
        ("item\n1.jpg\n", r"line 1: expected a header of the item and its levels, as item,author,plant"),
        ("item,author\n", "found a header alone"),
        ("item,author,author\n1,a,b\n", "line 1: expected each level once"),
        ("item,author,plant\n1,a\n", r"line 2, field 3: expected 3 fields \(item, author, plant\), found 2 fields"),
        ("item,author\n1,a\n\n1,b\n", r"line 4, field item: expected each item once \(first in line 2\), found '1'"),
        ("item,author\n1, \n", "line 2, field author: expected a name"),
        ("item,author\n,a\n", "line 2, field item: expected a name"),
        ("item,author,plant\n1,a / b,c\n2,a,b / c\n", "groups that can be told apart"),
    ],
)
def test_bad_files(tmp_path: Path, text: str, match: str) -> None:
    path = tmp_path / "groups.csv"
    path.write_text(text)
    with pytest.raises(gs.FormatError, match=match):
        gs.read_groups(path)


def test_bad_levels(file: Path) -> None:
    with pytest.raises(gs.UnknownNameError, match="did you mean 'plant'"):
        gs.read_groups(file, "author > plants")
    with pytest.raises(gs.ParameterError, match="each level once"):
        gs.read_groups(file, ["plant", "plant"])


def test_scores_on_disk_keep_their_groups(file: Path, tmp_path: Path) -> None:
    truth = gs.Judgements([[1, 0], [0, 1], [0, 0]], ["1.jpg", "2.jpg", "3.jpg"])
    run = gs.Run([[0.9, 0.1], [0.9, 0.1], [0.2, 0.3]], items=truth.items)
    scores = gs.evaluate(run, truth, ["Top1", "AP"], groups=file, undefined="one")
    write_scores(scores, tmp_path / "s.npz")
    again, _, _ = read_scores(tmp_path / "s.npz")
    assert again["Top1"].counted.tolist() == [[1, 0, 1]]
    assert again.by_group("Top1", "author").values.tolist() == [[0.5, 1]]
    assert again.by_group("Top1", "author").groups.noun == "author"
    assert again["AP"].levels == ()
