"""Answers of a crowd as arrays, and the steps that every model of workers shares (expectation-maximisation, EM)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy import sparse

BLOCK = 1 << 13
"""Tasks that are weighed in one go: few enough for the processor's cache."""


@dataclass(frozen=True, eq=False)
class CrowdAnswers:
    """Who answered which task with which class, one entry per answer.

    A worker is whatever has parameters of its own: a person, or a person on one kind of task. The classes that a task
    may take depend on its kind; classes beyond them are never true.
    """

    task: np.ndarray
    worker: np.ndarray
    answer: np.ndarray
    kind: np.ndarray
    """Per task, the kind it is of."""
    allowed: np.ndarray
    """Kinds x classes: which classes there are."""
    workers: int

    @property
    def tasks(self) -> int:
        """Number of tasks."""
        return len(self.kind)

    @property
    def classes(self) -> int:
        """Number of classes of the richest kind."""
        return int(self.allowed.shape[1])

    @cached_property
    def incidence(self) -> sparse.csr_array:
        """Tasks x (worker, answer): a one where the worker gave that answer."""
        shape = (self.tasks, self.workers * self.classes)
        # Half as many bytes to read in every round, wherever they suffice.
        small = np.int32 if max(*shape, len(self.task)) <= np.iinfo(np.int32).max else np.int64
        column = self.worker.astype(np.int64) * self.classes + self.answer
        return sparse.csr_array((np.ones(len(self.task)), (self.task.astype(small), column.astype(small))), shape=shape)

    @cached_property
    def of_kind(self) -> sparse.csc_array:
        """Kinds x tasks: a one where the task is of that kind."""
        ends = np.arange(self.tasks + 1)
        return sparse.csc_array((np.ones(self.tasks), self.kind, ends), shape=(len(self.allowed), self.tasks))

    @cached_property
    def counts(self) -> np.ndarray:
        """Tasks x classes: how many gave it."""
        return self.sums(None)

    @cached_property
    def open(self) -> np.ndarray:
        """Tasks x classes: which classes the task may be of."""
        return self.allowed[self.kind]

    @cached_property
    def reach(self) -> np.ndarray:
        """Workers x classes: which classes the worker was asked about."""
        if len(self.allowed) == 1:
            return (self.per_worker > 0)[:, None] & self.allowed
        pair = np.unique(self.worker.astype(np.int64) * len(self.allowed) + self.kind[self.task])
        reach = np.zeros((self.workers, self.classes), dtype=bool)
        np.logical_or.at(reach, pair // len(self.allowed), self.allowed[pair % len(self.allowed)])
        return reach

    @cached_property
    def per_worker(self) -> np.ndarray:
        """How many answers each worker gave."""
        return np.bincount(self.worker, minlength=self.workers)

    def sums(self, weights: np.ndarray | None) -> np.ndarray:
        """Tasks x classes: the weights of the answers that say so."""
        cell = self.task.astype(np.int64) * self.classes + self.answer
        found = np.bincount(cell, weights, minlength=self.tasks * self.classes)
        return found.reshape(self.tasks, self.classes).astype(np.float64)

    def worker_means(self, values: np.ndarray) -> np.ndarray:
        """The mean of one value per answer over each worker's answers; NaN for a worker without any."""
        total = np.bincount(self.worker, values, minlength=self.workers)
        return np.divide(total, self.per_worker, out=np.full(self.workers, np.nan), where=self.per_worker > 0)

    def mass(self, posterior: np.ndarray) -> np.ndarray:
        """Workers x answers x true classes: how often each was answered where each is true."""
        # Transposed, the incidence goes through the tasks in order, which a matrix sorted by worker would not.
        found: np.ndarray = self.incidence.T @ posterior
        return found.reshape(self.workers, self.classes, self.classes)

    def shares(self) -> np.ndarray:
        """Tasks x classes: the share of the answers that say so."""
        return _as_shares(self.counts)

    def uniform(self) -> np.ndarray:
        """Kinds x classes: every class of a kind alike."""
        return _as_shares(self.allowed)


@dataclass(frozen=True, eq=False)
class CrowdFit:
    """What a model of workers found."""

    posterior: np.ndarray
    """Tasks x classes, each row a distribution."""
    prior: np.ndarray
    """Kinds x classes."""
    objective: np.ndarray
    """What EM climbs, after each round: the log-likelihood plus the log-density of the priors on the parameters."""
    converged: bool
    parameters: dict[str, np.ndarray] = field(default_factory=dict)


def posterior_of(answers: CrowdAnswers, evidence: np.ndarray, prior: np.ndarray) -> tuple[np.ndarray, float]:
    """Tasks x classes probabilities from the log-likelihood of each class, and the log-likelihood of all tasks."""
    # A class that cannot be has the logarithm of 0; it must stay out of the sum without a warning.
    log_prior = np.log(prior, out=np.full(prior.shape, -np.inf), where=prior > 0).T
    posterior, likelihood = np.empty(evidence.shape), 0.0
    for start in range(0, answers.tasks, BLOCK):
        block = slice(start, start + BLOCK)
        # Classes x tasks: NumPy is many times slower at finding the highest of a few neighbours than of a few rows.
        joint = np.ascontiguousarray(evidence[block].T)
        joint += log_prior if len(prior) == 1 else log_prior[:, answers.kind[block]]
        top = joint.max(axis=0, initial=-np.inf)
        joint -= top
        np.exp(joint, out=joint)
        total = joint.sum(axis=0)
        np.divide(joint, total, out=posterior[block].T)
        likelihood += float((np.log(total) + top).sum())
    return posterior, likelihood


def estimated_prior(answers: CrowdAnswers, posterior: np.ndarray, smoothing: float) -> np.ndarray:
    """Kinds x classes: how common each class is, with ``smoothing`` tasks added to each."""
    found = np.ones((1, answers.tasks)) @ posterior if len(answers.allowed) == 1 else answers.of_kind @ posterior
    return _as_shares((found + smoothing) * answers.allowed)


def _as_shares(mass: np.ndarray) -> np.ndarray:
    """Rows that sum to 1; a kind without classes (nobody answered it) stays 0."""
    total = mass.sum(axis=1, keepdims=True)
    return np.divide(mass, total, out=np.zeros(mass.shape), where=total > 0)


def climb(step: Callable[[], float], iterations: int, tolerance: float) -> tuple[np.ndarray, bool]:
    """Repeat ``step``, which gives back the objective, until it rises by no more than ``tolerance`` of itself."""
    objective: list[float] = []
    for _ in range(iterations):
        objective.append(step())
        if len(objective) > 1 and abs(objective[-1] - objective[-2]) <= tolerance * max(abs(objective[-1]), 1):
            return np.array(objective), True
    return np.array(objective), False
