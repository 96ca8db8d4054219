"""What is asked of a measure (thesis 4.6 after King 2003, 7.2.2 after Kiritchenko 2005), tried on generated cases.

A trial cannot prove that a requirement holds; it can show a case in which it does not, and that case is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldscale.data import Judgements, Run
from goldscale.data.result import Result
from goldscale.data.table import Table, names
from goldscale.errors import ParameterError
from goldscale.measures import Evaluation, Measure
from goldscale.measures.knowledge import Knowledge
from goldscale.measures.registry import parse_measures
from goldscale.metaevaluation.counterexamples import Counterexample
from goldscale.metaevaluation.telling_cases import PROBABILITIES, RANKINGS, SETS, with_telling

CASES = 300
SMALL = 1e-9
"""Differences below this are rounding."""

REQUIREMENTS = {
    "perfect is best": "a perfect prediction reaches the best value",
    "best is perfect": "only a perfect prediction reaches the best value",
    "worst is worst": "the worst value is reached only where nothing is right",
    "monotone": "one more right answer never makes the value worse",
    "finer for closer": "a wrong label that is closer to the right one costs less",
}
"""Each requirement, and what it means."""


@dataclass(frozen=True)
class Verdict:
    """Whether a requirement held in all cases; None where it cannot be asked of the measure."""

    holds: bool | None
    tried: int = 0
    counterexample: Counterexample | None = None

    def __str__(self) -> str:
        return {True: "holds", False: "fails", None: "-"}[self.holds]


@dataclass(frozen=True, repr=False)
class Requirements(Result):
    """Measures x requirements."""

    verdicts: Mapping[str, Mapping[str, Verdict]]
    cases: int
    seed: int

    def tables(self) -> tuple[Table, ...]:
        """What holds, and the first case in which something does not."""
        columns = [names("measure", self.verdicts)]
        columns += [names(r, (str(row[r]) for row in self.verdicts.values())) for r in REQUIREMENTS]
        notes = [f"{name}: {about}." for name, about in REQUIREMENTS.items()]
        notes.append(f"Tried on {self.cases} cases each, seed {self.seed}; a dash where it cannot be asked.")
        failed = [
            (name, requirement, str(verdict.counterexample))
            for name, row in self.verdicts.items()
            for requirement, verdict in row.items()
            if verdict.counterexample is not None
        ]
        board = Table(columns, "Requirements", notes)
        if not failed:
            return (board,)
        measured, asked, case = zip(*failed, strict=True)
        return board, Table([names("measure", measured), names("fails", asked), names("case", case)], "Counterexamples")

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "cases": self.cases,
            "seed": self.seed,
            "measures": {
                name: {
                    requirement: {
                        "holds": verdict.holds,
                        "tried": verdict.tried,
                        "counterexample": None if verdict.counterexample is None else str(verdict.counterexample),
                    }
                    for requirement, verdict in row.items()
                }
                for name, row in self.verdicts.items()
            },
        }

    def __repr__(self) -> str:
        held = sum(all(v.holds is not False for v in row.values()) for row in self.verdicts.values())
        return f"Requirements({held} of {len(self.verdicts)} measures meet all)"


def requirements(
    measures: str | Measure | Iterable[str | Measure],
    *,
    labels: Iterable[str] | None = None,
    cases: int = CASES,
    seed: int = 0,
    **knowledge: Any,
) -> Requirements:
    """Try what is asked of measures on random truths of a few labels (all of ``labels``, where they are given).

    Semantic measures need their knowledge, as ``evaluate`` does (``ontology="pto-2009"``), and its labels.
    Predictions are sets for measures on sets and scores for measures on rankings. Half of them are random, half are
    those that tell measures apart: a label less or more, nothing, everything, two exchanged, the same score for all.

    >>> requirements("OneError").verdicts["OneError"]["best is perfect"].holds
    False
    """
    if cases < 1:
        raise ParameterError(f"cases must be at least 1, not {cases}")
    asked = parse_measures(measures)
    known = [*labels] if labels is not None else [str(i) for i in range(5)]
    found = {}
    for m in asked:  # the same cases for each, whatever else is asked
        trial = _Trial(tuple(known), labels is not None, cases, np.random.default_rng(seed), knowledge)
        found[str(m)] = trial.verdicts(m)
    return Requirements(found, cases, seed)


class _Trial:
    """Cases, and the values that a measure gives them."""

    def __init__(
        self, labels: tuple[str, ...], named: bool, cases: int, rng: np.random.Generator, knowledge: Mapping[str, Any]
    ) -> None:
        self.labels, self.named = labels, named
        self.knowledge = Knowledge(Judgements(np.zeros((1, len(labels))), labels=labels).labels, **knowledge)
        share = rng.uniform(0.2, 0.6, (cases, 1))
        self.truth = (rng.random((cases, len(labels))) < share).astype(np.int8)
        if knowledge.get("ontology") is not None:
            # A truth keeps the rules of its ontology; what breaks them is taken away until nothing does.
            while (broken := self.knowledge.penalised(self.truth > 0) & (self.truth > 0)).any():
                self.truth[broken] = 0
        orders = np.argsort(rng.random(self.truth.shape), axis=1)
        # Scores lie in [0, 1), so that what is lifted above them stands alone.
        self.scores = with_telling(self.truth, orders.astype(np.float64), RANKINGS, rng) / len(labels)
        guessed = (rng.random(self.truth.shape) < share).astype(np.float64)
        self.sets = with_telling(self.truth, guessed, SETS, rng)
        self.probabilities = with_telling(self.truth, guessed, PROBABILITIES, rng)
        self.rng = rng

    def verdicts(self, asked: Measure) -> dict[str, Verdict]:
        """The verdict on each requirement."""
        definition = asked.definition
        # One value for all cases, or one per label to which every case adds: no single case can be judged.
        if asked.micro or (definition.score == "semantic" and asked.direction == "label"):
            return {name: Verdict(None) for name in REQUIREMENTS}
        ranked = definition.prediction == "ranking"
        given = {"ranking": self.scores, "set": self.sets, "probability": self.probabilities}[definition.prediction]
        right = self._right(given, ranked)
        perfect = self._perfect(given, ranked)
        best, worst = definition.best, definition.low if definition.higher_is_better else definition.high
        value = self._value(asked, given)
        return {
            "perfect is best": self._judge(perfect, self._value(asked, perfect), lambda v: np.abs(v - best) > SMALL),
            "best is perfect": self._judge(
                given, np.where(right, np.nan, value), lambda v: np.isfinite(best) & (np.abs(v - best) <= SMALL)
            ),
            "worst is worst": self._judge(
                given, np.where(self._nothing_right(given, ranked), np.nan, value), lambda v: np.abs(v - worst) <= SMALL
            )
            if np.isfinite(worst)
            else Verdict(None),
            "monotone": self._monotone(asked, given, value, ranked),
            "finer for closer": self._finer(asked),
        }

    def _value(self, asked: Measure, given: np.ndarray, truth: np.ndarray | None = None) -> np.ndarray:
        """One value per case: cases are items, or labels for a measure that is read by label."""
        known = self.truth if truth is None else truth
        turned = asked.direction == "label"
        held, predicted = (known.T, given.T) if turned else (known, given)
        labels = None if turned else self.labels
        truth_of = Judgements(held, labels=labels)
        run = (
            Run(decisions=predicted > 0, labels=labels)
            if asked.definition.prediction == "set"
            else Run(scores=predicted, labels=labels)
        )
        evaluation = Evaluation(truth_of, [asked], knowledge=None if turned else self.knowledge)
        return evaluation.score(run)[str(asked)].values[0]

    def _judge(self, given: np.ndarray, value: np.ndarray, wrong: Callable[[np.ndarray], np.ndarray]) -> Verdict:
        bad = np.flatnonzero(wrong(value) & ~np.isnan(value))
        tried = int(np.count_nonzero(~np.isnan(value)))
        if not tried:
            return Verdict(None)
        first = [self._case(self.truth[at], [given[at]], [float(value[at])]) for at in self._simplest(bad, given)]
        return Verdict(not first, tried, *first)

    def _monotone(self, asked: Measure, given: np.ndarray, before: np.ndarray, ranked: bool) -> Verdict:
        """A relevant label that was missed is predicted, or moves to the top."""
        missed = (self.truth > 0) & (given < (1.0 if not ranked else given.max(axis=1, keepdims=True)))
        choice = np.argmax(missed * self.rng.random(missed.shape), axis=1)
        more = given.copy()
        more[np.arange(len(more)), choice] = 2.0 if ranked else 1.0
        after = np.where(missed.any(axis=1), self._value(asked, more), np.nan)
        gain = (after - before) * (1 if asked.definition.higher_is_better else -1)
        bad = np.flatnonzero(gain < -SMALL)
        tried = int(np.count_nonzero(~np.isnan(gain)))
        if not tried:
            return Verdict(None)
        first = [
            self._case(self.truth[at], [given[at], more[at]], [float(before[at]), float(after[at])])
            for at in self._simplest(bad, given)
        ]
        return Verdict(not first, tried, *first)

    def _finer(self, asked: Measure) -> Verdict:
        """One true label, one wrong label predicted: the closer it is, the better, and somewhere strictly better."""
        if (
            asked.definition.score != "semantic"
            or asked.direction == "label"
            or asked.definition.prediction == "ranking"
        ):
            return Verdict(None)
        closeness = -self.knowledge.costs
        size, count = len(self.labels), len(self.truth)
        picks = np.array([self.rng.permutation(size)[:3] for _ in range(count)])
        true, near, far = picks.T
        swap = closeness[true, near] < closeness[true, far]
        near, far = np.where(swap, far, near), np.where(swap, near, far)
        truth, one, other = (np.zeros((count, size)) for _ in range(3))
        rows = np.arange(count)
        truth[rows, true], one[rows, far], other[rows, near] = 1, 1, 1
        before, after = self._value(asked, one, truth.astype(np.int8)), self._value(asked, other, truth.astype(np.int8))
        gain = (after - before) * (1 if asked.definition.higher_is_better else -1)
        apart = closeness[true, near] - closeness[true, far] > SMALL
        bad = np.flatnonzero(apart & (gain < -SMALL))
        some = bool((apart & (gain > SMALL)).any())
        shown = bad[:1] if some else np.flatnonzero(apart)[:1]
        first = [self._case(truth[at], [one[at], other[at]], [float(before[at]), float(after[at])]) for at in shown]
        return Verdict(not first, int(apart.sum()), *first)

    def _perfect(self, given: np.ndarray, ranked: bool) -> np.ndarray:
        return given + self.truth * 2.0 if ranked else self.truth.astype(np.float64)

    def _right(self, given: np.ndarray, ranked: bool) -> np.ndarray:
        """Which predictions are perfect."""
        if not ranked:
            return np.asarray((given == self.truth).all(axis=1))
        relevant = np.where(self.truth > 0, given, np.inf).min(axis=1)
        return np.asarray(relevant > np.where(self.truth > 0, -np.inf, given).max(axis=1))

    def _nothing_right(self, given: np.ndarray, ranked: bool) -> np.ndarray:
        """In which predictions nothing is right: no relevant label predicted, or all of them last."""
        if not ranked:
            return np.asarray(~((given > 0) & (self.truth > 0)).any(axis=1))
        relevant = np.where(self.truth > 0, given, -np.inf).max(axis=1)
        return np.asarray(relevant < np.where(self.truth > 0, np.inf, given).min(axis=1))

    def _simplest(self, bad: np.ndarray, given: np.ndarray) -> list[int]:
        """Of the cases that show something the one with the fewest labels, where there is any."""
        size = np.count_nonzero(self.truth[bad], axis=1) + np.count_nonzero(given[bad], axis=1)
        return [int(bad[np.argmin(size)])] if len(bad) else []

    def _case(self, truth: np.ndarray, predictions: list[np.ndarray], values: list[float]) -> Counterexample:
        return Counterexample.of(self.labels if self.named else None, truth, predictions, values)
