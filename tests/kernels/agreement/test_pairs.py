"""Agreement of each two raters against scikit-learn on what both rated."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import cohen_kappa_score

from goldscale.kernels.agreement import pairs as kernel
from goldscale.kernels.agreement.distances import Nominal, Squared

RATINGS = arrays(np.int64, (3, 6), elements=st.integers(-1, 2))
"""Raters x units; -1 where a rater gave nothing."""
DRAWN = np.array([[1, 1, 1, 1, 1, 1], [2, 0, 1, 3, 0, 0]])


def pair_votes(ratings: np.ndarray) -> kernel.PairVotes:
    rater, unit = np.nonzero(ratings >= 0)
    group, draw = np.zeros(6, dtype=int), np.arange(6)
    return kernel.PairVotes(rater, unit, ratings[rater, unit], group, draw, 3, 3, 6)


def together(ratings: np.ndarray, a: int, b: int, weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    both = (ratings[a] >= 0) & (ratings[b] >= 0)
    return tuple(np.repeat(ratings[r][both], weight[both]) for r in (a, b))


def kappa(first: np.ndarray, second: np.ndarray, weights: str | None = None) -> float:
    if not len(first) or len({*first.tolist(), *second.tolist()}) < 2:
        return np.nan
    return cohen_kappa_score(first, second, labels=[0, 1, 2], weights=weights)


@given(ratings=RATINGS)
def test_matrices_of_accuracy_and_kappa(ratings: np.ndarray) -> None:
    votes = pair_votes(ratings)
    accuracy, kappas = kernel.accuracy_matrix(votes), kernel.kappa_matrix(votes)
    for a, b in np.ndindex(3, 3):
        first, second = together(ratings, a, b, np.ones(6, dtype=int))
        assert accuracy[a, b] == pytest.approx((first == second).mean() if len(first) else np.nan, nan_ok=True)
        assert kappas[a, b] == pytest.approx(kappa(first, second), nan_ok=True)


@given(ratings=RATINGS)
def test_pairs_under_draws(ratings: np.ndarray) -> None:
    seen = set()
    values = np.arange(3.0)
    for shared in pair_votes(ratings).shared():
        right = kernel.pair_accuracy(shared, DRAWN, Nominal(values))
        near = kernel.pair_kappa(shared, DRAWN, Squared(values))
        for place, partner in enumerate(shared.partner.tolist()):
            seen.add((shared.rater, partner))
            for replicate, weight in enumerate(DRAWN):
                first, second = together(ratings, shared.rater, partner, weight)
                alike = (first == second).mean() if len(first) else np.nan
                assert right[replicate, place] == pytest.approx(alike, nan_ok=True)
                assert near[replicate, place] == pytest.approx(kappa(first, second, "quadratic"), nan_ok=True)
    plain = np.ones(6, dtype=int)
    assert seen == {(a, b) for a in range(3) for b in range(a + 1, 3) if len(together(ratings, a, b, plain)[0])}
