"""Comparing numbers that have no value per item over items: against rows drawn and evaluated for real, Student and
DeLong."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse, stats

import goldscale as gs
from goldscale.kernels.intervals import bca
from goldscale.kernels.resampling import draws
from goldscale.significance.resampled import over_resamples

ITEMS, LABELS, REPLICATES = 25, 5, 37
NAMES = ["AP", "F1", "P(avg=micro)", "F1:item(avg=micro)", "GMAP", "AP(avg=weighted)", "AP:item(avg=weighted)"]


def made_up() -> tuple[dict[str, np.ndarray], np.ndarray]:
    rng = np.random.default_rng(8)
    truth = (rng.random((ITEMS, LABELS)) < 0.4).astype(int)
    runs = {
        name: np.round(truth * quality + rng.random(truth.shape), 2)
        for name, quality in zip("abc", (0.6, 0.3, 0.2), strict=True)
    }
    return runs, truth


@pytest.fixture(scope="module")
def scores() -> gs.Scores:
    runs, truth = made_up()
    return gs.evaluate(runs, truth, [*NAMES, "AP:item"], ci=0.9, interval="bca", replicates=REPLICATES, seed=3)


@pytest.mark.parametrize("name", NAMES)
def test_the_paired_bootstrap_equals_drawing_rows(scores: gs.Scores, name: str) -> None:
    runs, truth = made_up()

    def number(run: str, rows: np.ndarray) -> float:
        return float(gs.evaluate(runs[run][rows], truth[rows], name)[name].aggregate[0])

    how = {"over": "item", "correction": "none", "alpha": 0.1}
    found = gs.compare(scores, name, "bootstrap", interval="percentile", **how)
    student = gs.compare(scores, name, **how)
    drawn = [np.repeat(np.arange(ITEMS), times) for times in next(draws(np.random.default_rng(3), ITEMS, REPLICATES))]
    for pair in found.pairs:
        apart = np.array([number(pair.first, rows) - number(pair.second, rows) for rows in drawn])
        difference = number(pair.first, np.arange(ITEMS)) - number(pair.second, np.arange(ITEMS))
        far = np.count_nonzero(np.abs(apart - apart.mean()) >= abs(difference) - 1e-12)
        assert pair.difference == pytest.approx(difference)
        assert pair.p == (1 + far) / (1 + REPLICATES)
        assert (pair.low, pair.high) == pytest.approx(tuple(np.quantile(apart, [0.05, 0.95])))
        assert (pair.units, pair.left_out, pair.exact, pair.lowest) == (ITEMS, 0, False, 1 / (1 + REPLICATES))
        error = apart.std(ddof=1) * np.sqrt(ITEMS / (ITEMS - 1))
        assert pair.effect == pytest.approx(difference / (error * np.sqrt(ITEMS)))
        t = stats.t(1 / (1 / (ITEMS - 1) + 1 / (REPLICATES - 1)))
        other = student.pair(pair.first, pair.second)
        assert other.p == pytest.approx(2 * t.sf(abs(difference) / error))
        assert (other.low, other.high) == pytest.approx(
            (difference - t.ppf(0.95) * error, difference + t.ppf(0.95) * error)
        )
        assert (other.exact, other.lowest) == (False, 0)


def test_of_a_mean_over_items_it_is_students_test() -> None:
    """On enough resamples; the median's and the mean's plan differ, so the mean is drawn through a weight of 1 each."""
    rng = np.random.default_rng(5)
    truth = np.eye(3, dtype=int)[rng.integers(0, 3, 40)]  # one label each: the weighted mean is the plain one
    runs = {name: truth * quality + rng.random(truth.shape) for name, quality in (("a", 0.5), ("b", 0.2))}
    scores = gs.evaluate(runs, truth, "AP:item(avg=weighted)", ci=0.95, replicates=20_000)
    (pair,) = gs.compare(scores, "AP:item(avg=weighted)", over="item").pairs
    theirs = stats.ttest_rel(*gs.evaluate(runs, truth, "AP:item").values("AP:item"))
    reach = theirs.confidence_interval(0.95)
    assert pair.p == pytest.approx(theirs.pvalue, rel=0.1)
    assert (pair.low, pair.high) == pytest.approx((reach.low, reach.high), abs=0.003)


def delong(first: np.ndarray, second: np.ndarray, relevant: np.ndarray) -> float:
    """z of the test of DeLong, DeLong & Clarke-Pearson (Biometrics 44, 1988), pair by pair of images."""
    placed = []
    for scores in (first, second):
        wins = [[float(x > y) + 0.5 * (x == y) for y in scores[relevant == 0]] for x in scores[relevant == 1]]
        placed.append(np.array(wins))
    apart = placed[0] - placed[1]
    rows, columns = apart.mean(axis=1), apart.mean(axis=0)
    return float(apart.mean() / np.sqrt(rows.var(ddof=1) / len(rows) + columns.var(ddof=1) / len(columns)))


@pytest.mark.parametrize("seed", [0, 1])
def test_on_the_auc_of_one_label_it_is_the_test_of_delong(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = (rng.random((400, 1)) < 0.3).astype(int)
    shared = rng.normal(size=truth.shape)
    runs = {name: truth * lift + shared + rng.normal(size=truth.shape) for name, lift in (("a", 1.0), ("b", 0.7))}
    (pair,) = gs.compare(gs.evaluate(runs, truth, "AUC", ci=0.95, replicates=2000), "AUC", over="item").pairs
    z = delong(runs["a"][:, 0], runs["b"][:, 0], truth[:, 0])
    ours = stats.norm.isf(pair.p / 2) * np.sign(pair.difference)
    assert ours == pytest.approx(z, rel=0.06), "2000 resamples know a spread to 1.6 %"


def test_small_p_values_are_told_with_few_resamples() -> None:
    """The count of 50 resamples ends at 1 / 51; 36 pairs corrected after Holm could never be significant."""
    rng = np.random.default_rng(1)
    truth = (rng.random((300, 4)) < 0.4).astype(int)
    runs = {f"made_up_{i}": truth * (0.5 + i) + rng.normal(size=truth.shape) for i in range(9)}
    scores = gs.evaluate(runs, truth, "AP", ci=0.95, replicates=50)
    counted, student = (gs.compare(scores, "AP", test, over="item") for test in ("bootstrap", "t"))
    assert not any(pair.significant for pair in counted.pairs)
    assert sum(pair.significant for pair in student.pairs) > 20
    assert len(student.tiers) > 3
    assert not student.table().notes[-1].startswith("36 of 36 pairs cannot")


def test_the_corrected_interval_is_that_of_the_difference(scores: gs.Scores) -> None:
    runs, truth = made_up()
    (pair, *_) = gs.compare(scores, "AP", over="item", interval="bca").pairs
    numbers = scores["AP"].resamples.numbers
    rows = [np.delete(np.arange(ITEMS), i) for i in range(ITEMS)]
    without = [
        np.subtract(*gs.evaluate({run: runs[run][kept] for run in "ab"}, truth[kept], "AP")["AP"].aggregate)
        for kept in rows
    ]
    expected = bca(numbers[0] - numbers[1], pair.difference, np.array(without), 0.025)
    assert (pair.low, pair.high) == pytest.approx(expected)


def test_what_has_values_per_item_is_paired_item_by_item(scores: gs.Scores) -> None:
    found = gs.compare(scores, "AP:item", "t", over="item")
    assert found.to_dict() == gs.compare(scores, "AP:item", "t").to_dict()
    assert not found.resampled


def test_what_was_done_is_said(scores: gs.Scores) -> None:
    found = gs.compare(scores, "AP", over="item")
    assert (found.test, found.interval, found.resampled, found.replicates, found.seed) == (
        "t",
        "student",
        True,
        REPLICATES,
        3,
    )
    assert found.signature.startswith(
        "compare=AP|test=t, two-sided|paired over resamples of 25 items|correction=holm of 3|alpha=0.05|"
        "interval=student|37 replicates, seed 3|scores: AP|"
    )
    table = found.table()
    assert "d" in [column.heading for column in table.columns]
    assert "paired over resamples of items" in table.notes[0]
    assert "d: difference over deviation of single items" in table.notes[0]


def test_runs_scored_one_by_one_met_the_same_resamples(scores: gs.Scores) -> None:
    runs, truth = made_up()
    how = {"ci": 0.9, "interval": "bca", "replicates": REPLICATES}
    single = [gs.evaluate({name: run}, truth, "AP", seed=3, **how) for name, run in runs.items()]
    stacked = gs.Scores.stack(single)
    assert gs.compare(stacked, "AP", over="item").to_dict() == gs.compare(scores, "AP", over="item").to_dict()
    chosen = stacked.select(["c", "a"])
    (pair,) = gs.compare(chosen, "AP", over="item").pairs
    assert pair.difference == -gs.compare(scores, "AP", over="item").pair("a", "c").difference
    other = gs.evaluate({"c": runs["c"]}, truth, "AP", seed=4, **how)
    with pytest.raises(gs.ParameterError, match="resamples that all runs share"):
        gs.compare(gs.Scores.stack([*single[:2], other]), "AP", over="item")


def test_identical_runs_do_not_differ() -> None:
    runs, truth = made_up()
    scores = gs.evaluate({"x": runs["a"], "y": runs["a"]}, truth, "AP", ci=0.9, replicates=20)
    (pair,) = gs.compare(scores, "AP", over="item").pairs
    assert (pair.difference, pair.low, pair.high, pair.p, pair.better) == (0, 0, 0, 1, None)


def test_a_run_without_a_value_has_no_test() -> None:
    scores = gs.evaluate({"x": [[0.5], [0.1]], "y": [[0.1], [0.5]]}, [[0], [0]], "AP", ci=0.9, replicates=5)
    (pair,) = gs.compare(scores, "AP", over="item").pairs
    assert np.isnan(pair.p)
    assert pair.reason == "one of the runs has no value of AP"


def test_over_labels_what_is_read_by_item() -> None:
    runs, truth = made_up()
    scores = gs.evaluate(runs, truth, ["AP:item", "AP"], ci=0.9, ci_over="label", replicates=20)
    assert gs.compare(scores, "AP:item", over="label").units.noun == "label"
    assert not gs.compare(scores, "AP", over="label").resampled


@pytest.mark.parametrize(
    ("bad", "match"),
    [
        ({"over": "items"}, "did you mean 'item'"),
        ({"over": "item", "test": "sign"}, "tested on resamples, which the test 'sign' cannot do; use t or bootstrap"),
        ({"over": "item", "level": "plant"}, "level pairs groups of items"),
        ({"over": "label", "interval": "bcb"}, "did you mean 'bca'"),
    ],
)
def test_bad_requests(scores: gs.Scores, bad: dict, match: str) -> None:
    with pytest.raises(gs.GoldscaleError, match=match):
        gs.compare(scores, "AP", **bad)


def test_what_the_scores_lack_is_said() -> None:
    runs, truth = made_up()
    with pytest.raises(gs.ParameterError, match=r"evaluate\(\.\.\., ci=0.95, ci_over='item'\)"):
        gs.compare(gs.evaluate(runs, truth, "AP"), "AP", over="item")
    over_labels = gs.evaluate(runs, truth, "AP", ci=0.9, ci_over="label", replicates=5)
    with pytest.raises(gs.ParameterError, match="ci_over='item'"):
        gs.compare(over_labels, "AP", over="item")
    chances = gs.evaluate(runs, 0.1 + 0.8 * truth, "AP", ci=0.9, draws=3)
    with pytest.raises(gs.ParameterError, match="against a truth without probabilities"):
        gs.compare(chances, "AP", over="item")
    plain = gs.evaluate(runs, truth, "AP", ci=0.9, replicates=5)
    with pytest.raises(gs.ParameterError, match="interval='bca'"):
        gs.compare(plain, "AP", over="item", interval="bca")


def test_runs_with_items_of_their_own_share_no_resamples() -> None:
    truth = gs.Judgements(sparse.csr_array(np.array([[1, 1], [1, 2]], dtype=np.int8)), ["a", "b"], ["t1", "t2"])
    listed = sparse.csr_array(np.array([[0.5, 0.2], [0.4, 0.3], [0.9, 0.8]]))
    runs = [gs.Run(listed, items=["a", "b", own], labels=["t1", "t2"], name=own) for own in ("c", "d")]
    scores = gs.evaluate(runs, truth, "AP", ci=0.9, replicates=10)
    assert scores.interval("AP")["c"]
    with pytest.raises(gs.ParameterError, match="resamples that all runs share"):
        gs.compare(scores, "AP", over="item")


@pytest.mark.parametrize("items", [2, 3, 5])
def test_few_resampled_items_are_told_and_an_interval_around_0_has_no_winner(items: int) -> None:
    for seed in range(12):
        rng = np.random.default_rng(seed)
        noise = {name: rng.random((items, LABELS)) for name in "ab"}
        truth = (rng.random((items, LABELS)) < 0.5).astype(int)
        scores = gs.evaluate(noise, truth, "AP", ci=0.95, interval="bca", replicates=200)
        found = gs.compare(scores, "AP", "bootstrap", over="item", interval="bca")
        (pair,) = found.pairs
        assert not (pair.significant and pair.low <= 0 <= pair.high)
        assert (pair.better is not None) == pair.significant
        assert f"{items} items are few to resample: a count of resamples finds too much." in found.table().notes


def test_enough_resampled_items_are_not_told(scores: gs.Scores) -> None:
    assert not any("few to resample" in note for note in gs.compare(scores, "AP", over="item").table().notes)


def test_a_margin_and_needed_units_over_resamples() -> None:
    """Of an item measure, resamples of items say what the items themselves say, up to which were drawn."""
    rng = np.random.default_rng(5)
    truth = (rng.random((300, 6)) < 0.4).astype(int)
    runs = {name: truth * weight + rng.random(truth.shape) for name, weight in (("better", 0.8), ("worse", 0.6))}
    scores = gs.evaluate(runs, truth, ["AP:item", "P@1:item"], ci=0.95, replicates=2000, ties="worst")
    by_units = gs.compare(scores, "AP:item", "t", margin=0.05, power=0.8).pairs[0]
    drawn = scores["AP:item"].resamples
    assert drawn is not None
    found = over_resamples(scores["AP:item"], drawn, [(0, 1)], "t", "student", 0.05, 0.05)
    assert found.effect[0] == pytest.approx(by_units.effect, rel=0.05)
    assert found.equivalent[0] == pytest.approx(by_units.equivalent, abs=0.02)
    assert 0.05 < by_units.equivalent < 0.2
