"""Evaluation: prepared once, the same as evaluate, and fit to travel."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldscale as gs
from goldscale.measures import Evaluation
from goldscale.measures.alignment import Target
from goldscale.measures.settings import Settings

LABELS = ["Outdoor", "Indoor", "Sky", "Clouds", "Person"]
ONTOLOGY = gs.Ontology(
    "small",
    {"Sky": (), "Clouds": ("Sky",), "A": (), "B": (), "C": ()},
    dict(zip(LABELS, ["A", "B", "Sky", "Clouds", "C"], strict=True)),
)
MEASURES = ["AP", "F1:item", "OS", "bpref", "P(avg=micro)"]


def made_up(runs: int = 3) -> tuple[list[gs.Run], gs.Judgements]:
    rng = np.random.default_rng(5)
    truth = gs.Judgements((rng.random((20, 5)) < 0.4).astype(int), [f"{i}.jpg" for i in range(20)], LABELS)
    return [
        gs.Run(rng.random((20, 5)), items=truth.items, labels=truth.labels, name=f"r{i}") for i in range(runs)
    ], truth


def same(first: gs.Scores, second: gs.Scores) -> None:
    assert first.runs == second.runs
    assert first.to_dict() == second.to_dict()
    for measure in first.measures:
        np.testing.assert_array_equal(first.values(measure), second.values(measure))


@pytest.mark.parametrize("rules", [{}, {"ci": 0.9, "replicates": 20}, {"ties": "id", "undefined": "zero"}])
def test_run_by_run_is_all_at_once(rules: dict[str, Any]) -> None:
    runs, truth = made_up()
    evaluation = Evaluation(truth, MEASURES, Settings(**rules), {"ontology": ONTOLOGY})
    parts = gs.Scores.stack([evaluation.score(run) for run in runs])
    same(parts, gs.evaluate(runs, truth, MEASURES, ontology=ONTOLOGY, **rules))


def test_uncertain_truths_are_the_same_run_by_run() -> None:
    runs, truth = made_up()
    doubtful = gs.Judgements(np.where(truth.values > 0, 0.8, 0.1), truth.items, truth.labels)
    evaluation = Evaluation(doubtful, ["AP", "F1:item"], Settings(draws=7))
    parts = gs.Scores.stack([evaluation.score(run) for run in runs])
    same(parts, gs.evaluate(runs, doubtful, ["AP", "F1:item"], draws=7))


def test_it_travels(tmp_path: Path) -> None:
    runs, truth = made_up()
    gs.write_relatedness(gs.build_relatedness("hierarchy", LABELS, ontology=ONTOLOGY), tmp_path / "near.json")
    known = {"ontology": ONTOLOGY, "relatedness": tmp_path / "near.json"}
    groups = {"author": [f"a{i % 3}" for i in range(20)]}
    evaluation = Evaluation(truth, MEASURES, Settings(ci=0.9, replicates=10), known, groups)
    before = evaluation.score(runs)
    arrived = pickle.loads(pickle.dumps(evaluation))
    (tmp_path / "near.json").unlink()  # what was read travels along
    same(arrived.score(runs), before)
    same(pickle.loads(pickle.dumps(before)), before)


def test_the_truth_is_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    runs, truth = made_up()
    made: list[str] = []
    honest = Target.__init__

    def spy(self: Target, truth: gs.Judgements, unjudged: Any) -> None:
        made.append(unjudged)
        honest(self, truth, unjudged)

    monkeypatch.setattr(Target, "__init__", spy)
    evaluation = Evaluation(truth, ["AP", "bpref"])
    for run in runs:
        evaluation.only(evaluation.measures).score(run)
    assert made == ["negative"]


def test_nothing_to_do_is_said() -> None:
    with pytest.raises(gs.ParameterError, match="no measure"):
        Evaluation([[1]], [])


@pytest.mark.parametrize(
    "error",
    [
        gs.FormatError("a.csv", "a number", line=3, field="score", found="x", hint="Mend it."),
        gs.MismatchError("they differ", missing=["a"], extra=["b"]),
        gs.UnknownNameError("measure", "APP", ["AP"]),
        gs.MissingResourceError("a file", "Look for it."),
        gs.ParameterError("no"),
    ],
)
def test_errors_travel_whole(error: gs.GoldscaleError) -> None:
    arrived = pickle.loads(pickle.dumps(error))
    assert type(arrived) is type(error)
    assert (str(arrived), vars(arrived)) == (str(error), vars(error))


def test_evaluate_has_the_defaults_of_the_settings() -> None:
    arguments = inspect.signature(gs.evaluate).parameters
    assert {f.name: arguments[f.name].default for f in fields(Settings)} == {
        f.name: f.default for f in fields(Settings)
    }


def test_no_runs_and_runs_of_one_name_are_refused() -> None:
    (run, *_), truth = made_up()
    evaluation = Evaluation(truth, ["AP"])
    for nothing in (lambda: evaluation.score([]), lambda: gs.Scores.stack([])):
        with pytest.raises(gs.ParameterError, match="no runs were given"):
            nothing()
    scores = evaluation.score(run)
    for twice in (lambda: evaluation.score([run, run]), lambda: gs.Scores.stack([scores, scores])):
        with pytest.raises(gs.MismatchError, match="names of their own") as error:
            twice()
        assert error.value.double == (run.name,)
