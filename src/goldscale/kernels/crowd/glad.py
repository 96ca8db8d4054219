"""GLAD: able workers and difficult tasks (Whitehill et al. 2009, Advances in NIPS 22)."""

from __future__ import annotations

import numpy as np
from scipy.special import expit, log_expit

from goldscale.kernels.crowd.answers import CrowdAnswers, CrowdFit, climb, posterior_of

CENTRE = 1.0
"""Where the normal priors (of standard deviation 1) on ability and log-easiness stand, as in the authors' program."""
ASCENT = 15
"""Steps of L-BFGS in one round: the objective only has to rise, not to be exhausted."""


def glad(answers: CrowdAnswers, *, iterations: int, tolerance: float) -> CrowdFit:
    """A worker is right with probability 1 / (1 + exp(-ability * easiness)), else wrong in any way alike.

    All classes of a task are taken to be equally common, as in the paper.
    """
    from scipy.optimize import minimize  # costs 0.2 s, which other models need not wait for

    prior = answers.uniform()
    wrong = np.log(np.maximum(answers.allowed.sum(axis=1) - 1, 1))[answers.kind]
    start = np.concatenate([np.full(answers.workers, CENTRE), np.full(answers.tasks, CENTRE)])
    held = start
    # As the authors start: all workers able and all tasks easy alike, which makes the shares of votes decide.
    posterior, _ = posterior_of(answers, _evidence(answers, held, wrong), prior)

    def step() -> float:
        nonlocal held, posterior
        right = posterior[answers.task, answers.answer]
        found = minimize(_loss, held, (answers, right), "L-BFGS-B", jac=True, options={"maxiter": ASCENT})
        held = found.x
        posterior, likelihood = posterior_of(answers, _evidence(answers, held, wrong), prior)
        return likelihood - 0.5 * float(((held - CENTRE) ** 2).sum())

    objective, converged = climb(step, iterations, tolerance)
    ability, log_easiness = held[: answers.workers], held[answers.workers :]
    accuracy = expit(ability[answers.worker] * np.exp(log_easiness[answers.task]))
    parameters = {
        "ability": ability,
        "difficulty": np.exp(-log_easiness),
        "accuracy": answers.worker_means(accuracy),
    }
    return CrowdFit(posterior, prior, objective, converged, parameters)


def _strength(answers: CrowdAnswers, held: np.ndarray) -> np.ndarray:
    return held[answers.worker] * np.exp(held[answers.workers :])[answers.task]


def _evidence(answers: CrowdAnswers, held: np.ndarray, wrong: np.ndarray) -> np.ndarray:
    """Tasks x classes log-likelihood: every answer as if wrong, then those that this class makes right put right."""
    strength = _strength(answers, held)
    all_wrong = np.bincount(answers.task, log_expit(-strength) - wrong[answers.task], minlength=answers.tasks)
    return all_wrong[:, None] + answers.sums(strength + wrong[answers.task])


def _loss(held: np.ndarray, answers: CrowdAnswers, right: np.ndarray) -> tuple[float, np.ndarray]:
    """What the M-step lowers, and its gradient; ``right`` is the probability that each answer is right."""
    easiness = np.exp(held[answers.workers :])[answers.task]
    strength = held[answers.worker] * easiness
    away = held - CENTRE
    likelihood = right @ log_expit(strength) + (1 - right) @ log_expit(-strength)
    slope = right - expit(strength)
    gradient = np.concatenate(
        [
            np.bincount(answers.worker, slope * easiness, minlength=answers.workers),
            np.bincount(answers.task, slope * strength, minlength=answers.tasks),
        ]
    )
    return 0.5 * float(away @ away) - float(likelihood), away - gradient
