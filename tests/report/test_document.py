"""The PDF: it is one, has the names that it should, and no name is read as code."""

from __future__ import annotations

import pytest
from report_scores import EVIL, made_up_scores

from goldscale.report.content import content_of
from goldscale.report.document import pdf
from goldscale.report.document.pdf import document


def test_a_report_on_paper() -> None:
    made = pdf(content_of(made_up_scores()))
    assert made.startswith(b"%PDF-")
    assert made.rstrip().endswith(b"%%EOF")


@pytest.mark.parametrize("name", [*EVIL, '#eval("1")', '#read("/etc/passwd")', "$x$ *b* _i_ `c` \\", "@ref <label>"])
def test_names_are_no_code(name: str) -> None:
    content = content_of(made_up_scores(names=[name, "b", "c", "d", "e"]))
    assert pdf(content).startswith(b"%PDF-")


def test_all_runs_are_there_with_their_numbers() -> None:
    scores = made_up_scores()
    told = document(content_of(scores))
    rows = told["leaderboard"]["rows"]
    assert [row["run"] for row in rows] == scores.ranking("AP")
    assert rows[0]["value"] == pytest.approx(scores.summary()[rows[0]["run"]]["AP"])
