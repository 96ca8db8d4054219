"""goldscale report: what is written where, and nothing through a link."""

from __future__ import annotations

from pathlib import Path

from command_line import fails, goldscale
from small_campaign import small_campaign

TABLES = [f"tables/{name}{ending}" for name in ("concepts", "leaderboard") for ending in (".csv", ".md", ".tex")]
"""The images are too few to compare runs."""


def test_a_report_lies_beside_the_results(tmp_path: Path) -> None:
    folder = small_campaign(tmp_path / "small")
    done = goldscale("report", folder, "--json")
    made = done.json["files"]
    assert {"report.html", "report.pdf", *TABLES} <= set(made)
    report = folder / "results" / "report"
    assert all((report / name).stat().st_size for name in made)
    assert "<h2>Leaderboard</h2>" in (report / "report.html").read_text("utf-8")


def test_a_report_elsewhere_without_a_pdf(tmp_path: Path) -> None:
    folder = small_campaign(tmp_path / "small")
    goldscale("report", folder, "--out", tmp_path / "mine", "--no-pdf")
    assert (tmp_path / "mine" / "report.html").exists()
    assert not (tmp_path / "mine" / "report.pdf").exists()
    assert not (folder / "results").exists()


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    folder = small_campaign(tmp_path / "small")
    (tmp_path / "elsewhere").mkdir()
    (folder / "results").mkdir()
    (folder / "results" / "report").symlink_to(tmp_path / "elsewhere")
    assert "found a link" in fails(3, "report", folder, "--no-pdf")
    assert list((tmp_path / "elsewhere").iterdir()) == []
