"""MACE: workers who know or spam (Hovy et al. 2013, NAACL, aclanthology.org/N13-1132)."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.crowd.answers import CrowdAnswers, CrowdFit, climb, estimated_prior, posterior_of


def mace(answers: CrowdAnswers, *, equal: bool, smoothing: float, iterations: int, tolerance: float) -> CrowdFit:
    """A worker tells the truth with probability ``competence``, else answers from a distribution of their own.

    ``equal``: all classes of a task are equally common, as in the paper. That takes unanimous answers of a class that
    is the rule for spam, so otherwise it is estimated how common they are. ``smoothing`` is added to each count.
    Starts from the shares of votes, so that no random restarts are needed.
    """
    workers, classes, reach = answers.workers, answers.classes, answers.reach
    prior, posterior = answers.uniform(), answers.shares()
    given = np.asarray(answers.incidence.sum(axis=0)).reshape(workers, classes)
    competence = np.full(workers, 0.5)
    spam = reach / np.maximum(reach.sum(axis=1, keepdims=True), 1)

    def step() -> float:
        nonlocal prior, posterior, competence, spam
        if not equal:
            prior = estimated_prior(answers, posterior, smoothing)
        mass = answers.mass(posterior)
        told_or_lucky = competence[:, None] + (1 - competence)[:, None] * spam
        told = np.diagonal(mass, axis1=1, axis2=2) * competence[:, None] / told_or_lucky
        spammed = given - told
        known, unknown = told.sum(axis=1) + smoothing, spammed.sum(axis=1) + smoothing
        competence = known / (known + unknown)
        spam = np.where(reach, spammed + smoothing, 0.0)
        spam /= np.maximum(spam.sum(axis=1, keepdims=True), np.finfo(float).tiny)
        log_spam = np.log(spam, out=np.zeros_like(spam), where=reach)
        posterior, likelihood = posterior_of(answers, _evidence(answers, competence, spam), prior)
        log_prior = np.log(competence) + np.log1p(-competence) + log_spam.sum(axis=1)
        on_classes = 0.0 if equal else float(np.log(prior[answers.allowed]).sum())
        return likelihood + smoothing * (float(log_prior[answers.per_worker > 0].sum()) + on_classes)

    objective, converged = climb(step, iterations, tolerance)
    return CrowdFit(posterior, prior, objective, converged, {"competence": competence, "spam": spam})


def _evidence(answers: CrowdAnswers, competence: np.ndarray, spam: np.ndarray) -> np.ndarray:
    """Tasks x classes log-likelihood: every answer as if it were spam, then those that this class makes true."""
    knows = competence[answers.worker]
    by_luck = (1 - knows) * spam[answers.worker, answers.answer]
    all_spam = np.bincount(answers.task, np.log(by_luck), minlength=answers.tasks)
    return all_spam[:, None] + answers.sums(np.log(knows + by_luck) - np.log(by_luck))
