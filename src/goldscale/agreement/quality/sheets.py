"""Sheets: one annotator's votes on one item on one occasion (an assignment, an 'annotation set' of thesis 6.2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from goldscale.data import Votes


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
