"""Steps that all models of workers share, against loops over tasks and answers."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale.kernels.crowd.answers import CrowdAnswers, climb, estimated_prior, posterior_of

TASK = np.array([0, 0, 0, 1, 1, 2])
WORKER = np.array([0, 1, 2, 0, 1, 2])
ANSWER = np.array([0, 0, 1, 2, 1, 0])
ANSWERS = CrowdAnswers(TASK, WORKER, ANSWER, np.array([0, 0, 1]), np.array([[True] * 3, [True, True, False]]), 4)
"""Task 2 is of a kind with two classes; worker 3 answered nothing."""


def test_counts_shares_and_reach() -> None:
    assert ANSWERS.counts.tolist() == [[2, 1, 0], [0, 1, 1], [1, 0, 0]]
    np.testing.assert_allclose(ANSWERS.shares(), [[2 / 3, 1 / 3, 0], [0, 0.5, 0.5], [1, 0, 0]])
    np.testing.assert_allclose(ANSWERS.uniform(), [[1 / 3] * 3, [0.5, 0.5, 0]])
    assert ANSWERS.reach.tolist() == [[True] * 3, [True] * 3, [True] * 3, [False] * 3]
    assert ANSWERS.open.tolist() == [[True] * 3, [True] * 3, [True, True, False]]
    assert ANSWERS.per_worker.tolist() == [2, 2, 2, 0]
    np.testing.assert_allclose(ANSWERS.worker_means(np.arange(6.0)), [1.5, 2.5, 3.5, np.nan])
    entries = {(t, w * 3 + a): 1.0 for t, w, a in zip(TASK.tolist(), WORKER.tolist(), ANSWER.tolist(), strict=True)}
    found = ANSWERS.incidence.toarray()
    assert {(int(t), int(c)): found[t, c] for t, c in zip(*np.nonzero(found), strict=True)} == entries
    posterior = np.random.default_rng(1).random((3, 3))
    mass = np.zeros((4, 3, 3))
    for task, worker, answer in zip(TASK, WORKER, ANSWER, strict=True):
        mass[worker, answer] += posterior[task]
    np.testing.assert_allclose(ANSWERS.mass(posterior), mass)


def test_posteriors_are_normalised_products() -> None:
    rng = np.random.default_rng(0)
    likelihood = rng.random((3, 3))
    prior = np.array([[0.5, 0.3, 0.2], [0.9, 0.1, 0.0]])
    # Evidence may be far below what exp can hold.
    found, total = posterior_of(ANSWERS, np.log(likelihood) - 1000, prior)
    joint = likelihood * prior[ANSWERS.kind]
    np.testing.assert_allclose(found, joint / joint.sum(axis=1, keepdims=True))
    assert total == pytest.approx(np.log(joint.sum(axis=1)).sum() - 3000)


def test_priors_are_counted_by_kind() -> None:
    posterior = np.array([[0.5, 0.5, 0], [0, 0, 1], [0.2, 0.8, 0]])
    wanted = [[1.5 / 5, 1.5 / 5, 2 / 5], [1.2 / 3, 1.8 / 3, 0]]
    np.testing.assert_allclose(estimated_prior(ANSWERS, posterior, 1.0), wanted)


def test_climbing_ends_when_little_is_gained() -> None:
    heights = iter([-8.0, -4.0, -2.0, -1.9, -1.0])
    objective, converged = climb(lambda: next(heights), 10, 0.1)
    assert (objective.tolist(), converged) == ([-8.0, -4.0, -2.0, -1.9], True)
    heights = iter([-8.0, -4.0, -2.0])
    objective, converged = climb(lambda: next(heights), 2, 0.1)
    assert (objective.tolist(), converged) == ([-8.0, -4.0], False)
