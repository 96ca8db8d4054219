"""check_run: facts, remarks and the one error of a run."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from small_campaign import GOOD, LISTED, TRUTH

import goldscale as gs
from goldscale.errors import FormatError, MismatchError, MissingResourceError
from goldscale.validation.runs import check_run


@pytest.fixture
def truth(tmp_path: Path) -> gs.Judgements:
    (tmp_path / "truth.csv").write_text(TRUTH)
    return gs.read_judgements(tmp_path / "truth.csv")


def write(folder: Path, text: str, name: str = "run.csv") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_good_run(tmp_path: Path, truth: gs.Judgements) -> None:
    report = check_run(write(tmp_path, GOOD), truth)
    assert report.error is None
    assert report.facts == ("format csv", "4 images x 3 concepts, scores", "scores from 0.1 to 0.9")
    assert report.remarks == ()
    assert json.loads(json.dumps(report.to_dict()))["valid"] is True


def test_decisions_are_counted(tmp_path: Path) -> None:
    report = check_run(write(tmp_path, "image,Sky,Sea\na,1,1\nb,1,0\n"))
    assert "1.50 labels per image decided" in report.facts
    assert report.remarks == ("only decisions, no scores: measures on rankings see nothing but ties",)


def test_a_run_with_both(tmp_path: Path) -> None:
    report = check_run(write(tmp_path, "a 5 0.1\nb 3 -0.2\na 1 0\nb 1 1\n", "run.txt"), format="imageclef-2010")
    assert "scores from -0.2 to 5" in report.facts
    assert "1.50 labels per image decided" in report.facts
    assert report.remarks == ()  # its decisions do not depend on a threshold


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (GOOD.replace("0.8", "nan"), FormatError, "line 3, field Sea: expected a finite number"),
        (GOOD.replace("d,", "z,"), MismatchError, "1 missing ('d'), 1 extra ('z')"),
        (GOOD.replace("Sea", "Lake"), MismatchError, "same concepts"),
        ("", FormatError, "an empty file"),
    ],
)
def test_bad_runs(tmp_path: Path, truth: gs.Judgements, text: str, kind: type, words: str) -> None:
    report = check_run(write(tmp_path, text), truth)
    assert isinstance(report.error, kind)
    assert words in str(report.error)
    assert (report.facts, report.to_dict()["valid"]) == ((), False)


def test_a_missing_file(tmp_path: Path) -> None:
    assert isinstance(check_run(str(tmp_path / "no.csv")).error, MissingResourceError)


def test_what_a_list_leaves_out_is_a_remark_and_no_warning(tmp_path: Path, truth: gs.Judgements) -> None:
    report = check_run(write(tmp_path, LISTED, "run.jsonl"), truth)
    assert report.error is None
    assert report.remarks == ("run 'run' retrieves nothing for 2 of the truth's images",)


def test_labels_name_columns(tmp_path: Path, truth: gs.Judgements) -> None:
    path = write(tmp_path, "a 1 0 0.5\nb 0 1 0\nc 1 1 0\nd 0 0 0\n", "run.txt")
    assert check_run(path, truth, labels=gs.Concepts(["Sun", "Sea", "Sky"])).error is None
    assert "2 concepts given" in str(check_run(path, truth, labels=gs.Concepts(["x", "y"], "concept")).error)


def test_a_truth_of_probabilities_has_items_and_labels_as_any_other(tmp_path: Path, truth: gs.Judgements) -> None:
    doubtful = gs.Judgements(np.full(truth.shape, 0.5), truth.items, truth.labels)
    assert check_run(write(tmp_path, GOOD), doubtful).error is None
    assert "do not have the same" in str(check_run(write(tmp_path, GOOD), doubtful.select(np.array([0, 1]))).error)


@pytest.mark.parametrize("low", [-0.001, 0.0, 0.2])
@pytest.mark.parametrize("high", [0.499, 0.5, 1.0, 1.001])
def test_remarks_on_the_range_of_scores(tmp_path: Path, low: float, high: float) -> None:
    report = check_run(write(tmp_path, f"image,Sky,Sea\na,{low},0.3\nb,0.25,{high}\n"))
    outside, faint = "scores outside [0, 1]" in str(report.remarks), "no score reaches 0.5" in str(report.remarks)
    assert outside is (low < 0 or high > 1)
    assert faint is (not outside and high < 0.5)


def test_cells_that_are_not_ranked_have_no_score(tmp_path: Path) -> None:
    gs.write_run(gs.Run([[0.5, float("-inf")], [0.75, 1]]), tmp_path / "run.npz")
    report = check_run(str(tmp_path / "run.npz"))
    assert "scores from 0.5 to 1" in report.facts
