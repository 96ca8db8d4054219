"""Clouds of points against scipy and NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import goldscale as gs
from goldscale.errors import UnknownNameError
from goldscale.metaevaluation.scatter import scatter_items, scatter_runs

RNG = np.random.default_rng(7)
TRUTH = gs.Judgements((RNG.random((30, 5)) < 0.3).astype(int))
RUNS = [
    gs.Run(scores=np.clip(TRUTH.values * i / 9 + RNG.random((30, 5)) / 2, 0, 1), name=f"made_up_{i}") for i in range(6)
]


def test_runs_are_correlated_without_guesses_and_truth() -> None:
    found = scatter_runs(RUNS, TRUTH, ["F1:item", "RankingLoss"], baselines=["made_up_0"])
    assert found.kinds.count("random") == 9
    assert found.kinds.count("truth") == 1
    scores = gs.evaluate(RUNS[1:], TRUTH, ["F1:item", "RankingLoss"])
    one, other = scores["F1:item"].aggregate, -scores["RankingLoss"].aggregate
    cloud = found.clouds[0]
    assert cloud.points == 5
    assert cloud.correlation["tau-b"] == pytest.approx(stats.kendalltau(one, other).statistic)
    assert cloud.correlation["spearman"] == pytest.approx(stats.spearmanr(one, other).statistic)
    assert cloud.correlation["pearson"] == pytest.approx(stats.pearsonr(one, other).statistic)
    assert found.to_dict()["pairs"][0]["pearson"] == cloud.correlation["pearson"]


def test_items_of_a_run() -> None:
    scores = gs.evaluate(RUNS, TRUTH, ["AP:item", "Coverage"])
    found = scatter_items(scores, ["made_up_3"])
    values = scores.values("Coverage")[3]
    known = values[~np.isnan(values)]
    told = found.to_dict()["runs"]["made_up_3"]["measures"]["Coverage"]
    assert (told["items"], told["values"]) == (len(known), len(set(known)))
    quantiles = [told[name] for name in ("lowest", "25 %", "median", "75 %", "highest")]
    assert quantiles == pytest.approx(np.percentile(known, [0, 25, 50, 75, 100]))
    both = ~np.isnan(scores.values("AP:item")[3]) & ~np.isnan(values)
    expected = stats.kendalltau(scores.values("AP:item")[3][both].round(12), -values[both]).statistic
    assert found.clouds("made_up_3")[0].correlation["tau-b"] == pytest.approx(expected)
    with pytest.raises(UnknownNameError):
        scatter_items(scores, ["made_up_9"])
