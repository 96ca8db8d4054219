"""From the score of each class to one answer per question, and what happens to ties."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from goldscale.agreement.aggregation.questions import Questions
from goldscale.errors import ParameterError, UnknownNameError

Ties = Literal["negative", "positive", "frequent", "unjudged", "random"]
TIES: dict[str, str] = {
    "negative": "the lowest of the tied values: a yes needs more than half of the votes",
    "positive": "the highest of the tied values",
    "frequent": "the tied value that was given more often on all items; still tied, the first one",
    "unjudged": "nobody knows: the cell stays unjudged",
    "random": "one of the tied values, drawn with the seed",
}
"""What each tie rule does."""

CLOSE = 1e-9
"""Scores that differ by less than this fraction of the largest are tied: sums of floats keep no more."""
UNDECIDED = -1


def tie_rule(ties: str | None, questions: Questions, *, mixed: bool) -> str:
    """The rule for these questions: by default negative for numbers and frequent for members of a group.

    Members of a group have no order; where yes/no labels stand beside groups (``mixed``) a rule that needs one
    is for the labels, and the groups keep to their default.
    """
    if ties is not None and ties not in get_args(Ties):
        raise UnknownNameError("tie rule", ties, TIES)
    if questions.votes.categories is None:
        return ties or "negative"
    if ties in ("negative", "positive") and not mixed:
        raise ParameterError(
            f"ties={ties!r} needs values with an order; for one of a group: frequent, unjudged, random"
        )
    return "frequent" if ties is None or ties in ("negative", "positive") else ties


def leaders(scores: np.ndarray) -> np.ndarray:
    """Questions x classes: which classes have the highest score."""
    top = scores.max(axis=1, keepdims=True, initial=-np.inf)
    return scores >= top - CLOSE * np.maximum(np.abs(top), 1)


def decide(scores: np.ndarray, questions: Questions, rule: str, rng: np.random.Generator) -> np.ndarray:
    """The class that wins each question, UNDECIDED where the rule leaves a tie open."""
    leading = leaders(scores)
    if rule == "random":
        preference = rng.random(scores.shape) + 1
    elif rule == "frequent":
        labels, classes = questions.values.shape
        total = np.bincount(
            questions.votes.label.astype(np.int64) * classes + questions.answer, minlength=labels * classes
        )
        preference = total.reshape(labels, classes)[questions.label] + 1.0
    else:
        ascending = np.arange(1.0, scores.shape[1] + 1)
        preference = np.broadcast_to(ascending if rule == "positive" else ascending[::-1], scores.shape)
    winner = np.where(leading, preference, 0.0).argmax(axis=1)
    if rule == "unjudged":
        winner[leading.sum(axis=1) > 1] = UNDECIDED
    return winner
