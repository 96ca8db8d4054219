"""How much to smooth Dawid and Skene's counts: by how well each answer is foretold by all others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from goldscale.kernels.crowd.answers import BLOCK, CrowdAnswers, CrowdFit
from goldscale.kernels.crowd.dawid_skene import dawid_skene

CANDIDATES = (0.01, 0.03, 0.1)
"""More than these drowns the few answers that most workers give to a class; less leaves single answers too sure."""
SAMPLE = 50_000
"""With more answers than this, the tasks that hold about so many decide."""
ROUNDS, TOLERANCE = 50, 1e-6
"""Candidates are compared when EM has done most of its work; its last digits are for the one that is chosen."""


def best_smoothing(answers: CrowdAnswers) -> float:
    """The candidate under whose fit the answers, each left out in turn, are the most probable."""
    some = _sample(answers)

    def foretold(smoothing: float) -> float:
        fit = dawid_skene(some, smoothing=smoothing, iterations=ROUNDS, tolerance=TOLERANCE)
        return float(log_left_out(some, fit, smoothing).sum())

    return max(CANDIDATES, key=foretold)


def log_left_out(answers: CrowdAnswers, fit: CrowdFit, smoothing: float) -> np.ndarray:
    """The log-probability of each answer to a task that has others, as the rest of the answers foretells it.

    The answer is taken out of the posterior of its task and out of its worker's counts; what it did to other tasks
    stays, so that no fit is made anew.
    """
    counts = answers.mass(fit.posterior)
    rows = counts.sum(axis=1)
    added = smoothing * answers.reach.sum(axis=1)
    confusion = fit.parameters["confusion"]
    several = np.flatnonzero(answers.counts.sum(axis=1)[answers.task] > 1)
    found = np.empty(len(several))
    for start in range(0, len(several), BLOCK):
        here = several[start : start + BLOCK]
        worker, answer = answers.worker[here], answers.answer[here]
        own = fit.posterior[answers.task[here]]
        # A class that the task cannot be has no row in the confusion matrix, and stays at 0.
        without = np.divide(own, confusion[worker, :, answer], out=np.zeros(own.shape), where=own > 0)
        without /= without.sum(axis=1, keepdims=True)
        # Rounding may leave a count that is only the answer itself a little below it.
        alike = np.maximum(counts[worker, answer] - own, 0) + smoothing
        total = np.maximum(rows[worker] - own, 0) + added[worker, None]
        found[start : start + BLOCK] = np.log((without * alike / total).sum(axis=1))
    return found


def _sample(answers: CrowdAnswers) -> CrowdAnswers:
    """All answers, or those to tasks spread evenly over all; nothing is drawn, so that nothing depends on a seed."""
    share = SAMPLE / max(len(answers.task), 1)
    if share >= 1:
        return answers
    golden = (np.sqrt(5) - 1) / 2
    chosen = (np.arange(answers.tasks) * golden) % 1 < share
    kept = chosen[answers.task]
    return replace(
        answers,
        task=(np.cumsum(chosen) - 1)[answers.task[kept]],
        worker=answers.worker[kept],
        answer=answers.answer[kept],
        kind=answers.kind[chosen],
    )
