"""Dawid and Skene's EM: a confusion matrix per worker (doi:10.2307/2346806)."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.crowd.answers import CrowdAnswers, CrowdFit, climb, estimated_prior, posterior_of


def dawid_skene(answers: CrowdAnswers, *, smoothing: float, iterations: int, tolerance: float) -> CrowdFit:
    """Posterior classes and each worker's confusion matrix (true class x answer), from the shares of votes upwards.

    ``smoothing`` is added to every count of a confusion matrix and of the prior: a Dirichlet(1 + smoothing) prior.
    """
    posterior = answers.shares()
    prior, confusion = np.empty(0), np.empty(0)
    # Cells of a confusion matrix that can occur; the others stay 1, so that their logarithm adds nothing.
    possible = answers.reach[:, :, None] & answers.reach[:, None, :]

    def step() -> float:
        nonlocal posterior, prior, confusion
        prior = estimated_prior(answers, posterior, smoothing)
        confusion = _confusion(answers, posterior, possible, smoothing)
        log_confusion = np.log(confusion)
        by_answer = log_confusion.transpose(0, 2, 1).reshape(-1, answers.classes)
        posterior, likelihood = posterior_of(answers, answers.incidence @ by_answer, prior)
        return likelihood + smoothing * float(log_confusion.sum() + np.log(prior[answers.allowed]).sum())

    objective, converged = climb(step, iterations, tolerance)
    return CrowdFit(posterior, prior, objective, converged, {"confusion": np.where(possible, confusion, np.nan)})


def _confusion(answers: CrowdAnswers, posterior: np.ndarray, possible: np.ndarray, smoothing: float) -> np.ndarray:
    counted = np.where(possible, answers.mass(posterior).transpose(0, 2, 1) + smoothing, 0.0)
    total = counted.sum(axis=2, keepdims=True)
    return np.divide(counted, total, out=np.ones_like(counted), where=possible)


def spammer_score(confusion: np.ndarray) -> np.ndarray:
    """How far each worker's answers depend on the truth: 0 for a spammer, 1 for a perfect worker.

    Raykar and Yu (2012, JMLR 13, 491-518): the mean squared distance between the rows of the confusion matrix, scaled.
    NaN rows are classes that the worker never met; fewer than two classes give NaN.
    """
    known = ~np.isnan(confusion).all(axis=2)
    classes = known.sum(axis=1)
    rows = np.nan_to_num(confusion)
    # The sum over all pairs of squared distances is n times the sum of squares less the square of the sum.
    pairs = classes * (rows**2).sum(axis=(1, 2)) - (rows.sum(axis=1) ** 2).sum(axis=1)
    return np.divide(pairs, classes * (classes - 1), out=np.full(len(rows), np.nan), where=classes > 1)
