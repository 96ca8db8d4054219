"""Methods that count votes: majority, threshold, and votes weighted by the quality of who gave them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import sparse

from goldscale.agreement.aggregation.decision import leaders
from goldscale.agreement.aggregation.method import Method, MethodResult, Task
from goldscale.agreement.aggregation.questions import Questions
from goldscale.agreement.relevance import lowest_passing
from goldscale.data.parameter import Parameter
from goldscale.errors import MismatchError, ParameterError

BEST, WORST = 0.99, 0.01
"""No worker is taken to be surer than this; a weight would be infinite."""
STEADY = 2
"""How many answers to each class are taken to be like the rest of an annotator's: a class met once tells little."""


def _majority(task: Task) -> MethodResult:
    """The class that lies nearest to all votes: most frequent, median or mean, by what counts as distance."""
    questions, answers = task.questions, task.questions.answers
    value = task.options["value"]
    if value == "majority":
        return MethodResult(answers.shares(), answers.counts)
    if questions.votes.categories is not None:
        raise ParameterError(f"value={value!r} needs votes that are numbers; categories have a majority only")
    gap = np.abs(questions.values[:, :, None] - questions.values[:, None, :])
    distance = np.nan_to_num(gap, nan=0.0) ** (1 if value == "median" else 2)
    scores = -np.einsum("tk,tkj->tj", answers.counts, distance[questions.label])
    return MethodResult(answers.shares(), np.where(answers.open, scores, -np.inf))


def _enough(options: dict[str, Any]) -> dict[str, Any]:
    """The options of 'threshold' with what makes a yes: two votes where neither a number nor a share is given."""
    at_least, share = options["at_least"], options["share"]
    if at_least is not None and share is not None:
        raise ParameterError("give at_least (votes) or share (a fraction of the votes), not both")
    if at_least == 0 or (share is not None and not 0 < share <= 1):
        raise ParameterError("at_least counts from 1, and share lies above 0 and up to 1: no vote at all is no yes")
    return options | {"at_least": 2 if at_least is None and share is None else at_least}


def _threshold(task: Task) -> MethodResult:
    questions, answers = task.questions, task.questions.answers
    at_least, share = task.options["at_least"], task.options["share"]
    votes, means_yes = answers.counts, questions.relevant(task.relevant)
    if questions.votes.categories is None:
        votes = (votes * means_yes[questions.label]).sum(axis=1, keepdims=True)
    if share is None:
        enough = votes >= at_least
    else:
        enough = votes / answers.counts.sum(axis=1, keepdims=True) >= lowest_passing(share)
    if questions.votes.categories is None:
        same = means_yes[questions.votes.label, questions.answer] == enough[questions.task, 0]
        return MethodResult(answers.shares(), value=enough[:, 0].astype(float), quality=answers.worker_means(same))
    return MethodResult(answers.shares(), np.where(enough, votes, 0.0), open=np.asarray(~enough.any(axis=1)))


def _weighted(task: Task) -> MethodResult:
    """Votes weigh the log-odds of their worker's accuracy (Nitzan and Paroush 1982)."""
    questions, answers = task.questions, task.questions.answers
    classes = answers.allowed.sum(axis=1)[questions.label[questions.task]]
    others = np.log(np.maximum(classes - 1, 1))
    settled = True
    if task.quality is not None:
        accuracy = _given_quality(questions, task.quality)
        scores = answers.sums(_weights(accuracy, questions, others))
    else:
        weights = np.ones(len(questions.task))
        accuracy = np.full(answers.workers, np.nan)
        for _ in range(task.options["rounds"]):
            before, accuracy = accuracy, _agreement_with_rest(questions, weights)
            weights = _weights(accuracy, questions, others)
            settled = np.array_equal(before, accuracy, equal_nan=True)
            if settled:
                break
        scores = answers.sums(weights)
    odds = np.where(answers.open, scores, -np.inf)
    chance = np.exp(odds - odds.max(axis=1, keepdims=True, initial=-np.inf))
    weight = np.log(np.clip(accuracy, WORST, BEST) / (1 - np.clip(accuracy, WORST, BEST)))
    posterior = chance / chance.sum(axis=1, keepdims=True)
    return MethodResult(posterior, odds, quality=accuracy, estimates={"log-odds": weight}, settled=settled)


def _weights(accuracy: np.ndarray, questions: Questions, others: np.ndarray) -> np.ndarray:
    sure = np.clip(accuracy, WORST, BEST)[questions.votes.annotator]
    return np.log(sure / (1 - sure)) + others


def _agreement_with_rest(questions: Questions, weights: np.ndarray) -> np.ndarray:
    """Per annotator, how often they agree with the weighted majority of the others, each of its answers alike.

    A plain share would be high for whoever gives the common answer always, and give them the most weight. Each class
    counts as if ``STEADY`` more answers had been as often right as the annotator is over all; to these are added two
    right answers and one wrong one: somebody of whom nothing is known is better than chance.
    """
    answers, pair = (questions.answers, None) if questions.alike else questions.answers_by_label()
    votes = np.arange(len(questions.task))
    rest = np.where(answers.open, answers.sums(weights), -np.inf)[questions.task]
    rest[votes, questions.answer] -= weights
    leading = leaders(rest)
    share = leading / leading.sum(axis=1, keepdims=True)
    share[answers.counts.sum(axis=1)[questions.task] < 2] = 0.0
    whose = sparse.csr_array((np.ones(len(votes)), (answers.worker, votes)), shape=(answers.workers, len(votes)))
    met = whose @ share
    same = np.zeros_like(share)
    same[votes, questions.answer] = share[votes, questions.answer]
    right = whose @ same
    overall = (right.sum(axis=1, keepdims=True) + 2) / (met.sum(axis=1, keepdims=True) + 3)
    known = np.where(answers.reach, (right + STEADY * overall) / (met + STEADY), 0.0)
    balanced = known.sum(axis=1) / np.maximum(answers.reach.sum(axis=1), 1)
    return questions.per_annotator(balanced, answers, pair)


def _given_quality(questions: Questions, quality: Mapping[str, float]) -> np.ndarray:
    names = questions.votes.annotators
    missing = [names[int(a)] for a in np.unique(questions.votes.annotator) if names[int(a)] not in quality]
    if missing:
        raise MismatchError("quality must name everybody who voted", missing=missing)
    given = np.array([quality.get(name, math.nan) for name in names], dtype=float)
    if np.any((given < 0) | (given > 1)):
        raise ParameterError("quality is the fraction of right answers, between 0 and 1")
    return given


METHODS = (
    Method(
        name="majority",
        title="Majority vote",
        summary="The value that most annotators gave; of a group, the label that most chose.",
        probability="fraction of the votes",
        quality="fraction of the annotator's votes that agree with the decision; a tied cell counts in expectation",
        reference="thesis 6.4.1 and 10.3.2: the majority vote of three opinions",
        run=_majority,
        options=(
            Parameter(
                "value",
                "what stands for the votes: the most frequent value, or the one next to their median or mean",
                "choice",
                "majority",
                ("majority", "median", "mean"),
            ),
        ),
    ),
    Method(
        name="threshold",
        title="Enough votes",
        summary="Yes where enough annotators voted yes (two by default); a group with no such label is left open.",
        probability="fraction of the votes",
        quality="fraction of the annotator's votes that agree with the decision",
        reference="Hodosh et al. 2013, 4.3.2",
        run=_threshold,
        options=(
            Parameter("at_least", "how many votes make a yes (2 where neither this nor share is given)", "count"),
            Parameter(
                "share",
                "fraction of the votes that makes a yes, rounding allowed: 2/3 reaches 0.66 and 0.67",
                "number",
            ),
        ),
        settle=_enough,
    ),
    Method(
        name="weighted",
        title="Votes weighted by quality",
        summary="Votes are weighted by the log-odds of being right: given, or from agreement with the rest.",
        probability="probability of each value if annotators err independently, as often as their quality says",
        quality="fraction of right answers: given, or agreement with the rest where each of its answers counts alike",
        reference="Nitzan and Paroush 1982, doi:10.2307/2526438",
        run=_weighted,
        options=(
            Parameter(
                "rounds", "maximum number of rounds in which weights and majorities are updated", "count", 10, low=1
            ),
        ),
        needs_people=True,
        takes_quality=True,
        rounds="rounds",
    ),
)
