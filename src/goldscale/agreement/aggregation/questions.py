"""Votes as questions with coded answers: what the methods of aggregation work on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from goldscale.data.vote_views import choice_labels, grouped
from goldscale.data.votes import Votes
from goldscale.kernels.crowd.answers import CrowdAnswers
from goldscale.limits import check_table

ALL = "all"
"""The name of the one confusion matrix that somebody has for all labels together."""


@dataclass(frozen=True, eq=False)
class Questions:
    """Each cell that somebody voted on is a question; its possible answers are classes 0, 1, ... of its label.

    Only first votes count: somebody who answers again gives no second opinion.
    """

    votes: Votes
    cell: np.ndarray
    """Per question, item * labels + label."""
    task: np.ndarray
    """Per vote, its question."""
    answer: np.ndarray
    """Per vote, the class of its value."""
    values: np.ndarray
    """Labels x classes: the value that each class stands for; NaN where a label has fewer."""

    @classmethod
    def of(cls, votes: Votes) -> Questions:
        """The questions that these votes answer."""
        first = votes.first()
        # In one order, so that sums of floats, and with them a model at a fork, do not depend on that of the votes.
        # Nobody votes twice on a cell here, so that these keys differ and any way of sorting gives the same order.
        key = first.cell * len(first.annotators) + first.annotator
        if (key[1:] < key[:-1]).any():
            first = first.select(np.argsort(key))
        new = np.append(True, np.diff(first.cell) != 0)[: len(first)]
        values, answer = _classes(first)
        # Methods weigh every class of every question.
        check_table(votes.name, int(new.sum()), values.shape[1])
        return cls(first, first.cell[new], np.cumsum(new) - 1, answer, values)

    @cached_property
    def label(self) -> np.ndarray:
        """Per question, its label."""
        return self.cell % max(len(self.votes.labels), 1)

    @property
    def item(self) -> np.ndarray:
        """Per question, its item."""
        return self.cell // max(len(self.votes.labels), 1)

    @cached_property
    def allowed(self) -> np.ndarray:
        """Labels x classes: which classes a label has."""
        return ~np.isnan(self.values)

    @property
    def alike(self) -> bool:
        """Whether a class means the same on every label: yes and no do, the members of different groups do not."""
        same = np.array_equal(self.values, np.broadcast_to(self.values[:1], self.values.shape), equal_nan=True)
        return len(self.votes.labels) < 2 or (self.votes.categories is None and same)

    @cached_property
    def answers(self) -> CrowdAnswers:
        """The votes with one set of parameters per annotator."""
        return CrowdAnswers(
            self.task, self.votes.annotator, self.answer, self.label, self.allowed, len(self.votes.annotators)
        )

    def answers_by_label(self) -> tuple[CrowdAnswers, np.ndarray]:
        """The votes with parameters per annotator and label; and the annotator * labels + label of each such pair."""
        labels = len(self.votes.labels)
        pair, worker = np.unique(self.votes.annotator.astype(np.int64) * labels + self.votes.label, return_inverse=True)
        return CrowdAnswers(self.task, worker, self.answer, self.label, self.allowed, len(pair)), pair

    def per_annotator(self, value: np.ndarray, answers: CrowdAnswers, pair: np.ndarray | None) -> np.ndarray:
        """One value per annotator from one per worker of ``answers``: the mean over their labels, weighted by votes.

        ``pair`` is that of ``answers_by_label``, None where a worker is an annotator; NaN for those without votes.
        """
        count = len(self.votes.annotators)
        who = np.arange(count) if pair is None else pair // len(self.votes.labels)
        votes = np.bincount(who, answers.per_worker, minlength=count)
        total = np.bincount(who, np.where(answers.per_worker > 0, value, 0.0) * answers.per_worker, minlength=count)
        return np.divide(total, votes, out=np.full(count, np.nan), where=votes > 0)

    def class_names(self, label: str) -> tuple[str, ...]:
        """The classes of a label, or of ALL of them alike, in words."""
        place = 0 if label == ALL else self.votes.labels.index[label]
        values = self.values[place][self.allowed[place]]
        if self.votes.categories is not None:
            return tuple(self.votes.categories[int(value)] for value in values)
        return tuple(f"{value:g}" for value in values)

    def relevant(self, at_least: float | None) -> np.ndarray:
        """Labels x classes: which classes mean 'relevant': values from ``at_least`` up, or above the scale's middle.

        Where votes can take one value only, it is relevant when it is above 0.
        """
        if at_least is not None:
            return self.values >= at_least
        low, high = (reduce(self.values, axis=1, keepdims=True) for reduce in (np.fmin.reduce, np.fmax.reduce))
        return self.values > np.where(low == high, 0.0, (low + high) / 2)

    def taken_apart(self) -> tuple[tuple[str, ...], np.ndarray]:
        """The names of the labels that the categories make, and labels x classes: which of them each class is."""
        names, codes = choice_labels(self.votes)
        columns = np.full(self.values.shape, -1)
        before = 0
        for label, own in enumerate(codes):
            classes = np.searchsorted(self.values[label][self.allowed[label]], own)
            columns[label, classes] = before + np.arange(len(own))
            before += len(own)
        return tuple(names), columns


def sides(votes: Votes, exclusive: Mapping[str, tuple[str, ...]]) -> list[Questions]:
    """The votes on labels of their own, and those on groups."""
    if not exclusive or votes.categories is not None:
        return [Questions.of(votes)]
    together = grouped(votes, exclusive)
    members = {label for labels in exclusive.values() for label in labels}
    alone = votes.select(np.array([label not in members for label in votes.labels])[votes.label])
    return [Questions.of(side) for side in (alone, together) if len(side)] or [Questions.of(alone)]


def _classes(votes: Votes) -> tuple[np.ndarray, np.ndarray]:
    """Labels x classes values, and the class of each vote: what is declared for the label or was voted."""
    declared = {votes.labels.index[name]: values for name, values in votes.choices.items() if name in votes.labels}
    universe = np.unique(np.concatenate([votes.levels, *declared.values()]))
    code = np.searchsorted(universe, votes.values)
    check_table(votes.name, len(votes.labels), len(universe))
    present = np.zeros((len(votes.labels), len(universe)), dtype=bool)
    if votes.categories is None:
        present[[j for j in range(len(votes.labels)) if j not in declared]] = np.isin(universe, votes.levels)
    for j, choices in declared.items():
        present[j, np.searchsorted(universe, choices)] = True
    present[votes.label, code] = True
    position = present.cumsum(axis=1) - 1
    values = np.full((len(votes.labels), int(present.sum(axis=1).max(initial=1))), np.nan)
    label, column = np.nonzero(present)
    values[label, position[label, column]] = universe[column]
    return values, position[votes.label, code]
