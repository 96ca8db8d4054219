"""Measures on probabilities: what they take and what they refuse. Their numbers are held to scikit-learn elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import goldscale as gs

NAMES = ["Brier", "LogLoss", "ECE"]


@pytest.mark.parametrize("name", NAMES)
def test_scores_must_be_probabilities(name: str) -> None:
    for scores, ends in (([[1.5, 0.1]], "0.1 to 1.5"), ([[-1.0, 0.5]], "-1 to 0.5")):
        with pytest.raises(gs.ParameterError, match=f"{name} needs probabilities from 0 to 1; .* go from {ends}. Give"):
            gs.evaluate(gs.Run(scores), [[1, 0]], name)
    with pytest.raises(gs.ParameterError, match=r"lists only what it retrieved.*give the run as a full table"):
        gs.evaluate(gs.Run(sparse.csr_array([[0.5, 0.1]])), [[1, 0]], name)
    with pytest.raises(gs.ParameterError, match="no bounds for measures on probabilities; use unjudged='ignore'"):
        gs.evaluate(gs.Run([[0.5, 0.1]]), [[1, -1]], name, unjudged="bounds")


@pytest.mark.parametrize("name", NAMES)
def test_what_a_run_lacks_has_no_probability(name: str) -> None:
    truth = gs.Judgements([[1, 0], [0, 1]], ["a", "b"], ["x", "y"])
    with pytest.raises(gs.ParameterError, match=f"{name} needs a .* run 'run' has no score for 1 of 4 cells, which"):
        gs.evaluate(gs.Run([[-np.inf, 0.5], [0.1, 0.2]]), truth.values, name)
    lacking = gs.Run([[0.2, 0.5]], items=["a"], labels=["x", "y"])
    with (
        pytest.warns(gs.GoldscaleWarning, match="lacks 1 of the truth's items"),
        pytest.raises(gs.ParameterError, match=r"run 'run' lacks 1 of 2 items \('b'\), which .* Complete the run"),
    ):
        gs.evaluate(lacking, truth, name, missing="unretrieved")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("direction", ["item", "label"])
def test_what_is_left_out_does_not_count(name: str, direction: str) -> None:
    scores, truth = np.array([[0.9, 0.3, 0.6], [7.0, 0.2, 0.4]]), np.array([[1, 0, 1], [-1, 1, 0]])
    spelling = str(gs.measure(f"{name}:{direction}"))
    ours = gs.evaluate(gs.Run(scores), truth, spelling, unjudged="ignore").values(spelling)[0]
    units = range(2) if direction == "item" else range(3)
    for unit in units:
        row = np.index_exp[unit] if direction == "item" else np.index_exp[:, unit]
        kept = truth[row] >= 0
        alone = gs.evaluate(gs.Run([scores[row][kept]]), [truth[row][kept]], f"{name}:item").values(f"{name}:item")
        assert ours[unit] == pytest.approx(alone[0, 0])


def test_decisions_are_probabilities_of_0_and_1() -> None:
    scores = gs.evaluate([[1, 1, 0]], [[1, 0, 0]], ["Brier:item", "LogLoss:item", "LogLoss:item(clip=0.1)"])
    certain = -np.log(2.0**-52) / 3
    assert list(scores.summary()["run"].values()) == pytest.approx(
        [1 / 3, certain, (-np.log(0.1) - 2 * np.log(0.9)) / 3]
    )


def test_the_signature_tells_neither_of_ties_nor_of_a_threshold() -> None:
    signature = gs.evaluate([[0.9, 0.2]], [[1, 0]], "ECE(bins=5)").signature("ECE(bins=5)")
    assert signature.startswith("ECE(bins=5)|undefined=skip|")
