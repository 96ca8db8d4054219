"""Evaluating a campaign: what is written, what is left out, and what is not computed again."""

from __future__ import annotations

import csv
import errno
import gzip
import json
import os
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet
from small_campaign import GOOD, LISTED, SETTINGS, TRUTH, WEAK, small_campaign

import goldscale as gs
from goldscale.campaign import CampaignResult, evaluate_campaign, job
from goldscale.data.table_forms import markdown_text
from goldscale.errors import FormatError, GoldscaleError, GoldscaleWarning, ParameterError
from goldscale.formats.scores import read_scores, write_scores
from goldscale.measures import Evaluation

RESULTS = {"leaderboard.csv", "leaderboard.json", "leaderboard.md", "leaderboard.tex", "signatures.txt", "units"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_campaign(tmp_path / "small")


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], list[str]]:
    """Evaluates a campaign and tells what was computed, as ``run:measure measure``."""
    calls: list[str] = []
    honest = Evaluation.score

    def spy(self: Evaluation, runs: gs.Run | list[gs.Run], *rest: Any) -> gs.Scores:
        held = [runs] if isinstance(runs, gs.Run) else runs
        calls.extend(f"{run.name}:{' '.join(map(str, self.measures))}" for run in held)
        return honest(self, runs, *rest)

    monkeypatch.setattr(Evaluation, "score", spy)

    def evaluate(folder: Path) -> list[str]:
        calls.clear()
        outcome = evaluate_campaign(folder)
        assert outcome.reused == len(outcome.scores.runs) - len(calls)
        return list(calls)

    return evaluate


def direct(folder: Path, **rules: Any) -> dict[str, dict[str, float]]:
    """What the library says of the same files."""
    runs = [gs.read_run(path) for path in sorted((folder / "runs").iterdir())]
    return gs.evaluate(runs, gs.read_judgements(folder / "truth.csv"), ["AP", "F1:item"], **rules).summary()


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


class TestResults:
    def test_the_numbers_are_the_librarys(self, folder: Path) -> None:
        outcome = evaluate_campaign(folder)
        assert outcome.scores.summary() == direct(folder)
        assert (outcome.ranked_by, outcome.reused, outcome.rejected) == ("AP", 0, ())

    def test_every_file_is_there_and_can_be_read(self, folder: Path) -> None:
        outcome = evaluate_campaign(folder)
        assert outcome.folder == folder / "results"
        assert {path.name for path in outcome.folder.iterdir()} == RESULTS
        with (outcome.folder / "leaderboard.csv").open() as stream:
            rows = list(csv.DictReader(stream))
        assert [row["run"] for row in rows] == ["good", "weak"]
        assert {row["run"]: float(row["AP"]) for row in rows} == {r: v["AP"] for r, v in direct(folder).items()}
        board = json.loads((outcome.folder / "leaderboard.json").read_text())
        assert list(board) == [
            "format",
            "version",
            "campaign",
            "ranked_by",
            "rejected",
            "notes",
            "ranks",
            "tiers",
            "tier_rule",
            "submissions",
            "runs",
        ]
        assert (board["format"], board["version"], board["campaign"]) == ("goldscale-leaderboard", 1, "Small")
        assert list(board["runs"]) == ["good", "weak"]
        assert board["runs"]["good"]["AP"].keys() == {"value", "units", "undefined", "low", "high", "signature"}
        markdown = (outcome.folder / "leaderboard.md").read_text().splitlines()
        assert (markdown[0], markdown[2].split("|")[1].strip()) == ("# Small", "rank")
        assert len(markdown) == 6
        latex = (outcome.folder / "leaderboard.tex").read_text()
        assert latex.startswith(r"\begin{tabular}{rlrr}")
        assert latex.count(r"\\") == 3

    def test_signatures(self, folder: Path) -> None:
        lines = (evaluate_campaign(folder).folder / "signatures.txt").read_text().splitlines()
        assert [line.split("\t")[0] for line in lines] == ["good", "good", "weak", "weak"]
        assert lines[1].split("\t")[1].startswith("F1:item|threshold=0.5|undefined=skip|unjudged=none|truth=")

    def test_units(self, folder: Path) -> None:
        outcome = evaluate_campaign(folder)
        scores, key, _ = read_scores(outcome.folder / "units" / "good.npz")
        assert len(key) == 64
        assert scores.unit_names("AP") == ("Sky", "Sea", "Sun")
        np.testing.assert_array_equal(scores.values("F1:item")[0], outcome.scores.select(["good"]).values("F1:item")[0])

    def test_units_as_parquet(self, folder: Path) -> None:
        outcome = evaluate_campaign(folder, units="parquet")
        table = parquet.read_table(outcome.folder / "units.parquet").to_pydict()
        assert len(table["value"]) == 2 * (3 + 4)
        assert {*table} == {"run", "measure", "unit", "value"}

    def test_intervals_are_stored_and_reused(self, folder: Path) -> None:
        edit(folder / "campaign.toml", "measures", "ci = 0.9\nreplicates = 20\nseed = 3\nmeasures")
        first = evaluate_campaign(folder)
        again = evaluate_campaign(folder)
        assert again.reused == 2
        assert again.scores.to_json() == first.scores.to_json()
        runs, truth = gs.read_run(folder / "runs" / "weak.csv"), gs.read_judgements(folder / "truth.csv")
        expected = gs.evaluate(runs, truth, "AP", ci=0.9, replicates=20, seed=3).interval("AP")
        assert first.scores.interval("AP")["weak"] == expected["weak"]
        assert "90 % confidence" in (first.folder / "leaderboard.md").read_text()

    def test_resamples_on_which_no_tier_rests_are_kept_neither_fresh_nor_reused(self, folder: Path) -> None:
        edit(folder / "campaign.toml", "measures", "ci = 0.9\nreplicates = 20\nmeasures")
        for reused in (0, 2):
            outcome = evaluate_campaign(folder)
            assert outcome.reused == reused
            with pytest.raises(gs.ParameterError, match="campaign keeps them of the measure that ranks"):
                gs.compare(outcome.scores, "AP", over="item")

    def test_how_numbers_are_averaged_is_stored(self, folder: Path) -> None:
        edit(folder / "campaign.toml", '"AP"', '"GMAP"')
        first, again = (gs.compare(evaluate_campaign(folder).scores, "GMAP") for _ in range(2))
        assert "geometric mean" in first.statistic
        assert again.to_dict() == first.to_dict()

    def test_a_truth_of_probabilities(self, folder: Path) -> None:
        (folder / "truth.csv").write_text(TRUTH.replace("1", "0.75"))
        edit(folder / "campaign.toml", "measures", "draws = 20\nseed = 3\nmeasures")
        first = evaluate_campaign(folder)
        assert first.scores.summary() == direct(folder, draws=20, seed=3)
        board = (first.folder / "leaderboard.md").read_text()
        assert "each number is a mean over 20 drawn truths, seed 3" in board
        assert evaluate_campaign(folder).reused == 2
        edit(folder / "campaign.toml", "draws = 20", "draws = 30\nci = 0.9")
        again = evaluate_campaign(folder)
        assert again.reused == 0
        assert again.scores.summary() == direct(folder, draws=30, seed=3)
        assert "[low, high]: 90 % of the drawn truths" in (again.folder / "leaderboard.md").read_text()

    @pytest.mark.parametrize("change", ["draws = 30\nseed = 3", "draws = 20\nseed = 4"])
    def test_draws_and_seed_of_drawn_truths_are_no_detail(self, folder: Path, change: str) -> None:
        edit(folder / "campaign.toml", "measures", "draws = 20\nseed = 3\nmeasures")
        evaluate_campaign(folder)
        edit(folder / "campaign.toml", "draws = 20\nseed = 3", change)
        assert evaluate_campaign(folder).reused == 2  # nothing is drawn of a certain truth
        (folder / "truth.csv").write_text(TRUTH.replace("1", "0.75"))
        evaluate_campaign(folder)
        edit(folder / "campaign.toml", change, "draws = 20\nseed = 3")
        assert evaluate_campaign(folder).reused == 0

    def test_rules_reach_the_evaluation(self, folder: Path) -> None:
        edit(folder / "campaign.toml", "measures", 'undefined = "zero"\nthreshold = 0.15\nties = "worst"\nmeasures')
        expected = direct(folder, undefined="zero", threshold=0.15, ties="worst")
        assert evaluate_campaign(folder).scores.summary() == expected
        assert expected != direct(folder)

    def test_thresholds_of_a_run_and_of_its_labels(self, folder: Path) -> None:
        with (folder / "campaign.toml").open("a") as stream:
            stream.write("[thresholds]\ngood = 0.35\nweak = { Sky = 0.7, Sea = 0.3, Sun = 0.4 }\n")
        outcome = evaluate_campaign(folder)
        truth = gs.read_judgements(folder / "truth.csv")
        for name, threshold in (("good", 0.35), ("weak", [0.7, 0.3, 0.4])):
            run = gs.read_run(folder / "runs" / f"{name}.csv").replace(threshold=threshold)
            assert outcome.scores.summary()[name] == gs.evaluate(run, truth, ["AP", "F1:item"]).summary()[name]
        assert "threshold=own:0.35" in outcome.scores.signature("F1:item", "good")
        assert "threshold=own-per-label" in outcome.scores.signature("F1:item", "weak")

    def test_a_threshold_for_no_run_is_said(self, folder: Path) -> None:
        with (folder / "campaign.toml").open("a") as stream:
            stream.write("[thresholds]\nwaek = 0.35\n")
        with pytest.warns(
            GoldscaleWarning, match="a threshold for 'waek', but there is no such run; did you mean 'weak'"
        ):
            evaluate_campaign(folder)

    def test_runs_in_different_formats(self, folder: Path) -> None:
        runs = folder / "runs"
        run = gs.read_run(runs / "good.csv")
        gs.write_run(run, runs / "a.npz")
        gs.write_run(run, runs / "b.long.csv")
        gs.write_run(run, runs / "c.tsv.gz")
        gs.write_run(run, runs / "d.txt", "imageclef-2009")
        gs.write_run(run.replace(decisions=run.scores > 0.5), runs / "e.txt", "imageclef-2010")
        (runs / "f.jsonl").write_text(LISTED)
        with pytest.warns(GoldscaleWarning, match="'f' retrieves nothing for 2 of the truth's images"):
            outcome = evaluate_campaign(folder)
        assert outcome.rejected == ()
        summary = outcome.scores.summary()
        assert set(summary) == {"a", "b.long", "c", "d", "e", "f", "good", "weak"}
        assert all(summary[name] == summary["good"] for name in ("a", "b.long", "c", "d", "e"))
        with pytest.warns(GoldscaleWarning, match="'f' retrieves nothing"):
            assert evaluate_campaign(folder).reused == 8

    def test_progress(self, folder: Path) -> None:
        told: list[tuple[int, int, str]] = []
        evaluate_campaign(folder, progress=lambda *now: told.append(now))
        assert told == [(0, 2, "good.csv"), (1, 2, "weak.csv"), (2, 2, "")]


class TestBadRuns:
    def test_they_are_left_out_and_the_others_count(self, folder: Path) -> None:
        bad = {
            "empty.csv": "",
            "word.csv": GOOD.replace("0.8", "high"),
            "short.csv": GOOD.replace("d,0.2,0.3,0.4\n", ""),
            "other.csv": GOOD.replace("Sea", "Lake"),
            "good.txt": "a 1 0 0\nb 0 1 0\nc 1 1 0\nd 0 0 0\n",
        }
        for name, text in bad.items():
            (folder / "runs" / name).write_text(text)
        (folder / "runs" / "cut.csv.gz").write_bytes(gzip.compress(GOOD.encode())[:-5])
        outcome = evaluate_campaign(folder)
        assert outcome.scores.runs == ("good", "weak")
        assert {r.file.name for r in outcome.rejected} == {*bad, "cut.csv.gz"}
        said = {r.file.name: str(r) for r in outcome.rejected}
        assert said["word.csv"] == "word.csv, line 3, field Sea: expected a number, found 'high'"
        assert said["empty.csv"] == "empty.csv: expected data, found an empty file"
        assert said["good.txt"].startswith("good.txt: expected one file per run, found a second file called 'good'")
        assert said["short.csv"].startswith(
            "short.csv: run 'short' and the truth do not have the same images: 1 missing"
        )
        board = json.loads((outcome.folder / "leaderboard.json").read_text())
        assert board["rejected"].keys() == said.keys()
        assert {path.name for path in (outcome.folder / "units").iterdir()} == {"good.npz", "weak.npz"}

    def test_a_run_whose_thresholds_do_not_fit(self, folder: Path) -> None:
        with (folder / "campaign.toml").open("a") as stream:
            stream.write("[thresholds.weak]\nSky = 0.5\n")
        (rejected,) = evaluate_campaign(folder).rejected
        assert "campaign.toml, field thresholds.weak" in str(rejected)

    def test_a_run_that_turns_bad_loses_its_units(self, folder: Path) -> None:
        evaluate_campaign(folder)
        (folder / "runs" / "weak.csv").write_text("")
        evaluate_campaign(folder)
        assert [path.name for path in (folder / "results" / "units").iterdir()] == ["good.npz"]

    def test_if_all_are_bad_that_is_an_error(self, folder: Path) -> None:
        for name in ("good", "weak"):
            (folder / "runs" / f"{name}.csv").write_text("image,Sky\na,x\n")
        with pytest.raises(GoldscaleError, match=r"no run .* can be scored; good\.csv, line 2.*1 more") as caught:
            evaluate_campaign(folder)
        assert caught.value.exit_code == 3
        assert "\n" not in str(caught.value)

    def test_no_runs_at_all(self, folder: Path) -> None:
        for path in (folder / "runs").iterdir():
            path.unlink()
        with pytest.raises(FormatError, match="expected run files, found an empty folder"):
            evaluate_campaign(folder)

    def test_a_bad_truth_is_not_the_runs_fault(self, folder: Path) -> None:
        (folder / "truth.csv").write_text("image,Sky\na,x\n")
        with pytest.raises(FormatError, match=r"truth\.csv, line 2"):
            evaluate_campaign(folder)
        (folder / "truth.csv").write_text(TRUTH.replace("1", "0.75"))
        edit(folder / "campaign.toml", "measures", 'unjudged = "bounds"\nmeasures')
        with pytest.raises(ParameterError, match="the truth holds probabilities"):
            evaluate_campaign(folder)

    @pytest.mark.skipif(os.name == "nt" or os.uname().sysname != "Linux", reason="other systems refuse such names")
    def test_a_file_name_that_is_no_text(self, folder: Path) -> None:
        (folder / "runs" / os.fsdecode(b"\xff.csv")).write_text(GOOD)
        outcome = evaluate_campaign(folder)
        assert "a file name in UTF-8" in str(outcome.rejected[0])
        assert "\\udcff.csv" in json.loads((outcome.folder / "leaderboard.json").read_text())["rejected"]


class TestRecomputing:
    def test_the_second_time_nothing_is_computed(self, folder: Path, computed: Callable[[Path], list[str]]) -> None:
        assert computed(folder) == ["good:AP F1:item", "weak:AP F1:item"]
        before = {path: path.read_bytes() for path in (folder / "results").rglob("*") if path.is_file()}
        stamps = {path: path.stat().st_mtime_ns for path in (folder / "results" / "units").iterdir()}
        assert computed(folder) == []
        assert {path: path.read_bytes() for path in (folder / "results").rglob("*") if path.is_file()} == before
        assert {path: path.stat().st_mtime_ns for path in (folder / "results" / "units").iterdir()} == stamps

    @pytest.mark.parametrize(
        ("file", "old", "new", "expected"),
        [
            ("runs/weak.csv", "0.9", "0.95", ["weak"]),
            ("truth.csv", "a,1", "a,0", ["good", "weak"]),
            ("truth.csv", "a,1,0,0\nb,0,1,0\n", "b,0,1,0\na,1,0,0\n", ["good", "weak"]),
            ("campaign.toml", "measures", "threshold = 0.4\nmeasures", ["good", "weak"]),
            ("campaign.toml", "measures", "threshold = 0.5\nmeasures", []),
            ("campaign.toml", "measures", 'ties = "best"\nmeasures', ["good", "weak"]),
            ("campaign.toml", "measures", 'undefined = "one"\nmeasures', ["good", "weak"]),
            ("campaign.toml", "measures", "ci = 0.9\nreplicates = 5\nmeasures", ["good", "weak"]),
            ("campaign.toml", "measures", "seed = 5\nmeasures", []),  # of no account without ci
            ("campaign.toml", "measures", 'interval = "bca"\nmeasures', []),  # likewise
            ("campaign.toml", '"F1:item"]\n', '"F1:item"]\n[thresholds]\ngood = 0.3\n', ["good"]),
            ("campaign.toml", '"Small"', '"Renamed"', []),
            ("campaign.toml", '"AP", "F1:item"', '"F1:item", "MAP"', []),
            ("campaign.toml", '"AP", "F1:item"', '"AP"', []),
        ],
    )
    def test_what_a_change_makes_necessary(
        self,
        folder: Path,
        computed: Callable[[Path], list[str]],
        file: str,
        old: str,
        new: str,
        expected: list[str],
    ) -> None:
        computed(folder)
        edit(folder / file, old, new)
        assert [call.split(":")[0] for call in computed(folder)] == expected
        assert computed(folder) == []

    def test_a_new_measure_alone_is_computed(self, folder: Path, computed: Callable[[Path], list[str]]) -> None:
        computed(folder)
        edit(folder / "campaign.toml", '"AP"', '"AUC", "AP"')
        assert computed(folder) == ["good:AUC", "weak:AUC"]
        outcome = evaluate_campaign(folder)
        assert outcome.scores.measures == ("AUC", "AP", "F1:item")
        truth = gs.read_judgements(folder / "truth.csv")
        run = gs.read_run(folder / "runs" / "weak.csv")
        expected = gs.evaluate(run, truth, ["AUC", "AP", "F1:item"])
        assert outcome.scores.select(["weak"]).to_json() == expected.to_json()

    def test_another_version_computes_everything(
        self, folder: Path, computed: Callable[[Path], list[str]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        computed(folder)
        monkeypatch.setattr(job, "__version__", "99.0")
        assert len(computed(folder)) == 2

    @pytest.mark.filterwarnings("ignore:run 'more' has no names:goldscale.errors.GoldscaleWarning")
    def test_the_labels_beside_an_arff_run_matter(self, folder: Path, computed: Callable[[Path], list[str]]) -> None:
        names = ("Sky", "Sea", "Sun")
        head = "@relation x\n" + "".join(f"@attribute {name} numeric\n" for name in names)
        (folder / "runs" / "more.arff").write_text(head + "@data\n" + "0.9,0.2,0.1\n" * 4)
        labels = folder / "runs" / "more.xml"
        labels.write_text("<labels>" + "".join(f'<label name="{name}"/>' for name in names) + "</labels>")
        assert [call.partition(":")[0] for call in computed(folder)] == ["good", "more", "weak"]
        edit(labels, "<labels>", "<labels><!-- the same -->")
        assert [call.partition(":")[0] for call in computed(folder)] == ["more"]
        assert computed(folder) == []

    def test_the_labels_beside_an_arff_truth_matter(self, folder: Path) -> None:
        lines = [line.partition(",")[2] for line in TRUTH.splitlines()[1:]]
        head = "@relation x\n" + "".join(f"@attribute {name} {{0,1}}\n" for name in ("Sky", "Sea", "Sun"))
        (folder / "truth.arff").write_text(head + "@data\n" + "\n".join(lines) + "\n")
        edit(folder / "campaign.toml", "truth.csv", "truth.arff")
        runs = [folder / "runs" / name for name in ("good.csv", "weak.csv")]
        for run in runs:
            gs.write_run(gs.read_run(run).replace(items=None), run.with_suffix(".npz"))
            run.unlink()
        third = (folder / "runs" / "weak.npz").read_bytes()
        for names in (("Sky", "Sea", "Sun"), ("Sun", "Sky", "Sea")):
            labels = "".join(f'<label name="{name}"/>' for name in names)
            (folder / "truth.xml").write_text(f"<labels>{labels}</labels>")
            outcome = evaluate_campaign(folder)
            assert outcome.reused == 0
            assert outcome.scores.unit_names("AP") == names
            (folder / "runs" / "third.npz").write_bytes(third)

    def test_what_was_said_about_a_run_is_said_again(self, folder: Path) -> None:
        edit(folder / "campaign.toml", "measures", 'extra = "drop"\nmeasures')
        (folder / "runs" / "blank.csv").write_text(GOOD.replace("0.8", "") + "e,0.1,0.1,0.1\n")
        said: list[list[str]] = []
        for again in range(4):
            if again == 2:  # what is scored anew for a new measure, and then without an old one
                edit(folder / "campaign.toml", '"F1:item"', '"F1:item", "AUC"')
            if again == 3:
                edit(folder / "campaign.toml", '"AP", ', "")
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", GoldscaleWarning)
                outcome = evaluate_campaign(folder)
            said.append([str(warning.message) for warning in caught])
            assert outcome.notes == {"blank": tuple(said[0])}
            assert all(markdown_text(line) in (outcome.folder / "leaderboard.md").read_text() for line in said[0])
            assert json.loads((outcome.folder / "leaderboard.json").read_text())["notes"] == {"blank": said[0]}
        assert said[0][0].startswith("blank.csv: 1 cell is empty")
        assert said[0][1] == "run 'blank': 1 image that the truth lacks left out ('e')"
        assert said == [said[0]] * 4

    def test_forged_scores_do_not_survive_a_fresh_evaluation(self, folder: Path) -> None:
        honest = evaluate_campaign(folder).scores.summary()
        weak = folder / "results" / "units" / "weak.npz"
        scores, key, _ = read_scores(weak)
        forged = [replace(result, aggregate=np.ones(1), values=np.ones_like(result.values)) for result in scores]
        write_scores(gs.Scores(["weak"], forged), weak, key)
        assert evaluate_campaign(folder).scores.summary()["weak"]["AP"] == 1
        outcome = evaluate_campaign(folder, fresh=True)
        assert (outcome.reused, outcome.scores.summary()) == (0, honest)
        assert evaluate_campaign(folder).scores.summary() == honest

    def test_forged_notes_are_only_text(self, folder: Path) -> None:
        evaluate_campaign(folder)
        weak = folder / "results" / "units" / "weak.npz"
        scores, key, _ = read_scores(weak)
        write_scores(scores, weak, key, ["\ud800 \x1b[31m | <b>"])
        with pytest.warns(GoldscaleWarning):
            outcome = evaluate_campaign(folder)
        (line,) = (text for text in (outcome.folder / "leaderboard.md").read_text().splitlines() if "ud800" in text)
        assert "\x1b" not in line

    def test_a_label_file_matters(self, folder: Path, computed: Callable[[Path], list[str]]) -> None:
        (folder / "runs" / "bare.txt").write_text("a 0.9 0.2 0.1\nb 0.1 0.8 0.2\nc 0.7 0.6 0.3\nd 0.2 0.3 0.4\n")
        (folder / "labels.txt").write_text("Sky\nSea\nSun\n")
        edit(folder / "campaign.toml", "measures", 'labels = "labels.txt"\nmeasures')
        computed(folder)
        before = evaluate_campaign(folder).scores.summary()["bare"]
        (folder / "labels.txt").write_text("Sun\nSea\nSky\n")
        assert len(computed(folder)) == 3
        assert evaluate_campaign(folder).scores.summary()["bare"] != before

    def test_a_new_run_beside_a_reordered_truth(self, folder: Path) -> None:
        evaluate_campaign(folder)
        lines = TRUTH.splitlines()
        (folder / "truth.csv").write_text("\n".join([lines[0], *reversed(lines[1:])]) + "\n")
        (folder / "runs" / "new.csv").write_text(WEAK)
        outcome = evaluate_campaign(folder)
        assert outcome.scores.unit_names("F1:item") == ("d", "c", "b", "a")
        new, weak = (outcome.scores.select([name]).values("F1:item") for name in ("new", "weak"))
        np.testing.assert_array_equal(new, weak)

    def test_a_run_that_is_gone_leaves_nothing_behind(self, folder: Path) -> None:
        evaluate_campaign(folder)
        (folder / "runs" / "weak.csv").unlink()
        outcome = evaluate_campaign(folder)
        assert (outcome.reused, outcome.scores.runs) == (1, ("good",))
        assert [path.name for path in (outcome.folder / "units").iterdir()] == ["good.npz"]
        assert "weak" not in (outcome.folder / "leaderboard.csv").read_text()

    @pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "foreign", "not a zip"])
    def test_a_damaged_store_is_only_a_reason_to_compute_again(
        self, folder: Path, computed: Callable[[Path], list[str]], damage: str
    ) -> None:
        computed(folder)
        before = (folder / "results" / "leaderboard.json").read_bytes()
        store = folder / "results" / "units" / "good.npz"
        raw = store.read_bytes()
        if damage == "foreign":
            np.savez(store, x=np.zeros(3))
        elif damage == "flipped":
            for place in range(60, len(raw), 97):  # wherever the damage is
                store.write_bytes(raw[:place] + bytes([raw[place] ^ 0xFF]) + raw[place + 1 :])
                assert set(computed(folder)) <= {"good:AP F1:item"}
        else:
            store.write_bytes({"empty": b"", "cut": raw[: len(raw) // 2], "not a zip": b"x" * 500}[damage])
        assert set(computed(folder)) <= {"good:AP F1:item"}
        assert computed(folder) == []
        assert (folder / "results" / "leaderboard.json").read_bytes() == before


class TestWriting:
    def test_nothing_is_half_written(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        evaluate_campaign(folder)
        (folder / "runs" / "weak.csv").write_text(WEAK.replace("0.9", "0.1"))
        before = {path: path.read_bytes() for path in (folder / "results").rglob("*") if path.is_file()}

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="No space left") as caught:
            evaluate_campaign(folder)
        assert caught.value.filename == str(folder / "results" / "units" / "weak.npz")
        assert {path: path.read_bytes() for path in (folder / "results").rglob("*") if path.is_file()} == before
        monkeypatch.undo()
        outcome: CampaignResult = evaluate_campaign(folder)
        assert outcome.reused == 1

    def test_settings_of_another_campaign_do_not_mix(self, tmp_path: Path) -> None:
        first = evaluate_campaign(small_campaign(tmp_path / "one"))
        second = evaluate_campaign(small_campaign(tmp_path / "two", SETTINGS.replace("Small", "Two | & _")))
        assert first.scores.summary() == second.scores.summary()
        assert (second.folder / "leaderboard.md").read_text().startswith("# Two \\| & \\_\n")


def test_what_all_runs_lack_is_said_once_and_blames_none(tmp_path: Path) -> None:
    folder = small_campaign(tmp_path, 'truth = "truth.csv"\nmeasures = ["AP", "hP"]\n')
    with pytest.raises(gs.ParameterError, match=r"campaign\.toml: a semantic measure needs an ontology") as caught:
        evaluate_campaign(folder)
    assert not any(run.stem in str(caught.value) for run in (folder / "runs").iterdir())
