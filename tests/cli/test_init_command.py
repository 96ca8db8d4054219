"""goldscale init, and the way from there to a leaderboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import fails, goldscale


@pytest.mark.usefixtures("folder")
def test_from_nothing_to_a_leaderboard(folder: Path) -> None:
    done = goldscale("init", "mine", "--truth", "truth.csv", "--name", "My own", "--ontology", "pto-2009")
    assert done.code == 0
    assert done.out.splitlines() == [
        "1. Put the runs into mine/runs, one file each.",
        "2. Run: goldscale evaluate mine",
    ]
    assert "The truth has 4 images x 3 concepts." in done.err
    assert "found an empty folder. Put the runs there" in fails(3, "evaluate", "mine")
    (folder / "good.csv").rename(folder / "mine" / "runs" / "good.csv")
    assert goldscale("evaluate", "mine").out.startswith("My own\n")


@pytest.mark.usefixtures("folder")
def test_nothing_is_overwritten() -> None:
    assert goldscale("init", "--labels", "good.csv", "--json").json["files"] == ["good.csv", "campaign.toml"]
    assert fails(2, "init") == "campaign/campaign.toml is there already; choose another folder"
    assert "nothing.csv" in fails(4, "init", "other", "--truth", "nothing.csv")
