"""McNemar's test and the two one-sided tests against statsmodels; verdicts; and sums of pairs made from runs."""

from __future__ import annotations

import numpy as np
import pytest
from paired_differences import paired
from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar
from statsmodels.stats.weightstats import ttost_paired

import goldscale as gs
from goldscale.data import Axis, MeasureScores
from goldscale.errors import ParameterError
from goldscale.significance import TESTS
from goldscale.significance.moments import moments
from goldscale.significance.pairing import PairedValues
from goldscale.significance.student import equivalence


def scores_of(values: np.ndarray, measure: str = "RR:item") -> gs.Scores:
    runs = [f"made up {i}" for i in range(len(values))]
    units = Axis(values.shape[1], "item")
    result = MeasureScores(
        measure, values, units, np.nanmean(values, axis=1), np.zeros(len(runs)), tuple("" for _ in runs)
    )
    return gs.Scores(runs, [result])


@pytest.mark.parametrize(("more", "less"), [(0, 0), (3, 0), (1, 8), (12, 13), (13, 13), (20, 6), (40, 5), (300, 250)])
def test_mcnemar_equals_statsmodels(more: int, less: int) -> None:
    first = np.repeat([1.0, 0.0, 1.0, 0.0], [more, less, 4, 6])
    second = np.repeat([0.0, 1.0, 1.0, 0.0], [more, less, 4, 6])
    found = TESTS["mcnemar"](PairedValues(np.array([first, second]), [(0, 1)]), 0, 0)
    exact = more + less <= 25
    theirs = their_mcnemar([[4, more], [less, 6]], exact=exact, correction=True)
    assert found.exact[0] == exact
    expected = 1.0 if more == less else theirs.pvalue  # of as many on either side chi-square is not to be corrected
    assert found.p[0] == pytest.approx(expected, rel=1e-12)
    everything = their_mcnemar([[4, more + less], [0, 6]], exact=exact, correction=True).pvalue
    assert found.lowest[0] == pytest.approx(everything if more + less else 1.0, rel=1e-12)


def test_mcnemar_leaves_out_units_without_a_value_and_refuses_others() -> None:
    values = np.array([[1, 1, 1, 0, np.nan], [0, 0, 0, 0, 1]])
    assert gs.compare(scores_of(values, "R@1"), "R@1", "mcnemar").pairs[0].p == 0.25
    values[0, 0] = 0.5
    with pytest.raises(ParameterError, match=r"R@1 gives one 0\.5"):
        gs.compare(scores_of(values, "R@1"), "R@1", "mcnemar")


@pytest.mark.parametrize("margin", [0.05, 0.3, 2.0])
@pytest.mark.parametrize("size", [2, 9, 60])
def test_equivalence_equals_statsmodels(size: int, margin: float) -> None:
    rng = np.random.default_rng(size)
    first, second = rng.random((2, size))
    theirs, _, _ = ttost_paired(first, second, -margin, margin)
    assert equivalence(moments((first - second)[:, None]), margin)[0] == pytest.approx(theirs, rel=1e-9)


def test_equal_differences_leave_no_doubt_of_equivalence() -> None:
    same = np.full((5, 1), 0.1)
    assert [equivalence(moments(same), margin)[0] for margin in (0.2, 0.1, 0.05)] == [0.0, 0.5, 1.0]


def test_each_pair_has_a_verdict_where_a_margin_is_named() -> None:
    rng = np.random.default_rng(3)
    base = rng.random(200)
    values = np.array([base, base + rng.normal(0, 0.02, 200), base - 0.3 + rng.normal(0, 0.02, 200)])
    values = np.vstack([values, rng.permutation(base) + 0.03])
    found = gs.compare(scores_of(values), "RR:item", "t", margin=0.02)
    verdicts = {(pair.first[-1], pair.second[-1]): pair.verdict for pair in found.pairs}
    assert (verdicts["0", "1"], verdicts["0", "2"], verdicts["0", "3"]) == ("equivalent", "different", "undecided")
    theirs, _, _ = ttost_paired(values[0], values[1], -0.02, 0.02)
    assert found.pairs[0].equivalent == pytest.approx(min(6 * theirs, 1), rel=1e-6)  # the smallest, after Holm
    assert found.table()["verdict"].values == tuple(pair.verdict for pair in found.pairs)
    assert found.to_dict()["margin"] == 0.02
    assert "margin=0.02" in found.signature
    plain = gs.compare(scores_of(values), "RR:item", "t").to_dict()
    assert "margin" not in plain
    assert not {"verdict", "equivalent", "needed"} & set(plain["pairs"][0])


def test_equivalence_over_resamples() -> None:
    rng = np.random.default_rng(0)
    truth = (rng.random((80, 6)) < 0.4).astype(int)
    good = truth + rng.random(truth.shape)
    runs = {"made up": good, "much the same": good + rng.normal(0, 0.01, truth.shape), "noise": rng.random(truth.shape)}
    scores = gs.evaluate(runs, truth, "AP", ci=0.95, replicates=200)
    found = gs.compare(scores, "AP", over="item", margin=0.05)
    assert [pair.verdict for pair in found.pairs] == ["equivalent", "different", "different"]


@pytest.mark.parametrize("margin", [0.0, -1.0, float("nan"), float("inf")])
def test_a_margin_is_a_number_above_0(margin: float) -> None:
    with pytest.raises(ParameterError, match="margin must be a number above 0"):
        gs.compare(scores_of(np.eye(3)), "RR:item", margin=margin)


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
@pytest.mark.parametrize("gaps", [0.0, 0.1])
@pytest.mark.parametrize("values", ["tenths", "next to nothing"])
def test_pairs_made_from_runs_are_as_their_differences(test: str, gaps: float, values: str) -> None:
    rng = np.random.default_rng(1)
    drawn = np.round(rng.random((5, 60)), 1) if values == "tenths" else 1 + 1e-9 * rng.integers(0, 9, (5, 60))
    drawn[rng.random(drawn.shape) < gaps] = np.nan
    drawn[:, 7] = np.nan
    rows = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    differences = np.array([drawn[i] - drawn[j] for i, j in rows]).T
    differences = np.round(differences, 6) if values == "tenths" else differences
    together = TESTS[test](PairedValues(drawn, rows), 400, 2).p
    np.testing.assert_allclose(together, TESTS[test](paired(differences), 400, 2).p, atol=1e-12)
