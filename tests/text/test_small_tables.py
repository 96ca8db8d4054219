"""Every reader of a small table takes and refuses the same odd files."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldscale as gs
from goldscale.formats.factors import read_factors
from goldscale.formats.lists import read_pairs
from goldscale.relatedness import read_pairs as read_word_pairs
from goldscale.relatedness.counts import from_hits
from goldscale.relatedness.people import read_people
from goldscale.relatedness.words import Words
from goldscale.text.small_tables import read_rows, write_table


def groups(path: Path) -> Any:
    found = gs.read_groups(path)
    return found.items.names, found.levels, found.hash


def ontology(path: Path) -> Any:
    found = gs.read_ontology(path)
    return tuple(found.labels), found.parents


def relatedness(path: Path) -> Any:
    found = gs.read_relatedness(path)
    return tuple(found.labels), found.values.tolist()


def hits(path: Path) -> Any:
    found = from_hits(path, gs.Concepts(["Sky", "Sea"]), Words(), None)
    return found.together.tolist(), found.documents


def word_pairs(path: Path) -> Any:
    found = read_word_pairs(path)
    return found.first, found.second, found.scores.tolist()


READERS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "factors": (read_factors, "label,factor\nSky,1\nSea,0.5\n"),
    "pairs": (read_pairs, "first,second\nSky,Sea\nSun,Moon\n"),
    "groups": (groups, "item,author\nSky,ann\nSea,bob\n"),
    "mapping": (lambda path: Words.read(path).mapping, "label,word\nSky,heaven\nSea,water\n"),
    "people": (read_people, "a,b,score\nSky,Sea,4\nSky,Sun,1\n"),
    "word pairs": (word_pairs, "word1,word2,score\nSky,Sea,4\nSky,Sun,1\n"),
    "hits": (hits, "x,y,count\n*,,9\nSky,,4\nSea,,3\nSky,Sea,2\n"),
    "relatedness": (relatedness, "a,b,value\nSky,Sea,0.5\n"),
    "square": (relatedness, "label,Sky,Sea\nSky,1,0.5\nSea,0.5,1\n"),
    "ontology": (ontology, "child,parent\nSky,Nature\nSea,Nature\n"),
}
NUMERIC = [name for name in READERS if name not in ("pairs", "groups", "mapping", "ontology")]
NEEDS_HEADER = ("groups", "square", "ontology")


@pytest.fixture(params=READERS)
def reader(request: pytest.FixtureRequest) -> tuple[Callable[[Path], Any], str]:
    return READERS[request.param]


def quoted(text: str) -> str:
    return "\n".join(",".join(f'"{cell}"' for cell in line.split(",")) for line in text.splitlines())


SPELLINGS: dict[str, Callable[[str], bytes]] = {
    "semicolons": lambda text: text.replace(",", ";").encode(),
    "tabs": lambda text: text.replace(",", "\t").encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "BOM": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "gzip": lambda text: gzip.compress(text.encode()),
    "quoted": lambda text: quoted(text).encode(),
    "blanks around": lambda text: text.replace(",", " , ").encode(),
    "blank lines": lambda text: ("\n\n" + text.replace("\n", "\n\n")).encode(),
    "comments": lambda text: ('# made up, "by us\n' + text.replace("\n", "\n# it's; more\n")).encode(),
    "told": lambda text: ("sep=;\n" + text.replace(",", ";")).encode(),
    "no end": lambda text: text.rstrip("\n").encode(),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_spellings_of_the_same_table(tmp_path: Path, reader: tuple[Callable[[Path], Any], str], spelling: str) -> None:
    read, text = reader
    (tmp_path / "plain.csv").write_text(text)
    (tmp_path / "other.csv").write_bytes(SPELLINGS[spelling](text))
    assert read(tmp_path / "other.csv") == read(tmp_path / "plain.csv")


@pytest.mark.parametrize("name", [name for name in READERS if name not in NEEDS_HEADER])
def test_a_header_may_be_left_out(tmp_path: Path, name: str) -> None:
    read, text = READERS[name]
    (tmp_path / "with.csv").write_text(text.replace("a,b,", "A,B,", 1))
    (tmp_path / "without.csv").write_text(text.partition("\n")[2])
    assert read(tmp_path / "with.csv") == read(tmp_path / "without.csv")


def refusal(read: Callable[[Path], Any], path: Path, content: str | bytes) -> gs.FormatError:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(gs.FormatError) as caught:
        read(path)
    assert str(path) in str(caught.value)
    return caught.value


@pytest.mark.parametrize("content", ["", "\n \n", "# nothing\n"])
def test_an_empty_file(tmp_path: Path, reader: tuple[Callable[[Path], Any], str], content: str) -> None:
    assert refusal(reader[0], tmp_path / "x.csv", content).found == "an empty file"


@pytest.mark.parametrize("name", [name for name in READERS if name != "square"])
def test_a_header_alone(tmp_path: Path, name: str) -> None:
    read, text = READERS[name]
    assert refusal(read, tmp_path / "x.csv", text.partition("\n")[0]).found == "a header alone"


@pytest.mark.parametrize("last", ["one", "a,b,c,d,e,f,g"])
def test_a_row_of_another_length(tmp_path: Path, reader: tuple[Callable[[Path], Any], str], last: str) -> None:
    read, text = reader
    *above, _ = text.splitlines()
    error = refusal(read, tmp_path / "x.csv", "\n".join([*above, "Sea" if last == "one" else f"Sea,{last[4:]}"]))
    assert error.line == len(above) + 1
    assert error.field is not None
    assert " field" in str(error.found)


WRONG = ("1_000", "nan", "inf", "-inf", "1e999", "", "0x1", "१", "0,5", "NA", "null", "None", "n/a")
CASES = [(name, number, True) for name in NUMERIC for number in (*WRONG, "x")]
CASES += [(name, number, False) for name in NUMERIC if name not in NEEDS_HEADER for number in WRONG]


@pytest.mark.parametrize(("name", "number", "header"), CASES)
def test_what_is_no_number(tmp_path: Path, name: str, number: str, header: bool) -> None:
    """Wherever it stands: in the first row it is not taken for a header either, unless it is a word."""
    read, text = READERS[name]
    head, *body = text.replace(",", ";").splitlines()
    body[0] = body[0].rpartition(";")[0] + f";{number}"
    error = refusal(read, tmp_path / "x.csv", "\n".join([head, *body] if header else body))
    assert (error.line, error.found) == (2 if header else 1, number)
    assert error.field == ("Sea" if name == "square" else head.rpartition(";")[2])


@pytest.mark.parametrize("name", [name for name in READERS if name not in ("hits", "square", "mapping", "people")])
def test_a_line_break_in_quotes_is_part_of_the_name(tmp_path: Path, name: str) -> None:
    """Words to look up, as people and mapping have them, are the same however their blanks are written."""
    read, text = READERS[name]
    (tmp_path / "x.csv").write_text(text.replace("Sky", '"Sk\ny"'))
    assert "sk\\ny" in repr(read(tmp_path / "x.csv")).casefold()


def test_latin_1(tmp_path: Path, reader: tuple[Callable[[Path], Any], str]) -> None:
    read, text = reader
    error = refusal(read, tmp_path / "x.csv", text.replace("Sky", "Bläue").encode("latin-1"))
    assert "Latin-1" in str(error.found)
    assert error.line is not None


def test_broken_quotes(tmp_path: Path, reader: tuple[Callable[[Path], Any], str]) -> None:
    read, text = reader
    error = refusal(read, tmp_path / "x.csv", text.replace("Sky", '"Sky', 1))
    assert "quoted fields" in error.expected


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("factors", "Sky,0.5"),
        ("groups", "Sky,bob"),
        ("hits", "sky,,5"),
        ("relatedness", "Sea,Sky,0.4"),
        ("ontology", "Sky,Nature"),
    ],
)
def test_names_that_come_again(tmp_path: Path, name: str, again: str) -> None:
    read, text = READERS[name]
    assert refusal(read, tmp_path / "x.csv", text + again).line == text.count("\n") + 1


@pytest.mark.parametrize(
    ("name", "row"),
    [("factors", ",1"), ("pairs", "Sky,"), ("groups", ",ann"), ("mapping", "Sky,"), ("people", ",Sea,1"),
     ("word pairs", "Sky,,1"), ("hits", ",Sky,1"), ("relatedness", "Sky,,1"), ("ontology", ",Nature")],
)  # fmt: skip
def test_names_that_are_not_there(tmp_path: Path, name: str, row: str) -> None:
    read, text = READERS[name]
    assert refusal(read, tmp_path / "x.csv", text + row).expected == "a name"


CELLS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"])) | st.sampled_from(["#a", '"', "a;b"])


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=1)))
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]) -> None:
    path = tmp_path_factory.mktemp("tables") / "t.csv"
    header = [f"c{i}" for i in range(len(rows[0]))]
    write_table(path, header, rows)
    assert [row.cells for row in read_rows(path)[1:]] == [row for row in rows if any(row)]


def test_line_breaks_and_number_signs_in_quotes(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text('# first\n"a\n# not a comment",b\n\n"#c",d#\n')
    assert [(row.line, row.cells) for row in read_rows(tmp_path / "t.csv")] == [
        (2, ["a\n# not a comment", "b"]),
        (5, ["#c", "d#"]),
    ]
