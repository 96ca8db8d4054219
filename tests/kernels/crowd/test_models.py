"""Dawid-Skene, GLAD and MACE: each stands where a loop over tasks and answers says that its likelihood is highest."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldscale.kernels.crowd.answers import CrowdAnswers
from goldscale.kernels.crowd.dawid_skene import dawid_skene, spammer_score
from goldscale.kernels.crowd.glad import glad
from goldscale.kernels.crowd.mace import mace


def made_up(seed: int, classes: int = 3) -> CrowdAnswers:
    """Thirty tasks, six workers of whom the last guesses."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, 30)
    task, worker = np.nonzero(rng.random((30, 6)) < 0.7)
    right = rng.random(len(task)) < np.array([0.95, 0.9, 0.8, 0.7, 0.6, 1 / classes])[worker]
    answer = np.where(right, truth[task], rng.integers(0, classes, len(task)))
    return CrowdAnswers(task, worker, answer, np.zeros(30, dtype=int), np.ones((1, classes), dtype=bool), 6)


def test_glad_stands_at_a_maximum_of_the_stated_objective() -> None:
    answers = made_up(3)
    fit = glad(answers, iterations=500, tolerance=1e-13)
    ability, log_easiness = fit.parameters["ability"], -np.log(fit.parameters["difficulty"])

    def objective(ability: np.ndarray, log_easiness: np.ndarray) -> float:
        total = -0.5 * float(((ability - 1) ** 2).sum() + ((log_easiness - 1) ** 2).sum())
        for task in range(answers.tasks):
            given = np.flatnonzero(answers.task == task)
            total += math.log(
                sum(
                    math.prod(
                        p if answers.answer[v] == k else (1 - p) / (answers.classes - 1)
                        for v in given
                        for p in [1 / (1 + math.exp(-ability[answers.worker[v]] * math.exp(log_easiness[task])))]
                    )
                    for k in range(answers.classes)
                )
                / answers.classes
            )
        return total

    best = objective(ability, log_easiness)
    assert best == pytest.approx(fit.objective[-1], abs=1e-8)
    rng = np.random.default_rng(0)
    for _ in range(10):
        near = objective(
            ability + 0.03 * rng.standard_normal(len(ability)),
            log_easiness + 0.03 * rng.standard_normal(len(log_easiness)),
        )
        assert near < best


@pytest.mark.parametrize("equal", [True, False])
def test_mace_climbs_the_likelihood_that_a_loop_works_out(equal: bool) -> None:
    answers = made_up(4)
    fit = mace(answers, equal=equal, smoothing=1e-9, iterations=60, tolerance=0.0)
    assert equal == (set(fit.prior[0]) == {1 / answers.classes})
    competence, spam = fit.parameters["competence"], fit.parameters["spam"]
    total = 0.0
    for task in range(answers.tasks):
        joint = fit.prior[0].tolist()
        for who, said in zip(answers.worker[answers.task == task], answers.answer[answers.task == task], strict=True):
            for k in range(answers.classes):
                joint[k] *= competence[who] * (said == k) + (1 - competence[who]) * spam[who, said]
        total += math.log(sum(joint))
        np.testing.assert_allclose(fit.posterior[task], np.array(joint) / sum(joint), atol=1e-9)
    assert total == pytest.approx(fit.objective[-1], abs=1e-4)


@pytest.mark.parametrize("model", ["dawid-skene", "glad", "mace", "mace, equal"])
@settings(max_examples=30)
@given(seed=st.integers(0, 10_000), classes=st.integers(2, 4))
def test_the_objective_never_falls(model: str, seed: int, classes: int) -> None:
    answers = made_up(seed, classes)
    fit = {
        "dawid-skene": lambda: dawid_skene(answers, smoothing=0.01, iterations=40, tolerance=0.0),
        "glad": lambda: glad(answers, iterations=15, tolerance=0.0),
        "mace": lambda: mace(answers, equal=False, smoothing=0.1, iterations=40, tolerance=0.0),
        "mace, equal": lambda: mace(answers, equal=True, smoothing=0.1, iterations=40, tolerance=0.0),
    }[model]()
    assert np.all(np.diff(fit.objective) >= -1e-8 * np.abs(fit.objective[-1]))
    np.testing.assert_allclose(fit.posterior.sum(axis=1), 1, atol=1e-12)


def test_spammer_scores_are_those_of_the_formula() -> None:
    perfect, guess, contrary = np.eye(2), np.full((2, 2), 0.5), np.eye(2)[::-1]
    skilled = np.array([[0.9, 0.1], [0.3, 0.7]])
    found = spammer_score(np.array([perfect, guess, contrary, skilled]))
    assert found == pytest.approx([1, 0, 1, (0.9 + 0.7 - 1) ** 2])  # two classes: (sensitivity + specificity - 1)^2
    rng = np.random.default_rng(0)
    matrix = rng.dirichlet(np.ones(4), 4)
    slow = sum(((matrix[a] - matrix[b]) ** 2).sum() for a in range(4) for b in range(a)) / (4 * 3)
    assert spammer_score(matrix[None])[0] == pytest.approx(slow)
    assert np.isnan(spammer_score(np.full((1, 2, 2), np.nan)))
