from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn import metrics

import goldscale as gs


@pytest.fixture
def case() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return np.round(rng.random((60, 5)), 1), (rng.random((60, 5)) < 0.3).astype(int)


def test_roc_equals_scikit_learn(case: tuple[np.ndarray, np.ndarray]) -> None:
    scores, truth = case
    for label, curve in gs.curves(scores, truth, "roc").items():
        fpr, tpr, thresholds = metrics.roc_curve(truth[:, int(label)], scores[:, int(label)], drop_intermediate=False)
        np.testing.assert_allclose(curve.x, fpr)
        np.testing.assert_allclose(curve.y, tpr)
        np.testing.assert_allclose(curve.thresholds, thresholds)
        assert np.trapezoid(curve.y, curve.x) == pytest.approx(
            gs.evaluate(scores, truth, "AUC").values("AUC")[0, int(label)]
        )


def test_precision_recall_equals_scikit_learn(case: tuple[np.ndarray, np.ndarray]) -> None:
    scores, truth = case
    for label, curve in gs.curves(scores, truth, "pr").items():
        p, r, thresholds = metrics.precision_recall_curve(truth[:, int(label)], scores[:, int(label)])
        np.testing.assert_allclose(curve.x, r[:-1][::-1])
        np.testing.assert_allclose(curve.y, p[:-1][::-1])
        np.testing.assert_allclose(curve.thresholds, thresholds[::-1])


def test_units_without_a_curve_are_left_out_and_lists_are_closed() -> None:
    run = gs.Run(sparse.csr_array([[0.9, 0.0], [0.0, 0.5]]), labels=["a", "b"])
    found = gs.curves(run, gs.Judgements([[1, 0], [0, 0]], labels=["a", "b"]), "roc")
    assert list(found) == ["a"]
    assert found["a"].x[-1] == found["a"].y[-1] == 1.0
    by_item = gs.curves([[0.9, 0.8]], [[0, 1]], "roc", direction="item")["0"]
    assert by_item.to_csv().splitlines()[0] == "threshold,false positive rate,true positive rate"
    with pytest.raises(gs.UnknownNameError, match="did you mean 'roc'"):
        gs.curves([[0.5]], [[1]], "rok")


def test_cardinality_and_density() -> None:
    scores = np.array([[0.9, 0.6, 0.1], [0.2, 0.7, 0.3]])
    assert gs.label_cardinality(gs.Run(scores)) == 1.5
    assert gs.label_density(gs.Run(scores)) == 0.5
    assert gs.label_cardinality(gs.Run(scores, decisions=scores > 0.2)) == 2.0
    assert gs.label_cardinality(gs.Run(scores, threshold=0.65)) == 1.0
    assert gs.label_cardinality(gs.Run(scores), [0.95, 0.65, 0.05]) == 1.5
    listed = gs.Run(sparse.csr_array(scores * (scores > 0.5)))
    assert gs.label_cardinality(listed, [0.95, 0.65, 0.05]) == 0.5
    assert gs.label_density(gs.Judgements([[1, 0], [1, 1]])) == 0.75
