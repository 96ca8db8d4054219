"""Tables on terminals of any width: numbers are never cut."""

from __future__ import annotations

import pytest

from goldscale.cli import output
from goldscale.data.table import Table

WIDE = Table(
    ["rank", "run", *(f"M{i}" for i in range(6))],
    [
        [str(n), f"a_run_with_a_long_name_{n}", *(f"0.{n}{i}11 [0.{n}{i}00, 0.{n}{i}99]" for i in range(6))]
        for n in (1, 2)
    ],
)


def shown(table: Table, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(output, "terminal_width", lambda: width)
    output.show_table(table, title="Title")
    return capsys.readouterr().out


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200, 10_000])
def test_every_number_is_whole(width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(WIDE, width, monkeypatch, capsys)
    assert max(map(len, out.splitlines())) <= width
    for row in WIDE.rows:
        for cell in row[2:]:
            value, interval = cell.split(" ", 1)
            assert out.count(value) == 1
            assert out.count(interval) == 1
    assert out.count("Title") == 1


def test_what_fits_stays_together(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    wide = shown(WIDE, 10_000, monkeypatch, capsys).splitlines()
    assert len(wide) == 5
    assert not any(line.endswith(" ") for line in wide)
    parts = shown(WIDE, 80, monkeypatch, capsys)
    assert parts.count("rank") == 3  # the names come again in every part


def test_a_table_of_words_folds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(["a", "b", "n"], [["word " * 10, "other " * 10, "0.5"]])
    out = shown(table, 40, monkeypatch, capsys)
    assert max(map(len, out.splitlines())) <= 40
    assert (out.count("word"), out.count("other"), out.count("0.5")) == (10, 10, 1)


def test_markup_in_names_is_plain_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "[bold]x[/bold]" in shown(Table(["run"], [["[bold]x[/bold]"]]), 80, monkeypatch, capsys)
