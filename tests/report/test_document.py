"""The PDF: it is one, has the names that it should, and no name is read as code."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest
from report_scores import EVIL, NEXT_TO_NOTHING, TYPESET, made_up_scores

from goldscale.report.content import content_of
from goldscale.report.document import pdf
from goldscale.report.document.pdf import document


def test_a_report_on_paper() -> None:
    made = pdf(content_of(made_up_scores()))
    assert made.startswith(b"%PDF-")
    assert made.rstrip().endswith(b"%%EOF")


@pytest.mark.parametrize(
    "name", [*EVIL, *TYPESET, '#eval("1")', '#read("/etc/passwd")', "$x$ *b* _i_ `c` \\", "@ref <label>"]
)
def test_names_are_no_code(name: str) -> None:
    scores = made_up_scores(labels=[name, "v", "w", "x", "y"], names=[name, "b", "c", "d", "e"])
    content = replace(content_of(scores, name), subtitle=name, notes=(name,), facts=((name, name),))
    assert pdf(content).startswith(b"%PDF-")


def test_all_runs_are_there_with_their_numbers() -> None:
    scores = made_up_scores()
    told = document(content_of(scores))
    rows = told["leaderboard"]["rows"]
    assert [row["run"] for row in rows] == scores.ranking("AP")
    assert rows[0]["value"] == pytest.approx(scores.summary()[rows[0]["run"]]["AP"])


def test_many_runs_with_long_names_fit() -> None:
    names = [f"made_up_run_{i:02}_{'x' * 150}" for i in range(73)]
    content = content_of(made_up_scores(names=names))
    told = document(content)
    assert max(len(row["run"]) for row in told["leaderboard"]["rows"]) <= 48
    assert [cell[1] for cell in told["heatmaps"][0]["rows"][0]["cells"]] == [""] * 73, "colours alone"
    assert len(re.findall(rb"/Type\s*/Page\b", pdf(content))) >= 2


def test_the_colours_of_a_heatmap_are_those_of_its_numbers() -> None:
    scores = made_up_scores()
    first = document(content_of(scores))["heatmaps"][0]
    values = scores["AP"].values
    cells = [cell for row in first["rows"] for cell in row["cells"]]
    assert sorted(float(cell[1]) for cell in cells) == pytest.approx(sorted(values.ravel()), abs=0.0051)
    assert {cell[0] for cell in cells} >= {"#00224e", "#fee838"}, "the ends of cividis"


def test_items_are_told_with_their_labels() -> None:
    told = document(content_of(made_up_scores()))["items"]
    assert [part["title"] for part in told["lists"]] == ["The hardest items", "The easiest items"]


@pytest.mark.parametrize("case", NEXT_TO_NOTHING)
@pytest.mark.parametrize("chance", [0.3, math.nan])
def test_a_report_of_next_to_nothing(case: str, chance: float) -> None:
    content = replace(content_of(NEXT_TO_NOTHING[case]()), chance={"AP": chance})
    assert pdf(content).startswith(b"%PDF-")


def test_intervals_are_told_by_their_ends_on_an_axis_with_numbers() -> None:
    scores = made_up_scores()
    board = document(content_of(scores))["leaderboard"]
    result, row = scores["AP"], board["rows"][0]
    assert result.low is not None
    assert result.high is not None
    best = scores.runs.index(row["run"])
    low, high = (float(end) for end in row["between"].strip("[]").split(", "))
    assert (low, high) == pytest.approx((result.low[best], result.high[best]), abs=0.00051)
    assert board["axis"] == [board["ticks"][0][0], board["ticks"][-1][0]]
    assert board["axis"][0] <= result.low.min() <= result.high.max() <= board["axis"][1]
    assert [float(told) for _, told in board["ticks"]] == pytest.approx([tick for tick, _ in board["ticks"]])


def test_without_intervals_there_is_no_axis() -> None:
    board = document(content_of(NEXT_TO_NOTHING["nothing is relevant, 2 runs"]()))["leaderboard"]
    assert board["axis"] is None
    assert board["ticks"] == []
    assert [row["between"] for row in board["rows"]] == ["", ""]
