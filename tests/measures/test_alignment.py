"""Runs and truths that fit, and those that do not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import goldscale as gs

ITEMS, LABELS = ["a", "b", "c"], ["x", "y"]
TRUTH = gs.Judgements([[1, 0], [0, 1], [1, 1]], ITEMS, LABELS)
SCORES = np.array([[0.9, 0.2], [0.1, 0.7], [0.5, 0.6]])


def test_another_order_of_items_and_labels_changes_nothing() -> None:
    run = gs.Run(SCORES, items=ITEMS, labels=LABELS)
    mixed = gs.Run(SCORES[[2, 0, 1]][:, [1, 0]], items=["c", "a", "b"], labels=["y", "x"])
    for name in ("AP", "F1:item", "AUC", "AP:item"):
        np.testing.assert_array_equal(
            gs.evaluate(run, TRUTH, name).values(name), gs.evaluate(mixed, TRUTH, name).values(name)
        )


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (["a", "b"], r"1 missing \('c'\)"),
        (["a", "b", "c", "d"], r"1 extra \('d'\)"),
        (["a", "b", "z"], r"1 missing \('c'\), 1 extra \('z'\)"),
    ],
)
def test_items_must_be_the_same(items: list[str], message: str) -> None:
    run = gs.Run(np.zeros((len(items), 2)), items=items, labels=LABELS)
    with pytest.raises(gs.MismatchError, match=message):
        gs.evaluate(run, TRUTH, "AP")


def test_labels_must_be_the_same() -> None:
    with pytest.raises(gs.MismatchError, match=r"same labels: 1 missing \('y'\), 1 extra \('z'\)"):
        gs.evaluate(gs.Run(SCORES, items=ITEMS, labels=["x", "z"]), TRUTH, "AP")


def test_names_that_are_not_there_are_matched_by_position() -> None:
    assert gs.evaluate(SCORES, TRUTH, "AP").summary()["run"]["AP"] == 1.0
    with pytest.raises(gs.MismatchError, match="has 2 items, the truth has 3"):
        gs.evaluate(SCORES[:2], TRUTH, "AP")


def test_runs_need_names_of_their_own() -> None:
    with pytest.raises(gs.MismatchError, match=r"1 double \('run'\)"):
        gs.evaluate([gs.Run(SCORES), gs.Run(SCORES)], TRUTH, "AP")
    assert set(gs.evaluate({"a": SCORES, "b": SCORES}, TRUTH, "AP").summary()) == {"a", "b"}


def random_lists(rng: np.random.Generator) -> tuple[np.ndarray, sparse.csr_array]:
    """The same retrieval as a dense matrix with -inf and as a sparse one."""
    dense = np.round(rng.normal(size=(12, 7)), 1)
    dense[rng.random(dense.shape) < 0.5] = -np.inf
    row, column = np.nonzero(dense > -np.inf)
    return dense, sparse.csr_array((dense[row, column], (row, column)), shape=dense.shape)


@pytest.mark.parametrize("ties", ["expected", "best", "worst", "group", "id", "order"])
@pytest.mark.parametrize("unjudged", ["negative", "ignore"])
def test_a_sparse_run_scores_as_a_dense_one_with_minus_infinity(ties: str, unjudged: str) -> None:
    rng = np.random.default_rng(5)
    plain = [d for d in gs.list_measures() if d.score == "binary" and d.prediction != "probability"]
    names = [m for d in plain for key in d.keys for m in (f"{key}:item", f"{key}:label")]
    names = [name.replace("@k", "@3") for name in names]
    for _ in range(6):
        dense, listed = random_lists(rng)
        truth = rng.integers(-1, 3, dense.shape)
        items, labels = [f"i{i}" for i in range(12)], [f"l{i}" for i in range(7)]
        judged = gs.Judgements(truth, items, labels)
        full = gs.evaluate(gs.Run(dense, items=items, labels=labels), judged, names, ties=ties, unjudged=unjudged)
        rules = {"ties": ties, "unjudged": unjudged}
        lists = gs.evaluate(gs.Run(listed, items=items, labels=labels), judged, names, **rules)
        row, column = np.nonzero(truth >= 0)
        qrels = sparse.csr_array((truth[row, column], (row, column)), shape=truth.shape)
        open_world = gs.evaluate(
            gs.Run(listed, items=items, labels=labels), gs.Judgements(qrels, items, labels), names, **rules
        )
        for name in full.measures:
            np.testing.assert_allclose(lists.values(name), full.values(name), atol=1e-12, err_msg=name)
            np.testing.assert_allclose(open_world.values(name), full.values(name), atol=1e-12, err_msg=name)


def test_a_list_may_leave_items_out_but_says_so() -> None:
    run = gs.Run(sparse.csr_array([[0.9, 0.1]]), items=["a"], labels=LABELS)
    with pytest.warns(gs.GoldscaleWarning, match="retrieves nothing for 2 of the truth's items"):
        scores = gs.evaluate(run, TRUTH, "AP")
    assert scores.values("AP")[0].tolist() == [0.5, 0.0]


def test_a_list_may_not_name_what_a_full_truth_lacks() -> None:
    with pytest.raises(gs.MismatchError, match=r"1 extra \('z'\)"):
        gs.evaluate(gs.Run(sparse.csr_array([[0.9]]), items=["z"], labels=["x"]), TRUTH, "AP")
    with pytest.raises(gs.MismatchError, match=r"1 extra \('z'\)"):
        gs.evaluate(gs.Run(sparse.csr_array([[0.9]] * 3), items=ITEMS, labels=["z"]), TRUTH, "AP")


def test_qrels_are_an_open_world() -> None:
    qrels = gs.Judgements(sparse.csr_array(([1], ([0], [0])), shape=(1, 2)), ["d1"], ["t1", "t2"])
    run = gs.Run(sparse.csr_array([[0.9, 0.0, 0.3], [0.5, 0.0, 0.2]]), items=["d9", "d1"], labels=["t1", "t8", "t2"])
    with pytest.warns(gs.GoldscaleWarning, match="1 labels without judgements left out"):
        scores = gs.evaluate(run, qrels, "AP")
    assert scores.values("AP")[0, 0] == 0.5
    full = gs.Run([[0.9, 0.3], [0.5, 0.2]], items=["d9", "d1"], labels=["t1", "t2"])
    assert gs.evaluate(full, qrels, "AP").values("AP")[0, 0] == 0.5
    with pytest.raises(gs.MismatchError, match="lacks judged items"):
        gs.evaluate(full.replace(items=["d9", "d8"]), qrels, "AP")


def test_scores_and_decisions_may_name_different_cells() -> None:
    scores = sparse.csr_array(([0.9], ([0], [0])), shape=(1, 2))
    decisions = sparse.csr_array(([True], ([0], [1])), shape=(1, 2))
    run = gs.Run(scores, decisions)
    result = gs.evaluate(run, [[1, 0]], ["AP:item", "P:item"]).summary()["run"]
    assert result == {"AP:item": 1.0, "P:item": 0.0}
