"""Tiers on the leaderboard: what they rest on, where they stand, and that unchanged runs keep them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldscale as gs
from goldscale.campaign import evaluate_campaign
from goldscale.campaign.comparison import compare_campaign
from goldscale.campaign.sampling import FEWEST, RESAMPLES
from goldscale.campaign.study import study_campaign
from goldscale.errors import FormatError
from goldscale.formats.scores import read_scores
from goldscale.measures import Evaluation
from goldscale.significance import Comparison

QUALITY = {"best": 3.0, "good": 0.6, "fair": 0.55, "random": 0.0}


def made_up(folder: Path, settings: str = 'measures = ["AP", "F1:item"]', items: int = 40) -> Path:
    """A campaign in which one run is far ahead, and two are about as good as each other."""
    rng = np.random.default_rng(3)
    (folder / "runs").mkdir(parents=True)
    (folder / "campaign.toml").write_text(f'truth = "truth.csv"\nbaselines = ["random"]\n{settings}\n')
    truth = (rng.random((items, 5)) < 0.4).astype(int)
    images, labels = gs.Items([f"{i}.jpg" for i in range(items)], "image"), gs.Concepts(list("abcde"), "concept")
    gs.write_judgements(gs.Judgements(truth, images, labels), folder / "truth.csv")
    for name, quality in QUALITY.items():
        scores = truth * quality + rng.random(truth.shape)
        gs.write_run(gs.Run(scores, items=images, labels=labels, name=name), folder / "runs" / f"{name}.csv")
    return folder


def board(folder: Path) -> dict[str, str]:
    with (folder / "results" / "leaderboard.csv").open() as stream:
        return {row["run"]: row.get("tier", "none") for row in csv.DictReader(stream)}


def numbers(found: Comparison) -> dict[str, Any]:
    """All but the signature, which tells of intervals where somebody asked for them."""
    return {key: value for key, value in found.to_dict().items() if key != "signature"}


def test_they_stand_in_every_form_with_their_rule(tmp_path: Path) -> None:
    folder = made_up(tmp_path / "made_up")
    outcome = evaluate_campaign(folder)
    tiers = outcome.comparison.tiers
    assert tiers.groups == (("best",), ("good", "fair"), ("random",))
    assert board(folder) == {"best": "1", "good": "2", "fair": "2", "random": "3"}
    written = json.loads((outcome.folder / "leaderboard.json").read_text())
    assert written["tiers"] == [["best"], ["good", "fair"], ["random"]]
    rule = "Tiers: a tier holds the runs that cannot be told apart from its best one (t test, holm, 5 %, paired over "
    assert written["tier_rule"].startswith(f"{rule}resamples of images).")
    markdown, latex = ((outcome.folder / f"leaderboard.{form}").read_text() for form in ("md", "tex"))
    assert rule in markdown
    assert "|    4 |    3 | *random* |" in markdown
    assert r"4 & 3 & \textit{random} & " in latex
    assert r"2 & 2 & good & " in latex


def test_they_are_those_of_compare(tmp_path: Path) -> None:
    folder = made_up(tmp_path / "made_up", 'measures = ["AP"]\nseed = 5')
    (found,) = compare_campaign(study_campaign(folder), seed=5).found
    assert found.runs == found.ranking, "the pairs stand in the order of the ranking"
    assert numbers(evaluate_campaign(folder).comparison) == numbers(found)


def test_unchanged_runs_keep_their_resamples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made_up(tmp_path / "made_up")
    first = evaluate_campaign(folder)
    # A run that comes in later meets the resamples of those that are there.
    (folder / "runs" / "late.csv").write_bytes((folder / "runs" / "good.csv").read_bytes())
    scored: list[str] = []
    honest = Evaluation.score
    monkeypatch.setattr(Evaluation, "score", lambda self, run: scored.append(run.name) or honest(self, run))
    again = evaluate_campaign(folder)
    assert (again.reused, set(scored)) == (4, {"late"})
    assert again.comparison.pair("good", "late").corrected == 1
    assert again.comparison.pair("best", "fair").p == first.comparison.pair("best", "fair").p
    scores, _, _ = read_scores(folder / "results" / "units" / "good.npz")
    assert scores["AP"].resamples.numbers.shape == (1, RESAMPLES)
    assert scores["AP"].resamples.drawn.counted == "40 images"
    assert scores["F1:item"].resamples is None


@pytest.mark.parametrize(
    ("change", "computed"),
    [("seed = 7", True), ("tiers = false", False), ('ci_over = "label"', False), ("replicates = 50", False)],
)
def test_what_makes_stored_resamples_unfit(tmp_path: Path, change: str, computed: bool) -> None:
    folder = made_up(tmp_path / "made_up")
    evaluate_campaign(folder)
    settings = (folder / "campaign.toml").read_text()
    (folder / "campaign.toml").write_text(f"{change}\n{settings}")
    outcome = evaluate_campaign(folder)
    assert outcome.reused == (0 if computed else 4)
    (folder / "campaign.toml").write_text(settings)
    again, fresh = evaluate_campaign(folder), evaluate_campaign(folder, fresh=True)
    assert again.comparison.to_dict() == fresh.comparison.to_dict()


def test_intervals_and_tiers_rest_on_the_same_resamples(tmp_path: Path) -> None:
    folder = made_up(tmp_path / "made_up", 'ci = 0.9\ninterval = "bca"\nreplicates = 60\nmeasures = ["AP", "AUC"]')
    for _ in range(2):
        outcome = evaluate_campaign(folder)
        assert outcome.comparison.replicates == 60
        runs, truth = sorted((folder / "runs").iterdir()), gs.read_judgements(folder / "truth.csv")
        scores = gs.evaluate([gs.read_run(run) for run in runs], truth, "AP", ci=0.9, replicates=60)
        ranked = scores.select(scores.ranking("AP"))
        assert numbers(outcome.comparison) == numbers(gs.compare(ranked, "AP", over="item"))
        assert outcome.scores["AUC"].resamples is None


def test_means_over_images_are_tested_over_these(tmp_path: Path) -> None:
    folder = made_up(tmp_path / "made_up", 'measures = ["F1:item", "AP"]')
    outcome = evaluate_campaign(folder)
    assert (outcome.comparison.test, outcome.comparison.paired_over) == ("randomisation", "images")
    assert outcome.scores["AP"].resamples is None


def test_there_is_no_column_where_nothing_can_be_told(tmp_path: Path) -> None:
    off = made_up(tmp_path / "off", "tiers = false")
    few = made_up(tmp_path / "few", 'measures = ["AP"]', items=FEWEST - 1)
    flips = made_up(tmp_path / "flips", 'measures = ["AP:item"]', items=5)  # at best 2 of 32 flips, for 6 pairs
    alone = made_up(tmp_path / "alone")
    for name in ("good", "fair", "random"):
        (alone / "runs" / f"{name}.csv").unlink()
    (alone / "campaign.toml").write_text('truth = "truth.csv"\n')
    for folder in (off, few, flips, alone):
        outcome = evaluate_campaign(folder)
        assert outcome.comparison is None
        assert {*board(folder).values()} == {"none"}
        assert outcome.to_dict()["tiers"] is None
        assert "Tiers" not in outcome.to_markdown()
    enough = made_up(tmp_path / "enough", 'measures = ["AP"]', items=FEWEST)
    assert evaluate_campaign(enough).comparison is not None


def test_a_run_without_a_number_has_no_tier(tmp_path: Path) -> None:
    folder = made_up(tmp_path / "made_up", 'measures = ["P:item"]')
    shy = "\n".join(["image,a,b,c,d,e", *(f"{i}.jpg,0,0,0,0,0" for i in range(40))])
    (folder / "runs" / "shy.csv").write_text(shy)
    evaluate_campaign(folder)
    assert (board(folder)["shy"], board(folder)["best"]) == ("", "1")


def test_the_best_of_teams_are_compared_among_themselves(tmp_path: Path) -> None:
    of_team = "".join(f'[submissions.{run}]\nteam = "made up"\n' for run in ("good", "fair"))
    folder = made_up(tmp_path / "made_up", f'measures = ["AP"]\n{of_team}')
    best = evaluate_campaign(folder).best_of_teams()
    assert len(best.comparison.pairs) == 3
    assert [*best.tables()[0]["tier"].values] == [1, 2, 3]


def test_the_key_is_true_or_false(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="field tiers: expected true or false, found 'no'"):
        evaluate_campaign(made_up(tmp_path / "made_up", 'tiers = "no"'))


def test_too_few_groups_are_told(tmp_path: Path) -> None:
    declared = 'measures = ["AP:item"]\n[groups]\nfile = "groups.csv"'
    for authors in (4, 10):
        folder = made_up(tmp_path / f"{authors}", declared)
        rows = "".join(f"{i}.jpg,made_up_{i % authors}\n" for i in range(40))
        (folder / "groups.csv").write_text(f"image,author\n{rows}")
        outcome = evaluate_campaign(folder)
        (found,) = compare_campaign(study_campaign(folder)).found
        assert found.units.counted == f"{authors} authors"
        assert (outcome.comparison is None) == (not found.can_tell) == (authors == 4)
        said = "No tiers: by 4 authors, no two runs can be told apart."
        assert (said in outcome.to_markdown()) == (authors == 4)
    assert outcome.comparison.to_dict() == found.to_dict()
