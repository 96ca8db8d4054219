"""Bounds against brute force: every way of judging the unjudged cells is tried on small cases."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import sparse

import goldscale as gs

PLAIN = [d for d in gs.measures() if d.score == "binary"]
NAMES = [f"{key.replace('@k', '@2')}:{direction}" for d in PLAIN for key in d.keys for direction in ("item", "label")]


def completions(truth: np.ndarray) -> list[np.ndarray]:
    unknown = np.argwhere(truth < 0)
    made = []
    for choice in product((0, 1), repeat=len(unknown)):
        judged = truth.copy()
        judged[tuple(unknown.T)] = choice
        made.append(judged)
    return made


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ties", ["expected", "worst", "id"])
def test_bounds_of_one_unit_equal_brute_force(name: str, ties: str) -> None:
    rng = np.random.default_rng(11)
    for _ in range(8):
        scores = rng.integers(0, 5, (1, 6)) / 4
        truth = rng.choice([-1, 0, 1], size=(1, 6))
        if name.endswith("label"):
            scores, truth = scores.T, truth.T
        ours = gs.evaluate(scores, truth, name, ties=ties, unjudged="bounds")[name]
        tried = np.array([gs.evaluate(scores, t, name, ties=ties).values(name)[0] for t in completions(truth)])
        if np.isnan(tried).all():
            assert np.isnan(ours.low[0])
            continue
        np.testing.assert_allclose(ours.low[0], np.nanmin(tried), atol=1e-12)
        np.testing.assert_allclose(ours.high[0], np.nanmax(tried), atol=1e-12)


def test_without_unjudged_cells_the_bounds_are_the_value() -> None:
    rng = np.random.default_rng(0)
    scores, truth = rng.random((20, 5)), rng.integers(0, 2, (20, 5))
    for result in gs.evaluate(scores, truth, ["AP", "F1:item", "F1(avg=micro)"], unjudged="bounds"):
        assert result.low[0] == pytest.approx(result.aggregate[0])
        assert result.high[0] == pytest.approx(result.aggregate[0])


def test_sparse_runs_have_the_same_bounds_as_dense_ones() -> None:
    rng = np.random.default_rng(4)
    dense = np.round(rng.random((8, 4)), 1)
    dense[rng.random(dense.shape) < 0.4] = -np.inf
    row, column = np.nonzero(dense > -np.inf)
    lists = sparse.csr_array((dense[row, column], (row, column)), shape=dense.shape)
    truth = rng.choice([-1, 0, 1], size=dense.shape)
    row, column = np.nonzero(truth >= 0)
    qrels = sparse.csr_array((truth[row, column], (row, column)), shape=truth.shape)
    items, labels = [f"i{i}" for i in range(8)], [f"l{i}" for i in range(4)]
    names = ["AP", "AP:item", "P", "R:item", "nDCG@3", "AUC"]
    full = gs.evaluate(gs.Run(dense), truth, names, unjudged="bounds")
    listed = gs.evaluate(
        gs.Run(lists, items=items, labels=labels), gs.Judgements(qrels, items, labels), names, unjudged="bounds"
    )
    for name in names:
        assert listed.interval(name)["run"] == pytest.approx(full.interval(name)["run"], nan_ok=True)


def test_bounds_of_grades_are_refused() -> None:
    with pytest.raises(gs.ParameterError, match="bounds need binary relevance"):
        gs.evaluate([[0.5, 0.2]], [[2, -1]], "nDCG:item", unjudged="bounds")
    with pytest.raises(gs.ParameterError, match="not for both"):
        gs.evaluate([[0.5, 0.2]], [[1, -1]], "AP", unjudged="bounds", ci=0.9)


@pytest.mark.parametrize("name", ["AP:item", "P:item", "AUC:item", "MedR", "Hamming"])
@pytest.mark.parametrize("undefined", ["skip", "zero", "one"])
def test_bounds_of_the_mean_equal_brute_force_also_where_units_may_be_undefined(name: str, undefined: str) -> None:
    rng = np.random.default_rng(8)
    for _ in range(10):
        scores = rng.integers(0, 4, (3, 4)) / 3
        truth = rng.choice([-1, 0, 0, 1], size=(3, 4))
        ours = gs.evaluate(scores, truth, name, unjudged="bounds", undefined=undefined)[name]
        tried = [gs.evaluate(scores, t, name, undefined=undefined)[name].aggregate[0] for t in completions(truth)]
        known = [t for t in tried if not np.isnan(t)]
        if not known:
            assert np.isnan(ours.low[0])
            continue
        np.testing.assert_allclose([ours.low[0], ours.high[0]], [min(known), max(known)], atol=1e-12)
