"""Evaluation: a truth, measures and rules, ready for any number of runs. What hangs on the truth alone is done once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from goldscale.data import Axis, Judgements, MeasureScores, Run, Scores
from goldscale.data.run import check_run_names
from goldscale.errors import ParameterError
from goldscale.measures.aggregate import FILL, aggregate
from goldscale.measures.bounds import bounds
from goldscale.measures.confidence import intervals
from goldscale.measures.definition import Measure
from goldscale.measures.grouping import Grouped, Nesting, as_groups
from goldscale.measures.knowledge import Knowledge
from goldscale.measures.registry import canonical, parse_measures
from goldscale.measures.scoring import RunScores, Targets, score_run
from goldscale.measures.settings import Settings
from goldscale.measures.signature import signature
from goldscale.measures.uncertain import check_rules, expected_scores
from goldscale.progress import Progress, silent

POOLED = "all"
"""Name of the one unit of a micro-averaged measure."""

USUAL = ("AP", "AUC", "F1", "F1:item")
"""The measures where nobody names any; the first one ranks."""


class Evaluation:
    """The unit of work: it can be pickled and sent elsewhere, and the Scores that come back can be stacked.

    ``knowledge`` is what semantic measures need: ontology, relatedness, agreement, each an object, a bundled name or
    a path, read once when a measure first asks for it; several truths of the same labels can share one Knowledge.

    >>> evaluation = Evaluation([[1, 0, 1]], ["AP:item"])
    >>> Scores.stack([evaluation.score(Run([[0.9, s, 0.1]], name=str(s))) for s in (0.8, 0.05)]).summary()
    {'0.8': {'AP:item': 0.8333333333333333}, '0.05': {'AP:item': 1.0}}
    """

    def __init__(
        self,
        truth: Judgements | Any,
        measures: str | Measure | Iterable[str | Measure] = USUAL,
        settings: Settings | None = None,
        knowledge: Knowledge | Mapping[str, Any] | None = None,
        groups: Grouped | None = None,
    ) -> None:
        if isinstance(truth, Run):
            raise ParameterError(
                "the truth is a Run: runs come first and the truth second, evaluate(runs, truth, measures)"
            )
        self.truth = truth if isinstance(truth, Judgements) else Judgements(truth)
        self.measures = parse_measures(measures)
        if not self.measures:
            raise ParameterError("no measure was asked for")
        self.settings = settings or Settings()
        check_rules(self.truth, self.settings)
        self._targets = Targets(
            self.truth,
            self.settings,
            knowledge if isinstance(knowledge, Knowledge) else Knowledge(self.truth.labels, **(knowledge or {})),
            Nesting(self.truth.items, None if groups is None else as_groups(groups, self.truth.items)),
        )

    @property
    def threads(self) -> int:
        """On how many threads a run is scored: all processors, unless somebody keeps them busy otherwise."""
        return self._targets.threads

    @threads.setter
    def threads(self, count: int) -> None:
        self._targets.threads = count

    def only(self, measures: Iterable[Measure]) -> Evaluation:
        """The same evaluation with other measures; what the truth was prepared for is shared."""
        other = object.__new__(Evaluation)
        other.__dict__ = self.__dict__ | {"measures": tuple(measures)}
        return other

    def score(self, runs: Run | Sequence[Run], progress: Progress | None = None) -> Scores:
        """The runs against the truth."""
        held = [runs] if isinstance(runs, Run) else list(runs)
        check_run_names([run.name for run in held])
        uncertain = self.truth.relevance == "probability"
        results = (self._expected if uncertain else self._score)(held, progress or silent)
        return Scores([run.name for run in held], results, canonical)

    def _expected(self, held: Sequence[Run], report: Progress) -> list[MeasureScores]:
        """Against a truth of probabilities: against each drawn truth, and the expectation of that."""
        targets = self._targets
        certain, total = replace(self.settings, ci=None), self.settings.draws * len(held)

        def of_draw(truth: Judgements, number: int) -> list[MeasureScores]:
            drawn = Targets(truth, certain, targets.knowledge, targets.nesting, targets.threads)
            return self._score(held, lambda done, *_: report(number * len(held) + done, total), drawn)

        return expected_scores(self.truth, self.settings, of_draw)

    def _score(self, held: Sequence[Run], report: Progress, drawn: Targets | None = None) -> list[MeasureScores]:
        """Against a certain truth; signatures tell of the truth that was given, where another was drawn from it."""
        targets = drawn or self._targets
        parts: list[_Part] = []
        for done, run in enumerate(held):
            report(done, len(held))
            scored = score_run(run, targets, self.measures)
            parts.append(_Part(scored.values, scored.threshold, _limits(scored, run, targets)))
        report(len(held), len(held))
        return [_assemble(measure, targets, parts, self._targets) for measure in self.measures]


Limits = dict[Measure, tuple[float, float]]


@dataclass(frozen=True)
class _Part:
    """What is kept of a run once it is scored."""

    values: dict[Measure, np.ndarray]
    threshold: str
    limits: Limits


def _limits(scores: RunScores, run: Run, targets: Targets) -> Limits:
    """Low and high of each measure: a bootstrap interval, or the bounds that unjudged cells leave."""
    if targets.settings.ci is not None:
        return intervals(scores, targets)
    if targets.settings.unjudged == "bounds":
        return bounds(run, targets, list(scores.values))
    return {}


def _assemble(measure: Measure, targets: Targets, parts: Sequence[_Part], stated: Targets) -> MeasureScores:
    truth, settings = targets.truth, targets.settings
    units: Axis = truth.items if measure.direction == "item" else truth.labels
    if measure.micro:
        units = Axis([POOLED], units.noun)
    values = np.stack([part.values[measure] for part in parts])
    values.flags.writeable = False
    limits = np.array([part.limits[measure] for part in parts]).T if parts[0].limits else None
    known = targets.knowledge.describe(measure.definition.needs) + targets.nesting.describe(measure)
    found = MeasureScores(
        str(measure),
        values,
        units,
        aggregate(values, measure, settings.undefined, targets.nesting.parents(measure), targets.weights(measure)),
        np.isnan(values).sum(axis=1),
        tuple(signature(measure, stated, part.threshold, known) for part in parts),
        measure.definition.higher_is_better,
        None if limits is None else limits[0],
        None if limits is None else limits[1],
        FILL[settings.undefined],
    )
    return replace(found, levels=targets.nesting.levels(measure, found.counted))
