"""Errors in a truth: as many as asked for, growing, nowhere where nobody judged; rankings against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse, stats

import goldscale as gs
from goldscale.data import matrix as mx
from goldscale.errors import ParameterError
from goldscale.metaevaluation.stability import flipped, stability

RNG = np.random.default_rng(8)
VALUES = (RNG.random((50, 8)) < 0.3).astype(int)
TRUTH = gs.Judgements(np.where(RNG.random(VALUES.shape) < 0.1, -1, VALUES))
RUNS = [gs.Run(VALUES * i / 5 + RNG.random(VALUES.shape), name=f"made_up_{i}") for i in range(6)]


@pytest.mark.parametrize("truth", [TRUTH, gs.Judgements(sparse.coo_array(VALUES))], ids=["dense", "sparse"])
def test_as_many_judgements_are_wrong_as_asked_for(truth: gs.Judgements) -> None:
    before = mx.cells(truth.values)
    changed = [mx.cells(t.values) != before for t in flipped(truth, [0.01, 0.1], np.random.default_rng(0))]
    judged = np.count_nonzero(before >= 0)
    assert [int(c.sum()) for c in changed] == [round(0.01 * judged), round(0.1 * judged)]
    assert not (changed[0] & ~changed[1]).any(), "errors grow"
    assert not changed[1][before < 0].any(), "what nobody judged stays so"


def test_correlations_are_those_of_rankings_under_the_altered_truths() -> None:
    found = stability(RUNS, TRUTH, ["AP", "RankingLoss"], stages=[0.05, 0.2], repeats=2, seed=3)
    expected = []
    for rng in np.random.default_rng(3).spawn(2):
        truths = [TRUTH, *flipped(TRUTH, [0.05, 0.2], rng)]
        ap = [gs.evaluate(RUNS, truth, "AP")["AP"].aggregate for truth in truths]
        expected.append([stats.kendalltau(ap[0], ap[2]).statistic, stats.kendalltau(ap[1], ap[2]).statistic])
    to_original, to_previous = np.mean(expected, axis=0)
    assert found.to_original[0, 1] == pytest.approx(to_original)
    assert found.to_previous[0, 1] == pytest.approx(to_previous)
    assert found.to_previous[0, 0] == found.to_original[0, 0], "before the first stage stands the original"


def test_the_same_seed_gives_the_same() -> None:
    made = [stability(RUNS, TRUTH, "AP", repeats=1, seed=s).to_dict()["to_original"] for s in (1, 1, 2)]
    assert made[0] == made[1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"stages": [0.05, 0.01]}, "shares between 0 and 1 that grow"),
        ({"stages": [2.0]}, "shares between 0 and 1 that grow"),
        ({"repeats": 0}, "repeats must be at least 1"),
    ],
)
def test_impossible_stages(options: dict[str, object], told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        stability(RUNS, TRUTH, "AP", **options)


def test_grades_cannot_be_flipped() -> None:
    with pytest.raises(ParameterError, match="flips of yes and no"):
        stability(RUNS, gs.Judgements(VALUES * 2), "nDCG")
