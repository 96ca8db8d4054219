"""What a check of quality control is, what it may look at and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from goldscale.agreement.aggregation.merge import merge_method
from goldscale.agreement.aggregation.method import MethodResult, Task
from goldscale.agreement.aggregation.questions import Questions, sides
from goldscale.data import Judgements, Votes
from goldscale.data.parameter import Parameter, completed

SMOOTHING = 0.01
"""That of Dawid-Skene's counts: little, since more draws everybody towards a spammer, whatever foretells votes best."""


@dataclass(frozen=True, eq=False)
class Sheets:
    """The sheets that the votes make, one entry each; ``of_vote`` says which one a vote is on."""

    votes: Votes
    annotator: np.ndarray
    item: np.ndarray
    occasion: np.ndarray
    of_vote: np.ndarray
    first_vote: np.ndarray

    @classmethod
    def of(cls, votes: Votes) -> Sheets:
        """The sheets in order of annotator, item and occasion."""
        occasions = int(votes.occasion.max(initial=0)) + 1
        key = (votes.annotator.astype(np.int64) * len(votes.items) + votes.item) * occasions + votes.occasion
        _, first, of_vote = np.unique(key, return_index=True, return_inverse=True)
        return cls(votes, votes.annotator[first], votes.item[first], votes.occasion[first], of_vote, first)

    def __len__(self) -> int:
        return len(self.annotator)

    @cached_property
    def seconds(self) -> np.ndarray:
        """The time that each sheet took (the mean of what its votes say, NaN where none does)."""
        given = self.votes.details.get("seconds")
        if given is None:
            return np.full(len(self), np.nan)
        known = ~np.isnan(given)
        total = np.bincount(self.of_vote[known], given[known], minlength=len(self))
        count = np.bincount(self.of_vote[known], minlength=len(self))
        return np.divide(total, count, out=np.full(len(self), np.nan), where=count > 0)

    def detail(self, key: str) -> np.ndarray:
        """The batch or status of each sheet, as its first vote says; empty where unknown."""
        column = self.votes.details.get(key)
        return np.full(len(self), "", dtype=object) if column is None else column[self.first_vote]

    def per_annotator(self, which: np.ndarray | None = None) -> np.ndarray:
        """How many sheets (of these) each annotator has."""
        chosen = self.annotator if which is None else self.annotator[which]
        return np.bincount(chosen, minlength=len(self.votes.annotators))


@dataclass(frozen=True, eq=False)
class Case:
    """Everything that a check may look at."""

    votes: Votes
    exclusive: Mapping[str, tuple[str, ...]]
    """Groups that a sheet must answer exactly once."""
    at_most_one: Mapping[str, tuple[str, ...]]
    """Groups that a sheet may leave empty."""
    gold: Judgements | None
    pairs: Sequence[tuple[str, str]]
    limits: Mapping[str, Any]

    @cached_property
    def sheets(self) -> Sheets:
        """The votes as sheets."""
        return Sheets.of(self.votes)

    @cached_property
    def questions(self) -> Questions:
        """The first votes as questions with coded answers."""
        return Questions.of(self.votes)

    @cached_property
    def sides(self) -> list[Questions]:
        """The same, but with one question per exclusive group."""
        return sides(self.votes, self.exclusive)

    @cached_property
    def models(self) -> list[tuple[Questions, MethodResult]]:
        """What Dawid-Skene's model tells of the annotators on each side."""
        method = merge_method("dawid-skene")
        options = completed({"smoothing": SMOOTHING}, method.options, method.name)
        return [(side, method.run(Task(side, options))) for side in self.sides]

    @property
    def stratum(self) -> np.ndarray:
        """Per first vote: the label where classes differ between labels, else 0 (yes is yes on every label)."""
        return np.zeros_like(self.questions.votes.label) if self.questions.alike else self.questions.votes.label

    def tally(self, classes: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        """Annotators x strata x classes: how often each annotator's votes go with each class."""
        strata = 1 if self.questions.alike else len(self.votes.labels)
        shape = (len(self.votes.annotators), strata, self.questions.values.shape[1])
        cell = np.ravel_multi_index((self.questions.votes.annotator, self.stratum, classes), shape)
        return np.bincount(cell, weights, minlength=int(np.prod(shape))).reshape(shape)


@dataclass(frozen=True, eq=False)
class Finding:
    """What a check found, one entry per annotator or sheet."""

    value: np.ndarray
    """NaN where there was nothing to look at."""
    basis: np.ndarray
    """How many answers (sheets) the value rests on."""
    out: np.ndarray
    """Whether the limit is exceeded."""


@dataclass(frozen=True, kw_only=True)
class Check:
    """One check."""

    name: str
    title: str
    about: str
    level: Literal["annotator", "sheet"]
    says: str
    """The sentence about a unit that is out, with {value} and {basis}."""
    run: Callable[[Case], Finding | str]
    """The finding, or why there is none."""
    limits: tuple[Parameter, ...] = ()
    reference: str = ""
