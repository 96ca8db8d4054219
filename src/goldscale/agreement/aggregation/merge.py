"""Make one truth out of votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from goldscale.agreement.aggregation import counting, models
from goldscale.agreement.aggregation.decision import UNDECIDED, decide, tie_rule
from goldscale.agreement.aggregation.merged import Merged, Part, WorkerQuality
from goldscale.agreement.aggregation.method import Method, Task
from goldscale.agreement.aggregation.questions import Questions, sides
from goldscale.agreement.exclusive import Exclusive, exclusive_groups
from goldscale.agreement.relevance import judged_cells
from goldscale.data import Concepts, Votes
from goldscale.data.parameter import completed, shown_parameters
from goldscale.data.registry import Registry
from goldscale.errors import ParameterError, expect

METHODS: Registry[Method] = Registry("method of aggregation", counting.METHODS, models.METHODS)


def merge_methods() -> list[Method]:
    """Every way to make a truth out of votes."""
    return METHODS.values()


def merge_method(name: str) -> Method:
    """The method of this name."""
    return METHODS[name]


def merge_votes(
    votes: Votes,
    method: str = "majority",
    *,
    exclusive: Exclusive = None,
    ties: str | None = None,
    relevant: float | None = None,
    quality: Mapping[str, float] | None = None,
    seed: int = 0,
    name: str | None = None,
    **options: Any,
) -> Merged:
    """One truth, with probabilities, from the votes of several annotators (thesis 6.2.2 and 10.3.2).

    ``method`` and its ``options``: see ``merge_methods()``. Cells without a vote stay unjudged; a vote that somebody
    gave again does not count. With ``exclusive`` (name -> labels, or an Ontology) each exclusive group is one question,
    of which the label with the most votes (the highest probability) wins; all other labels are yes or no for
    themselves. Votes that are for one of a group already are taken so, each choice a label of the result.

    ``ties``: negative (default for numbers: a yes needs more than half), positive, frequent (default for groups),
    unjudged or random (with ``seed``). The probability of a graded cell is that of a grade from ``relevant`` up, by
    default above the middle of the scale. ``quality`` (annotator -> fraction of right answers) is for 'weighted'.

    >>> votes = Votes.from_records([(who, "a.jpg", "Sky", said) for who, said in (("a", 1), ("b", 1), ("c", 0))])
    >>> merged = merge_votes(votes)
    >>> merged.judgements.values, merged.probability.values.round(2)
    (array([[1]], dtype=int8), array([[0.67]], dtype=float32))
    """
    expect(votes, Votes)
    chosen = merge_method(method)
    if votes.anonymous and chosen.needs_people:
        raise ParameterError(
            f"{method} must know who gave which vote, and these votes only tell how many; use majority or threshold"
        )
    if quality is not None and not chosen.takes_quality:
        able = " or ".join(repr(one.name) for one in METHODS.values() if one.takes_quality)
        raise ParameterError(f"quality is for the method {able}, not for {method!r}")
    complete = chosen.settle(completed(options, chosen.options, method))
    rng = np.random.default_rng(seed)
    asked = sides(votes, exclusive_groups(exclusive))
    labels, columns = _columns(votes, asked)
    parts = tuple(
        _decided(chosen, Task(side, complete, relevant, quality), ties, rng, where, mixed=len(asked) > 1)
        for side, where in zip(asked, columns, strict=True)
    )
    cells = [_cells(part, relevant) for part in parts]
    row, column, value, probability = (np.concatenate(found) for found in zip(*cells, strict=True))
    if np.any((value % 1 != 0) & ~np.isnan(value)) or np.any(value < 0):
        raise ParameterError("grades must be whole numbers from 0 up; make others relevance with method='threshold'")
    title = name or votes.name
    # What else decided the result, for the signature.
    groups = "+".join(exclusive_groups(exclusive)) or None
    record = {"relevant": relevant, "quality": None if quality is None else "given", "exclusive": groups}
    return Merged(
        judged_cells(row, column, value, votes.items, labels, title),
        judged_cells(row, column, probability, votes.items, labels, title),
        _workers(chosen, votes, parts),
        method,
        method + shown_parameters(complete, chosen.options),
        complete | record,
        seed,
        votes,
        parts,
    )


def _decided(
    method: Method, task: Task, ties: str | None, rng: np.random.Generator, columns: np.ndarray, *, mixed: bool
) -> Part:
    questions = task.questions
    rule = tie_rule(ties, questions, mixed=mixed)
    outcome = method.run(task)
    winner = decide(outcome.posterior if outcome.scores is None else outcome.scores, questions, rule, rng)
    if outcome.open is not None:
        winner[outcome.open] = UNDECIDED
    return Part(questions, outcome, rule, winner, columns)


def _columns(votes: Votes, asked: list[Questions]) -> tuple[Concepts, list[np.ndarray]]:
    """The labels of the merged truth, and per side labels x classes: the column of each class."""
    if votes.categories is not None:
        names, columns = asked[0].taken_apart()
        return Concepts(names), [columns]
    found = []
    for side in asked:
        values = side.values
        if side.votes.categories is None:
            found.append(np.broadcast_to(np.arange(len(values))[:, None], values.shape))
        else:
            member = np.array([votes.labels.index[name] for name in side.votes.categories])
            found.append(np.where(np.isnan(values), -1, member[np.nan_to_num(values).astype(int)]))
    return votes.labels, found


def _cells(part: Part, relevant: float | None) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Row, column, decided value (NaN: unjudged) and probability of each cell of the merged truth."""
    questions, posterior = part.questions, part.outcome.posterior
    undecided = part.winner == UNDECIDED
    if questions.votes.categories is None:
        value = questions.values[questions.label, part.winner] if part.outcome.value is None else part.outcome.value
        probability = (posterior * questions.relevant(relevant)[questions.label]).sum(axis=1)
        return questions.item, questions.label, np.where(undecided, np.nan, value), probability.clip(0, 1)
    question, column = np.nonzero(part.columns[questions.label] >= 0)
    won = np.where(undecided, np.nan, part.winner)[question]
    value = np.where(np.isnan(won), np.nan, won == column)
    return questions.item[question], part.columns[questions.label[question], column], value, posterior[question, column]


def _workers(method: Method, votes: Votes, parts: tuple[Part, ...]) -> WorkerQuality:
    """What is known of annotators from all parts, each weighed by the votes that it rests on."""
    count = len(votes.annotators)
    given = np.array([np.bincount(part.questions.votes.annotator, minlength=count) for part in parts])

    def joined(values: list[np.ndarray]) -> np.ndarray:
        total = sum(np.where(n > 0, value, 0.0) * n for value, n in zip(values, given, strict=True))
        return np.divide(total, given.sum(axis=0), out=np.full(count, np.nan), where=given.sum(axis=0) > 0)

    quality = [
        part.questions.answers.worker_means(part.agreement) if part.outcome.quality is None else part.outcome.quality
        for part in parts
    ]
    names = list(parts[0].outcome.estimates)
    return WorkerQuality(
        votes.annotators,
        given.sum(axis=0),
        joined(quality),
        method.quality,
        {key: joined([part.outcome.estimates[key] for part in parts]) for key in names},
        {key: matrix for part in parts for key, matrix in part.outcome.confusion.items()},
        {key: part.questions.class_names(key) for part in parts for key in part.outcome.confusion},
    )
