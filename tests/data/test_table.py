"""Tables keep values until they are written, and results offer every form."""

from __future__ import annotations

import csv
import io
import json
import math
from decimal import Decimal

import pytest

from goldscale.data.result import Listing
from goldscale.data.table import Column, Table, chart, counts, intervals, names, numbers, p_values, texts
from goldscale.errors import ParameterError, UnknownNameError

TABLE = Table(
    [
        names("run", ["a|b", "50 % & more"]),
        numbers("AP", [0.123456, math.nan], 2),
        p_values("p", [0.00001, 0.5]),
        intervals("F1", [(0.5, 0.4, 0.6), (0.25, math.nan, math.nan)], 1),
        counts("units", [3, None]),
        chart("", ["--", "-"]),
    ],
    title="Two runs",
    notes=["A legend."],
)


def test_people_read_rounded_numbers_and_a_dash() -> None:
    cells = {column.heading: column.cells() for column in TABLE.columns}
    assert cells["AP"] == ["0.12", "-"]
    assert cells["p"] == ["1e-05", "0.5000"]
    assert cells["F1"] == ["0.5 [0.4, 0.6]", "0.2"]
    assert cells["units"] == ["3", ""]


def test_rows_of_another_kind_are_in_italics_and_stay_so_when_rows_are_taken() -> None:
    run = Column("run", ("good", "by_chance*", ""), best=frozenset({0}), italic=frozenset({0, 1, 2}))
    table = Table([run, counts("rank", [1, 2, 3])])
    assert [line.split("|")[1].strip() for line in table.to_markdown().splitlines()[2:]] == [
        "***good***",
        r"*by_chance\**",
        "",
    ]
    taken = table.take([1])
    assert r"\textit{by\_chance*} & 2" in taken.to_latex()
    assert "<i>by_chance*</i>" in taken.to_html()
    assert taken.to_csv() == "run,rank\nby_chance*,2\n"


def test_programs_read_every_digit_and_nothing() -> None:
    assert TABLE.to_csv() == (
        "run,AP,p,F1,F1 low,F1 high,units\na|b,0.123456,1e-05,0.5,0.4,0.6,3\n50 % & more,,0.5,0.25,,,\n"
    )
    assert json.loads(json.dumps(TABLE.records(), allow_nan=False))[1]["AP"] is None


def test_each_form_escapes_what_it_reserves() -> None:
    assert r"a\|b" in TABLE.to_markdown()
    assert r"50 \% \& more" in TABLE.to_latex()
    assert r"\begin{tabular}{lrrrr}" in TABLE.to_latex()
    assert "50 % &amp; more" in TABLE.to_html()
    for form in (TABLE.to_csv(), TABLE.to_markdown(), TABLE.to_latex(), TABLE.to_html()):
        assert "--\n" not in form  # charts are for terminals


def test_a_row_that_begins_with_a_bracket_is_no_distance_to_latex() -> None:
    assert "\\\\\n{}[b] & 2" in Table([names("run", ["a", "[b]"]), counts("n", [1, 2])]).to_latex()


def test_a_printed_number_keeps_its_digits_and_a_count_is_whole() -> None:
    column = Column("printed", [Decimal("0.50"), 12, 0.5], "number")
    assert column.cells() == ["0.50", "12", "0.5000"]
    assert Table([column]).to_csv() == "printed\n0.50\n12\n0.5\n"


def test_columns_by_heading_and_what_names_a_row() -> None:
    assert TABLE["AP"].digits == 2
    assert TABLE.key == 1
    assert Table([counts("rank", [1]), names("run", ["a"]), numbers("AP", [1])]).key == 2
    with pytest.raises(UnknownNameError, match="did you mean 'units'"):
        TABLE["unit"]
    with pytest.raises(ParameterError, match="different lengths"):
        Table([names("a", ["x"]), counts("n", [])])


def test_a_listing_offers_all_forms(tmp_path) -> None:  # type: ignore[no-untyped-def]
    found = Listing([TABLE, Table([names("x", ["y"])])], [{"run": "a"}])
    assert repr(found) == "Listing(2 rows, 1 rows)"
    assert json.loads(found.to_json(tmp_path / "a.json")) == [{"run": "a"}]
    assert (tmp_path / "a.json").read_text() == found.to_json()
    assert found.to_csv() == TABLE.to_csv()
    assert found.to_markdown().startswith("**Two runs**\n\n| run")
    assert "\nA legend.\n" in found.to_markdown()
    assert found.to_latex().count("tabular") == 4
    assert found._repr_html_().count("<table>") == 2


def test_reasons_are_words() -> None:
    assert texts("why", ["because"]).flush_left


def test_no_form_loses_a_column_for_its_heading() -> None:
    runs = ["run", "run (2)", "b"]
    table = Table(
        [names("run", runs), *(numbers(run, [0.5, 0.25, 1.0]) for run in runs), intervals("b", [(1, 0, 2)] * 3)]
    )
    headings = ["run", "run (2)", "run (2) (2)", "b", "b (2)", "b low", "b high"]
    header, *rows = csv.reader(io.StringIO(table.to_csv()))
    assert header == headings
    assert rows[0] == ["run", "0.5", "0.5", "0.5", "1.0", "0.0", "2.0"]
    assert list(table.records()[1].values()) == ["run (2)", 0.25, 0.25, 0.25, 1.0, 0.0, 2.0]
    frame = table.to_pandas()
    assert list(frame.columns) == headings
    assert list(frame["run"]) == runs


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (r"a\|b", r"a\\\|b"),
        ("*a* `b` <c>", r"\*a\* \`b\` \<c>"),
        ("good_binary_2", "good_binary_2"),
        ("_a_ b__", r"\_a\_ b\_\_"),
        ("[a](b) [0.1, 0.2]", r"[a]\(b) [0.1, 0.2]"),
        ("&lt; R&D", r"\&lt; R&D"),
        ("a\rb\nc\u2028d\x85e\x1b", r"a\\rb\\nc\\u2028d\\x85e\\x1b"),
        ("50\u00a0%", "50\u00a0%"),
    ],
)
def test_markdown_shows_names_as_they_are(name: str, written: str) -> None:
    table = Table([names(name, [name])], title=name, notes=[name])
    header, _, row = table.to_markdown().splitlines()
    assert header == row == f"| {written.ljust(3)} |"
    lines = Listing([table], []).to_markdown().splitlines()
    assert (lines[0], lines[-1]) == (f"**{written}**", written)


@pytest.mark.parametrize(
    ("note", "written"),
    [("- for a", r"\- for a"), ("1. a", r"1\. a"), ("# a", r"\# a"), ("-0.5 is a value", "-0.5 is a value")],
)
def test_a_note_stays_a_paragraph_in_markdown(note: str, written: str) -> None:
    assert Listing([Table([names("run", ["a"])], notes=[note])], []).to_markdown().endswith(f"|\n\n{written}\n")


def test_latex_and_html_show_what_fonts_and_lines_would_change() -> None:
    table = Table([names("run", ["<a>\rb"])])
    assert r"\textless{}a\textgreater{}\textbackslash{}rb" in table.to_latex()
    assert r"&lt;a&gt;\rb" in table.to_html()


def test_small_negative_numbers_are_no_negative_zeros() -> None:
    assert numbers("d", [-0.00001, -0.0, -0.00006]).cells() == ["0.0000", "0.0000", "-0.0001"]
    assert numbers("d", [-0.0, -0.00001], None).cells() == ["0", "-1e-05"]
    assert intervals("d", [(-0.001, -0.004, -0.0)], 2).cells() == ["0.00 [0.00, 0.00]"]


def test_every_form_of_a_table_without_rows() -> None:
    table = Table([names("run", []), intervals("AP", []), texts("why", [])], notes=["Nothing was found."])
    assert len(table) == 0
    assert table.to_csv() == "run,AP,AP low,AP high,why\n"
    assert table.records() == []
    assert table.to_markdown() == "| run |  AP | why |\n|:----|----:|:----|\n"
    assert table.to_latex().count(r"\\") == 1
    assert "<tbody>\n</tbody>" in table.to_html()
    assert table.to_pandas().shape == (0, 5)


def test_a_table_without_columns_is_refused() -> None:
    for columns in ([], [chart("", ["--"])]):
        with pytest.raises(ParameterError, match="a table needs a column"):
            Table(columns)
