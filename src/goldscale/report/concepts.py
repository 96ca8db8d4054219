"""What a concept's own page tells: its best runs with intervals and curves, and the items that most runs get wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from goldscale.data import Concepts, Judgements, MeasureScores, Run
from goldscale.data import matrix as mx
from goldscale.data.judgements import unjudged_mask
from goldscale.kernels.thinning import thinned
from goldscale.measures import Measure, curves, measure
from goldscale.measures.confidence import unit_limits
from goldscale.measures.curves import Curve
from goldscale.measures.grouping import Nesting
from goldscale.measures.knowledge import Knowledge
from goldscale.measures.scoring import Targets, is_ranked, score_run
from goldscale.measures.settings import Settings
from goldscale.progress import Progress, silent
from goldscale.report.mistakes import Mistakes

SHOWN_RUNS = 6
"""So many runs have a curve: the best, and among them the best baseline."""
SHOWN_ITEMS = 6
MOST_CONCEPTS = 150
"""Of more concepts than this, those with the most relevant items have a page."""
POINTS, CLOSE = 40, 0.002
"""A curve has at most so many points; fewer where they stay so close to it, on axes from 0 to 1."""

Line = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class ConceptRun:
    """A run on one concept."""

    name: str
    value: float
    low: float
    high: float
    """NaN where there is no interval."""
    precision_recall: Line
    """From high scores to low: recall and precision."""
    roc: Line
    """False positive rate and true positive rate."""


@dataclass(frozen=True)
class HardItem:
    """An item that many runs get wrong."""

    name: str
    relevant: bool
    wrong: int
    """How many runs missed it, or predicted it wrongly."""


@dataclass(frozen=True)
class ConceptStory:
    """One concept."""

    name: str
    unit: int
    """Its place among the measure's units."""
    relevant: int
    judged: int
    runs: tuple[ConceptRun, ...]
    """From best to worst."""
    hard: tuple[HardItem, ...]
    counted: int
    """Runs whose mistakes were counted."""

    @property
    def prevalence(self) -> float:
        """The share of relevant items among the judged ones: the precision of a guess."""
        return self.relevant / self.judged if self.judged else float("nan")


def concept_stories(
    result: MeasureScores,
    runs: Mapping[str, Run],
    names: Sequence[str],
    truth: Judgements,
    settings: Settings,
    baselines: frozenset[str] = frozenset(),
    progress: Progress | None = None,
) -> tuple[ConceptStory, ...]:
    """A story for each concept of a measure by label; ``names`` are the runs in the order of the result's values."""
    tell, asked = progress or silent, measure(result.measure)
    values = mx.dense(truth.values, -1)
    judged, relevant = (~unjudged_mask(values)).sum(axis=0), (values >= asked.rel).sum(axis=0)
    units = np.sort(np.argsort(-relevant, kind="stable")[:MOST_CONCEPTS])
    chosen = {int(unit): _best(result, int(unit), names, baselines) for unit in units}
    told: dict[tuple[int, int], ConceptRun] = {}
    mistakes = Mistakes(truth, settings, asked.rel)
    for place, name in enumerate(names):
        tell(place, len(names), name)
        if name not in baselines:
            mistakes.count(runs[name])
        wanted = np.array([unit for unit in chosen if place in chosen[unit]], dtype=np.int64)
        if len(wanted):
            found = _told(runs[name], truth, wanted, asked, settings, result.values[place, wanted])
            told |= {(unit, place): one for unit, one in zip(wanted.tolist(), found, strict=True)}
    tell(len(names), len(names))
    return tuple(
        ConceptStory(
            result.units.names[unit],
            unit,
            int(relevant[unit]),
            int(judged[unit]),
            tuple(told[unit, place] for place in places),
            tuple(
                HardItem(truth.items[item], bool(values[item, unit] >= asked.rel), wrong)
                for item, wrong in mistakes.worst(unit, SHOWN_ITEMS)
            ),
            mistakes.runs,
        )
        for unit, places in chosen.items()
    )


def _best(result: MeasureScores, unit: int, names: Sequence[str], baselines: frozenset[str]) -> list[int]:
    """Places of the runs that are best on a concept, the best baseline among them."""
    merit = result.values[:, unit] * (1.0 if result.higher_is_better else -1.0)
    order = [int(i) for i in np.argsort(-merit, kind="stable") if not np.isnan(merit[i])]
    best = [i for i in order if names[i] not in baselines]
    guess = [i for i in order if names[i] in baselines][:1]
    return sorted([*best[: SHOWN_RUNS - len(guess)], *guess], key=order.index)


def _told(
    run: Run, truth: Judgements, wanted: np.ndarray, asked: Measure, settings: Settings, values: np.ndarray
) -> list[ConceptRun]:
    """One run on some concepts; only their columns are sorted."""
    part, cut = truth.select(labels=wanted), _columns(run, truth.labels, wanted)
    pr, roc = (curves(cut, part, kind, rel=asked.rel, unjudged=settings.unjudged) for kind in ("pr", "roc"))
    limits = np.full((2, len(wanted)), np.nan)
    if settings.ci is not None and is_ranked(asked, asked.definition.condensed, "label"):
        targets = Targets(part, settings, Knowledge(part.labels), Nesting(part.items, None))
        limits = unit_limits(score_run(cut, targets, [asked]), asked, targets)
    numbers = zip(part.labels, values.tolist(), limits[0].tolist(), limits[1].tolist(), strict=True)
    return [
        ConceptRun(run.name, value, low, high, _line(pr.get(name)), _line(roc.get(name)))
        for name, value, low, high in numbers
    ]


def _columns(run: Run, labels: Concepts, wanted: np.ndarray) -> Run:
    """The run on these labels of the truth; a run that lists what it retrieved may lack some."""
    where = labels.locate(run.labels) if run.labels.named and labels.named else np.arange(len(labels))
    found = where[wanted]
    return run.select(labels=found[found >= 0])


def _line(curve: Curve | None) -> Line:
    if curve is None:
        return ()
    kept = thinned(curve.x, curve.y, POINTS, CLOSE)
    return tuple(zip(curve.x[kept].tolist(), curve.y[kept].tolist(), strict=True))
