from __future__ import annotations

import json
from dataclasses import fields

import numpy as np
import pytest
from paired_differences import GRADED
from scipy import stats

import goldscale as gs
from goldscale.data import Axis, MeasureScores
from goldscale.significance import CORRECTIONS, Comparison, ComparisonPlan
from goldscale.significance.plan import Options

ITEMS = 40


def evaluated(measures: list[str], **rules: object) -> gs.Scores:
    """Four runs of falling quality on made-up species."""
    rng = np.random.default_rng(5)
    right = rng.integers(0, 5, ITEMS)
    truth = np.eye(5, dtype=int)[right]
    runs = {
        name: truth * quality + rng.random((ITEMS, 5)) for name, quality in zip("abcd", (1, 0.7, 0.4, 0), strict=True)
    }
    return gs.evaluate(runs, truth, measures, **rules)


@pytest.fixture(scope="module")
def scores() -> gs.Scores:
    return evaluated(["RR:item", "OneError", "P(avg=micro)"])


@pytest.fixture(scope="module")
def all_pairs(scores: gs.Scores) -> Comparison:
    return gs.compare(scores, "RR:item", test="t")


def test_every_two_runs_are_compared(scores: gs.Scores, all_pairs: Comparison) -> None:
    values = scores.values("RR:item")
    assert [(pair.first, pair.second) for pair in all_pairs.pairs][:4] == [
        ("a", "b"),
        ("a", "c"),
        ("a", "d"),
        ("b", "c"),
    ]
    for pair in all_pairs.pairs:
        a, b = (values[scores.runs.index(name)] for name in (pair.first, pair.second))
        theirs = stats.ttest_rel(a, b)
        interval = theirs.confidence_interval(0.95)
        assert pair.p == pytest.approx(theirs.pvalue, rel=1e-9)
        assert (pair.low, pair.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
        assert pair.effect == pytest.approx(theirs.statistic / np.sqrt(ITEMS), rel=1e-9)
        assert pair.difference == pytest.approx(np.mean(a) - np.mean(b))
        assert (pair.units, pair.left_out, pair.reason) == (ITEMS, 0, None)


def test_p_values_as_a_matrix(all_pairs: Comparison) -> None:
    matrix = all_pairs.p_values()
    np.testing.assert_array_equal(matrix, matrix.T)
    assert np.isnan(np.diag(matrix)).all()
    assert matrix[0, 3] == all_pairs.pair("d", "a").corrected  # type: ignore[union-attr]
    plain = all_pairs.p_values(corrected=False)
    assert (plain[0, 1:] <= matrix[0, 1:]).all()
    assert all_pairs.pair("a", "nobody") is None


def test_against_a_baseline(scores: gs.Scores) -> None:
    found = gs.compare(scores, "MRR:item", "sign", baseline="b")
    assert [(pair.first, pair.second) for pair in found.pairs] == [("a", "b"), ("c", "b"), ("d", "b")]
    assert np.isnan(found.p_values()[0, 2])


@pytest.mark.parametrize("measure", ["RR:item", "OneError"])
def test_the_better_run_is_named_whichever_way_the_measure_goes(scores: gs.Scores, measure: str) -> None:
    found = gs.compare(scores, measure, replicates=2000)
    best, worst = scores.ranking(measure)[0], scores.ranking(measure)[-1]
    pair = found.pair(best, worst)
    assert pair is not None
    assert pair.significant
    assert pair.better == best


@pytest.mark.parametrize("test", GRADED)
@pytest.mark.parametrize("correction", CORRECTIONS)
def test_same_seed_same_numbers(scores: gs.Scores, test: str, correction: str) -> None:
    found, again = (
        gs.compare(scores, "RR:item", test, correction=correction, replicates=200, seed=3) for _ in range(2)
    )
    assert found.to_dict() == again.to_dict()
    json.dumps(found.to_dict(), allow_nan=False)


def test_identical_runs_do_not_differ() -> None:
    truth = [[1, 0], [0, 1], [1, 0]]
    twins = gs.evaluate({"x": truth, "y": truth}, truth, "Top1")
    for test in GRADED:
        (pair,) = gs.compare(twins, "Top1", test, replicates=50).pairs
        assert (pair.p, pair.difference, pair.effect, pair.significant, pair.better) == (1, 0, 0, False, None)


def test_one_unit_is_too_few(scores: gs.Scores) -> None:
    found = gs.compare(scores, "P(avg=micro)")
    assert all(np.isnan(pair.p) and not pair.significant for pair in found.pairs)
    assert found.pairs[0].reason == "both runs have a value on 1 of 1 label; a test needs 2"
    assert found.to_dict()["pairs"][0]["p"] is None
    assert found.table()["better"].values[0] == "-"
    assert found.table()["note"].values[0] == found.pairs[0].reason


def test_undefined_units_are_left_out_and_counted_unless_a_rule_fills_them() -> None:
    truth = np.array([[1, 0], [0, 1], [1, 0], [0, 0]])
    runs = {"x": [[0.9, 0.1]] * 4, "y": [[0.9, 0.1]] * 3 + [[0.1, 0.2]]}
    skipping = gs.compare(gs.evaluate(runs, truth, "P:item"), "P:item").pairs[0]
    assert (skipping.units, skipping.left_out) == (3, 1)
    filling = gs.compare(gs.evaluate(runs, truth, "P:item", undefined="one"), "P:item").pairs[0]
    assert (filling.units, filling.left_out, filling.difference) == (4, 0, -0.25)


def test_groups_are_paired_at_a_level() -> None:
    plants = [f"p{i // 4}" for i in range(ITEMS)]
    scores = evaluated(["RR:item"], groups={"plant": plants})
    found = gs.compare(scores, "RR:item", "t", level="plant")
    values = scores.values("RR:item").reshape(4, 10, 4).mean(axis=2)
    assert found.pairs[0].p == pytest.approx(stats.ttest_rel(values[0], values[1]).pvalue, rel=1e-9)
    assert found.pairs[0].units == 10
    assert "paired over 10 plants" in found.signature
    with pytest.warns(gs.GoldscaleWarning, match="items of the same plant are not independent; level='plant'"):
        gs.compare(scores, "RR:item", "t")


@pytest.mark.parametrize(
    ("name", "published"),
    [("GMAP", "geometric mean"), ("MedR:item", "median"), ("AP(avg=weighted)", "weighted mean")],
)
def test_a_mean_that_is_not_the_published_number_is_told(name: str, published: str) -> None:
    scores = evaluated([name, "AP"])
    found = gs.compare(scores, name, "t")
    pair, values = found.pairs[0], scores.values(name)
    assert pair.difference == pytest.approx(np.nanmean(values[0] - values[1]))
    assert pair.difference != pytest.approx(scores[name].aggregate[0] - scores[name].aggregate[1])
    said = f"plain mean, not the published {published}"
    assert found.to_dict()["statistic"] == said
    assert f"|statistic={said}|" in found.signature
    for table in (found.table(), found.matrix_table()):
        assert f"{scores[name].measure}: tested is the {said}." in table.notes
    plain = gs.compare(scores, "AP", "t")
    assert plain.statistic == "mean"
    assert "statistic" not in plain.signature
    with pytest.raises(gs.ParameterError, match="need resamples that all runs share"):
        gs.compare(scores, name, over=gs.measure(name).direction)


def test_of_groups_only_the_outermost_make_the_published_number() -> None:
    plants, authors = ([f"{i // n}" for i in range(ITEMS)] for n in (2, 8))
    scores = evaluated(["RR:item"], groups={"author": authors, "plant": plants})
    published = float(np.subtract(*scores["RR:item"].aggregate[:2]))
    outer = gs.compare(scores, "RR:item", "t", level="author")
    assert (outer.statistic, outer.pairs[0].difference) == ("mean", pytest.approx(published))
    inner = gs.compare(scores, "RR:item", "t", level="plant")
    assert inner.statistic == "plain mean, not the published mean in groups (author > plant > item)"


def test_the_arguments_are_those_of_the_plan(scores: gs.Scores) -> None:
    assert ["test", *Options.__annotations__] == [field.name for field in fields(ComparisonPlan)]
    with pytest.raises(gs.UnknownNameError, match="did you mean 'alpha'"):
        gs.compare(scores, "RR:item", alfa=0.1)


def test_what_somebody_else_needs(scores: gs.Scores) -> None:
    found = gs.compare(scores, "RR:item", replicates=500, seed=2)
    assert found.signature.startswith(
        "compare=RR:item|test=randomisation, two-sided|paired over 40 items|correction=holm of 6|alpha=0.05|"
        "interval=student|500 replicates, seed 2|scores: RR:item|"
    )
    assert "replicates" not in gs.compare(scores, "RR:item", "t").signature


@pytest.mark.parametrize("test", GRADED)
def test_the_interval_is_students_unless_another_is_asked_for(scores: gs.Scores, test: str) -> None:
    a, b = scores.values("RR:item")[:2]
    interval = stats.ttest_rel(a, b).confidence_interval(0.9)
    (pair, *_) = gs.compare(scores, "RR:item", test, alpha=0.1, replicates=50).pairs
    assert (pair.low, pair.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
    for method in ("percentile", "bca"):
        theirs = stats.bootstrap((a - b,), np.mean, method=method, confidence_level=0.9, n_resamples=9999, rng=0)
        (pair, *_) = gs.compare(scores, "RR:item", test, interval=method, alpha=0.1).pairs
        assert (pair.low, pair.high) == pytest.approx(tuple(theirs.confidence_interval), abs=0.01)
        assert f"interval={method}" in gs.compare(scores, "RR:item", "sign", interval=method).signature


def test_tables(all_pairs: Comparison) -> None:
    table = all_pairs.table(2)
    assert [column.heading for column in table.columns][-2:] == ["p (holm)", "better"]
    pair = all_pairs.pairs[0]
    assert table["difference"].cells()[0] == f"{pair.difference:.2f} [{pair.low:.2f}, {pair.high:.2f}]"
    matrix = all_pairs.matrix_table()
    assert (matrix["run"].values[0], matrix["a"].cells()[0]) == ("a", "")


def test_a_small_p_is_not_printed_as_0() -> None:
    values = np.stack([np.linspace(0.5, 0.6, 50), np.linspace(0.1, 0.3, 50)])
    result = MeasureScores("RR:item", values, Axis(50, "item"), values.mean(axis=1), np.zeros(2), ("", ""))
    (cell,) = gs.compare(gs.Scores(["x", "y"], [result]), "RR:item", "t").table(4)["p"].cells()
    assert float(cell) == pytest.approx(stats.ttest_rel(*values).pvalue, rel=0.5)
    assert cell.count("e-") == 1


@pytest.mark.parametrize(
    ("bad", "match"),
    [
        ({"test": "randomization"}, "did you mean 'randomisation'"),
        ({"correction": "holmes"}, "did you mean 'holm'"),
        ({"alpha": 1.0}, "alpha must lie"),
        ({"replicates": 0}, "replicates must be"),
        ({"replicates": 10**12}, "replicates must be a whole number from 1 to 1000000, not 1000000000000"),
        ({"seed": -1}, "seed must be"),
        ({"baseline": "e"}, "unknown run 'e'"),
        ({"level": "plant"}, "was not averaged in groups"),
    ],
)
def test_bad_requests(scores: gs.Scores, bad: dict, match: str) -> None:
    with pytest.raises(gs.GoldscaleError, match=match):
        gs.compare(scores, "RR:item", **bad)


def test_one_run_is_no_comparison(scores: gs.Scores) -> None:
    with pytest.raises(gs.ParameterError, match="two runs or more"):
        gs.compare(scores.select(["a"]), "RR:item")


@pytest.mark.parametrize("test", GRADED)
def test_what_only_rounding_parts_is_no_difference(test: str) -> None:
    values = np.array([[0.1 + 0.2, 0.7, 0.1, 0.5], [0.3, 0.7, 0.3 - 0.2, 0.5]])
    assert np.count_nonzero(values[0] - values[1]) == 2
    result = MeasureScores("RR:item", values, Axis(4, "item"), values.mean(axis=1), np.zeros(2), ("", ""))
    (pair,) = gs.compare(gs.Scores(["x", "y"], [result]), "RR:item", test).pairs
    assert (pair.difference, pair.low, pair.high, pair.effect, pair.p) == (0, 0, 0, 0, 1)
