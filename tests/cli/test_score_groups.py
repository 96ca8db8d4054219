"""goldscale score --groups."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import fails, goldscale, usage

GROUPS = "image,author,plant\na,ann,p1\nb,ann,p2\nc,ann,p2\nd,bob,p1\n"
SCORE = ("score", "good.csv", "weak.csv", "--truth", "truth.csv", "-m", "Top1")


@pytest.fixture(autouse=True)
def grouped(folder: Path) -> None:
    (folder / "groups.csv").write_text(GROUPS)


def test_means_are_nested_and_said() -> None:
    # weak.csv is right about c alone; d has no label, so that bob has no say.
    done = goldscale(*SCORE, "--groups", "groups.csv")
    assert [row[1:] for row in done.rows[1:]] == [["good", "1.0000"], ["weak", "0.2500"]]
    assert "averaged author > plant > image" in done.err
    by_author = goldscale(*SCORE, "--groups", "groups.csv", "--levels", "author")
    assert by_author.rows[2][1:] == ["weak", "0.3333"]
    strict = goldscale(*SCORE, "--groups", "groups.csv", "--undefined", "zero")
    assert strict.rows[2][1:] == ["weak", "0.1250"]


def test_signature_and_interval_name_the_levels() -> None:
    done = goldscale(*SCORE, "--groups", "groups.csv", "--ci", 0.9, "--json")
    entry = done.json["runs"]["weak"]["Top1"]
    assert "|groups=author > plant:" in entry["signature"]
    assert entry["low"] <= entry["value"] <= entry["high"]


def test_bad_groups(folder: Path) -> None:
    assert "--levels needs --groups" in usage(*SCORE, "--levels", "author")
    assert "did you mean 'author'" in fails(2, *SCORE, "--groups", "groups.csv", "--levels", "autor")
    assert fails(4, *SCORE, "--groups", "nowhere.csv").startswith("file 'nowhere.csv' is missing")
    (folder / "groups.csv").write_text(GROUPS.replace("b,ann,p2\n", ""))
    assert fails(3, *SCORE, "--groups", "groups.csv") == "images without author and plant: 1 missing ('b')"
