"""Tables on terminals of any width: numbers are never cut, names never go, what is left out is said."""

from __future__ import annotations

import io
import sys

import pytest

from goldscale.cli import output
from goldscale.cli.layout import display_width, fold, lay_out
from goldscale.data.table import Column, Table, counts, intervals, names, numbers, texts

RUNS = [f"a_run_with_a_long_name_{n}" for n in (1, 2)]
WIDE = Table(
    [
        counts("rank", [1, 2]),
        names("run", RUNS),
        *(intervals(f"M{i}", [(0.011 + n + i / 10, n + i / 10, 0.099 + n + i / 10) for n in (1, 2)]) for i in range(6)),
    ],
    title="Title",
)


def shown(table: Table, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(output, "terminal_width", lambda: width)
    output.show_table(table)
    return capsys.readouterr().out


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200, 10_000])
def test_every_number_is_whole(width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(WIDE, width, monkeypatch, capsys)
    assert max(map(len, out.splitlines())) <= width
    for column in WIDE.columns[2:]:
        for cell in column.cells():
            value, interval = cell.split(" ", 1)
            assert out.count(value) >= 1
            assert out.count(interval) == 1
    assert out.count("Title") == 1


def test_what_fits_stays_together(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    wide = shown(WIDE, 10_000, monkeypatch, capsys).splitlines()
    assert len(wide) == 5
    assert not any(line.endswith(" ") for line in wide)
    parts = shown(WIDE, 80, monkeypatch, capsys)
    assert parts.count("rank") == len(lay_out(WIDE, 80).parts) > 1  # the names come again in every part
    assert lay_out(WIDE, 80).notes == [
        "The terminal is too narrow for all columns: they stand in 2 parts below each other."
    ]


def test_a_table_of_words_folds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table([names("a", ["word " * 10]), names("b", ["other " * 10]), numbers("n", [0.5], 1)])
    out = shown(table, 40, monkeypatch, capsys)
    assert max(map(len, out.splitlines())) <= 40
    assert (out.count("word"), out.count("other"), out.count("0.5")) == (10, 10, 1)


def test_markup_in_names_is_plain_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "[bold]x[/bold]" in shown(Table([names("run", ["[bold]x[/bold]"])]), 80, monkeypatch, capsys)


def test_reasons_move_below_with_the_rows_they_are_of() -> None:
    why = "it has no value because nothing was judged in any of the groups that were asked for"
    found = lay_out(Table([names("run", ["a", "b"]), texts("note", [why, ""])], notes=["The legend."]), 80)
    assert found.notes == [f"a: {why}.", "The legend."]
    assert len(found.parts[0].widths) == 1
    assert len(lay_out(Table([names("run", ["a", "b"]), texts("note", [why, ""])]), 200).parts[0].widths) == 2


def test_a_reason_of_several_rows_is_said_once_however_wide_the_terminal() -> None:
    table = Table([names("run", ["a", "b", "c"]), texts("note", ["too few", "too few", "one"])])
    assert lay_out(table, 10_000).notes == ["a; b: too few.", "c: one."]


def test_optional_columns_go_in_order_and_are_named() -> None:
    columns = [numbers(f"M{i}", [i / 8, 0], 9, optional=i) for i in range(1, 5)]
    found = lay_out(Table([names("run", ["a_name_of_some_letters", "b"]), *columns]), 60)
    assert found.notes == ["The terminal is too narrow for M4; --markdown shows all columns."]
    assert len(found.parts) == 1
    (line, *_) = found.parts[0].row_lines(0)
    assert line.endswith("  0.125000000  0.250000000  0.375000000")


def test_short_names_are_no_reason_to_drop_a_column() -> None:
    columns = [intervals("M", [(0.1, -0.2, 0.3)], 9), numbers("N", [0.5], 9, optional=1)]
    found = lay_out(Table([names("run", ["a"]), *columns]), 50)
    assert not found.notes
    assert len(found.parts[0].widths) == 3


def test_the_rows_of_a_reason_are_named_by_what_they_differ_in() -> None:
    keys = [names("source", ["Book"] * 3), names("table", ["1", "1", "2"]), names("cell", ["a", "b", "c"])]
    table = Table([*keys, texts("note", ["cut", "cut", "rounded"])])
    assert lay_out(table, 200).notes == ["Book, 1, a; b: cut.", "Book, 2, c: rounded."]
    gap = Table([names("run", ["a", "b"]), names("team", ["", "x"]), texts("note", ["good", "good"])])
    assert lay_out(gap, 200).notes == ["a; b, x: good."]  # nothing is said for what is not known


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("imageclef-2009", 12, ["imageclef-", "2009"]),
        ("item,label,score", 12, ["item,label,", "score"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("a bc_de_fg", 6, ["a", "bc_de_", "fg"]),
        ("日本語", 4, ["日本", "語"]),
    ],
)
def test_long_words_are_broken_behind_punctuation(text: str, width: int, lines: list[str]) -> None:
    assert fold(text, width) == lines


def test_a_dropped_value_that_is_the_same_everywhere_is_told() -> None:
    columns = [names("run", ["a" * 24, "b" * 24]), numbers("M", [0.1, 0.2], 20), counts("units", [40, 40], optional=1)]
    assert lay_out(Table(columns), 50).notes == ["In every row, units is 40."]


def test_parts_begin_with_the_names_alone_where_a_column_before_them_went() -> None:
    rank = counts("rank", [1, 2], optional=1)
    found = lay_out(Table([rank, names("run", ["a" * 30, "b" * 30]), *WIDE.columns[2:]]), 60)
    headers = [["".join(cell) for cell in part.header] for part in found.parts]
    assert len(headers) > 1
    assert [header[0] for header in headers] == ["run"] * len(headers)
    assert [heading for header in headers for heading in header[1:]] == [f"M{i}" for i in range(6)]


@pytest.mark.parametrize(
    ("text", "width"), [("ที่นี่", 2), ("हिन्दी", 5), ("क्\u200dष", 2), ("e\u0301", 1), ("日本", 4), ("1\ufe0f\u20e3", 1)]
)
def test_marks_and_joiners_take_no_place(text: str, width: int) -> None:
    assert display_width(text) == width


def test_control_characters_are_visible_wherever_a_name_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "a\x1b[31m\u202e"
    monkeypatch.setattr(output, "terminal_width", lambda: 80)
    output.show_table(Table([names(name, [name]), texts("why", [name])], title=name, notes=[name]))
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err
    assert (said.out + said.err).count(r"a\x1b[31m\u202e") == 5


@pytest.mark.parametrize("width", [20, 10_000])
@pytest.mark.parametrize(
    "columns",
    [
        [names("run", []), intervals("a long heading", []), counts("units", [], optional=1), texts("why", [])],
        [texts("why", ["the same", "the same"])],
    ],
    ids=["no rows", "no names"],
)
def test_tables_without_rows_or_names_are_shown(
    columns: list[Column], width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(Table(columns), width, monkeypatch, capsys)
    assert columns[0].heading in out
    assert out.count("the same") == len(columns[0].values)


def test_a_progress_bar_shows_names_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = io.StringIO()
    drawn.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", drawn)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    with output.progress_bar("Scoring") as update:
        assert update is not None
        update(1, 2, "\x1b[31mred.csv")
    assert "\\x1b[31mred.csv" in drawn.getvalue()
    assert "\x1b[31mred" not in drawn.getvalue()
