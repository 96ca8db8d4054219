"""Tiers of a campaign's report rest on what is a sample: resampled images of annotation, the topics of retrieval."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import goldscale as gs
from goldscale.campaign.study import study_campaign
from goldscale.report.reports import campaign_content


def campaign(folder: Path, truth: str) -> Path:
    (folder / "runs").mkdir(parents=True)
    (folder / "campaign.toml").write_text(f'truth = "{truth}"\nmeasures = ["AP"]\n')
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
