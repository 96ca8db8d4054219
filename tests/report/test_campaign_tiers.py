"""Tiers of a campaign's report rest on what is a sample: resampled images of annotation, the topics of retrieval."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import goldscale as gs
from goldscale.campaign import evaluate_campaign
from goldscale.campaign.comparison import compare_campaign
from goldscale.campaign.sampling import FEWEST
from goldscale.campaign.study import study_campaign
from goldscale.report.findings import leaderboard_finding, methods_paragraph
from goldscale.report.parts import page_file, table_files
from goldscale.report.reports import campaign_content


def campaign(folder: Path, truth: str, settings: str = 'measures = ["AP"]') -> Path:
    (folder / "runs").mkdir(parents=True)
    (folder / "campaign.toml").write_text(f'truth = "{truth}"\n{settings}\n')
    return folder


def annotated(folder: Path, settings: str = 'measures = ["AP"]', items: int = 30) -> Path:
    """A made-up campaign of four runs, two about as good as each other."""
    rng = np.random.default_rng(0)
    campaign(folder, "truth.csv", settings)
    relevance = (rng.random((items, 4)) < 0.4).astype(int)
    images, labels = gs.Items([f"{i}.jpg" for i in range(items)], "image"), gs.Concepts(list("abcd"), "concept")
    gs.write_judgements(gs.Judgements(relevance, images, labels), folder / "truth.csv")
    for name, quality in (("a_worst", 0.0), ("fair", 0.5), ("good", 0.55), ("the_best", 2.0)):
        scores = relevance * quality + rng.random(relevance.shape)
        gs.write_run(gs.Run(scores, items=images, labels=labels, name=name), folder / "runs" / f"{name}.csv")
    return folder


def test_annotation_is_tested_on_resampled_images(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    folder = campaign(tmp_path / "made_up", "truth.csv")
    relevance = (rng.random((30, 4)) < 0.4).astype(int)
    images, labels = gs.Items([f"{i}.jpg" for i in range(30)], "image"), gs.Concepts(list("abcd"), "concept")
    gs.write_judgements(gs.Judgements(relevance, images, labels), folder / "truth.csv")
    for quality in (0.0, 2.0):
        scores = relevance * quality + rng.random(relevance.shape)
        gs.write_run(gs.Run(scores, items=images, labels=labels, name="made_up"), folder / "runs" / f"q{quality:g}.csv")
    content = campaign_content(study_campaign(folder))
    found = content.comparison
    assert (found.test, found.paired_over, found.tiers.groups) == ("t", "resamples of images", (("q2",), ("q0",)))
    assert content.official.resamples.over == "item"


def test_retrieval_is_tested_over_topics(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "made_up", "truth.qrels")
    judged = [f"t{t} 0 d{d} {int((t + d) % 3 == 0)}\n" for t in range(8) for d in range(9)]
    (folder / "truth.qrels").write_text("".join(judged))
    for name, sign in (("up", 1), ("down", -1)):
        rows = [f"t{t} Q0 d{d} 1 {sign * d + (t * d) % 5} {name}\n" for t in range(8) for d in range(9)]
        (folder / "runs" / f"{name}.run").write_text("".join(rows))
    content = campaign_content(study_campaign(folder))
    assert (content.comparison.test, content.comparison.resampled) == ("randomisation", False)
    assert content.comparison.units.noun == content.scores["AP"].units.noun
    assert len(content.comparison.units) == 8


@pytest.mark.parametrize(
    "settings",
    ['measures = ["AP"]', 'measures = ["F1:item"]\nseed = 7', 'measures = ["AP"]\nci = 0.9\nreplicates = 60\nseed = 3'],
)
def test_leaderboard_report_and_compare_say_the_same(tmp_path: Path, settings: str) -> None:
    folder = annotated(tmp_path / "made_up", settings)
    board, studied = evaluate_campaign(folder), study_campaign(folder)
    (compared,) = compare_campaign(studied, seed=board.campaign.settings.seed).found
    reported = campaign_content(studied).comparison
    told = [{**found.to_dict(), "signature": ""} for found in (board.comparison, reported, compared)]
    assert told[0] == told[1] == told[2]
    assert board.comparison.tiers == reported.tiers == compared.tiers


@pytest.mark.parametrize(
    ("settings", "items"),
    [
        ('measures = ["AP"]\ntiers = false', 30),
        ('measures = ["AP"]', FEWEST - 1),
        ('measures = ["AP:item"]', 5),  # at best 2 of 32 flips, for 6 pairs
    ],
)
def test_a_report_has_no_tiers_where_the_leaderboard_has_none(tmp_path: Path, settings: str, items: int) -> None:
    folder = annotated(tmp_path / "made_up", settings, items)
    content = campaign_content(study_campaign(folder))
    assert evaluate_campaign(folder).comparison is content.comparison is None
    ((_, page),) = page_file(content)
    assert b"Tiers" not in (page if isinstance(page, bytes) else page.encode())


def test_a_run_without_a_number_has_no_tier(tmp_path: Path) -> None:
    folder = annotated(tmp_path / "made_up", 'measures = ["P:item"]')
    shy = "\n".join(["image,a,b,c,d", *(f"{i}.jpg,0,0,0,0" for i in range(30))])
    (folder / "runs" / "shy.csv").write_text(shy)
    content = campaign_content(study_campaign(folder))
    assert "shy" in content.scores.runs
    assert "shy" not in [run for tier in content.tiers.groups for run in tier]
    assert content.tiers.of("shy") is None
    assert "shy" not in content.comparison.tier_rule()
    first = len(content.tiers.groups[0])
    others = f"{first - 1} other run{'' if first == 2 else 's'}."
    assert leaderboard_finding(content).endswith("the run that follows it." if first == 1 else others)
    assert "corrected for 6 pairs (holm)" in methods_paragraph(content)
    assert list(page_file(content)), "a cell without a tier is drawn"
    assert list(table_files(content))
