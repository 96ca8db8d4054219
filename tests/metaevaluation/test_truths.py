"""The truths that votes allow."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

import goldscale as gs
from goldscale.errors import MismatchError
from goldscale.metaevaluation.rankings import Influence, SystemScores
from goldscale.metaevaluation.truths import MOST, possible_truths, single_annotators


def made_up_votes(people: int) -> gs.Votes:
    """Everybody votes on one item, and the later ones on more."""
    return gs.Votes.from_records(
        [(f"made-up {p:02}", f"{i}.jpg", "Sky", (p + i) % 3 == 0) for p in range(people) for i in range(p + 1)]
    )


def test_of_many_annotators_those_with_the_most_votes() -> None:
    found = possible_truths(made_up_votes(15))
    assert list(found) == [*(f"made-up {p:02}" for p in range(15 - MOST, 15)), "majority", "Dawid-Skene"]


def test_merged_truths_are_those_of_merge_votes() -> None:
    votes = made_up_votes(4)
    found = possible_truths(votes, gs.merge_votes(votes).judgements, ["made-up 03"])
    assert list(found) == ["made-up 03", "majority", "Dawid-Skene", "campaign"]
    for name, method in (("majority", "majority"), ("Dawid-Skene", "dawid-skene")):
        assert np.array_equal(found[name].values, gs.merge_votes(votes, method).judgements.values)


def test_an_annotator_called_majority() -> None:
    votes = gs.Votes.from_records([(who, "a.jpg", "Sky", 1) for who in ("majority", "other")])
    with pytest.raises(MismatchError, match="called like a merged truth"):
        possible_truths(votes)


def test_the_reliability_over_annotators_against_the_sums_of_squares_of_statsmodels() -> None:
    rng = np.random.default_rng(7)
    scores = rng.random((1, 6)) + 0.3 * rng.random((4, 1)) + 0.2 * rng.random((4, 6))  # truths x runs
    names = ("made-up a", "made-up b", "made-up c")
    system = SystemScores("M", tuple("uvwxyz"), (*names, "majority"), scores)
    found = Influence({"M": system}, 9, 3, single_annotators(system.truths))
    assert found.annotators == names
    cells = [{"value": scores[a, r], "run": f"r{r}", "annotator": f"a{a}"} for a in range(3) for r in range(6)]
    mean = anova_lm(ols("value ~ C(run) + C(annotator)", pd.DataFrame(cells)).fit())
    square = mean["sum_sq"] / mean["df"]
    runs = (square["C(run)"] - square["Residual"]) / 3
    told = found.to_dict()["measures"]["M"]["annotators"]
    assert told["runs"] == pytest.approx(runs)
    assert told["reliability_of_one"] == pytest.approx(runs / (runs + square["Residual"]))
    assert told["reliability"] == pytest.approx(runs / (runs + square["Residual"] / 3))
    enough = next(k for k in range(1, 99) if runs / (runs + square["Residual"] / k) >= 0.95)
    assert found.tables()[-1]["needed"].values[0] == enough
