"""Numbers that texts state of printed tables, against pandas on the same tables and against counting by hand."""

from __future__ import annotations

import io

import pandas as pd
import pytest

from goldscale.reproduce import reproduce
from goldscale.reproduce.cells import FUNCTIONS as CELLS
from goldscale.reproduce.printed_tables import printed_table
from goldscale.reproduce.stated import FUNCTIONS as STATED
from goldscale.resources import resource


def frame(name: str) -> pd.DataFrame:
    return pd.read_csv(io.StringIO(resource(f"{name}.csv").read_text("utf-8")), index_col=0)


def computed(table: str, cell: str) -> float | None:
    (row,) = (row for row in reproduce(f"{table} {cell}") if row.source.cell == cell)
    return row.computed


def test_best_results_per_concept() -> None:
    best = frame("thesis-table-10-10")
    assert len(best) == 93
    assert computed("section 10.7.4", "best iAP, mean over concepts") == pytest.approx(best["iAP"].mean())
    assert computed("section 10.7.4", "best iAP, mean over the 52 old concepts") == pytest.approx(
        best["iAP"][:52].mean()
    )
    assert computed("section 10.7.4", "best iAP, mean over the 41 new concepts") == pytest.approx(
        best["iAP"][52:].mean()
    )
    assert best["configuration"].value_counts().to_dict() == {"M": 61, "V": 30, "T": 2}


def test_table_10_6_is_the_best_of_the_three_below() -> None:
    below = pd.concat([frame(f"thesis-table-10-{n}") for n in (7, 8, 9)]).groupby(level=0).max()
    whole = frame("thesis-table-10-6")[["MiAP", "F_eb", "OS-FCS"]]
    assert computed("10.6", "cells that are the best of tables 10.7 to 10.9") == whole.eq(below).sum().sum() == 51


def test_ranks_of_table_7_2() -> None:
    systems = frame("thesis-table-7-2")
    assert len(systems) == 19
    assert (systems["EER rank"] - systems["OS rank"]).equals(systems["difference"])
    assert computed("section 7.5.4.1", "OS of the 19 systems, mean") == pytest.approx(systems["OS"].mean())


def test_tables_of_models_repeat_the_long_ones() -> None:
    every = frame("hodosh-tables-11-12")
    for table in ("hodosh-table-3", "hodosh-table-4", "hodosh-table-6"):
        short = frame(table)
        same = short.eq(every.loc[short.index, short.columns])
        assert CELLS["repeated"](table, "hodosh-tables-11-12") == same.sum().sum() == short.notna().sum().sum()


def test_votes_follow_the_score_in_nine_images_of_ten() -> None:
    votes = frame("thesis-table-9-5")
    better, preferred = votes["SR-Precision 1"] > votes["SR-Precision 2"], votes["votes 1"] > votes["votes 2"]
    assert (better == preferred).mean() == computed("section 9.5", "images in which votes follow SR-Precision") == 0.9
    assert computed("section 9.5", "votes on image 10") == 9


def test_tau_falls_with_noise_but_for_one_measure() -> None:
    stages = frame("thesis-table-8-2").iloc[:, :4]
    falling = stages.diff(axis=1).iloc[:, 1:].le(0).all(axis=1)
    assert falling.sum() == 15
    assert not falling["www_G"]


def test_what_differs_is_told() -> None:
    assert all(row.note for row in reproduce() if row.agrees is False)


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        ("union", "31 7 5", 33),
        ("growth", "50 75", 50),
        ("share", "1 8", 12.5),
        ("total", "3 -1", 2),
        ("product", "2 3 4", 24),
        ("new_concepts", "pto-2011 pto-2010", 9),
        ("common_pairs", "gracia-mena visual", 2),
    ],
)
def test_arithmetic_with_what_is_stated(function: str, arguments: str, expected: float) -> None:
    assert STATED[function](*arguments.split()) == pytest.approx(expected)


def test_a_blank_in_a_name_is_an_underscore_and_an_empty_cell_is_not_a_number() -> None:
    table = printed_table("thesis-table-10-1")
    assert table.number("ImageCLEF_2009", "test") == 13000
    assert table.numbers("validation")[:, 0].tolist()[1] == 3000
    assert str(table.number("ImageCLEF 2010", "validation")) == "nan"
