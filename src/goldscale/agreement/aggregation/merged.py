"""What comes of merging votes: one truth, its probabilities, what is known of the annotators, and the ties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from goldscale.agreement.aggregation.decision import TIES, leaders
from goldscale.agreement.aggregation.method import MethodResult
from goldscale.agreement.aggregation.questions import Questions
from goldscale.agreement.truth_lookup import grades_at, known_answers, label_columns, one_of_several
from goldscale.data import Judgements, Votes
from goldscale.data.number_format import json_number, shown
from goldscale.data.result import Result
from goldscale.data.signature import Signature
from goldscale.data.table import Table, counts, names, numbers
from goldscale.data.votes import Annotators
from goldscale.errors import MismatchError


@dataclass(frozen=True, eq=False, repr=False)
class WorkerQuality(Result):
    """What a method found out about each annotator; NaN for somebody who did not vote."""

    annotators: Annotators
    votes: np.ndarray
    quality: np.ndarray
    meaning: str
    """What the quality is, in words."""
    estimates: Mapping[str, np.ndarray] = field(default_factory=dict)
    """What else the method estimates (ability, log-odds...)."""
    confusion: Mapping[str, np.ndarray] = field(default_factory=dict)
    """Dawid-Skene: annotators x true class x answer, for each label or for all of them."""
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the classes of each confusion matrix."""

    def table(self, digits: int = 3, least: int | None = None) -> Table:
        """One row per annotator, the best first; or only so many of the worst."""
        order = np.argsort(-np.nan_to_num(self.quality, nan=-np.inf), kind="stable")
        every = len(order)
        order = order if least is None or least >= every else order[every - least :]
        fewer = [f"Shown are the {least} lowest of {every} annotators."] if len(order) < every else []
        columns = {"quality": self.quality, **self.estimates}
        return Table(
            [
                names("annotator", (self.annotators[int(a)] for a in order)),
                counts("votes", self.votes[order]),
                *(numbers(heading, values[order], digits) for heading, values in columns.items()),
            ],
            notes=[f"quality: {self.meaning}.", *fewer],
        )

    def tables(self) -> tuple[Table, ...]:
        """The annotators."""
        return (self.table(),)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        found: dict[str, Any] = {
            name: {
                "votes": int(self.votes[a]),
                "quality": json_number(self.quality[a]),
                **{key: json_number(column[a]) for key, column in self.estimates.items()},
            }
            for a, name in enumerate(self.annotators)
        }
        for question, matrices in self.confusion.items():
            for name, matrix in zip(self.annotators, matrices, strict=True):
                rows = [[json_number(x) for x in row] for row in matrix]
                found[name].setdefault("confusion", {})[question] = rows
        return found

    def __repr__(self) -> str:
        known = self.quality[~np.isnan(self.quality)]
        told = f", {shown(known.min(), 3)} to {shown(known.max(), 3)}" if len(known) else ""
        return f"WorkerQuality({self.annotators.counted}{told})"


@dataclass(frozen=True, eq=False)
class Part:
    """The questions of one kind (labels of their own, or groups) with what was decided."""

    questions: Questions
    outcome: MethodResult
    rule: str
    """The tie rule."""
    winner: np.ndarray
    """The class of each question; UNDECIDED where it stays unjudged."""
    columns: np.ndarray
    """Labels x classes: the column of the merged truth that a class of a group stands for."""

    @cached_property
    def chance(self) -> np.ndarray:
        """Questions x classes: the chance of each class to be decided on if ties were drawn; 0 in an open question."""
        leading = leaders(self.scores)
        return leading / leading.sum(axis=1, keepdims=True) * ~self.open[:, None]

    @property
    def open(self) -> np.ndarray:
        """Which questions the method left unjudged."""
        none = np.zeros(len(self.questions.cell), dtype=bool)
        return none if self.outcome.open is None else self.outcome.open

    @property
    def scores(self) -> np.ndarray:
        """What the classes competed with."""
        return self.outcome.posterior if self.outcome.scores is None else self.outcome.scores

    @cached_property
    def tied(self) -> np.ndarray:
        """Which questions were tied."""
        if self.outcome.value is not None:
            return np.zeros(len(self.questions.cell), dtype=bool)
        return (leaders(self.scores).sum(axis=1) > 1) & ~self.open

    @property
    def agreement(self) -> np.ndarray:
        """Per vote, whether it went with the decision; in a tie, by chance."""
        return self.chance[self.questions.task, self.questions.answer]


@dataclass(frozen=True, eq=False, repr=False)
class Merged(Result):
    """One truth made of many votes."""

    judgements: Judgements
    """Items x labels; unjudged where nobody voted or a tie was left open."""
    probability: Judgements
    """The same cells with the probability that the label is relevant."""
    workers: WorkerQuality
    method: str
    asked: str
    """The method with those of its options that are not as usual."""
    options: Mapping[str, Any]
    seed: int
    votes: Votes
    parts: tuple[Part, ...]
    known: Judgements | None = None
    """Right answers to be compared with."""

    @property
    def ties(self) -> int:
        """How many questions were tied."""
        return sum(int(np.count_nonzero(part.tied)) for part in self.parts)

    @property
    def tie_rules(self) -> dict[str, str]:
        """The rule that decided ties, and what it does."""
        return {part.rule: TIES[part.rule] for part in self.parts}

    @property
    def chosen(self) -> dict[str, tuple[float, ...]]:
        """The options that the method chose itself, with the value for each part (labels of their own, and groups)."""
        names = dict.fromkeys(name for part in self.parts for name in part.outcome.chosen)
        return {name: tuple(part.outcome.chosen[name] for part in self.parts) for name in names}

    @property
    def converged(self) -> bool:
        """Whether the method converged, so that more rounds would change nothing."""
        return all(part.outcome.converged for part in self.parts)

    @cached_property
    def signature(self) -> str:
        """What somebody else needs to get the same truth."""
        settled = {**self.options, **{key: "+".join(map(str, values)) for key, values in self.chosen.items()}}
        chosen = [f"{key}={value}" for key, value in settled.items() if value is not None]
        rules = "+".join(self.tie_rules)
        drawn = [f"seed={self.seed}"] if "random" in self.tie_rules else []
        return str(Signature.signed(self.method, *chosen, f"ties={rules}", *drawn, f"votes={self.votes.hash}"))

    def expected_error(self, truth: Judgements) -> float:
        """The proportion of questions that were decided wrongly, a tie counting as if it were drawn at random.

        A question is a label of an item, or a group of labels; where classes are called by numbers, a truth may have
        one column with the number of the right one. Only those that ``truth`` judges and that have enough
        votes (method 'threshold') count; NaN where there are none.

        >>> from goldscale import Votes
        >>> from goldscale.agreement import merge_votes
        >>> votes = Votes.from_records([("first", "a.jpg", "Sky", 1), ("second", "a.jpg", "Sky", 0)])
        >>> merge_votes(votes).expected_error(Judgements([[1]], ["a.jpg"], ["Sky"]))
        0.5
        """
        if self.votes.categories is not None and len(self.votes.labels) == 1:
            truth = one_of_several(truth, self.judgements.labels)
        wrong = [_wrongness(part, self.judgements, truth) for part in self.parts]
        joined = np.concatenate(wrong)
        return float(joined.mean()) if len(joined) else float("nan")

    def table(self) -> Table:
        """The merged truth in numbers."""
        held = self.judgements
        found = {"items": len(held.items), "labels": len(held.labels), "relevant": held.relevant}
        found |= {"unjudged": held.unjudged, "ties": self.ties}
        wrong = [] if self.known is None else [numbers("wrong", [100 * self.expected_error(self.known)], 2, "%")]
        return Table([names("method", [self.asked]), *(counts(heading, [n]) for heading, n in found.items()), *wrong])

    def tables(self) -> tuple[Table, ...]:
        """The annotators, where it is known who they are, and the truth in numbers."""
        return (*(() if self.votes.anonymous else self.workers.tables()), self.table())

    def to_dict(self) -> dict[str, Any]:
        """Everything but the cells, ready for JSON."""
        fits = [part.outcome.fit for part in self.parts if part.outcome.fit is not None]
        return {
            "method": self.method,
            "signature": self.signature,
            "items": len(self.judgements.items),
            "labels": len(self.judgements.labels),
            "relevant": self.judgements.relevant,
            "unjudged": self.judgements.unjudged,
            "ties": {"questions": self.ties, "rules": self.tie_rules},
            "chosen": {key: list(values) for key, values in self.chosen.items()},
            "converged": self.converged,
            "iterations": [len(fit.objective) for fit in fits],
            "objective": [float(fit.objective[-1]) for fit in fits],
            "quality": self.workers.meaning,
            "annotators": self.workers.to_dict(),
            **({} if self.known is None else {"error": json_number(self.expected_error(self.known))}),
        }

    def __repr__(self) -> str:
        return f"Merged({self.method}, {len(self.votes)} votes -> {self.judgements!r}, {self.ties} ties)"


def _wrongness(part: Part, merged: Judgements, truth: Judgements) -> np.ndarray:
    """Per question that the truth judges, the chance that the decision is not what the truth says."""
    place = label_columns(merged.labels, truth)
    if np.any(place < 0):
        missing = [merged.labels[int(j)] for j in np.flatnonzero(place < 0)]
        raise MismatchError("the truth lacks labels of the votes", missing=missing)
    questions, label = part.questions, part.questions.label
    columns = part.columns[label]
    row = merged.items.locate(truth.items)[questions.item]
    if questions.votes.categories is None:
        column = place[columns[:, 0]]
        if part.outcome.value is not None:
            relevant = grades_at(truth, row, column)
            return (part.outcome.value != relevant)[relevant >= 0].astype(float)
        right = known_answers(truth, questions.votes, row, column)
        return 1.0 - (part.chance * (questions.values[label] == right[:, None])).sum(axis=1)[right >= 0]
    chosen = grades_at(truth, np.broadcast_to(row[:, None], columns.shape), place[columns])
    chosen = np.where(columns >= 0, chosen, -1) > 0
    return 1.0 - (part.chance * chosen).sum(axis=1)[chosen.any(axis=1) & ~part.open]
