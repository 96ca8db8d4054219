"""Counts and set measures against scikit-learn, unit by unit, and against plain sets where it has none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.extra.numpy import arrays
from sklearn import metrics

from goldscale.kernels import sets as kernel
from goldscale.kernels.counts import Counts, count_dense

SHAPE = (4, 5)
MATRIX = arrays(np.bool_, SHAPE)


@settings(max_examples=30)
@given(said=MATRIX, relevant=MATRIX)
def test_measures_are_those_of_scikit_learn(said: np.ndarray, relevant: np.ndarray) -> None:
    by_item, by_label = count_dense(said, relevant, None)
    for counts, guess, truth in ((by_label, said, relevant), (by_item, said.T, relevant.T)):
        pair = (truth.astype(int), guess.astype(int))
        options = {"average": None, "zero_division": np.nan}
        wanted = {
            "precision": (kernel.precision(counts), metrics.precision_score(*pair, **options)),
            "recall": (kernel.recall(counts), metrics.recall_score(*pair, **options)),
            "F1": (kernel.f_measure(counts, 1.0), metrics.f1_score(*pair, **options)),
            "F2": (kernel.f_measure(counts, 2.0), metrics.fbeta_score(*pair, beta=2, **options)),
            "accuracy": (kernel.accuracy(counts), (guess == truth).mean(axis=0)),
            "Hamming": (kernel.hamming_loss(counts), (guess != truth).mean(axis=0)),
            "exact match": (kernel.exact_match(counts), (guess == truth).all(axis=0)),
        }
        for name, (ours, theirs) in wanted.items():
            np.testing.assert_allclose(ours, theirs, err_msg=name)
        some = (guess | truth).any(axis=0)
        similar = metrics.jaccard_score(*pair, average=None, zero_division=0)
        np.testing.assert_allclose(kernel.jaccard(counts), np.where(some, similar, np.nan))


@given(said=MATRIX, relevant=MATRIX)
def test_alpha_score_weighs_misses_and_false_alarms(said: np.ndarray, relevant: np.ndarray) -> None:
    found = kernel.alpha_score(count_dense(said, relevant, None)[0], 2.0, 1.0, 0.25)
    for unit in range(len(said)):
        guess, truth = ({int(i) for i in np.flatnonzero(m[unit])} for m in (said, relevant))
        wanted = (
            (1 - (len(truth - guess) + 0.25 * len(guess - truth)) / len(truth | guess)) ** 2
            if truth | guess
            else np.nan
        )
        assert found[unit] == pytest.approx(wanted, nan_ok=True)


@given(said=MATRIX, relevant=MATRIX, judged=MATRIX)
def test_only_judged_cells_count(said: np.ndarray, relevant: np.ndarray, judged: np.ndarray) -> None:
    relevant = relevant & judged
    for axis, counts in ((1, count_dense(said, relevant, judged)[0]), (0, count_dense(said, relevant, judged)[1])):
        assert counts.both.tolist() == (said & relevant & judged).sum(axis=axis).tolist()
        assert counts.false_positive.tolist() == (said & ~relevant & judged).sum(axis=axis).tolist()
        assert counts.false_negative.tolist() == (~said & relevant & judged).sum(axis=axis).tolist()
        assert counts.true_negative.tolist() == (~said & ~relevant & judged).sum(axis=axis).tolist()
        pooled = counts.pooled()
        assert (pooled.predicted.tolist(), pooled.cells.tolist()) == ([(said & judged).sum()], [judged.sum()])


def test_no_cell_at_all_is_undefined() -> None:
    none = Counts(*(np.zeros(1) for _ in range(4)))
    for value in (kernel.accuracy(none), kernel.hamming_loss(none), kernel.exact_match(none)):
        assert np.isnan(value[0])
