"""Thresholds against trying all of them; steps of a ranking against scikit-learn's ROC curve."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from ranked_units import RELEVANCE, TIED, WIDTH
from sklearn.metrics import f1_score, roc_curve

from goldscale.kernels.thresholds import best_f1, matching_count, steps

SCORES = st.lists(st.sampled_from([0.1, 0.2, 0.5, 0.9]), min_size=1, max_size=8).map(np.array)


@given(scores=SCORES, data=st.data())
def test_best_f1_is_the_highest_threshold_that_is_best(scores: np.ndarray, data: st.DataObject) -> None:
    relevant = np.array(data.draw(st.lists(st.booleans(), min_size=len(scores), max_size=len(scores))))
    unranked = data.draw(st.integers(0, 2))  # relevant cells that no threshold reaches
    truth = np.concatenate([relevant, np.ones(unranked, dtype=bool)])
    reached = {
        limit: f1_score(truth, np.concatenate([scores >= limit, np.zeros(unranked, dtype=bool)]), zero_division=0.0)
        for limit in np.unique(scores).tolist()
    }
    highest = max(reached.values())
    wanted = max(limit for limit, f1 in reached.items() if f1 == highest) if highest > 0 else float("inf")
    assert best_f1(scores, relevant, int(truth.sum())) == wanted


@given(scores=SCORES, target=st.integers(0, 10))
def test_matching_count_is_nearest_and_fewer_when_in_doubt(scores: np.ndarray, target: int) -> None:
    limits = [float("inf"), *np.unique(scores)[::-1].tolist()]
    chosen = [int((scores >= limit).sum()) for limit in limits]
    apart = [abs(count - target) for count in chosen]
    assert matching_count(scores, target) == limits[apart.index(min(apart))]


def test_nothing_to_choose_from() -> None:
    assert best_f1(np.empty(0), np.empty(0, dtype=bool), 3) == float("inf")
    assert matching_count(np.empty(0), 3) == float("inf")


@given(scores=TIED, relevant=RELEVANCE)
def test_steps_are_the_corners_of_the_roc_curve(scores: np.ndarray, relevant: np.ndarray) -> None:
    for row, truth in zip(scores, relevant, strict=True):
        total = int(truth.sum())
        value, cells, found = steps(row, truth)
        if 0 < total < WIDTH:
            misses, hits, limits = roc_curve(truth, row, drop_intermediate=False)
            np.testing.assert_array_equal(value, limits[1:])
            np.testing.assert_allclose(found, hits[1:] * total)
            np.testing.assert_allclose(cells - found, misses[1:] * (WIDTH - total))
        else:
            assert (cells[-1], found[-1]) == (WIDTH, total)


def test_nothing_ranked_has_no_steps() -> None:
    assert [part.tolist() for part in steps(np.empty(0), np.empty(0, dtype=int))] == [[], [], []]
