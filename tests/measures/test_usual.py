"""The measures where nobody names any."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import goldscale as gs
from goldscale.measures import Evaluation
from goldscale.measures.usual import USUAL, usual_measures

LABELS = [[1, 1, 0], [0, 1, 0]]
ONE = [[1, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize(
    ("truth", "first"),
    [
        (LABELS, ("AP", "AUC", "F1", "F1:item")),
        (ONE, ("Top1", "RR:item", "AUC")),
        ([[1, 0, -1], [0, 1, 0]], ("AP", "AUC", "F1", "F1:item")),  # what is unjudged may be a second label
        ([[1], [1]], ("AP", "AUC", "F1", "F1:item")),  # one label is not one of several
        ([[2, 0, 1], [0, 1, 0]], ("nDCG", "AP", "AUC", "F1:item")),
        ([[0.2, 0.9, 0], [0, 1, 0]], ("AP", "AUC", "F1", "F1:item")),
        (sparse.csr_array(np.array(ONE)), ("AP", "P@10", "nDCG@10", "RPrec")),
        (sparse.csr_array(np.array(ONE) * 2), ("nDCG@10", "AP", "P@10", "RPrec")),
    ],
)
def test_they_follow_from_the_truth(truth: object, first: tuple[str, ...]) -> None:
    assert Evaluation(truth).measures == tuple(map(gs.measure, first))
    judged = gs.Judgements(truth)
    assert gs.evaluate(gs.Run(np.ones(judged.shape)), judged).measures == first


def test_decisions_are_not_ranked() -> None:
    yes = gs.Run(decisions=LABELS, name="yes")
    assert gs.evaluate(yes, LABELS).measures == ("F1", "F1:item", "P:item", "R:item")
    assert gs.evaluate(yes, ONE).measures == ("ExactMatch", "F1", "P", "R")
    both = [yes, gs.Run(np.array(LABELS) / 2, name="scored")]
    assert gs.evaluate(both, LABELS).measures == gs.evaluate(both[::-1], LABELS).measures == USUAL["labels"].with_scores


def test_of_one_label_per_item_no_scores_are_cut() -> None:
    assert all(gs.measure(name).definition.prediction == "ranking" for name in USUAL["one label"].with_scores)


def test_all_of_them_parse_and_say_what_for() -> None:
    for usual in USUAL.values():
        assert [str(gs.measure(m)) for m in usual.both] == list(usual.both)
    assert usual_measures(gs.Judgements(ONE)).legend("-m") == "measures chosen for one label per item; -m names others"
