"""Undefined units, unjudged cells, thresholds: the rules that every measure obeys."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import f1_score

import goldscale as gs


def value(scores: gs.Scores) -> float:
    return next(iter(scores.summary()["run"].values()))


def test_undefined_units_are_nan_and_the_rule_decides_the_mean() -> None:
    scores, truth = np.array([[0.9, 0.1], [0.4, 0.6]]), np.array([[1, 0], [0, 0]])
    skip = gs.evaluate(scores, truth, "AP:item")
    assert np.isnan(skip.values("AP:item")[0, 1])
    assert skip["AP:item"].undefined.tolist() == [1]
    assert value(skip) == 1.0
    assert value(gs.evaluate(scores, truth, "AP:item", undefined="zero")) == 0.5
    assert value(gs.evaluate(scores, truth, "AP:item", undefined="one")) == 1.0


def test_torchmetrics_trap_a_label_without_positives_does_not_drag_the_mean() -> None:
    scores, truth = np.array([[0.9, 0.1], [0.1, 0.9]]), np.array([[1, 0], [0, 0]])
    assert value(gs.evaluate(scores, truth, "AP")) == 1.0


def test_torchmetrics_trap_scores_far_outside_0_1_are_not_squashed() -> None:
    rng = np.random.default_rng(0)
    scores, truth = rng.normal(size=(50, 4)), rng.integers(0, 2, (50, 4))
    near = gs.evaluate(scores, truth, ["AP", "AUC"]).summary()
    assert gs.evaluate(scores * 1e6 - 1e5, truth, ["AP", "AUC"]).summary() == near


def test_torchmetrics_trap_the_order_of_columns_changes_nothing_even_with_ties() -> None:
    rng = np.random.default_rng(0)
    scores, truth = rng.integers(0, 3, (50, 6)) / 2, rng.integers(0, 2, (50, 6))
    names = ["AP:item", "RankingLoss", "Coverage", "OneError", "AP", "AUC", "P@2:item"]
    plain = gs.evaluate(scores, truth, names).summary()["run"]
    mixed = gs.evaluate(scores[:, ::-1], truth[:, ::-1], names).summary()["run"]
    assert mixed == pytest.approx(plain, abs=1e-12)


def test_unjudged_cells_are_negative_or_left_out() -> None:
    scores, truth = [[0.9, 0.8, 0.7]], [[-1, 1, 0]]
    assert value(gs.evaluate(scores, truth, "AP:item")) == 0.5
    assert value(gs.evaluate(scores, truth, "AP:item", unjudged="ignore")) == 1.0
    assert value(gs.evaluate(scores, truth, "P:item")) == pytest.approx(1 / 3)
    assert value(gs.evaluate(scores, truth, "P:item", unjudged="ignore")) == 0.5
    assert value(gs.evaluate(scores, truth, "AUC:item", unjudged="ignore")) == 1.0
    assert "unjudged=ignore" in gs.evaluate(scores, truth, "AP:item", unjudged="ignore").signature("AP:item")
    assert "unjudged=none" in gs.evaluate(scores, [[0, 1, 0]], "AP:item").signature("AP:item")


def test_graded_truth_is_cut_at_rel() -> None:
    scores, truth = [[0.9, 0.8, 0.7]], [[1, 2, 0]]
    assert value(gs.evaluate(scores, truth, "AP:item")) == 1.0
    assert value(gs.evaluate(scores, truth, "AP:item(rel=2)")) == 0.5
    assert "relevant=grade>=2" in gs.evaluate(scores, truth, "AP:item(rel=2)").signature("AP:item(rel=2)")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"ties": "random"}, gs.UnknownNameError),
        ({"undefined": "nan"}, gs.UnknownNameError),
        ({"unjudged": "drop"}, gs.UnknownNameError),
        ({"threshold": "best"}, gs.UnknownNameError),
        ({"threshold": [0.1, 0.2]}, gs.ParameterError),
        ({"threshold": {"x": 0.1}}, gs.ParameterError),
        ({"measures": []}, gs.ParameterError),
    ],
)
def test_bad_arguments_are_refused(arguments: dict, error: type[Exception]) -> None:
    with pytest.raises(error):
        gs.evaluate([[0.5]], [[1]], arguments.pop("measures", "P"), **arguments)


class TestThresholds:
    scores = np.array([[0.9, 0.3], [0.6, 0.2], [0.4, 0.1]])
    truth = np.array([[1, 1], [0, 1], [1, 0]])

    def said(self, threshold: object, run: gs.Run | None = None) -> tuple[float, str]:
        scores = gs.evaluate(run or self.scores, self.truth, "P(avg=micro)", threshold=threshold)
        return value(scores), scores.signature("P(avg=micro)").split("|")[1]

    def test_one_per_run(self) -> None:
        assert self.said(0.5) == (0.5, "threshold=0.5")

    def test_one_per_label(self) -> None:
        value, source = self.said([0.7, 0.15])
        assert (value, source[:20]) == (1.0, "threshold=per-label:")
        assert source != self.said([0.7, 0.16])[1]  # a signature tells thresholds apart
        assert self.said({"0": 0.7, "1": 0.15})[0] == 1.0

    def test_the_runs_own_threshold_comes_before_the_one_asked_for(self) -> None:
        assert self.said(0.5, gs.Run(self.scores, threshold=0.7)) == (1.0, "threshold=own:0.7")
        value, source = self.said(0.5, gs.Run(self.scores, threshold=[0.7, 0.15]))
        assert (value, source[:24]) == (1.0, "threshold=own-per-label:")

    def test_one_per_cell(self) -> None:
        run = gs.Run(self.scores, decisions=self.truth)
        assert self.said(0.5, run) == (1.0, "threshold=given")
        assert self.said("density", run)[1] == "threshold=density"

    def test_density_says_yes_as_often_as_the_truth(self) -> None:
        # Four relevant cells, so the four highest scores: 0.9, 0.6, 0.4, 0.3; three of them relevant.
        assert self.said("density") == (0.75, "threshold=density")
        # Per label two each: 0.9, 0.6 and 0.3, 0.2; three of the four relevant.
        assert self.said("density-per-label")[0] == 0.75

    def test_best_f1_is_the_best_and_says_that_it_is_an_oracle(self) -> None:
        rng = np.random.default_rng(1)
        scores = np.round(rng.random((40, 3)), 1)
        truth = rng.integers(0, 2, (40, 3))
        best = gs.evaluate(scores, truth, "F1", threshold="best-f1")
        assert "threshold=best-f1(oracle)" in best.signature("F1")
        for label in range(3):
            tried = [f1_score(truth[:, label], scores[:, label] >= t) for t in np.unique(scores[:, label])]
            assert best.values("F1")[0, label] == pytest.approx(max(tried))

    @pytest.mark.parametrize("scores", [np.array, sparse.csr_array])
    def test_argmax_is_the_class_that_scikit_learn_would_be_given(self, scores: Any) -> None:
        rng = np.random.default_rng(2)
        softmax, classes = rng.dirichlet(np.ones(5), size=60), rng.integers(0, 5, 60)
        for average in ("macro", "micro"):
            measure = "F1" if average == "macro" else "F1(avg=micro)"
            found = gs.evaluate(gs.Run(scores(softmax)), np.eye(5, dtype=int)[classes], measure, threshold="argmax")
            assert value(found) == pytest.approx(f1_score(classes, softmax.argmax(axis=1), average=average))
        assert "threshold=argmax" in found.signature(measure)

    def test_labels_that_share_the_highest_score_are_all_predicted(self) -> None:
        run = gs.Run([[0.4, 0.4, 0.2], [-np.inf, -np.inf, -np.inf]])
        found = gs.evaluate(run, [[1, 0, 0], [0, 0, 1]], ["P:item", "R:item"], threshold="argmax")
        np.testing.assert_equal(found.values("P:item")[0], [0.5, np.nan])
        np.testing.assert_equal(found.values("R:item")[0], [1.0, 0.0])

    def test_float32_reaches_a_threshold_that_it_prints_as(self) -> None:
        run = gs.Run(np.array([[0.7]], dtype=np.float32))
        assert value(gs.evaluate(run, [[1]], "P", threshold=0.7)) == 1.0

    def test_sparse_runs(self) -> None:
        cells = sparse.csr_array(([0.9, 0.3, -2.0], ([0, 0, 1], [0, 1, 0])), shape=(3, 2))
        assert value(gs.evaluate(gs.Run(cells), self.truth, "R(avg=micro)", threshold=0.5)) == 0.25
        assert value(gs.evaluate(gs.Run(cells), self.truth, "P(avg=micro)", threshold="retrieved")) == pytest.approx(
            2 / 3
        )
        assert value(gs.evaluate(gs.Run(cells), self.truth, "P(avg=micro)", threshold="density")) == pytest.approx(
            2 / 3
        )
        own = gs.Run(cells, threshold=[0.95, 0.2])
        assert value(gs.evaluate(own, self.truth, "P(avg=micro)")) == 1.0

    def test_tied_scores_come_nearest_to_the_density(self) -> None:
        flat = np.full((3, 2), 0.5)
        assert np.isnan(value(gs.evaluate(flat, np.eye(3, 2, dtype=int), "P(avg=micro)", threshold="density")))
        assert value(gs.evaluate(flat, self.truth, "R(avg=micro)", threshold="density")) == 1.0
