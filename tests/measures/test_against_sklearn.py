"""Equality with scikit-learn, an implementation that nobody here wrote, where the definitions coincide."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn import metrics
from sklearn.calibration import calibration_curve

import goldscale as gs

EXACT = {"rtol": 0, "atol": 1e-9}


def cases(count: int) -> list:
    """Random matrices: with and without ties, float32 and float64, empty rows and columns among them."""
    made = []
    for seed in range(count):
        rng = np.random.default_rng(seed)
        items, labels = rng.integers(2, 40), rng.integers(2, 12)
        scores = rng.normal(size=(items, labels)) * 10.0 ** rng.integers(-3, 4)
        if seed % 2:
            scores = np.round(rng.random((items, labels)) * rng.integers(1, 6)) / 5
        scores = scores.astype(np.float32 if seed % 3 else np.float64)
        truth = (rng.random((items, labels)) < rng.choice([0.05, 0.3, 0.8])).astype(int)
        made.append((scores, truth))
    return made


@pytest.mark.parametrize("block", range(4))
def test_ranked_by_label(block: int) -> None:
    for scores, truth in cases(120)[block::4]:
        ours = gs.evaluate(scores, truth, ["AP", "AUC"], ties="group")
        for label in range(truth.shape[1]):
            positives = truth[:, label].sum()
            ap, auc = ours.values("AP")[0, label], ours.values("AUC")[0, label]
            if positives == 0:
                assert np.isnan(ap)
            else:
                expected = metrics.average_precision_score(truth[:, label], scores[:, label])
                np.testing.assert_allclose(ap, expected, **EXACT)
            if positives in (0, len(truth)):
                assert np.isnan(auc)
            else:
                np.testing.assert_allclose(auc, metrics.roc_auc_score(truth[:, label], scores[:, label]), **EXACT)


def test_averages_of_ranked_measures() -> None:
    rng = np.random.default_rng(7)
    scores = np.round(rng.random((300, 9)), 1)
    truth = (rng.random((300, 9)) < 0.2).astype(int)
    ours = gs.evaluate(scores, truth, ["AP", "AUC"], ties="group").summary()["run"]
    np.testing.assert_allclose(ours["AP"], metrics.average_precision_score(truth, scores, average="macro"), **EXACT)
    np.testing.assert_allclose(ours["AUC"], metrics.roc_auc_score(truth, scores, average="macro"), **EXACT)


@pytest.mark.parametrize("block", range(4))
def test_sets(block: int) -> None:
    functions = {
        "P": metrics.precision_score,
        "R": metrics.recall_score,
        "F1": metrics.f1_score,
        "F(beta=2)": lambda y, z, **k: metrics.fbeta_score(y, z, beta=2, **k),
    }
    for scores, truth in cases(160)[block::4]:
        said = (scores >= 0.5).astype(int)
        for name, function in functions.items():
            base, _, tail = name.partition("(")
            tail = tail and "(" + tail
            asked = [name, f"{base}:item{tail}", f"{name[:-1]}, avg=micro)" if tail else f"{name}(avg=micro)"]
            ours = gs.evaluate(scores, truth, asked)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", metrics.__dict__.get("UndefinedMetricWarning", UserWarning))
                per_label = function(truth, said, average=None, zero_division=np.nan)
                np.testing.assert_allclose(ours.values(asked[0])[0], per_label, **EXACT)
                micro = function(truth, said, average="micro", zero_division=np.nan)
                np.testing.assert_allclose(ours.summary()["run"][ours.measures[2]], micro, **EXACT)
                per_item = function(truth.T, said.T, average=None, zero_division=np.nan)
                np.testing.assert_allclose(ours.values(asked[1])[0], per_item, **EXACT)


def test_label_ranking_average_precision_is_average_precision_by_item() -> None:
    for scores, truth in cases(100):
        ours = gs.evaluate(scores, truth, "AP:item", ties="group", undefined="one").summary()["run"]["AP:item"]
        np.testing.assert_allclose(ours, metrics.label_ranking_average_precision_score(truth, scores), **EXACT)


@pytest.mark.parametrize("block", range(4))
def test_ranked_by_item(block: int) -> None:
    for scores, truth in cases(120)[block::4]:
        names = ["Coverage(form=schapire)", "RankingLoss", "nDCG:item", "nDCG@3:item", "AP:item"]
        ours = gs.evaluate(scores, truth, names, ties="group")
        relevant = truth.sum(axis=1)
        some = np.flatnonzero(relevant > 0)
        both = np.flatnonzero((relevant > 0) & (relevant < truth.shape[1]))
        for i in some:
            # scikit-learn gives the rank itself, which is one more than Schapire's form.
            np.testing.assert_allclose(
                ours.values(names[0])[0, i] + 1, metrics.coverage_error(truth[[i]], scores[[i]]), **EXACT
            )
            for name, k in (("nDCG:item", None), ("nDCG@3:item", 3)):
                np.testing.assert_allclose(
                    ours.values(name)[0, i], metrics.ndcg_score(truth[[i]], scores[[i]], k=k), **EXACT
                )
        for i in both:
            np.testing.assert_allclose(
                ours.values("RankingLoss")[0, i], metrics.label_ranking_loss(truth[[i]], scores[[i]]), **EXACT
            )
        assert np.isnan(ours.values("RankingLoss")[0]).sum() == len(truth) - len(both)


def test_graded_gain() -> None:
    rng = np.random.default_rng(2)
    scores, truth = np.round(rng.random((200, 8)), 1), rng.integers(0, 4, (200, 8))
    ours = gs.evaluate(scores, truth, ["nDCG:item", "nDCG@4:item(gain=exp)"])
    some = truth.sum(axis=1) > 0
    expected = [metrics.ndcg_score(truth[[i]], scores[[i]]) for i in np.flatnonzero(some)]
    np.testing.assert_allclose(ours.values("nDCG:item")[0, some], expected, **EXACT)
    expected = [metrics.ndcg_score(2.0 ** truth[[i]] - 1, scores[[i]], k=4) for i in np.flatnonzero(some)]
    np.testing.assert_allclose(ours.values("nDCG@4:item(gain=exp)")[0, some], expected, **EXACT)


def test_more_sets() -> None:
    for scores, truth in cases(80):
        said = (scores >= 0.5).astype(int)
        ours = gs.evaluate(scores, truth, ["Hamming", "Jaccard", "ExactMatch", "Acc", "Jaccard:label"])
        summary = ours.summary()["run"]
        np.testing.assert_allclose(summary["Hamming"], metrics.hamming_loss(truth, said), **EXACT)
        np.testing.assert_allclose(summary["ExactMatch"], metrics.accuracy_score(truth, said), **EXACT)
        accuracy = [metrics.accuracy_score(truth[:, j], said[:, j]) for j in range(truth.shape[1])]
        np.testing.assert_allclose(ours.values("Acc")[0], accuracy, **EXACT)
        for name, y, z in (("Jaccard", truth.T, said.T), ("Jaccard:label", truth, said)):
            expected = metrics.jaccard_score(y, z, average=None, zero_division=0)
            some = (y | z).any(axis=0)  # where both sets are empty they have a number, and we none
            np.testing.assert_allclose(ours.values(name)[0], np.where(some, expected, np.nan), **EXACT)


def test_equal_error_rate_is_where_the_roc_curve_meets_the_diagonal() -> None:
    for scores, truth in cases(120):
        ours = gs.evaluate(scores, truth, "EER", ties="group").values("EER")[0]
        for label in range(truth.shape[1]):
            if truth[:, label].min() == truth[:, label].max():
                assert np.isnan(ours[label])
                continue
            fpr, tpr, _ = metrics.roc_curve(truth[:, label], scores[:, label], drop_intermediate=False)
            # Linear interpolation of FPR at the zero of the rising function FPR + TPR - 1.
            expected = np.interp(0.0, fpr + tpr - 1, fpr)
            np.testing.assert_allclose(ours[label], expected, **EXACT)


def defined(scores: np.ndarray, truth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The labels that have something relevant and something irrelevant: scikit-learn refuses others."""
    some = (truth.min(axis=0) == 0) & (truth.max(axis=0) == 1)
    return scores[:, some], truth[:, some]


def test_other_averages_of_ranked_measures() -> None:
    for scores, truth in cases(60):
        scores, truth = defined(scores, truth)
        if not truth.any():
            continue
        for average in ("micro", "weighted", "macro"):
            names = [f"{name}(avg={average})" for name in ("AP", "AUC")]
            ours = list(gs.evaluate(gs.Run(scores), truth, names, ties="group").summary()["run"].values())
            theirs = [
                f(truth, scores, average=average) for f in (metrics.average_precision_score, metrics.roc_auc_score)
            ]
            np.testing.assert_allclose(ours, theirs, **EXACT)


def test_other_averages_of_sets() -> None:
    functions = {"P": metrics.precision_score, "R": metrics.recall_score, "F1": metrics.f1_score}
    for scores, truth in cases(60):
        said = (scores >= 0.5).astype(int)
        if not truth.any():
            continue
        for name, function in functions.items():
            spelling = f"{name}(avg=weighted)"
            for undefined, division in (("zero", 0.0), ("skip", np.nan)):
                ours = gs.evaluate(said, truth, spelling, undefined=undefined).summary()["run"][spelling]
                theirs = function(truth, said, average="weighted", zero_division=division)
                np.testing.assert_allclose(ours, theirs, **EXACT)


def test_sets_that_also_look_at_what_is_irrelevant() -> None:
    names = ["MCC", "BAcc", "Spec"]
    for scores, truth in cases(80):
        scores, truth = defined(scores, truth)
        said = (scores >= 0.5).astype(int)
        ours = gs.evaluate(said, truth, names) if truth.size else ()
        for label in range(truth.shape[1]):
            y, z = truth[:, label], said[:, label]
            found = [ours.values(name)[0, label] for name in names]
            theirs = [
                metrics.matthews_corrcoef(y, z) if z.min() < z.max() else np.nan,
                metrics.balanced_accuracy_score(y, z),
                metrics.recall_score(y, z, pos_label=0),
            ]
            np.testing.assert_allclose(found, theirs, **EXACT)
        if truth.size and said.min() < said.max():
            pooled = gs.evaluate(said, truth, "MCC(avg=micro)").summary()["run"]["MCC(avg=micro)"]
            np.testing.assert_allclose(pooled, metrics.matthews_corrcoef(truth.ravel(), said.ravel()), **EXACT)


def test_probabilities() -> None:
    names = ["Brier", "LogLoss", "ECE", "ECE(bins=4)"]
    for seed in range(20):
        rng = np.random.default_rng(seed)
        scores = np.round(rng.random((30, 5)), rng.integers(1, 9))
        scores[rng.random(scores.shape) < 0.1] = rng.integers(0, 2)
        truth = (rng.random((30, 5)) < scores).astype(int)
        ours = gs.evaluate(gs.Run(scores), truth, names)
        for label in range(truth.shape[1]):
            y, p = truth[:, label], scores[:, label]
            theirs = [
                metrics.brier_score_loss(y, p, pos_label=1),
                metrics.log_loss(y, p, labels=[0, 1]),
                calibration_error(y, p, 15),
                calibration_error(y, p, 4),
            ]
            np.testing.assert_allclose([ours.values(name)[0, label] for name in names], theirs, **EXACT)


def calibration_error(relevant: np.ndarray, probability: np.ndarray, bins: int) -> float:
    """From the points of scikit-learn's reliability diagram, whose bins have their upper edges."""
    found, expected = calibration_curve(relevant, probability, n_bins=bins)
    sizes = np.histogram(np.searchsorted(np.linspace(0, 1, bins + 1)[1:-1], probability), bins=range(bins + 1))[0]
    return float(np.sum(sizes[sizes > 0] * np.abs(found - expected)) / len(relevant))


def test_top_k_accuracy_is_success_at_k_by_item() -> None:
    rng = np.random.default_rng(4)
    scores, truth = rng.random((50, 6)), rng.integers(0, 6, 50)
    for k in (1, 2, 5):
        ours = gs.evaluate(scores, np.eye(6, dtype=int)[truth], f"S@{k}:item").summary()["run"][f"S@{k}:item"]
        assert ours == pytest.approx(metrics.top_k_accuracy_score(truth, scores, k=k, labels=range(6)))
