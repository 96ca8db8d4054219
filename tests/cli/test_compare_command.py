from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from command_line import fails, goldscale, usage

import goldscale as gs
from goldscale.campaign.sampling import RESAMPLES
from goldscale.significance import Comparison

ITEMS = 30


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    truth = np.eye(3, dtype=int)[rng.integers(0, 3, ITEMS)]
    names = [f"{i}.jpg" for i in range(ITEMS)]
    labels = gs.Concepts(["oak", "elm", "ash"], "concept")
    gs.write_judgements(gs.Judgements(truth, gs.Items(names, "image"), labels), tmp_path / "truth.csv")
    for name, quality in (("good", 1.0), ("fair", 0.5), ("poor", 0.0)):
        scores = truth * quality + rng.random(truth.shape)
        gs.write_run(gs.Run(scores, items=gs.Items(names, "image"), labels=labels, name=name), tmp_path / f"{name}.csv")
    rows = [f"{name},a{i % 3},p{i % 12}" for i, name in enumerate(names)]
    (tmp_path / "groups.csv").write_text("image,author,plant\n" + "\n".join(rows))
    monkeypatch.chdir(tmp_path)


def expected(**how: object) -> Comparison:
    runs = [gs.read_run(f"{name}.csv") for name in ("good", "fair", "poor")]
    return gs.compare(gs.evaluate(runs, gs.read_judgements("truth.csv"), "RR:item"), "RR:item", **how)


RUNS = ("good.csv", "fair.csv", "poor.csv", "--truth", "truth.csv", "-m", "RR:item")


def test_a_row_for_every_two_runs() -> None:
    done = goldscale("compare", *RUNS, "--replicates", 500)
    assert done.code == 0
    found = expected(replicates=500)
    assert done.rows[0][:3] == ["first", "second", "difference"]
    assert [row[:2] for row in done.rows[1:]] == [["good", "fair"], ["good", "poor"], ["fair", "poor"]]
    assert found.pairs[1].better == "good"
    assert done.rows[2][-1] == "first"
    assert "randomisation test, two-sided, paired over images" in done.err


def test_json_is_the_whole_comparison() -> None:
    options = ("--test", "wilcoxon", "--baseline", "poor", "--correction", "bonferroni", "--alpha", 0.1, "--seed", 4)
    done = goldscale("compare", *RUNS, *options, "--replicates", 100, "--json")
    how = {"baseline": "poor", "correction": "bonferroni", "alpha": 0.1, "seed": 4, "replicates": 100}
    assert done.json == expected(test="wilcoxon", **how).to_dict()


def test_every_measure_that_was_asked_for_is_compared() -> None:
    asked = ("compare", *RUNS, "-m", "AP", "--test", "t")
    found = goldscale(*asked, "--json").json
    assert [(name, one["unit"], len(one["pairs"])) for name, one in found["measures"].items()] == [
        ("RR:item", "image", 3),
        ("AP", "concept", 3),
    ]
    assert found["measures"]["RR:item"] == expected(test="t").to_dict()
    shown = goldscale(*asked)
    assert [line for line in shown.out.splitlines() if line in ("RR:item", "AP")] == ["RR:item", "AP"]
    assert len(goldscale(*asked, "--csv").out.splitlines()) == 1 + 6
    matrices = goldscale(*asked, "--matrix").out
    assert matrices.count("run   ") == 2
    together = goldscale(*asked, "--family", "all", "--json").json
    assert "holm of 6 over 2 measures" in together["measures"]["AP"]["signature"]


def test_over_items() -> None:
    words = ("compare", *RUNS[:-1], "AP", "--over", "item", "--replicates", 60, "--seed", 4)
    runs = [gs.read_run(f"{name}.csv") for name in ("good", "fair", "poor")]
    for options, interval in (((), None), (("--interval", "bca"), "bca"), (("--interval", "percentile"), "percentile")):
        how = {"ci": 0.95, "interval": "bca" if interval == "bca" else "percentile", "replicates": 60, "seed": 4}
        scores = gs.evaluate(runs, gs.read_judgements("truth.csv"), "AP", **how)
        expected = gs.compare(scores, "AP", over="item", interval=interval).to_dict()
        assert goldscale(*words, *options, "--json").json["pairs"] == expected["pairs"]
    assert "paired over resamples of images" in goldscale(*words).err


def test_a_text_may_name_several_measures() -> None:
    several, single = (["-m", "AP,AUC"], ["-m", "AP", "-m", "AUC"])
    words = ("compare", *RUNS[:-2], "--over", "item", "--replicates", 20, "--json")
    assert goldscale(*words, *several).json == goldscale(*words, *single).json


def test_a_number_that_is_no_plain_mean_is_told() -> None:
    words = ("compare", *RUNS[:-1], "GMAP", "--replicates", 20)
    said = "GMAP: tested is the plain mean, not the published geometric mean."
    assert said in " ".join(goldscale(*words).err.split())
    assert said in " ".join(goldscale(*words, "--matrix").err.split())
    for over in ("item", "label"):
        assert goldscale(*words, "--over", over, "--json").json["statistic"] == "published number"


def test_what_cannot_be_significant_is_said() -> None:
    done = goldscale("compare", *RUNS, "--replicates", 20)
    assert "2 of 3 pairs cannot be significant: with 20 replicates, p (holm) is at least 0.1429" in done.err


def test_p_values_as_a_matrix() -> None:
    done = goldscale("compare", *RUNS, "--test", "t", "--matrix")
    assert done.rows[0] == ["run", "good", "fair", "poor"]
    assert [len(row) for row in done.rows[1:]] == [3, 3, 3]  # nothing on the diagonal
    assert done.rows[1][2] == done.rows[3][1]
    as_csv = goldscale("compare", *RUNS, "--test", "t", "--matrix", "--csv")
    assert as_csv.out.splitlines()[0] == "run,good,fair,poor"


def test_groups_are_paired() -> None:
    done = goldscale("compare", *RUNS, "--test", "t", "--groups", "groups.csv", "--level", "plant", "--json")
    assert (done.json["unit"], done.json["units"]) == ("plant", 12)
    assert done.err == ""
    over_authors = goldscale(
        "compare", *RUNS, "--groups", "groups.csv", "--levels", "author", "--level", "author", "--json"
    )
    assert over_authors.json["units"] == 3
    noted = goldscale("compare", *RUNS, "--test", "t", "--groups", "groups.csv")
    assert "images of the same plant are not independent" in noted.err


def test_too_few_units_are_said() -> None:
    done = goldscale("compare", "good.csv", "poor.csv", "--truth", "truth.csv", "-m", "P(avg=micro)")
    assert "both runs have a value on 1 of 1 concept; a test needs 2" in done.out


def test_bad_requests() -> None:
    assert "two runs or more" in usage("compare", "good.csv", "--truth", "truth.csv")
    assert "--matrix has no JSON" in usage("compare", *RUNS, "--matrix", "--json")
    assert "--levels needs --groups" in usage("compare", *RUNS, "--levels", "plant")
    assert "did you mean 'wilcoxon'" in fails(2, "compare", *RUNS, "--test", "wilcoxson")
    assert "the test 'sign' cannot do; use t or bootstrap" in fails(
        2, "compare", "no.csv", *RUNS, "-m", "AP", "--over", "item", "--test", "sign"
    )
    assert "did you mean 'item'" in fails(2, "compare", "no.csv", *RUNS, "--over", "items")
    assert "did you mean 'holm'" in fails(2, "compare", "no.csv", *RUNS, "--correction", "holms")
    assert "unknown run 'best'" in fails(2, "compare", *RUNS, "--baseline", "best")
    assert "was not averaged in groups" in fails(2, "compare", *RUNS, "--level", "plant")
    assert "did you mean 'plant'" in fails(2, "compare", *RUNS, "--groups", "groups.csv", "--levels", "plants")


def test_a_truth_of_probabilities_is_told() -> None:
    assert "probabilities" not in goldscale("compare", *RUNS, "--replicates", 10).err
    truth = gs.read_judgements("truth.csv")
    gs.write_judgements(gs.Judgements(0.1 + 0.8 * truth.values, truth.items, truth.labels), "chances.csv")
    done = goldscale("compare", "good.csv", "poor.csv", "--truth", "chances.csv", "--draws", 20, "--replicates", 10)
    assert done.code == 0
    assert "the truth holds probabilities: each number is a mean over 20 drawn truths, seed 0" in done.err


def test_the_seed_is_that_of_drawn_truths_too() -> None:
    truth = gs.read_judgements("truth.csv")
    gs.write_judgements(gs.Judgements(0.1 + 0.8 * truth.values, truth.items, truth.labels), "chances.csv")
    words = ("compare", "good.csv", "poor.csv", "--truth", "chances.csv", "--draws", 5, "--replicates", 10, "--json")
    first, again, other = (goldscale(*words, "--seed", seed) for seed in (1, 1, 2))
    assert "5 drawn truths, seed 1" in first.err
    assert first.out == again.out
    difference = [done.json["pairs"][0]["difference"] for done in (first, other)]
    assert difference[0] != difference[1]


def test_a_wrong_choice_names_its_option() -> None:
    message = usage("compare", *RUNS, "--ties", "expcted")
    assert "Invalid value for '--ties': unknown value of ties 'expcted'; did you mean 'expected'?" in message


def test_a_run_called_run_leaves_the_names_in_every_form() -> None:
    Path("good.csv").rename("run.csv")
    words = ("compare", "run.csv", *RUNS[1:], "--test", "t", "--matrix")
    header, *rows = (line.split(",") for line in goldscale(*words, "--csv").out.splitlines())
    assert header == ["run", "run (2)", "fair", "poor"]
    assert [row[0] for row in rows] == ["run", "fair", "poor"]
    assert goldscale(*words, "--markdown").out.splitlines()[0].count("| ") == 4


def test_a_pair_without_a_winner_has_a_plain_dash_in_csv() -> None:
    (header, row) = goldscale(
        "compare", "good.csv", "fair.csv", *RUNS[3:], "--csv", "--alpha", "0.0001"
    ).out.splitlines()
    assert header.split(",").index("better") == row.split(",").index("-")


def test_units_that_are_right_or_wrong() -> None:
    words = ("compare", *RUNS[:-1], "OneError", "--json", "--test")
    by_sign, by_mcnemar = (goldscale(*words, test).json for test in ("sign", "mcnemar"))
    assert by_mcnemar["test"] == "mcnemar"
    for one, other in zip(by_mcnemar["pairs"], by_sign["pairs"], strict=True):
        assert (one["p"] == other["p"]) == one["exact"]
    assert any(pair["exact"] for pair in by_mcnemar["pairs"])
    assert "RR:item gives one" in fails(2, "compare", *RUNS, "--test", "mcnemar")


def test_a_margin_and_a_power() -> None:
    words = ("compare", *RUNS, "--test", "t", "--margin", 0.2, "--power", 0.9)
    assert goldscale(*words, "--json").json == expected(test="t", margin=0.2, power=0.9).to_dict()
    done = goldscale(*words)
    assert "verdict" in done.out
    assert "images needed" in done.out
    assert "power must lie between 0 and 1" in fails(2, "compare", *RUNS, "--power", 1)


@pytest.mark.parametrize("test", ["friedman", "anova"])
def test_all_runs_at_once(test: str) -> None:
    words = ("compare", *RUNS, "--test", test)
    found = goldscale(*words, "--json").json
    assert found["test"] == test
    assert found["ranking"][0] == found["tiers"][0][0] == "good"
    done = goldscale(*words)
    assert [row[:2] for row in done.rows[1:]] == [["good", "fair"], ["good", "poor"], ["fair", "poor"]]
    assert "Tiers, best first" in done.err
    assert list(goldscale(*words, "-m", "AP", "--json").json["measures"]) == ["RR:item", "AP"]
    assert "--power" in usage(*words, "--power", 0.8)


def test_stars() -> None:
    words = ("compare", *RUNS, "-m", "AP", "--test", "t", "--stars")
    done = goldscale(*words, "--baseline", "good")
    assert done.rows[0] == ["run", "RR:item", "AP"]
    found = expected(test="t", baseline="good")
    for row, pair in zip(done.rows[2:], found.pairs, strict=True):
        limits = [limit for limit in (0.1, 0.05, 0.01) if pair.corrected <= limit]
        assert row[0] == pair.first
        assert row[1].count("*") == len(limits)
    assert "* p <= 0.1, ** p <= 0.05, *** p <= 0.01" in " ".join(done.err.split())
    assert goldscale(*words, "--csv", "--table", "1").out.startswith("run,good,good stars,fair")
    assert "\\*" in goldscale(*words, "--markdown").out
    assert "*" in goldscale(*words, "--latex").out
    assert "--stars has no JSON" in usage(*words, "--json")
    assert "choose one of --matrix and --stars" in usage(*words, "--matrix")


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    folder = tmp_path / "made_up"
    (folder / "runs").mkdir(parents=True)
    for name in ("good", "fair", "poor"):
        Path(f"{name}.csv").rename(folder / "runs" / f"{name}.csv")
    Path("truth.csv").rename(folder / "truth.csv")
    (folder / "campaign.toml").write_text('truth = "truth.csv"\nmeasures = ["AP", "RR:item"]\nties = "worst"\n')
    return folder


def campaign_scores(folder: Path, *measures: str, **how: object) -> gs.Scores:
    runs = [gs.read_run(folder / "runs" / f"{name}.csv") for name in ("good", "fair", "poor")]
    return gs.evaluate(runs, gs.read_judgements(folder / "truth.csv"), list(measures), ties="worst", **how)


def test_a_campaign_is_ranked_with_tiers(campaign: Path) -> None:
    done = goldscale("compare", campaign)
    found = gs.compare(campaign_scores(campaign, "AP", ci=0.95, replicates=200), "AP", over="item")
    assert done.rows[0] == ["tier", "run", "AP", "to", "the", "best", "p", "(holm)"]
    assert [row[1] for row in done.rows[1:4]] == ["good", "fair", "poor"] == list(found.ranking)
    assert [int(row[0]) for row in done.rows[1:4]] == [found.tiers.of(run) for run in found.ranking]
    assert "t test, two-sided, paired over resamples of images; p is corrected for 3 pairs." in done.err
    assert "Tiers: a tier holds the runs that cannot be told apart from its best one" in done.err
    as_json = goldscale("compare", campaign, "--json").json
    assert as_json == found.to_dict()
    assert as_json["tiers"] == [list(tier) for tier in found.tiers.groups]
    assert as_json["published"]["good"] == found.published[found.runs.index("good")]


def test_below_a_campaigns_ranking_stands_what_stands_below_files(campaign: Path) -> None:
    runs = [campaign / "runs" / f"{name}.csv" for name in ("good", "fair")]
    truth = ("--truth", campaign / "truth.csv")
    said = "scores outside [0, 1], cut at 0.5; try the threshold 'density'"
    for how in ((campaign,), (*runs, *truth)):
        assert said in goldscale("compare", *how, "-m", "F1:item").err
        assert said not in goldscale("compare", *how, "-m", "AP:item").err
    (campaign / "campaign.toml").write_text('truth = "truth.csv"\n')
    for how in ((campaign,), (*runs, *truth)):
        assert "Top1 chosen for one label per item; -m names another" in goldscale("compare", *how).err
    (campaign / "truth.csv").write_text((campaign / "truth.csv").read_text().replace(",1", ",0.75"))
    for how in ((campaign,), (*runs, *truth)):
        assert "drawn" in goldscale("compare", *how, "-m", "AP:item").err


def test_a_campaign_with_options(campaign: Path) -> None:
    scores = campaign_scores(campaign, "RR:item")
    assert goldscale("compare", campaign, "-m", "RR:item", "--json").json == gs.compare(scores, "RR:item").to_dict()
    pairs = goldscale("compare", campaign, "-m", "RR:item", "--pairs")
    assert pairs.rows[0][:2] == ["first", "second"]
    assert goldscale("compare", campaign, "-m", "RR:item", "--matrix").rows[0] == ["run", "good", "fair", "poor"]
    against = goldscale("compare", campaign, "-m", "RR:item", "--baseline", "poor", "--test", "t", "--json").json
    assert against == gs.compare(scores, "RR:item", "t", baseline="poor").to_dict()
    other = goldscale("compare", campaign, "-m", "RR:item", "--ties", "best", "--json").json
    assert "ties=best" in other["signature"]
    over_labels = goldscale("compare", campaign, "--over", "label", "--json").json
    assert (over_labels["unit"], over_labels["resampled"]) == ("concept", False)
    both = goldscale("compare", campaign, "-m", "AP", "-m", "RR:item", "--family", "all", "--json").json
    assert [one["resampled"] for one in both["measures"].values()] == [True, False]
    assert "holm of 6 over 2 measures" in both["measures"]["AP"]["signature"]


def test_campaigns_and_files_are_kept_apart(campaign: Path) -> None:
    file = campaign / "runs" / "good.csv"
    assert "--truth is for files of runs" in usage("compare", campaign, "--truth", campaign / "truth.csv")
    assert "compare one campaign's folder" in usage("compare", campaign, file)
    assert "runs need their truth: --truth FILE" in usage("compare", file, campaign / "runs" / "fair.csv")
    assert "choose one of --pairs and --matrix" in usage("compare", campaign, "--pairs", "--matrix")
    (campaign / "campaign.toml").write_text('truth = "../truth.csv"\n')
    assert "--allow-outside" in fails(3, "compare", campaign)


def test_a_bad_run_of_a_campaign_is_left_out(campaign: Path) -> None:
    (campaign / "runs" / "broken.csv").write_text("image,oak,elm,ash\n0.jpg,x,0,0\n")
    done = goldscale("compare", campaign, "--json")
    assert "left out broken.csv" in done.err
    assert done.json["runs"] == ["good", "fair", "poor"]


def test_a_campaign_by_every_kind_of_test(campaign: Path) -> None:
    of_all = goldscale("compare", campaign, "--test", "friedman", "--json").json
    assert (of_all["test"], sorted(of_all["ranking"])) == ("friedman", ["fair", "good", "poor"])
    assert "McNemar" in fails(2, "compare", campaign, "-m", "RR:item", "--test", "mcnemar")
    starred = goldscale("compare", campaign, "--stars", "--baseline", "poor")
    assert starred.rows[0] == ["run", "AP"]
    told = goldscale("compare", campaign, "--margin", 0.3, "--power", 0.8)
    assert "verdict" in told.rows[0]
    assert "images needed" in told.out


def test_what_has_no_room_in_a_table_is_refused(campaign: Path) -> None:
    for view in ("--stars", "--matrix"):
        for wish in (("--margin", 0.1), ("--power", 0.8)):
            assert f"{wish[0]}: for a table of pairs; leave {view} out" in usage("compare", campaign, view, *wish)


def test_tests_of_pairs_and_of_all_runs_are_known() -> None:
    said = fails(2, "compare", *RUNS, "--test", "foo")
    assert all(name in said for name in ("mcnemar", "friedman", "anova"))


def test_a_folder_of_runs_is_no_campaign(campaign: Path) -> None:
    said = " ".join(usage("compare", campaign / "runs", "--truth", campaign / "truth.csv").split())
    assert "is no campaign: it has no campaign.toml" in said
    assert "name the files" in said


def test_the_help_knows_how_many_resamples_a_campaign_has() -> None:
    said = " ".join(goldscale("compare", "--help").out.split())
    assert f"{RESAMPLES} of a campaign" in said
    assert '""' not in said


def listed(folder: Path, more: str = "") -> Path:
    """A made-up campaign whose judgements are listed, as those of retrieval are."""
    (folder / "runs").mkdir(parents=True)
    (folder / "campaign.toml").write_text('truth = "truth.qrels"\nmeasures = ["AP"]\n')
    judged = [f"t{t} 0 d{d} {int((t + d) % 3 == 0)}\n" for t in range(8) for d in range(9)]
    (folder / "truth.qrels").write_text("".join(judged))
    for name, sign in (("up", 1), ("down", -1)):
        rows = [f"t{t} Q0 d{d} 1 {sign * d + (t * d) % 5} {name}\n" for t in range(8) for d in range(9)]
        (folder / "runs" / f"{name}.run").write_text("".join(rows) + more.format(name))
    return folder


def test_documents_of_listed_judgements_can_be_resampled(tmp_path: Path) -> None:
    found = goldscale("compare", listed(tmp_path / "listed"), "--over", "item", "--json").json
    assert (found["resampled"], found["units"], found["replicates"]) == (True, 9, RESAMPLES)
    unjudged = listed(tmp_path / "open", "t0 Q0 only_in_{0} 1 0.5 {0}\n")
    files = [unjudged / "runs" / f"{name}.run" for name in ("up", "down")]
    for asked in ([unjudged], [*files, "--truth", unjudged / "truth.qrels", "-m", "AP"]):
        said = fails(2, "compare", *asked, "--over", "item")
        assert "cannot be compared over items" in said
        assert "evaluate(" not in said
