"""Pairs and the ROC curve against scikit-learn, and the equal error rate against a walk along every curve."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from ranked_units import RELEVANCE, TIED, WIDTH, hits, over_orders
from sklearn.metrics import label_ranking_loss, roc_auc_score

from goldscale.kernels import roc as kernel


def equal_error(order: list[int], total: int) -> float:
    """Step by step to where false positives are as frequent as misses."""
    passed, met, others = 0, 0, len(order) - total
    for relevant in order:
        passed, met = passed + 1 - relevant, met + relevant
        if Fraction(passed, others) >= 1 - Fraction(met, total):
            return passed / others if relevant else 1 - met / total
    raise AssertionError("the curve ends beyond the line")


def mixed(relevant: np.ndarray) -> np.ndarray:
    return (relevant.any(axis=1)) & (relevant.sum(axis=1) < WIDTH)


@given(scores=TIED, relevant=RELEVANCE)
def test_area_and_ranking_loss_are_those_of_scikit_learn(scores: np.ndarray, relevant: np.ndarray) -> None:
    area = kernel.area_under_roc(hits(scores, relevant))
    loss = kernel.ranking_loss(hits(scores, relevant))
    blocks = kernel.ranking_loss(hits(scores, relevant, "group"))
    np.testing.assert_array_equal(np.isnan(area), ~mixed(relevant))
    for unit in np.flatnonzero(mixed(relevant)):
        assert area[unit] == pytest.approx(roc_auc_score(relevant[unit], scores[unit]))
        assert loss[unit] == pytest.approx(1 - area[unit])
        # Their loss counts a tied pair as a wrong one.
        assert blocks[unit] == pytest.approx(label_ranking_loss(relevant[[unit]], scores[[unit]]))


@given(scores=TIED, relevant=RELEVANCE)
def test_equal_error_rate_is_the_mean_over_all_curves(scores: np.ndarray, relevant: np.ndarray) -> None:
    units = mixed(relevant)
    ours = kernel.equal_error_rate(hits(scores, relevant))
    assert np.isnan(ours[~units]).all()
    np.testing.assert_allclose(ours[units], over_orders(equal_error, scores[units], relevant[units]), atol=1e-12)


def test_a_tie_group_as_one_straight_piece() -> None:
    scores, relevant = np.float32([[1, 0, 0, 0]]), np.int8([[1, 1, 0, 0]])
    # From (0, 1/2) straight to (1, 1): false positives x meet misses 1/2 - x/2 at 1/3.
    assert kernel.equal_error_rate(hits(scores, relevant, "group"))[0] == pytest.approx(1 / 3)


def test_what_is_not_ranked_stands_behind_as_one_straight_piece() -> None:
    scores, relevant = np.float32([[1, -np.inf, -np.inf, -np.inf]]), np.int8([[1, 1, 0, 0]])
    assert kernel.equal_error_rate(hits(scores, relevant))[0] == pytest.approx(1 / 3)
    assert kernel.area_under_roc(hits(scores, relevant))[0] == pytest.approx(3 / 4)
