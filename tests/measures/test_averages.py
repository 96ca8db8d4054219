"""Averages other than the plain mean over units: micro, weighted and geometric."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import sparse

import goldscale as gs

TIES = ["expected", "best", "worst", "group", "order", "id"]


def case(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return np.round(rng.random((7, 4)), 1), rng.integers(0, 3, (7, 4))


def number(run: gs.Run, truth: object, name: str, **rules: object) -> float:
    return gs.evaluate(run, truth, name, **rules).summary()["run"][str(gs.measure(name))]


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("unjudged", ["negative", "ignore"])
def test_pooled_rankings_are_those_of_all_cells_as_one_unit(ties: str, unjudged: str) -> None:
    items, labels = list("tuvwxyz"), list("abcd")
    cells = [item + label for item, label in product(items, labels)]
    for seed in range(5):
        scores, truth = case(seed)
        scores[np.random.default_rng(seed).random(scores.shape) < 0.2] = -np.inf
        truth -= 1
        rules = {"ties": ties, "unjudged": unjudged}
        row, column = np.nonzero(scores > -np.inf)
        lists = sparse.csr_array((scores[row, column], (row, column)), shape=scores.shape)
        judged = gs.Judgements(truth, items, labels)
        for name in ("AP", "AUC"):
            flat = gs.Run(scores.reshape(1, -1), labels=cells)
            expected = number(flat, gs.Judgements(truth.reshape(1, -1), labels=cells), f"{name}:item", **rules)
            for shape in (scores, lists):
                run = gs.Run(shape, items=items, labels=labels)
                assert number(run, judged, f"{name}(avg=micro)", **rules) == pytest.approx(expected, abs=1e-12)


def test_pooled_rankings_have_the_bounds_of_one_unit() -> None:
    scores, truth = case(3)
    truth -= 1
    ours = gs.evaluate(gs.Run(scores), truth, ["AP(avg=micro)", "AUC:item(avg=micro)"], unjudged="bounds")
    one = gs.evaluate(gs.Run(scores.reshape(1, -1)), truth.reshape(1, -1), ["AP:item", "AUC:item"], unjudged="bounds")
    for pooled, expected in zip(ours, one, strict=True):
        assert (pooled.low[0], pooled.high[0]) == pytest.approx((expected.low[0], expected.high[0]))


def test_units_count_as_often_as_they_have_relevant_cells() -> None:
    scores, truth = case(1)
    run = gs.Run(scores)
    listed = sparse.csr_array(truth)
    for name in ("AP", "F1", "AP:item", "AUC:item"):
        direction = gs.measure(name).direction
        support = (truth >= 2).sum(axis=0 if direction == "label" else 1)
        values = gs.evaluate(run, truth, f"{name}(rel=2)").values(f"{name}(rel=2)")[0]
        known = ~np.isnan(values)
        expected = np.average(values[known], weights=support[known])
        spelling = f"{name}(avg=weighted, rel=2)"
        assert number(run, truth, spelling) == pytest.approx(expected)
        assert number(run, gs.Judgements(listed), spelling) == pytest.approx(expected)


def test_a_weighted_mean_has_no_bounds_and_no_groups_change_it() -> None:
    scores, truth = case(2)
    with pytest.raises(gs.ParameterError, match="leave the weights open as well; ask for bounds of avg=macro"):
        gs.evaluate(gs.Run(scores), truth - 1, "AP(avg=weighted)", unjudged="bounds")
    groups = {"author": ["a", "a", "a", "b", "b", "c", "c"]}
    name = "AP:item(avg=weighted)"
    assert number(gs.Run(scores), truth, name, groups=groups) == number(gs.Run(scores), truth, name)


def test_a_geometric_mean_keeps_off_zero() -> None:
    scores = [[0.9, 0.1], [0.9, 0.1], [0.9, 0.1]]
    truth = [[1, 0], [0, 1], [0, 0]]
    assert number(gs.Run(scores), truth, "GMAP:item") == pytest.approx(0.5**0.5)
    assert number(gs.Run(scores), truth, "GMAP:item", undefined="zero") == pytest.approx((0.5e-5) ** (1 / 3))
    assert number(gs.Run(scores), truth, "GMAP:item(floor=0.6)", undefined="one") == pytest.approx(0.6 ** (1 / 3))
