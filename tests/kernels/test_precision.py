"""Precision-like kernels against every order of tied cells, and group ties against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from ranked_units import PARTLY_RANKED, RELEVANCE, TIED, WIDTH, hits, over_orders
from sklearn.metrics import average_precision_score

from goldscale.kernels import precision as kernel


def average_precision(found: list[int], total: int) -> float:
    return sum(sum(found[: i + 1]) / (i + 1) for i in range(len(found)) if found[i]) / total


def reciprocal_rank(found: list[int], cutoff: int) -> float:
    return 1 / (found.index(1) + 1) if 1 in found[:cutoff] else 0.0


def preference(found: list[int], total: int) -> float:
    cap = min(total, WIDTH - total)
    above = [min(found[:i].count(0), cap) for i in range(len(found)) if found[i]]
    return sum(1 - count / cap if cap else 1.0 for count in above) / total


def interpolated(found: list[int], total: int) -> float:
    points = [(sum(found[: i + 1]) / total, sum(found[: i + 1]) / (i + 1)) for i in range(len(found)) if found[i]]
    return sum(max((p for r, p in points if r >= level - 1e-9), default=0.0) for level in kernel.ELEVEN_POINTS) / 11


@given(scores=PARTLY_RANKED, relevant=RELEVANCE)
def test_expected_ties_are_the_mean_over_all_orders(scores: np.ndarray, relevant: np.ndarray) -> None:
    found = hits(scores, relevant)
    wanted = {
        "AP": (kernel.average_precision(found), average_precision),
        "P@2": (kernel.precision_at(found, 2), lambda order, _: sum(order[:2]) / 2),
        "R@2": (kernel.recall_at(found, 2), lambda order, total: sum(order[:2]) / total),
        "found@3": (np.where(relevant.any(axis=1), kernel.found_at(found, 3), np.nan), lambda order, _: sum(order[:3])),
        "RPrec": (kernel.r_precision(found), lambda order, total: sum(order[:total]) / total),
        "RR": (kernel.reciprocal_rank(found, None), lambda order, _: reciprocal_rank(order, WIDTH)),
        "RR@2": (kernel.reciprocal_rank(found, 2), lambda order, _: reciprocal_rank(order, 2)),
        "S@2": (kernel.success_at(found, 2), lambda order, _: float(1 in order[:2])),
        "bpref": (kernel.binary_preference(found), preference),
        "AP@2": (kernel.average_precision_at(found, 2, "relevant"), lambda order, t: average_precision(order[:2], t)),
        "AP@3": (
            kernel.average_precision_at(found, 3, "reachable"),
            lambda order, total: average_precision(order[:3], min(total, 3)),
        ),
    }
    for name, (ours, value) in wanted.items():
        np.testing.assert_allclose(ours, over_orders(value, scores, relevant), atol=1e-12, err_msg=name)


@given(scores=PARTLY_RANKED, relevant=RELEVANCE)
def test_interpolated_precision_of_an_order_without_ties(scores: np.ndarray, relevant: np.ndarray) -> None:
    ours = kernel.interpolated_precision(hits(scores, relevant, "order"), kernel.ELEVEN_POINTS, "up")
    apart = np.where(scores > -np.inf, scores - np.arange(WIDTH, dtype=np.float32) / 100, scores)
    np.testing.assert_allclose(ours, over_orders(interpolated, apart, relevant), atol=1e-12)


@given(scores=TIED, relevant=RELEVANCE)
def test_ties_taken_as_one_block_are_those_of_scikit_learn(scores: np.ndarray, relevant: np.ndarray) -> None:
    ours = kernel.average_precision(hits(scores, relevant, "group"))
    for unit in np.flatnonzero(relevant.any(axis=1)):
        assert ours[unit] == pytest.approx(average_precision_score(relevant[unit], scores[unit]))


def test_a_cutoff_behind_everything_changes_nothing_and_a_tie_group_is_cut_in_proportion() -> None:
    scores, relevant = np.array([[0.9, 0.5, 0.5, 0.5]]), np.array([[0, 1, 1, 0]])
    for ties in ("expected", "group"):
        found = hits(scores, relevant, ties)
        assert kernel.average_precision_at(found, 9, "relevant") == pytest.approx(kernel.average_precision(found))
    # Two of three tied cells are in front of the cutoff, at the precision of the whole group, 2/4.
    assert kernel.average_precision_at(found, 3, "relevant") == pytest.approx(2 / 3 * 2 * (2 / 4) / 2)


def test_a_floor_under_average_precision() -> None:
    found = hits(np.array([[0.9, 0.5], [0.9, -np.inf]]), np.array([[0, 1], [0, 1]]))
    assert kernel.geometric_precision(found, 0.01).tolist() == [0.5, 0.01]


def test_harmonic_numbers() -> None:
    assert kernel.harmonic(4).tolist() == pytest.approx([0, 1, 3 / 2, 11 / 6, 25 / 12])
