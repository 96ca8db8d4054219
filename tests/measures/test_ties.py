"""Tie rules against brute force: every order of the tied cells is tried on small cases."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, permutations

import numpy as np
import pytest

import goldscale as gs

RANKED = [d for d in gs.list_measures() if d.prediction == "ranking" and d.score == "binary"]


def spellings(definition: gs.measures.Definition) -> list[str]:
    """A few ways to ask for a measure."""
    return [key.replace("@k", f"@{k}") for key in definition.keys for k in ((1, 2, 3, 5) if "@k" in key else (0,))]


def every_order(scores: np.ndarray) -> np.ndarray:
    """Scores without ties, one row for every strict order that agrees with those given."""
    orders = [o for o in permutations(range(len(scores))) if all(scores[a] >= scores[b] for a, b in pairwise(o))]
    return -np.argsort(orders, axis=1).astype(float)


@cache
def tied_cases() -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Scores, truth and every order of the scores."""
    rng = np.random.default_rng(3)
    drawn = [(rng.integers(0, 3, 6).astype(float), rng.integers(0, 2, 6)) for _ in range(12)]
    return [(scores, truth, every_order(scores)) for scores, truth in drawn]


@pytest.mark.parametrize("name", [n for d in RANKED for n in spellings(d)])
def test_expected_best_and_worst_equal_brute_force(name: str) -> None:
    definition = gs.measure(name).definition
    for scores, truth, orders in tied_cases():
        values = gs.evaluate(orders, np.repeat(truth[None], len(orders), axis=0), f"{name}:item").values(
            f"{name}:item"
        )[0]

        def ours(ties: str, scores: np.ndarray = scores, truth: np.ndarray = truth) -> float:
            return gs.evaluate(scores[None], truth[None], f"{name}:item", ties=ties).values(f"{name}:item")[0, 0]

        if np.isnan(values).all():
            assert np.isnan(ours("expected"))
            continue
        low, high = values.min(), values.max()
        if name in ("iAP", "iP"):  # the exceptions, as their declaration says
            assert low - 1e-12 <= ours("expected") <= high + 1e-12
        else:
            np.testing.assert_allclose(ours("expected"), values.mean(), atol=1e-12)
        best, worst = (high, low) if definition.higher_is_better else (low, high)
        np.testing.assert_allclose(ours("best"), best, atol=1e-12)
        np.testing.assert_allclose(ours("worst"), worst, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_order_and_id(dtype: type) -> None:
    scores = np.zeros((1, 3), dtype=dtype)
    truth = gs.Judgements([[0, 0, 1]], labels=["b", "c", "a"])
    run = gs.Run(scores, labels=["b", "c", "a"])

    def ap(ties: str) -> float:
        return gs.evaluate(run, truth, "AP:item", ties=ties).summary()["run"]["AP:item"]

    assert ap("order") == pytest.approx(1 / 3)
    assert ap("id") == pytest.approx(1 / 3)  # from high to low as trec_eval: c, b, a
    assert (
        gs.evaluate(
            run.replace(labels=["a", "b", "c"]), truth.relabelled(gs.Concepts(["a", "b", "c"])), "AP:item", ties="id"
        ).summary()["run"]["AP:item"]
        == 1.0
    )


def test_minus_zero_is_zero() -> None:
    scores = np.array([[0.0, -0.0]], dtype=np.float32)
    assert gs.evaluate(scores, [[1, 0]], "AUC:item").summary()["run"]["AUC:item"] == 0.5


def test_large_tie_groups_keep_their_precision() -> None:
    rng = np.random.default_rng(0)
    truth = (rng.random((1, 100_000)) < 0.1).astype(int)
    flat = gs.evaluate(np.zeros((1, 100_000), np.float32), truth, "AP:item").summary()["run"]["AP:item"]
    n, r = truth.size, int(truth.sum())
    ranks = np.arange(1, n + 1, dtype=np.longdouble)
    expected = float(np.sum((1 + (ranks - 1) * (r - 1) / (n - 1)) / ranks) / n)
    assert flat == pytest.approx(expected, abs=1e-12)
