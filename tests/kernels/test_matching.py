"""Semantic comparison of label sets against loops over pairs, permutations and subsets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from goldscale.kernels import matching as kernel

LABELS = 4
SETS = arrays(np.bool_, (3, LABELS))
COSTS = arrays(np.float64, (LABELS, LABELS), elements=st.sampled_from([0.1, 0.4, 0.7, 1.0])).map(
    lambda m: np.where(np.eye(LABELS, dtype=bool), 0.0, np.minimum(m, m.T))
)
SCORES = arrays(np.float64, (3, LABELS), elements=st.sampled_from([-np.inf, 0.0, 0.5, 1.0]))
IN_ORDER = np.arange(LABELS)


def members(row: np.ndarray) -> list[int]:
    return [int(i) for i in np.flatnonzero(row)]


def nearest(label: int, others: list[int], costs: np.ndarray) -> float:
    return min((costs[label, other] for other in others), default=1.0)


@given(said=SETS, relevant=SETS, costs=COSTS)
def test_every_wrong_label_is_matched_to_its_nearest(said: np.ndarray, relevant: np.ndarray, costs: np.ndarray) -> None:
    ours = kernel.matching_costs(said, relevant, costs)
    far = kernel.hausdorff_distance(said, relevant, costs)
    for item in range(3):
        guess, truth = members(said[item]), members(relevant[item])
        union = {*guess, *truth}
        if not union:
            assert np.isnan([ours[item], far[item]]).all()
            continue
        false = [nearest(c, truth, costs) for c in guess if c not in truth]
        missed = [nearest(c, guess, costs) for c in truth if c not in guess]
        assert ours[item] == pytest.approx(sum(false + missed) / len(union))
        assert far[item] == pytest.approx(
            max([nearest(c, truth, costs) for c in guess] + [nearest(c, guess, costs) for c in truth])
        )


def test_agreement_and_penalties() -> None:
    costs = np.full((4, 4), 0.5) - 0.5 * np.eye(4)
    factor = np.array([0.8, 0.6, 1.0, 0.4])
    said, relevant = np.array([[True, False, False, True]]), np.array([[False, True, True, False]])
    # Labels 0 and 3 are matched to 2, the nearest of highest agreement; 1 and 2 are missed.
    wanted = (0.5 * 1.0 + 0.5 * 1.0 + 0.5 * 0.6 + 0.5 * 1.0) / 4
    assert kernel.matching_costs(said, relevant, costs, factor)[0] == pytest.approx(wanted)
    penalised = np.array([[False, False, False, True]])
    wanted = (1.0 + 0.5 * 1.0 + 0.5 * 0.6 + 0.5 * 1.0) / 4
    assert kernel.matching_costs(said, relevant, costs, factor, penalised)[0] == pytest.approx(wanted)


@given(said=SETS, relevant=SETS, costs=COSTS)
def test_the_cheapest_pairing_is_the_best_of_all(said: np.ndarray, relevant: np.ndarray, costs: np.ndarray) -> None:
    ours = kernel.padded_assignment(said, relevant, costs)
    for item in range(3):
        few, many = sorted((members(said[item]), members(relevant[item])), key=len)
        totals = [sum(costs[a, b] for a, b in zip(few, way, strict=False)) for way in permutations(many, len(few))]
        wanted = (min(totals) + len(many) - len(few)) / len(many) if many else np.nan
        assert ours[item] == pytest.approx(wanted, nan_ok=True)


@given(said=SETS, relevant=SETS, costs=COSTS)
def test_similarity_and_contributions(said: np.ndarray, relevant: np.ndarray, costs: np.ndarray) -> None:
    ours = kernel.best_similarity(said, relevant, 1 - costs)
    for item in range(3):
        best = [1 - nearest(c, members(relevant[item]), costs) for c in members(said[item])]
        assert ours[item] == pytest.approx(np.mean(best) if best else np.nan, nan_ok=True)
    contribution = 1 - 2 * costs
    false, missed = kernel.category_contributions(said, relevant, contribution)
    for label in range(LABELS):
        wrong, left = 0.0, 0.0
        for item in range(3):
            by_truth, by_guess = (
                np.clip(sum(contribution[c, label] for c in members(sets[item])), -1, 1) for sets in (relevant, said)
            )
            wrong += by_truth if said[item, label] and not relevant[item, label] else 0.0
            left += by_guess if relevant[item, label] and not said[item, label] else 0.0
        assert (false[label], missed[label]) == pytest.approx((wrong, left))


def tops(row: np.ndarray, size: int) -> Iterator[list[int]]:
    """Every set of labels that may be the first ``size`` ones."""
    ranked = sorted((i for i in range(LABELS) if row[i] > -np.inf), key=lambda i: -row[i])
    if size >= len(ranked):
        yield ranked
        return
    sure = [i for i in ranked if row[i] > row[ranked[size - 1]]]
    tied = [i for i in ranked if row[i] == row[ranked[size - 1]]]
    for some in combinations(tied, size - len(sure)):
        yield sure + list(some)


PICK = {"expected": np.mean, "best": max, "worst": min}


@pytest.mark.parametrize("ties", PICK)
@given(scores=SCORES, relevant=SETS, costs=COSTS)
def test_semantic_r_precision(ties: str, scores: np.ndarray, relevant: np.ndarray, costs: np.ndarray) -> None:
    ours = kernel.semantic_r_precision(scores, relevant, 1 - costs, ties, IN_ORDER, False)
    for item in range(3):
        truth = members(relevant[item])
        if not truth:
            assert np.isnan(ours[item])
            continue
        values = [
            max(sum(1 - costs[a, b] for a, b in zip(top, way, strict=True)) for way in permutations(truth, len(top)))
            for top in tops(scores[item], len(truth))
        ]
        assert ours[item] == pytest.approx(PICK[ties](values) / len(truth))


@pytest.mark.parametrize("ties", PICK)
@pytest.mark.parametrize("cutoff", [1, 2])
@given(scores=SCORES, relevant=SETS, costs=COSTS)
def test_errors_of_the_first_labels(
    ties: str, cutoff: int, scores: np.ndarray, relevant: np.ndarray, costs: np.ndarray
) -> None:
    ours = kernel.top_error(scores, relevant, costs, cutoff, ties, None)
    accepted = costs <= 0.4
    shares = kernel.top_fraction(scores, relevant, accepted, ties, None)
    worst_error = {"expected": np.mean, "best": min, "worst": max}[ties]
    for item in range(3):
        truth = members(relevant[item])
        if not truth:
            assert np.isnan([ours[item], shares[item]]).all()
            continue
        values = [np.mean([nearest(c, top, costs) for c in truth]) for top in tops(scores[item], cutoff)]
        assert ours[item] == pytest.approx(worst_error(values))
        first = [float(any(accepted[c, top[0]] for c in truth)) if top else 0.0 for top in tops(scores[item], 1)]
        assert shares[item] == pytest.approx(PICK[ties](first))


def test_too_many_ways_are_drawn_the_same_each_time_and_exact_without_relatedness() -> None:
    labels = 30
    scores, relevant = np.zeros((1, labels)), np.arange(labels)[None] < 10
    arguments = (scores, relevant, np.eye(labels), "expected", np.arange(labels), False)
    assert kernel.semantic_r_precision(*arguments)[0] == pytest.approx(10 / 30)
    near = np.where(np.eye(labels, dtype=bool), 1.0, 0.3)
    arguments = (scores, relevant, near, "expected", np.arange(labels), False)
    # Each of ten places holds a right label with probability 1/3, else one that counts 0.3.
    assert kernel.semantic_r_precision(*arguments)[0] == pytest.approx(1 / 3 + 0.3 * 2 / 3, abs=0.03)
    assert kernel.semantic_r_precision(*arguments) == kernel.semantic_r_precision(*arguments)
