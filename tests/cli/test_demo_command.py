"""goldscale demo and goldscale evaluate, end to end."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from command_line import fails, goldscale, usage
from pyarrow import parquet

import goldscale as gs
from goldscale.campaign import evaluation
from goldscale.cli.layout import lay_out
from goldscale.samples import campaign as sample


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "demo"
    done = goldscale("demo", folder, "--items", "30")
    assert done.code == 0
    return folder


def test_the_first_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = goldscale("demo", "--items", "20")
    assert done.code == 0
    assert done.out.startswith("Sample campaign (made up)\n")
    assert done.rows[1][:3] == ["rank", "tier", "run"]
    assert [row[0] for row in done.rows[2:]] == [str(n) for n in range(1, 28)]
    assert "ranked by AP. Results are in demo/results." in done.err
    assert "All data in demo/ is made up." in done.err
    assert (tmp_path / "demo" / "results" / "leaderboard.csv").is_file()


def test_the_second_call_changes_nothing(demo: Path) -> None:
    before = {path: path.read_bytes() for path in demo.rglob("*") if path.is_file()}
    done = goldscale("demo", demo, "--items", "30")
    assert "27 runs (27 unchanged) on 30 images x 53 concepts" in done.err
    assert {path: path.read_bytes() for path in demo.rglob("*") if path.is_file()} == before


def test_on_eighty_columns_ranks_give_way_to_tiers(demo: Path) -> None:
    (board,) = evaluation.evaluate_campaign(demo).tables()
    (part,), notes = (found := lay_out(board, 80)).parts, found.notes
    assert [heading[0] for heading in part.header][:3] == ["tier", "run", "AP"]
    assert "The terminal is too narrow for rank; --markdown shows all columns." in notes
    assert lay_out(board, 200).parts[0].header[0] == ["rank"]


def test_json_is_the_leaderboard(demo: Path) -> None:
    done = goldscale("demo", demo, "--items", "30", "--json")
    assert done.err == ""
    assert done.json == json.loads((demo / "results" / "leaderboard.json").read_text())
    assert list(done.json)[:2] == ["format", "version"]


def test_workers_change_no_result(demo: Path) -> None:
    found = []
    for workers in (1, 2):
        shutil.rmtree(demo / "results" / "units")
        found.append(goldscale("evaluate", demo, "--workers", workers, "--json").json)
    assert found[0] == found[1]
    assert "--workers" in usage("evaluate", demo, "--workers", "0")


def test_evaluate_says_the_same(demo: Path) -> None:
    done = goldscale("evaluate", demo)
    assert done.code == 0
    with (demo / "results" / "leaderboard.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert [row[:3] for row in done.rows[2:]] == [[row["rank"], row["tier"], row["run"]] for row in rows]
    assert [row[3] for row in done.rows[2:]] == [f"{float(row['AP']):.4f}" for row in rows]
    assert goldscale("evaluate", demo, "--json").json == json.loads((demo / "results" / "leaderboard.json").read_text())


def test_the_demo_runs_pass_validation(demo: Path) -> None:
    done = goldscale("validate", *sorted((demo / "runs").iterdir()), "--campaign", demo, "--json")
    assert done.code == 0
    assert [report["valid"] for report in done.json] == [True] * 27


def test_a_run_scored_alone_has_the_leaderboards_numbers(demo: Path) -> None:
    run = demo / "runs" / "simulated_good.txt"
    done = goldscale(
        "score",
        run,
        "--truth",
        demo / "truth.txt",
        "--labels",
        demo / "concepts.txt",
        "-m",
        "AP",
        "-m",
        "F1:item",
        "--json",
    )
    board = json.loads((demo / "results" / "leaderboard.json").read_text())["runs"]["simulated_good"]
    assert done.json["runs"]["simulated_good"] == {name: board[name] for name in ("AP", "F1:item")}


def test_another_size_replaces_the_sample(tmp_path: Path) -> None:
    assert goldscale("demo", tmp_path / "d", "--items", "12").code == 0
    assert "(0 unchanged) on 15 images" in goldscale("demo", tmp_path / "d", "--items", "15").err


def test_a_foreign_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    message = fails(2, "demo", tmp_path)
    assert message == f"{tmp_path} holds something other than a sample campaign; choose another folder"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    assert "is not a folder" in fails(2, "demo", tmp_path / "thesis.txt")


def test_wrong_numbers() -> None:
    assert "--items" in usage("demo", "--items", "3")
    assert "--seed" in usage("demo", "--seed", "-1")


def test_a_bad_run_is_reported_and_left_out(demo: Path, tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(demo, copy)
    (copy / "runs" / "broken.txt").write_text("a 0.5 0.2 0.3\nb 0.5 0.2 0.3\nc 0.5 word 0.3\n")
    done = goldscale("evaluate", copy)
    assert done.code == 0
    assert done.err.splitlines()[0] == "left out broken.txt, line 3, field 3: expected a number, found 'word'"
    assert "27 runs (27 unchanged)" in done.err
    for run in (copy / "runs").glob("[Rs]*.txt"):
        run.unlink()
    message = fails(3, "evaluate", copy)
    assert message.startswith("no run of the campaign can be scored; broken.txt, line 3, field 3: ")


def test_what_is_no_campaign(tmp_path: Path) -> None:
    assert "campaign.toml is missing" in fails(4, "evaluate", tmp_path / "nowhere")
    (tmp_path / "campaign.toml").write_text("truth = \n")
    told = 'line 1: expected TOML (Invalid value). Texts stand in quotes: truth = "truth.csv".'
    assert fails(3, "evaluate", tmp_path) == f"{tmp_path}/campaign.toml, {told}"
    (tmp_path / "campaign.toml").write_text('trut = "truth.txt"\n')
    assert "field trut: " in fails(3, "evaluate", tmp_path)
    assert "Did you mean 'truth'?" in fails(3, "evaluate", tmp_path)
    assert "npz" in usage("evaluate", tmp_path, "--units", "xlsx")


def test_units_as_parquet(demo: Path) -> None:
    assert goldscale("evaluate", demo, "--units", "parquet").code == 0
    assert parquet.read_table(demo / "results" / evaluation.PARQUET).num_rows == 27 * (3 * 53 + 3 * 30)
    assert goldscale("evaluate", demo).code == 0  # the table of another time does not stay behind
    assert not (demo / "results" / evaluation.PARQUET).exists()


def test_a_results_folder_that_cannot_be_written(tmp_path: Path, demo: Path) -> None:
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(demo, copy, ignore=lambda _, names: [n for n in names if n == "results"])
    (copy / "results").write_text("a file where a folder belongs")
    assert "results" in fails(3, "evaluate", copy)


def test_intervals_on_the_leaderboard(tmp_path: Path) -> None:
    folder = sample.make_sample(tmp_path / "d", items=12)
    settings = folder / "campaign.toml"
    settings.write_text(settings.read_text().replace("measures =", "ci = 0.9\nreplicates = 10\nmeasures =", 1))
    for run in (folder / "runs").glob("simulated*"):
        run.unlink()
    done = goldscale("evaluate", folder)
    assert "[low, high]: bootstrap interval at 90 % confidence (10 resamples over images, seed 0)" in done.err
    assert "goldscale: note: " in done.err  # thresholds of runs that are gone
    assert ", " in done.out.splitlines()[4]
    assert "bootstrap interval at 90 %" in (folder / "results" / "leaderboard.md").read_text()
    assert (folder / "results" / "leaderboard.csv").read_text().startswith("rank,tier,run,AP,AP low,AP high,AUC,")
    entry = next(iter(goldscale("evaluate", folder, "--json").json["runs"].values()))["AP"]
    assert 0 < entry["low"] <= entry["high"] < 1
    assert gs.Campaign.load(folder).settings.ci == 0.9


@pytest.mark.parametrize("settings", ["x = " + "[" * 30_000, ".".join(["a"] * 30_000) + " = 1\n"])
def test_a_hostile_campaign_is_not_taken_for_a_sample(tmp_path: Path, settings: str) -> None:
    (tmp_path / "campaign.toml").write_text(settings)
    assert "holds something other than a sample campaign" in fails(2, "demo", tmp_path)


def test_a_fresh_evaluation_computes_everything_again(demo: Path) -> None:
    assert "(27 unchanged)" in goldscale("evaluate", demo).err
    assert "(0 unchanged)" in goldscale("evaluate", demo, "--fresh").err
