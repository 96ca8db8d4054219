"""goldscale meta: each study on a small campaign, and the same numbers as the library gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import fails, goldscale
from small_campaign import small_campaign

from goldscale.campaign.study import study_campaign
from goldscale.metaevaluation.correlation import correlate_measures


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_campaign(tmp_path / "small")


def test_the_command_gives_what_the_library_gives(folder: Path) -> None:
    known = study_campaign(folder)
    expected = correlate_measures(known.score(["AP", "AUC", "F1"])).to_dict()
    assert goldscale("meta", "correlation", folder, "-m", "AP,AUC,F1", "--json").json == expected


@pytest.mark.parametrize(
    ("study", "options", "key"),
    [
        ("items", ["-m", "AP:item,F1:item"], "correlation"),
        ("stability", ["-m", "AP", "--repeats", "1", "--stage", "0.1"], "to_original"),
        ("density", ["-m", "F1"], "random_above_systems"),
        ("power", ["-m", "AP", "--splits", "3"], "measures"),
        ("requirements", ["-m", "AP", "--cases", "10"], "measures"),
    ],
)
def test_every_study(folder: Path, study: str, options: list[str], key: str) -> None:
    assert key in goldscale("meta", study, folder, *options, "--json").json


def test_a_bad_run_is_left_out_and_told(folder: Path) -> None:
    (folder / "runs" / "broken.csv").write_text("image,Sky\na,x\n")
    assert "left out broken.csv" in goldscale("meta", "power", folder, "-m", "AP").err


@pytest.mark.parametrize(
    ("name", "text"), [("short.csv", "image,Sky,Sea,Sun\na,0.9,0.2,0.1\n"), ("good.json", '{"a": {"Sky": 1}}')]
)
def test_a_run_that_does_not_fit_is_left_out_and_told(folder: Path, name: str, text: str) -> None:
    """Images that it lacks, or the name of another run."""
    (folder / "runs" / name).write_text(text)
    done = goldscale("meta", "power", folder, "-m", "AP", "--json")
    assert f"left out {name}" in done.err
    assert done.json["runs"] == ["good", "weak"]
    assert f"left out {name}" in goldscale("report", folder, "--no-pdf").err


def test_an_unknown_coefficient(folder: Path) -> None:
    assert "tau" in fails(2, "meta", "correlation", folder, "--coefficient", "taub")
