"""Bounds against brute force: every way of judging the unjudged cells is tried on small cases."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse

import goldscale as gs
from goldscale.kernels import completions as ways
from goldscale.kernels.ranking import TIES
from goldscale.measures import bounds as module

PLAIN = [d for d in gs.list_measures() if d.score == "binary" and d.prediction != "probability"]
NAMES = [f"{key.replace('@k', '@2')}:{direction}" for d in PLAIN for key in d.keys for direction in ("item", "label")]


def completions(truth: np.ndarray) -> list[np.ndarray]:
    unknown = np.argwhere(truth < 0)
    made = []
    for choice in product((0, 1), repeat=len(unknown)):
        judged = truth.copy()
        judged[tuple(unknown.T)] = choice
        made.append(judged)
    return made


@pytest.mark.parametrize("direction", ["item", "label"])
@pytest.mark.parametrize("ties", ["expected", "worst", "id"])
def test_bounds_of_one_unit_equal_brute_force(direction: str, ties: str) -> None:
    names = [name for name in NAMES if name.endswith(direction)]
    rng = np.random.default_rng(11)
    for _ in range(8):
        scores = rng.integers(0, 5, (1, 6)) / 4
        truth = rng.choice([-1, 0, 1], size=(1, 6))
        # Every completion is a unit of one evaluation.
        tried_truth = np.concatenate(completions(truth))
        tried_scores = np.repeat(scores, len(tried_truth), axis=0)
        if direction == "label":
            scores, truth, tried_scores, tried_truth = scores.T, truth.T, tried_scores.T, tried_truth.T
        ours = gs.evaluate(scores, truth, names, ties=ties, unjudged="bounds")
        tried = gs.evaluate(tried_scores, tried_truth, names, ties=ties)
        for name in names:
            values = tried.values(name)[0]
            found = (ours[name].low[0], ours[name].high[0])
            np.testing.assert_allclose(
                found, (np.fmin.reduce(values), np.fmax.reduce(values)), atol=1e-12, err_msg=name
            )


RANKED = [
    f"{key.replace('@k', f'@{k}')}:item"
    for d in PLAIN
    if d.prediction == "ranking"
    for key in d.keys
    for k in ((1, 3, 9) if "@k" in key else (0,))
] + ["Coverage(form=schapire)", "iP:item(recall=0.6)", "iAP:item(count=nearest)"]
SCORES = st.sampled_from([-np.inf, -np.inf, 0.0, 0.25, 0.5, 0.75, 1.0])
"""With ties; -inf is not ranked."""


def extremes(
    scores: np.ndarray, truth: np.ndarray, names: list[str], ties: str, lacking: float = np.nan
) -> dict[str, tuple[float, float]]:
    """Lowest and highest value of one unit over all completions, each a row of one evaluation."""
    tried = np.concatenate(completions(truth[None]))
    found = gs.evaluate(gs.Run(np.repeat(scores[None], len(tried), axis=0)), tried, names, ties=ties)
    values = {name: found.values(name)[0] for name in names}
    filled = {name: np.where(np.isnan(v), lacking, v) for name, v in values.items()}
    return {name: (np.fmin.reduce(v), np.fmax.reduce(v)) for name, v in filled.items()}


@pytest.mark.parametrize("ties", TIES)
@given(data=st.data())
@settings(max_examples=25)
def test_ranked_bounds_equal_brute_force_with_ties_and_cells_that_are_not_ranked(
    ties: str, data: st.DataObject
) -> None:
    width = data.draw(st.integers(1, 8))
    scores = data.draw(arrays.arrays(np.float32, width, elements=SCORES))
    truth = data.draw(arrays.arrays(np.int8, width, elements=st.sampled_from([-1, -1, 0, 1])))
    ours = gs.evaluate(gs.Run(scores[None]), truth[None], RANKED, ties=ties, unjudged="bounds")
    for name, expected in extremes(scores, truth, RANKED, ties).items():
        np.testing.assert_allclose((ours[name].low[0], ours[name].high[0]), expected, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("ties", ["expected", "best", "worst", "group"])
@given(data=st.data())
@settings(max_examples=25)
def test_a_graded_truth_has_bounds_for_measures_that_cut_at_a_grade(ties: str, data: st.DataObject) -> None:
    names = [f"{name}(rel=2)" for name in ("AP:item", "P@2:item", "RR:item", "R@2:item", "AUC:item", "RPrec:item")]
    scores = data.draw(arrays.arrays(np.float64, 6, elements=SCORES))
    grades = data.draw(arrays.arrays(np.int8, 6, elements=st.sampled_from([-1, 0, 1, 2, 3])))
    ours = gs.evaluate(gs.Run(scores[None]), grades[None], names, ties=ties, unjudged="bounds")
    binary = np.where(grades < 0, -1, grades >= 2).astype(np.int8)
    plain = [name.replace("(rel=2)", "") for name in names]
    for name, expected in zip(names, extremes(scores, binary, plain, ties).values(), strict=True):
        np.testing.assert_allclose((ours[name].low[0], ours[name].high[0]), expected, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("ties", TIES)
def test_many_units_in_small_blocks_have_the_bounds_of_each_alone(ties: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["AP:item", "AUC:item", "RR:item", "RPrec:item", "nDCG@3:item", "MeanR"]
    rng = np.random.default_rng(6)
    scores = np.round(rng.random((9, 7)), 1)
    scores[rng.random(scores.shape) < 0.3] = -np.inf
    truth = rng.choice([-1, -1, 0, 1], size=scores.shape)
    row, column = np.nonzero(scores > -np.inf)
    items, labels = [f"i{i}" for i in range(9)], [f"l{i}" for i in range(7)]
    listed = sparse.csr_array((scores[row, column], (row, column)), shape=scores.shape)
    alone = [extremes(s, t, names, ties, lacking=1.0) for s, t in zip(scores, truth, strict=True)]
    for cells in (1, 40, 1 << 19):
        monkeypatch.setattr(ways, "BLOCK_CELLS", cells)
        for run in (gs.Run(scores, items=items, labels=labels), gs.Run(listed, items=items, labels=labels)):
            ours = gs.evaluate(
                run, gs.Judgements(truth, items, labels), names, ties=ties, unjudged="bounds", undefined="one"
            )
            for name in names:
                expected = np.mean([one[name] for one in alone], axis=0)
                np.testing.assert_allclose((ours[name].low[0], ours[name].high[0]), expected, atol=1e-12, err_msg=name)


def test_only_of_ranked_measures_something_is_proven() -> None:
    assert all(d.prediction == "ranking" for d in gs.list_measures() if d.tried != "every")


def test_more_numbers_than_anybody_would_wait_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CELLS", 5)
    with pytest.raises(gs.ParameterError, match="AUC:item: 2 unjudged cells of a unit with 3 ranked ones"):
        gs.evaluate([[0.5, 0.2, 0.1]], [[1, -1, -1]], "AUC:item", unjudged="bounds")
    assert gs.evaluate([[0.5, 0.2, 0.1]], [[1, -1, -1]], "P@2:item", unjudged="bounds")["P@2:item"].high[0] == 1.0


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
