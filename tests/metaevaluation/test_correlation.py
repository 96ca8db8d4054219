"""Correlation of measures against scipy; the steps of a dendrogram; the closest pair of a printed table."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import goldscale as gs
from goldscale.errors import ParameterError
from goldscale.metaevaluation.concordance import Concordance
from goldscale.metaevaluation.correlation import cluster, correlate_items, correlate_measures
from goldscale.reproduce.printed_tables import printed_table

TRUTH = (np.random.default_rng(5).random((40, 6)) < 0.3).astype(int)


def made_up_scores(measures: list[str]) -> gs.Scores:
    rng = np.random.default_rng(6)
    runs = {f"made_up_{i}": TRUTH * i / 6 + rng.random(TRUTH.shape) for i in range(8)}
    return gs.evaluate(runs, TRUTH, measures)


def test_measures_are_correlated_over_runs_as_scipy_does_it() -> None:
    scores = made_up_scores(["AP", "AUC", "Coverage", "F1:item"])
    found = correlate_measures(scores).concordance
    merit = [scores[m].aggregate * (-1 if m == "Coverage" else 1) for m in scores.measures]
    for i, j in np.ndindex(4, 4):
        assert found.correlation[i, j] == pytest.approx(stats.kendalltau(merit[i], merit[j]).statistic)
    assert found.between("Coverage", "AUC") > 0.5


@pytest.mark.parametrize("coefficient", ["spearman", "tau-c", "rbo"])
def test_another_coefficient(coefficient: str) -> None:
    found = correlate_measures(made_up_scores(["AP", "AUC"]), coefficient)
    assert found.to_dict()["pairs"][0][coefficient] == pytest.approx(found.concordance.correlation[0, 1])


def test_items_are_correlated_run_by_run() -> None:
    scores = made_up_scores(["AP:item", "RankingLoss", "RPrec:item"])
    found = correlate_items(scores)
    one, other = scores.values("AP:item"), -scores.values("RankingLoss")
    expected = []
    for first, second in zip(one, other, strict=True):
        both = ~np.isnan(first) & ~np.isnan(second)
        expected.append(stats.kendalltau(first[both].round(12), second[both].round(12)).statistic)
    assert np.isnan(expected).any(), "the perfect run ties its items"
    assert found.correlation[0, 1] == pytest.approx(np.nanmean(expected))


def test_items_need_measures_by_item() -> None:
    with pytest.raises(ParameterError, match="choose those with :item"):
        correlate_items(made_up_scores(["AP", "AP:item"]))


def test_one_measure_correlates_with_nothing() -> None:
    with pytest.raises(ParameterError, match="needs 2 runs and 2 measures or more; there are 8 and 1"):
        correlate_measures(made_up_scores(["AP"]))


def test_the_closest_measures_of_figure_8_2_are_res_and_lin() -> None:
    table = printed_table("thesis-table-8-1")
    values = table.numbers()
    above = np.triu(values, 1)
    both = np.nan_to_num(above) + np.nan_to_num(above).T + np.eye(len(values))
    first = cluster(both, table.columns)[0]
    assert {*first.first, *first.second} == {"RES", "LIN"}
    assert first.distance == pytest.approx(1 - 0.987)


def test_clusters_join_on_average() -> None:
    steps = cluster(np.array([[1, 0.9, 0.2], [0.9, 1, 0.4], [0.2, 0.4, 1]]), ("a", "b", "c"))
    assert [(s.first, s.second) for s in steps] == [(("a",), ("b",)), (("c",), ("a", "b"))]
    assert steps[1].distance == pytest.approx(1 - 0.3)
    assert cluster(np.array([[1, np.nan], [np.nan, 1]]), ("a", "b")) == ()


def test_a_distance_joins_what_is_near() -> None:
    """AP and AUC rank these runs nearly alike, so that D between them is small."""
    scores = made_up_scores(["AP", "AUC", "F1:item", "OneError"])
    found = correlate_measures(scores, "D")
    nearest = found.mergers[0]
    pair = np.triu_indices(4, 1)
    assert nearest.distance == found.concordance.displacement[pair].min()
    assert [step.distance for step in found.mergers] == sorted(step.distance for step in found.mergers)
    assert (np.diagonal(correlate_items(made_up_scores(["AP:item", "F1:item"]), "D").correlation) == 0).all()


def test_the_p_of_a_distance_is_that_of_orders_that_have_nothing_to_do_with_each_other() -> None:
    """The same order of many runs is no chance, although its D of 0 is as concordant as can be."""
    merit = np.array([np.arange(8.0), np.arange(8.0)])
    found = Concordance("measure", ("one", "other"), tuple("abcdefgh"), merit, "D")
    assert found.inference[0, 0] < 0.01
    assert found.p[0, 1] == pytest.approx(1.0)


@pytest.mark.parametrize(("runs", "decision"), [(2, "too few runs"), (3, "too few runs"), (4, "discordant")])
def test_few_runs_are_not_called_concordant(runs: int, decision: str) -> None:
    """The reverse order is as discordant as can be; of two or three runs the test could not even say so."""
    merit = np.array([np.arange(runs), np.arange(runs)[::-1]], dtype=float)
    found = Concordance("measure", ("one", "other"), tuple("abcd"[:runs]), merit)
    assert list(found.pairs_table()["rankings"].values) == [decision]
    assert found.to_dict()["pairs"][0]["discordant"] is (True if runs == 4 else None)
