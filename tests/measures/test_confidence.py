"""Bootstrap intervals: re-weighting the sorted order must give what evaluating the resampled data gives."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse, stats

import goldscale as gs
from goldscale.kernels.resampling import draws

PLAIN = [d for d in gs.list_measures() if d.score == "binary"]
NAMES = [
    f"{key.replace('@k', '@3')}:{direction}" for d in PLAIN for key in d.keys for direction in ("item", "label")
] + [
    "P(avg=micro)",
    "Jaccard(avg=micro)",
    "F1:item(avg=micro)",
    "AP(avg=micro)",
    "AUC:item(avg=micro)",
    "AP(avg=weighted)",
    "AP:item(avg=weighted)",
    "F1(avg=weighted)",
    "F1:item(avg=weighted)",
    "AUC(avg=weighted, rel=1)",
]
REPLICATES = 43  # no multiple of the batch


def case(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    scores = np.round(rng.random((15, 6)), 1)
    return scores, (rng.random((15, 6)) < 0.4).astype(int)


def by_hand(scores: np.ndarray, truth: np.ndarray, name: str, over: str, **rules: object) -> tuple[float, float]:
    """Resample the rows or columns for real and evaluate each replicate from scratch."""
    axis = 0 if over == "item" else 1
    found = []
    for batch in draws(np.random.default_rng(0), truth.shape[axis], REPLICATES):
        for times in batch:
            chosen = np.repeat(np.arange(truth.shape[axis]), times)
            drawn = gs.evaluate(scores.take(chosen, axis), truth.take(chosen, axis), name, **rules)
            found.append(drawn[name].aggregate[0])
    known = np.array(found)[~np.isnan(found)]
    return tuple(np.quantile(known, [0.05, 0.95]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("over", ["item", "label"])
def test_reweighting_equals_resampling(name: str, over: str) -> None:
    scores, truth = case(3)
    ours = gs.evaluate(scores, truth, name, ci=0.9, ci_over=over, replicates=REPLICATES).interval(name)["run"]
    assert ours == pytest.approx(by_hand(scores, truth, name, over), abs=1e-9)


@pytest.mark.parametrize("name", ["ERR(top=4)", "ERR@3(top=4)", "nDCG", "nDCG@3(gain=exp)", "RBP(gain=binary, rel=2)"])
@pytest.mark.parametrize("over", ["item", "label"])
def test_grades_with_ties_are_reweighted_too(name: str, over: str) -> None:
    rng = np.random.default_rng(5)
    scores, truth = np.round(rng.random((15, 6)), 1), rng.integers(0, 5, (15, 6))
    for run in (scores, np.zeros_like(scores)):
        ours = gs.evaluate(run, truth, name, ci=0.9, ci_over=over, replicates=REPLICATES).interval(name)["run"]
        assert ours == pytest.approx(by_hand(run, truth, name, over), abs=1e-9)


@pytest.mark.parametrize("name", ["AP", "AUC", "F1", "nDCG", "AP:item", "P(avg=micro)", "AP(avg=weighted)"])
def test_bca_equals_scipy_which_deletes_rows_for_real(name: str) -> None:
    scores, truth = case(3)
    ours = gs.evaluate(scores, truth, name, ci=0.9, interval="bca", replicates=REPLICATES)

    def statistic(rows: np.ndarray) -> float:
        return float(gs.evaluate(scores[rows], truth[rows], name)[name].aggregate[0])

    given = stats.bootstrap((np.arange(15),), statistic, n_resamples=2, method="percentile", vectorized=False)
    given.bootstrap_distribution = ours[name].resamples.numbers[0]
    theirs = stats.bootstrap(
        (np.arange(15),),
        statistic,
        n_resamples=0,
        method="BCa",
        confidence_level=0.9,
        bootstrap_result=given,
        vectorized=False,
    )
    assert ours.interval(name)["run"] == pytest.approx(tuple(theirs.confidence_interval), abs=1e-9)
    assert "ci=0.9 (bca) over items, 43 resamples, seed 0" in ours.signature(name)


@pytest.mark.parametrize("over", ["item", "label"])
def test_what_is_left_out_is_left_out_of_sparse_runs_too(over: str) -> None:
    scores, truth = case(7)
    row, column = np.nonzero(scores > 0.3)
    lists = sparse.csr_array((scores[row, column], (row, column)), shape=scores.shape)
    dense = np.where(scores > 0.3, scores, -np.inf)
    names = ["AP", "AUC", "P@3", "F1", "P:item", "AP:item", "R(avg=micro)"]
    how = {"ci": 0.9, "ci_over": over, "interval": "bca", "replicates": 20}
    a, b = (gs.evaluate(gs.Run(run), truth, names, **how) for run in (lists, dense))
    axis = 0 if over == "item" else 1
    for name in names:
        cut = [np.delete(np.arange(truth.shape[axis]), i) for i in range(truth.shape[axis])]
        slow = [gs.evaluate(dense.take(c, axis), truth.take(c, axis), name)[name].aggregate[0] for c in cut]
        np.testing.assert_allclose(a[name].resamples.left_out[0], slow, atol=1e-9, err_msg=name)
        np.testing.assert_allclose(b[name].resamples.left_out[0], slow, atol=1e-9, err_msg=name)


def test_of_groups_the_outermost_are_left_out() -> None:
    scores, truth = case(8)
    plants = [f"p{i // 3}" for i in range(15)]
    found = gs.evaluate(scores, truth, "AP:item", groups={"plant": plants}, ci=0.9, interval="bca", replicates=20)
    kept = [[i for i in range(15) if i // 3 != group] for group in range(5)]
    slow = [
        gs.evaluate(scores[k], truth[k], "AP:item", groups={"plant": [plants[i] for i in k]})["AP:item"].aggregate[0]
        for k in kept
    ]
    np.testing.assert_allclose(found["AP:item"].resamples.left_out[0], slow)


def test_what_bca_cannot_correct_is_said() -> None:
    # Many concepts with one positive each: on every resample AP is higher than on the images themselves.
    rng = np.random.default_rng(0)
    truth = np.zeros((60, 400), dtype=int)
    truth[rng.integers(0, 60, 400), np.arange(400)] = 1
    with pytest.warns(gs.GoldscaleWarning, match="run 'run': AP lies outside nearly all of its resamples"):
        found = gs.evaluate(rng.random((60, 400)), truth, "AP", ci=0.95, interval="bca", replicates=50)
    assert np.isnan(found.interval("AP")["run"]).all()


@pytest.mark.parametrize("rules", [{"ties": "group"}, {"undefined": "zero"}, {"unjudged": "ignore"}, {"ties": "worst"}])
def test_under_other_rules(rules: dict) -> None:
    scores, truth = case(5)
    if rules.get("unjudged"):
        truth[np.random.default_rng(1).random(truth.shape) < 0.2] = -1
    for name in ("AP", "AUC", "F1", "bpref", "nDCG", "AP:item"):
        ours = gs.evaluate(scores, truth, name, ci=0.9, replicates=REPLICATES, **rules).interval(name)["run"]
        assert ours == pytest.approx(by_hand(scores, truth, name, "item", **rules), abs=1e-9)


def test_sparse_runs() -> None:
    scores, truth = case(7)
    row, column = np.nonzero(scores > 0.3)
    lists = sparse.csr_array((scores[row, column], (row, column)), shape=scores.shape)
    dense = np.where(scores > 0.3, scores, -np.inf)
    names = ["AP", "AUC", "P@3", "nDCG", "F1", "P:item", "R(avg=micro)"]
    a = gs.evaluate(gs.Run(lists), truth, names, ci=0.9, replicates=REPLICATES)
    b = gs.evaluate(gs.Run(dense), truth, names, ci=0.9, replicates=REPLICATES)
    for name in names:
        assert a.interval(name)["run"] == pytest.approx(b.interval(name)["run"], abs=1e-12)
    qrels = sparse.csr_array(truth.astype(np.int8))
    open_world = gs.evaluate(gs.Run(lists), gs.Judgements(qrels), names, ci=0.9, replicates=REPLICATES)
    for name in names:
        assert open_world.interval(name)["run"] == pytest.approx(b.interval(name)["run"], abs=1e-12)


def test_seeded_and_said() -> None:
    scores, truth = case(9)

    def interval(seed: int) -> tuple[float, float]:
        return gs.evaluate(scores, truth, "AP", ci=0.95, replicates=50, seed=seed).interval("AP")["run"]

    assert interval(1) == interval(1)
    assert interval(1) != interval(2)
    result = gs.evaluate(scores, truth, "AP", ci=0.95, replicates=50, seed=1)
    assert "ci=0.95 over items, 50 resamples, seed 1" in result.signature("AP")
    assert result["AP"].low[0] <= result["AP"].aggregate[0] <= result["AP"].high[0]


@pytest.mark.parametrize(
    "bad", [{"ci": 1.5}, {"ci": 0}, {"ci": 0.9, "replicates": 0}, {"ci_over": "image"}, {"interval": "t"}]
)
def test_bad_requests(bad: dict) -> None:
    with pytest.raises(gs.GoldscaleError):
        gs.evaluate([[0.5]], [[1]], "AP", **bad)


def test_intervals_cover_the_true_value_about_as_often_as_they_say() -> None:
    # Items of known quality: AUC by label of normal scores shifted by 1 is Phi(1 / sqrt 2) = 0.7602.
    rng = np.random.default_rng(0)
    covered = 0
    for _ in range(100):
        truth = (rng.random((200, 1)) < 0.4).astype(int)
        scores = rng.normal(size=(200, 1)) + truth
        low, high = gs.evaluate(scores, truth, "AUC", ci=0.9, replicates=200).interval("AUC")["run"]
        covered += low <= 0.7602 <= high
    assert 82 <= covered <= 97  # 90 +- 2.6 standard deviations


def test_category_measures_have_no_interval_over_items() -> None:
    with pytest.raises(gs.ParameterError, match=r"cF: .* no interval over items"):
        gs.evaluate([[1, 0], [0, 1]], [[1, 0], [1, 0]], "cF", relatedness="identity", ci=0.95)
