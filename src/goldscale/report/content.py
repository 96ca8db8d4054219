"""What a report tells: scores, what is significant in them, and what is known about the task."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from goldscale.agreement import Agreement
from goldscale.data import Judgements, MeasureScores, Scores
from goldscale.measures import measure
from goldscale.metaevaluation.correlation import MeasureCorrelation, correlate_measures
from goldscale.metaevaluation.density import Density
from goldscale.metaevaluation.stability import Stability
from goldscale.report.concepts import ConceptStory
from goldscale.report.items import ItemStory, extremes, stories
from goldscale.significance import Comparison, Tiers, compare_sampled

DIGITS = 3
"""After the point, in tables."""
FEWEST_RUNS = 3
"""That rankings can be compared by."""


@dataclass(frozen=True, eq=False)
class ReportContent:
    """Everything that the pages of a report are made of; what is None is not shown."""

    title: str
    scores: Scores
    """Runs from best to worst by the first measure."""
    subtitle: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    """Numbers under the title, each with what it counts."""
    comparison: Comparison | None = None
    baselines: frozenset[str] = frozenset()
    """Runs that are there to be beaten, such as random ones."""
    chance: Mapping[str, float] = field(default_factory=dict)
    """What a random run reaches, by measure."""
    prevalence: Mapping[str, float] = field(default_factory=dict)
    """Share of the items that hold each label."""
    hardest: tuple[ItemStory, ...] = ()
    easiest: tuple[ItemStory, ...] = ()
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Small pictures of items as data: addresses, by item."""
    concepts: tuple[ConceptStory, ...] = ()
    stability: Stability | None = None
    """What errors in the truth do to the ranking."""
    density: Density | None = None
    """What guessing and over-annotation earn."""
    agreement: Agreement | None = None
    """How far people agreed on each label."""
    item_noun: str = "items"
    """What items are called, more than one of them."""
    notes: tuple[str, ...] = ()

    @property
    def official(self) -> MeasureScores:
        """The measure that ranks."""
        return self.scores[self.scores.measures[0]]

    @property
    def tiers(self) -> Tiers | None:
        """Runs that cannot be told apart by the measure that ranks."""
        return None if self.comparison is None else self.comparison.tiers

    @property
    def by_label(self) -> tuple[MeasureScores, ...]:
        """The measures that have a value per label."""
        return tuple(r for r in self.scores if measure(r.measure).direction == "label" and len(r.units) > 1)

    @property
    def by_item(self) -> MeasureScores | None:
        """The first measure that has a value per item."""
        return next((r for r in self.scores if measure(r.measure).direction == "item" and len(r.units) > 1), None)

    @cached_property
    def correlation(self) -> MeasureCorrelation | None:
        """How alike the measures rank; None where there are too few runs or measures to say."""
        if len(self.scores.measures) < 2 or len(self.scores.runs) < FEWEST_RUNS:
            return None
        return correlate_measures(self.scores)

    @staticmethod
    def about(result: MeasureScores) -> str:
        """What the measure is, in two sentences."""
        definition = measure(result.measure).definition
        return f"{definition.title}. {definition.summary}"


def content_of(scores: Scores, title: str = "Evaluation") -> ReportContent:
    """A report on scores alone: ranked by their first measure, every two runs compared."""
    ranked = scores.select(scores.ranking(scores.measures[0]))
    return compared_content(ranked, compare_sampled(ranked), title)


def compared_content(ranked: Scores, comparison: Comparison | None, title: str) -> ReportContent:
    """A report on ranked runs, and on which of them can be told apart."""
    facts = [counted(len(ranked.runs), "run"), counted(len(ranked.measures), "measure")]
    if comparison is not None and comparison.tiers is not None:
        facts.append(f"{counted(len(comparison.tiers), 'tier')} at {100 * comparison.alpha:g} %")
    return with_items(ReportContent(title, ranked, facts=facts_of(facts), comparison=comparison))


def counted(number: int, noun: str) -> str:
    """A number with what it counts.

    >>> counted(1, "run"), counted(2, "run")
    ('1 run', '2 runs')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def facts_of(told: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Each as a number and what it counts."""
    return tuple((number, what) for number, _, what in (fact.partition(" ") for fact in told))


def with_items(
    content: ReportContent, truth: Judgements | None = None, decisions: np.ndarray | None = None
) -> ReportContent:
    """With the hardest and the easiest items; their labels where the truth and the best run's decisions are given."""
    result = content.by_item
    if result is None:
        return content
    hard, easy = (stories(result, places, truth, decisions) for places in extremes(result))
    return replace(content, hardest=hard, easiest=easy)


def ends_of(result: MeasureScores, run: int) -> tuple[float, float]:
    """Both ends of a run's interval, NaN where there is none."""
    if result.low is None or result.high is None:
        return math.nan, math.nan
    return float(result.low[run]), float(result.high[run])
