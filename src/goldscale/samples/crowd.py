"""A made-up crowd whose quality is known: votes on a truth by workers who err, and by spammers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from goldscale.data import Concepts, Judgements, Votes
from goldscale.data.votes import YES_NO
from goldscale.errors import ParameterError, known_name

WORKER = "worker"
KINDS = {
    "random": "answers without looking, any value alike",
    "constant": "gives one and the same answer, drawn once",
    "contrary": "gives the wrong answer nine times out of ten",
}
"""The kinds of spammers."""
CONTRARY = 0.1
"""How often a contrary spammer is right."""
HASTE = 0.2
"""The share of a worker's time that a spammer takes."""
SPREAD = 0.4
"""Standard deviation of log seconds."""


@dataclass(frozen=True)
class Simulated:
    """One member of a made-up crowd."""

    name: str
    kind: str
    """``worker``, or a kind of spammer."""
    quality: float
    """The chance that an answer is right; of one who does not look, that of guessing."""


def simulate_votes(
    truth: Judgements,
    *,
    workers: int = 20,
    votes_per_item: int = 5,
    quality: Sequence[float] | None = None,
    beta: tuple[float, float] = (8.0, 2.0),
    spammers: int | Mapping[str, int] = 3,
    exclusive: Mapping[str, Sequence[str]] | None = None,
    seconds: float | None = None,
    repeats: float = 0.0,
    seed: int = 0,
) -> tuple[Votes, dict[str, Simulated]]:
    """Votes of a made-up crowd on a truth, and who is who in it.

    Every item goes to ``votes_per_item`` people drawn from workers and spammers alike, who vote on all of its judged
    cells. A worker is right with the chance that ``quality`` lists or that is drawn from ``beta``; a wrong answer is
    any other grade alike. ``spammers``: how many, of all KINDS in turn, or how many of each kind. With ``exclusive``
    (name -> labels) only those are asked, and a vote is for one label of a group. ``seconds`` is the median time of
    a sheet (spammers take a fifth of it); ``repeats`` the share of sheets that the same person fills in again.

    >>> votes, crowd = simulate_votes(Judgements([[1, 0], [0, 1], [1, 1]]), workers=4, votes_per_item=3, spammers=1)
    >>> votes.name, len(votes), crowd["spammer 01"].kind
    ('simulated votes', 18, 'random')
    """
    rng = np.random.default_rng(seed)
    asked = _Questions.of(truth, exclusive)
    crowd = _crowd(asked.values.shape[1], workers, quality, beta, spammers, rng)
    if not 1 <= votes_per_item <= len(crowd):
        raise ParameterError(
            f"votes_per_item must lie between 1 and the {len(crowd)} in the crowd, not {votes_per_item}"
        )
    if not 0 <= repeats <= 1:
        raise ParameterError(f"repeats is a fraction between 0 and 1, not {repeats}")
    item, annotator, occasion = _sheets(len(truth.items), len(crowd), votes_per_item, repeats, rng)
    sheet, label = np.nonzero(asked.right[item] >= 0)
    classes = np.count_nonzero(~np.isnan(asked.values), axis=1)[label]
    answer = _answers(crowd, annotator[sheet], asked.right[item[sheet], label], classes, rng)
    details = {}
    if seconds is not None:
        haste = np.array([1.0 if member.kind == WORKER else HASTE for member in crowd])
        taken = seconds * haste[annotator] * np.exp(SPREAD * rng.standard_normal(len(annotator)))
        details["seconds"] = np.round(taken, 1)[sheet]
    votes = Votes(
        annotator[sheet],
        item[sheet],
        label,
        asked.values[label, answer],
        [member.name for member in crowd],
        truth.items,
        asked.labels,
        "simulated votes",
        categories=asked.categories,
        choices={name: row[~np.isnan(row)].tolist() for name, row in zip(asked.labels, asked.values, strict=True)},
        occasion=occasion[sheet],
        details=details,
    )
    return votes, {member.name: member for member in crowd}


@dataclass(frozen=True, eq=False)
class _Questions:
    labels: Concepts
    right: np.ndarray
    """Items x labels: the class of the right answer, -1 where there is none."""
    values: np.ndarray
    """Labels x classes: the value that each class stands for, NaN beyond the last."""
    categories: tuple[str, ...] | None = None

    @classmethod
    def of(cls, truth: Judgements, exclusive: Mapping[str, Sequence[str]] | None) -> _Questions:
        grades = truth.values
        if not isinstance(grades, np.ndarray) or truth.relevance == "probability":
            raise ParameterError("a simulated crowd needs a dense truth of grades")
        if exclusive is None:
            levels = np.unique(np.append(grades[grades >= 0], YES_NO if truth.relevance == "binary" else ()))
            right = np.where(grades < 0, -1, np.searchsorted(levels, grades))
            return cls(truth.labels, right, np.tile(levels.astype(float), (len(truth.labels), 1)))
        members = [tuple(labels) for labels in exclusive.values()]
        categories = tuple(label for labels in members for label in labels)
        values = np.full((len(members), max(map(len, members), default=1)), np.nan)
        right = np.empty((len(truth.items), len(members)), dtype=int)
        for j, labels in enumerate(members):
            values[j, : len(labels)] = [categories.index(label) for label in labels]
            holds = grades[:, [truth.labels.index[label] for label in labels]] > 0
            if np.any(holds.sum(axis=1) > 1):
                raise ParameterError(f"an item has several labels of the group {list(exclusive)[j]!r}")
            right[:, j] = np.where(holds.any(axis=1), holds.argmax(axis=1), -1)
        return cls(Concepts(exclusive, "group"), right, values, categories)


def _crowd(
    classes: int,
    workers: int,
    quality: Sequence[float] | None,
    beta: tuple[float, float],
    spammers: int | Mapping[str, int],
    rng: np.random.Generator,
) -> list[Simulated]:
    if quality is not None and (len(quality) != workers or not all(0 <= q <= 1 for q in quality)):
        raise ParameterError(f"quality must give each of the {workers} workers a probability between 0 and 1")
    chances = rng.beta(*beta, workers) if quality is None else np.asarray(quality, dtype=float)
    if isinstance(spammers, int):
        kinds = [list(KINDS)[i % len(KINDS)] for i in range(spammers)]
    else:
        for kind in spammers:
            known_name(kind, KINDS, "kind of spammer")
        kinds = [kind for kind, count in spammers.items() for _ in range(count)]
    members = [Simulated(f"worker {i:02d}", WORKER, float(q)) for i, q in enumerate(chances, 1)]
    guess = 1 / classes
    return members + [
        Simulated(f"spammer {i:02d}", kind, CONTRARY if kind == "contrary" else guess)
        for i, kind in enumerate(kinds, 1)
    ]


def _sheets(
    items: int, people: int, per_item: int, repeats: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Item, annotator and occasion of each sheet."""
    drawn = rng.random((items, people)).argpartition(per_item - 1, axis=1)[:, :per_item]
    item, annotator = np.repeat(np.arange(items), per_item), drawn.ravel()
    again = np.flatnonzero(rng.random(len(item)) < repeats)
    occasion = np.repeat([0, 1], [len(item), len(again)])
    return np.append(item, item[again]), np.append(annotator, annotator[again]), occasion


def _answers(
    crowd: Sequence[Simulated],
    annotator: np.ndarray,
    right: np.ndarray,
    classes: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    kind = np.array([member.kind for member in crowd])[annotator]
    quality = np.array([member.quality for member in crowd])[annotator]
    other = 1 + (rng.random(len(right)) * np.maximum(classes - 1, 1)).astype(int)
    looked = np.where(rng.random(len(right)) < quality, right, (right + other) % classes)
    guessed = (rng.random(len(right)) * classes).astype(int)
    favourite = (rng.random(len(crowd))[annotator] * classes).astype(int)
    return np.select([kind == "random", kind == "constant"], [guessed, favourite], looked)
