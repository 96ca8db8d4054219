"""A threshold that hardly suits a run's scores is told, once, and only where decisions count."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy import sparse

import goldscale as gs
from goldscale.errors import GoldscaleWarning

TRUTH = [[1, 0], [0, 1]]
OUTSIDE = "scores outside [0, 1], cut at 0.5; try the threshold 'density'"
LOGITS = "scores outside [0, 1], cut at 0.5; try the threshold 0, as for logits, or 'density'"
FAINT = "no score reaches 0.5, so nothing is predicted; try the threshold 'density'"


def notes(run: gs.Run, *measures: str, **rules: object) -> list[str]:
    return gs.evaluate(run, TRUTH, measures or ("F1", "F1:item"), **rules).notes.get("run", [])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ([[3.0, -1.0], [0.2, 0.4]], [LOGITS]),
        ([[3.0, 0.0], [0.2, 0.4]], [OUTSIDE]),
        ([[-0.1, -2.3], [-0.2, -1.8]], [OUTSIDE]),  # logarithms of probabilities
        ([[0.3, 0.1], [0.2, 0.4]], [FAINT]),
        ([[0.5, 0.1], [0.2, 0.4]], []),
        ([[-np.inf, 0.1], [0.2, 0.4]], [FAINT]),  # what is not ranked is no score below 0
        ([[-np.inf, -np.inf], [-np.inf, -np.inf]], []),
    ],
)
def test_by_the_scores(scores: list[list[float]], told: list[str]) -> None:
    assert notes(gs.Run(scores)) == told


def test_only_where_the_number_decides() -> None:
    logits = [[3.0, -1.0], [-2.0, 4.0]]
    assert notes(gs.Run(logits), "AP") == []
    assert notes(gs.Run(logits), threshold="density") == []
    assert notes(gs.Run(logits), threshold=0.0) == []  # somebody chose it
    assert notes(gs.Run(logits), threshold=[0.5, 0.5]) == []
    assert notes(gs.Run(logits, threshold=0.5)) == []
    assert notes(gs.Run(logits, decisions=TRUTH)) == []
    assert notes(gs.Run(logits), threshold=9.0)[0].startswith("no score reaches 9, so")


def test_in_the_precision_of_the_scores() -> None:
    assert notes(gs.Run(np.array([[0.7, 0.1], [0.1, 0.1]], np.float32)), threshold=0.7) == []


def test_a_list_is_told_of_another_rule() -> None:
    listed = gs.Run(sparse.csr_array(np.array([[12.0, 0], [0, 9.0]])))
    assert notes(listed, "F1") == ["scores outside [0, 1], cut at 0.5; try the threshold 'retrieved'"]


def test_notes_go_with_their_runs() -> None:
    scores = gs.evaluate({"a": [[3.0, 0.1], [0.1, 2.0]], "b": [[0.9, 0.1], [0.1, 0.9]]}, TRUTH, ["AP", "F1"])
    assert scores.remarks() == [f"a: {OUTSIDE}"]
    assert list(scores.tables()[0].notes) == scores.remarks()
    assert scores.select(["b"]).notes == scores.only(["AP"]).notes == {}
    assert gs.Scores.stack([scores.select(["b"]), scores.select(["a"])]).notes == {"a": [OUTSIDE]}
    assert "notes" not in scores.select(["b"]).to_dict()


def test_python_warns_once_of_all_runs() -> None:
    logits = np.log([[0.9, 0.1], [0.2, 0.8]])
    with pytest.warns(GoldscaleWarning) as told:
        gs.evaluate({"a": logits, "b": logits}, TRUTH, ["AP", "F1", "F1:item"])
    assert [str(one.message) for one in told] == [f"a, b: {OUTSIDE}"]
    assert told[0].filename == __file__
    with warnings.catch_warnings(action="error"):
        gs.evaluate(logits, TRUTH, ["AP"])
