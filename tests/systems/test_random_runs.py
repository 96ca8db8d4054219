"""The random configurations of thesis 7.5.1."""

import numpy as np
import pytest

from goldscale.data import Judgements
from goldscale.errors import ParameterError
from goldscale.systems import RandomSystem, random_decisions, random_scores


@pytest.fixture
def truth() -> Judgements:
    return Judgements(np.random.default_rng(3).random((400, 53)) < 0.17)


def test_random0_is_uniform_and_has_scores_only(truth):
    run = random_scores(truth, 1)
    assert run.name == "Random0"
    assert run.decisions is None
    assert run.scores.dtype == np.float32
    assert 0 <= run.scores.min() < 0.001
    assert 0.999 < run.scores.max() <= 1
    counts, _ = np.histogram(run.scores, bins=10, range=(0, 1))
    assert np.all(np.abs(counts / run.scores.size - 0.1) < 0.01)


def test_scores_survive_six_decimals_of_text(truth):
    scores = random_scores(truth, 1).scores
    through_text = np.array([float(f"{value:.6f}") for value in scores.ravel()], dtype=np.float32)
    assert np.array_equal(through_text, scores.ravel())


@pytest.mark.parametrize("share", [0, 0.05, 0.1, 0.2, 0.5, 0.9, 1])
def test_share_of_ones_is_met(truth, share):
    run = random_decisions(truth, share, np.random.default_rng(1))
    assert run.scores is None
    assert run.decisions.sum() == round(share * 400 * 53)


def test_ones_fall_everywhere_alike(truth):
    decisions = random_decisions(truth, 0.2, 5).decisions
    assert np.all(np.abs(decisions.mean(axis=0) - 0.2) < 0.1)
    assert abs(np.corrcoef(decisions.ravel(), truth.values.ravel())[0, 1]) < 0.03


@pytest.mark.parametrize(
    ("share", "name"), [(0.05, "Random05"), (0.9, "Random90"), (1, "Random100"), (0.125, "Random12.5")]
)
def test_named_as_in_the_thesis(truth, share, name):
    assert random_decisions(truth, share, 1).name == RandomSystem(share).name == name


@pytest.mark.parametrize("share", [-0.1, 1.1, 5, float("nan")])
def test_a_share_is_no_percentage(truth, share):
    with pytest.raises(ParameterError, match="between 0 and 1"):
        random_decisions(truth, share, 1)


def test_a_name_of_ones_own(truth):
    assert random_decisions(truth, 0.5, 1, name="coin").name == "coin"


def test_same_generator_state_same_run(truth):
    for make in (random_scores, lambda t, g: random_decisions(t, 0.3, g)):
        one, same, other = make(truth, 1), make(truth, np.random.default_rng(1)), make(truth, 2)
        kind = "scores" if one.scores is not None else "decisions"
        assert np.array_equal(getattr(one, kind), getattr(same, kind))
        assert not np.array_equal(getattr(one, kind), getattr(other, kind))


def test_system_hands_in_the_same_kind_of_run(truth):
    rng = np.random.default_rng(1)
    assert RandomSystem().run(truth, rng).scores is not None
    run = RandomSystem(0.2).run(truth, rng)
    assert run.decisions is not None
    assert run.items is truth.items
    assert run.labels is truth.labels
