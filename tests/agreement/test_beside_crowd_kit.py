"""What docs/coming-from-crowd-kit.md says of both libraries, tried on the same data frame."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

import goldscale as gs


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what pandas thinks of crowd-kit
        yield


@pytest.fixture
def answers() -> pd.DataFrame:
    """Five workers, forty tasks, three labels; nobody answers all."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 40)
    task, worker = np.nonzero(rng.random((40, 5)) < 0.8)
    right = rng.random(len(task)) < np.linspace(0.5, 0.95, 5)[worker]
    label = np.where(right, truth[task], rng.integers(0, 3, len(task)))
    words = np.array(["cat", "dog", "fox"])
    return pd.DataFrame(
        {"task": [f"{t}.jpg" for t in task], "worker": [f"w{w}" for w in worker], "label": words[label]}
    )


def test_the_majority_is_the_same_where_nothing_is_tied(answers: pd.DataFrame) -> None:
    from crowdkit.aggregation import MajorityVote

    theirs = MajorityVote().fit_predict(answers)
    merged = gs.merge_votes(gs.read_votes(answers), ties="unjudged")
    ours = pd.DataFrame(merged.judgements.values, merged.judgements.items, merged.judgements.labels)
    decided = ours[(ours >= 0).all(axis=1)]
    assert len(decided) > 30
    assert decided.idxmax(axis=1).to_dict() == theirs[decided.index].to_dict()


def test_alpha_is_the_same(answers: pd.DataFrame) -> None:
    from crowdkit.metrics.data import alpha_krippendorff

    ours = gs.agree(gs.read_votes(answers), "alpha", ci=None)["alpha"].overall.value
    assert ours == pytest.approx(alpha_krippendorff(answers))


def test_an_answer_that_comes_again_counts_twice_there_and_once_here() -> None:
    from crowdkit.aggregation import MajorityVote

    rows = [("a", "ann", "cat"), ("a", "bob", "dog"), ("a", "cid", "dog"), ("a", "ann", "cat"), ("a", "ann", "cat")]
    twice = pd.DataFrame(rows, columns=["task", "worker", "label"])
    assert MajorityVote().fit_predict(twice).to_dict() == {"a": "cat"}
    merged = gs.merge_votes(gs.read_votes(twice))
    assert merged.judgements.labels[int(merged.judgements.values[0].argmax())] == "dog"
