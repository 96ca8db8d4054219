"""Names of other programs: what the table says of them is held to the programs, or to their stored outputs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytrec_eval
from sklearn import metrics

import goldscale as gs
from goldscale.measures.neighbours import ForeignName, foreign_names

GOLDEN = Path(__file__).parents[1] / "golden"
AVERAGES = ("macro", "micro", "weighted", "samples")
FUNCTIONS = {
    "average_precision": metrics.average_precision_score,
    "roc_auc": metrics.roc_auc_score,
    "f1": metrics.f1_score,
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "jaccard": metrics.jaccard_score,
    "balanced_accuracy": metrics.balanced_accuracy_score,
    "accuracy": metrics.accuracy_score,
    "top_k_accuracy": metrics.top_k_accuracy_score,
    "neg_brier_score": lambda y, s: -metrics.brier_score_loss(y, s),
    "neg_log_loss": lambda y, s: -metrics.log_loss(y, s),
    "fbeta_score": lambda y, z, **how: metrics.fbeta_score(y, z, beta=2, **how),
}
"""Functions behind the names of scorers, and those that need more than a name."""
NEED_AVERAGE = ("f1_score", "precision_score", "recall_score", "jaccard_score", "fbeta_score")
ONE_LABEL = ("matthews_corrcoef", "balanced_accuracy", "brier", "log_loss")
OF_SCORES = ("average_precision", "roc_auc", "ndcg", "label_ranking", "coverage", "brier", "log_loss")


def filled(text: str, k: int = 5) -> str:
    return text.replace("{k}", str(k)).replace("{x}", "0.30").replace("{d}", "80")


def rows(library: str, *kinds: str) -> list[Any]:
    return [pytest.param(row, id=row.name) for row in foreign_names() if row.library == library and row.kind in kinds]


@pytest.mark.parametrize("row", [row for row in foreign_names() if row.kind == "same"], ids=lambda row: row.name)
def test_what_is_the_same_is_understood(row: ForeignName) -> None:
    assert gs.measure(filled(row.name)) == gs.measure(filled(row.ours))


@pytest.mark.parametrize(
    "row", [r for r in foreign_names() if r.kind in ("answered", "none")], ids=lambda row: row.name
)
def test_what_is_not_is_answered_in_one_line(row: ForeignName) -> None:
    with pytest.raises(gs.ParameterError) as caught:
        gs.measure(filled(row.name))
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{filled(row.name)} ({row.library}) ")
    assert filled(row.ours) in message
    assert row.options in message
    if row.ours:
        gs.measure(filled(row.ours))
    assert row.ours or row.note


@pytest.mark.parametrize("row", [row for row in foreign_names() if row.kind == "differs"], ids=lambda row: row.name)
def test_our_own_name_comes_first(row: ForeignName) -> None:
    ours = gs.measure(filled(row.name))
    assert ours != gs.measure(filled(row.ours)) or row.options
    assert row.note


def test_a_name_means_one_thing() -> None:
    meanings: dict[str, set[str]] = {}
    for row in foreign_names():
        if row.kind != "differs":
            meanings.setdefault(row.name.casefold(), set()).add(row.ours)
    assert not {name for name, ours in meanings.items() if len(ours) > 1}


def test_case_does_not_count_and_nothing_else_is_taken_for_a_name() -> None:
    assert gs.measure("NDCG_cut_10") == gs.measure("nDCG@10")
    with pytest.raises(gs.UnknownNameError, match="unknown measure 'mappp'"):
        gs.measure("mappp")


def case(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores without ties; every item and label has something relevant and something irrelevant."""
    rng = np.random.default_rng(seed)
    while True:
        scores, truth = rng.random((20, 5)), (rng.random((20, 5)) < 0.4).astype(int)
        some = [truth.min(axis=a).max() == 0 and truth.max(axis=a).min() == 1 for a in (0, 1)]
        said = scores >= 0.5
        if all(some) and said.any(axis=0).all() and said.any(axis=1).all() and not said.all(axis=0).any():
            return scores, truth


def options(row: ForeignName) -> dict[str, str]:
    return dict(re.findall(r"--(\w+) (\S+)", row.options))


def ours_on(row: ForeignName, scores: np.ndarray, truth: np.ndarray) -> float:
    name = str(gs.measure(filled(row.ours)))
    return gs.evaluate(gs.Run(scores), truth, name, **options(row)).summary()["run"][name]


@pytest.mark.parametrize("row", rows("scikit-learn", "same", "answered"))
def test_numbers_of_scikit_learn(row: ForeignName) -> None:
    base, _, average = row.name.rpartition("_")
    name, how = (base, {"average": average}) if average in AVERAGES else (row.name, {})
    function: Callable[..., float] = FUNCTIONS.get(name) or getattr(metrics, name)
    if name in NEED_AVERAGE:
        how = how or {"average": "macro"}
    for seed in range(3):
        scores, truth = case(seed)
        given = scores if any(word in name for word in OF_SCORES) else (scores >= 0.5).astype(int)
        if any(word in name for word in ONE_LABEL):
            theirs = float(np.mean([function(truth[:, j], given[:, j]) for j in range(truth.shape[1])]))
        elif name.startswith("top_k"):  # one label per item
            truth = np.eye(5, dtype=int)[truth.argmax(axis=1)]
            theirs = metrics.top_k_accuracy_score(truth.argmax(axis=1), scores, labels=range(5))
        else:
            theirs = function(truth, given, **how)
        ours = ours_on(row, scores, truth)
        if "minus ours" in row.note:
            ours = 1 - ours if "1 minus" in row.note else -ours
        assert ours + ("1 more than ours" in row.note) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("row", rows("trec_eval", "same", "answered"))
def test_numbers_of_trec_eval(row: ForeignName) -> None:
    judged = json.loads((GOLDEN / "ir_measures.json").read_text("utf-8"))
    name = filled(row.name)
    evaluator = pytrec_eval.RelevanceEvaluator(judged["judgements"], {re.sub(r"_(0?\.?[0-9]+)$", r".\1", name)})
    found = [float(values[name]) for values in evaluator.evaluate(judged["run"]).values()]
    theirs = pytrec_eval.compute_aggregated_measure(name, found)
    assert of_topics(row) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("row", rows("ranx", "same", "answered", "differs"))
def test_numbers_of_ranx(row: ForeignName) -> None:
    values = json.loads((GOLDEN / "ranx.json").read_text("utf-8"))["values"]
    theirs = next(values[name] for k in (5, 1) if (name := filled(row.name, k)) in values)
    cutoff = 1 if filled(row.name) not in values else 5
    times = 5 if "times the cutoff" in row.note else 1
    if row.name == "rbp.{d}":  # a grade is a gain there, up to 4 in this truth
        row, times = ForeignName(row.library, row.name, "same", "RBP(p=0.{d}, gain=graded)", "", ""), 4
    assert of_topics(row, cutoff) * times == pytest.approx(theirs)


def of_topics(row: ForeignName, k: int = 5) -> float:
    stored = json.loads((GOLDEN / "ir_measures.json").read_text("utf-8"))
    topics = list(stored["judgements"])
    items = sorted(set().union(*stored["judgements"].values(), *stored["run"].values()))
    grades, scores = (
        np.array([[topic.get(item, missing) for topic in stored[part].values()] for item in items])
        for part, missing in (("judgements", -1), ("run", -np.inf))
    )
    name = str(gs.measure(filled(row.ours, k)))
    run, truth = gs.Run(scores, items=items, labels=topics), gs.Judgements(grades.astype(int), items, topics)
    return gs.evaluate(run, truth, name, **options(row)).summary()["run"][name]


@pytest.mark.parametrize("row", rows("torchmetrics", "same", "answered"))
def test_numbers_of_torchmetrics(row: ForeignName) -> None:
    stored = json.loads((GOLDEN / "torchmetrics.json").read_text("utf-8"))
    with_top = {"P@5": "(top_k=5)", "R@5": "(top_k=5)", "S@5": "(top_k=5)", "F(beta=2)": "(beta=2.0)"}
    theirs = stored["values"][row.name + with_top.get(row.ours, "")]
    scores, truth = np.array(stored["scores"]), np.array(stored["truth"])
    ours = ours_on(row, scores, truth)
    if "1 more than ours" in row.note:
        ours = (ours + 1) * np.mean(truth.any(axis=1))  # 0 for items without labels
    assert ours == pytest.approx(theirs, abs=1e-5)
