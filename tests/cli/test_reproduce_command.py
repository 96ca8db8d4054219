"""goldscale reproduce: printed beside computed."""

from __future__ import annotations

import pytest
from command_line import fails, goldscale

from goldscale import reproduce
from goldscale.errors import MissingResourceError
from goldscale.reproduce import Printed


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> float:
        raise MissingResourceError("the package nltk", "Install it.")

    rows = [
        Printed("Book", "1", "first", "0.50", lambda: 0.5049),
        Printed("Book", "2", "second", "0.50", lambda: 0.51, "It differs because."),
        Printed("Paper", "9", "third", "12", missing),
    ]
    monkeypatch.setattr(reproduce, "printed", lambda: rows)


@pytest.mark.usefixtures("three")
def test_the_table() -> None:
    done = goldscale("reproduce")
    assert done.code == 0
    assert done.rows[0] == ["source", "table", "cell", "printed", "computed", "verdict", "note"]
    assert done.rows[1] == ["Book", "1", "first", "0.50", "0.5049", "agree"]
    assert done.rows[2][4:7] == ["0.5100", "differ", "It"]
    assert done.rows[3][:6] == ["Paper", "9", "third", "12", "-", "missing"]
    assert "the package nltk is missing. Install it." in done.out
    assert done.err == "1 of 3 agree to the last printed digit. 1 differ. 1 could not be computed.\n"


def test_a_note_of_several_cells_is_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Printed("Book", "2", cell, "0.50", lambda: 0.51, "It differs because.") for cell in "abcdefg"]
    monkeypatch.setattr(reproduce, "printed", lambda: rows)
    done = goldscale("reproduce")
    assert "because" not in done.out
    assert done.err.splitlines()[0].startswith("Book, 2, a; b; ")
    assert done.err.splitlines()[0].endswith("2 more: It differs because.")
    assert goldscale("reproduce", "--csv").out.count("It differs because.") == 7


@pytest.mark.usefixtures("three")
def test_json_has_exactly_the_promised_shape() -> None:
    done = goldscale("reproduce", "--json")
    assert done.json == [
        {
            "seed": "Book",
            "table": "1",
            "cell": "first",
            "printed": 0.5,
            "computed": 0.5049,
            "agrees": True,
            "note": "",
        },
        {
            "seed": "Book",
            "table": "2",
            "cell": "second",
            "printed": 0.5,
            "computed": 0.51,
            "agrees": False,
            "note": "It differs because.",
        },
        {
            "seed": "Paper",
            "table": "9",
            "cell": "third",
            "printed": 12.0,
            "computed": None,
            "agrees": None,
            "note": "the package nltk is missing. Install it.",
        },
    ]
    assert list(done.json[0]) == ["seed", "table", "cell", "printed", "computed", "agrees", "note"]


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("text", "cells"), [("book", ["first", "second"]), ("THIRD", ["third"]), ("Paper 9", ["third"])]
)
def test_a_filter(text: str, cells: list[str]) -> None:
    assert [row["cell"] for row in goldscale("reproduce", text, "--json").json] == cells


@pytest.mark.usefixtures("three")
def test_a_filter_that_nothing_answers_to() -> None:
    assert fails(2, "reproduce", "nothing") == "unknown source, table or cell 'nothing'; known: 1, 2, 9"


def test_the_real_tables() -> None:
    rows = goldscale("reproduce", "7.1", "--json").json
    agreement = {row["cell"]: row["agrees"] for row in rows}
    assert agreement["Precision_eb"] is agreement["Recall_eb"] is True
    for row in rows:
        assert row["agrees"] is not False or row["note"], f"{row} differs, and nobody says why"
