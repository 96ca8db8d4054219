"""Tables keep values until they are written, and results offer every form."""

from __future__ import annotations

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
