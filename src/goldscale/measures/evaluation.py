"""Evaluation: a truth, measures and rules, ready for any number of runs. What hangs on the truth alone is done once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from goldscale.data import Axis, Judgements, MeasureScores, Resamples, Run, Scores
from goldscale.errors import ParameterError
from goldscale.measures.aggregate import FILL
from goldscale.measures.bounds import bounds
from goldscale.measures.confidence import Replicates, intervals
from goldscale.measures.decisions import unsuited
from goldscale.measures.definition import Measure
from goldscale.measures.fitting import fit
from goldscale.measures.grouping import Grouped, Nesting, as_groups
from goldscale.measures.inputs import as_runs, as_truth, path_of
from goldscale.measures.knowledge import Knowledge
from goldscale.measures.prevalence import Prevalence
from goldscale.measures.registry import canonical, parse_measures
from goldscale.measures.scoring import Targets, score_run
from goldscale.measures.settings import Settings
from goldscale.measures.signature import signature
from goldscale.measures.uncertain import check_rules, expected_scores
from goldscale.measures.usual import Usual, usual_measures
from goldscale.progress import Progress, silent

POOLED = "all"
"""Name of the one unit of a micro-averaged measure."""


class Evaluation:
    """The unit of work: it can be pickled and sent elsewhere, and the Scores that come back can be stacked.

    ``knowledge`` is what semantic measures need: ontology, relatedness, agreement, each an object, a bundled name or
    a path, read once when a measure first asks for it; several truths of the same labels can share one Knowledge.
    Without ``measures`` they are chosen by the truth; ``usual`` then says which and for what kind of data.

    >>> evaluation = Evaluation([[1, 0, 1]], ["AP:item"])
    >>> Scores.stack([evaluation.score(Run([[0.9, s, 0.1]], name=str(s))) for s in (0.8, 0.05)]).summary()
    {'0.8': {'AP:item': 0.8333333333333333}, '0.05': {'AP:item': 1.0}}
    """

    def __init__(
        self,
        truth: Judgements | Any,
        measures: str | Measure | Iterable[str | Measure] | None = None,
        settings: Settings | None = None,
        knowledge: Knowledge | Mapping[str, Any] | None = None,
        groups: Grouped | None = None,
    ) -> None:
        self.truth = as_truth(truth)
        self._truth_file = path_of(truth)
        self.usual: Usual | None = None
        if measures is None:
            self.usual = usual_measures(self.truth)
            measures = self.usual.with_scores
        self.measures = parse_measures(measures)
        if not self.measures:
            raise ParameterError("no measure was asked for")
        double = [name for name, count in Counter(map(str, self.measures)).items() if count > 1]
        if double:
            raise ParameterError(f"two definitions of {double[0]} were given; results are kept by name, so rename one")
        self.settings = settings or Settings()
        check_rules(self.truth, self.settings)
        self._prevalence = Prevalence(self.truth)
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

    def only(self, measures: Iterable[str | Measure]) -> Evaluation:
        """The same evaluation with other measures; what the truth was prepared for is shared."""
        other = object.__new__(Evaluation)
        other.__dict__ = self.__dict__ | {"measures": parse_measures(measures)}
        return other

    def score(self, runs: Run | Sequence[Run] | Any, progress: Progress | None = None) -> Scores:
        """The runs, as ``evaluate`` takes them, against the truth."""
        given = as_runs(runs, self.truth, self.settings.match, self.settings.blank, self._truth_file)
        held = [fit(run, self.truth, self.settings) for run in given]
        uncertain = self.truth.relevance == "probability"
        results = (self._expected if uncertain else self._score)(held, progress or silent)
        return Scores([run.name for run in held], self._explained(results, held), canonical)

    def _explained(self, results: Sequence[MeasureScores], held: Sequence[Run]) -> list[MeasureScores]:
        """With what the numbers have to be read beside: how much is relevant, and whether the decisions mean much."""
        by_set = any(measure.definition.prediction == "set" for measure in self.measures)
        notes = tuple(unsuited(run, self.settings.threshold) for run in held) if by_set else ()
        found = []
        for measure, result in zip(self.measures, results, strict=True):
            relevant, judged = self._prevalence(measure)
            said = notes if measure.definition.prediction == "set" else ()
            found.append(replace(result, relevant=relevant, judged=judged, notes=said))
        return found

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
            resampled = intervals(scored, targets) if targets.settings.ci is not None else {}
            parts.append(_Part(scored.values, scored.threshold, resampled, self._limits(resampled, run, targets)))
        report(len(held), len(held))
        return [_assemble(measure, targets, parts, self._targets) for measure in self.measures]

    def _limits(self, resampled: dict[Measure, Replicates], run: Run, targets: Targets) -> Limits:
        """Low and high of each measure: a bootstrap interval, or the bounds that unjudged cells leave."""
        if targets.settings.unjudged == "bounds":
            return bounds(run, targets, self.measures)
        return {m: (found.low, found.high) for m, found in resampled.items()}


Limits = dict[Measure, tuple[float, float]]


@dataclass(frozen=True)
class _Part:
    """What is kept of a run once it is scored."""

    values: dict[Measure, np.ndarray]
    threshold: str
    resampled: dict[Measure, Replicates]
    limits: Limits


def _resamples(measure: Measure, parts: Sequence[_Part], settings: Settings) -> Resamples | None:
    """What all runs were on the same resamples, where they were drawn from the same."""
    found = [part.resampled[measure] for part in parts if measure in part.resampled]
    if not found or any(one.drawn != found[0].drawn for one in found):
        return None
    numbers, left_out = (np.stack([getattr(one, name) for one in found]) for name in ("numbers", "left_out"))
    return Resamples(found[0].drawn, settings.ci_over, settings.seed, numbers, left_out)


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
        targets.numbers(values, measure),
        np.isnan(values).sum(axis=1),
        tuple(signature(measure, stated, part.threshold, known) for part in parts),
        measure.definition.higher_is_better,
        None if limits is None else limits[0],
        None if limits is None else limits[1],
        FILL[settings.undefined],
        average=measure.average,
        resamples=_resamples(measure, parts, settings),
    )
    return replace(found, levels=targets.nesting.levels(measure, found.counted))
