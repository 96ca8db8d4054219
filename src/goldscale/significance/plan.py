"""What was asked of a comparison, and what it needs of a measure's scores: units, or resamples."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Literal, TypedDict, get_args

import numpy as np

from goldscale.data import Axis, MeasureScores, Scores
from goldscale.data.parameter import REPLICATES
from goldscale.errors import GoldscaleWarning, ParameterError, known_name
from goldscale.kernels.cells import Direction
from goldscale.measures.definition import Measure
from goldscale.measures.registry import measure as parse
from goldscale.significance.comparison import MEAN, PUBLISHED
from goldscale.significance.corrections import CORRECTIONS
from goldscale.significance.differences import (
    DIFFERENCE_INTERVALS,
    DifferenceInterval,
    Differences,
    over_units,
)
from goldscale.significance.paired import TESTS
from goldscale.significance.pairing import PairedValues, Rows
from goldscale.significance.pairs import check_power
from goldscale.significance.resampled import RESAMPLED_TESTS, over_resamples

Family = Literal["measure", "all"]
FAMILIES: tuple[Family, ...] = ("measure", "all")
"""Which p-values are corrected together."""

DRAWING = ("randomisation", "bootstrap")
"""Tests that draw."""


@dataclass(frozen=True)
class Tested:
    """The differences on one measure, and how they were tested."""

    result: MeasureScores
    units: Axis
    resampled: bool
    statistic: str
    """What is subtracted: the mean over the units, the published number, or in words a mean that is not that number."""
    test: str
    interval: DifferenceInterval
    replicates: int
    seed: int
    differences: Differences

    def about(self, correction: str, alpha: float, margin: float | None = None) -> tuple[str, ...]:
        """For the signature."""
        drawn = self.resampled or self.test in DRAWING or self.interval != "student"
        return (
            f"compare={self.result.measure}",
            f"test={self.test}, two-sided",
            f"paired over {'resamples of ' if self.resampled else ''}{self.units.counted}",
            *([] if self.statistic in (MEAN, PUBLISHED) else [f"statistic={self.statistic}"]),
            correction,
            f"alpha={alpha:g}",
            *([] if margin is None else [f"margin={margin:g}"]),
            f"interval={self.interval}",
            *([f"{self.replicates} replicates, seed {self.seed}"] if drawn else []),
            f"scores: {self.result.signatures[0]}",
        )


class Options(TypedDict, total=False):
    """What may be asked of a comparison by name, for type checkers; the defaults are those of the plan."""

    over: Direction | None
    interval: DifferenceInterval | None
    level: str | None
    alpha: float
    correction: str
    family: Family
    replicates: int
    seed: int
    margin: float | None
    power: float | None


@dataclass(frozen=True)
class ComparisonPlan:
    """What somebody asked for; None is what fits the measure."""

    test: str | None = None
    over: Direction | None = None
    interval: DifferenceInterval | None = None
    level: str | None = None
    alpha: float = 0.05
    correction: str = "holm"
    family: Family = "measure"
    replicates: int = 10_000
    seed: int = 0
    margin: float | None = None
    power: float | None = None

    def __post_init__(self) -> None:
        known_name(self.correction, CORRECTIONS, "correction")
        known_name(self.family, FAMILIES, "family")
        if self.test is not None:
            known_name(self.test, TESTS, "test")
        if self.interval is not None:
            known_name(self.interval, DIFFERENCE_INTERVALS, "interval")
        if self.over is not None:
            known_name(self.over, get_args(Direction), "value of over")
        if not 0 < self.alpha < 1:
            raise ParameterError(f"alpha must lie between 0 and 1, as 0.05, not {self.alpha}")
        REPLICATES.check(self.replicates)
        if self.margin is not None and not 0 < self.margin < math.inf:
            raise ParameterError(f"margin must be a number above 0, as 0.01, not {self.margin}")
        if self.power is not None:
            check_power(self.power)
        if self.seed < 0:
            raise ParameterError(f"seed must be a whole number from 0 up, not {self.seed}")

    def resampling(self, measure: str | Measure) -> bool:
        """Whether this measure is compared on resamples; refuses what then has no meaning."""
        parsed = parse(measure) if self.over is not None else None
        if parsed is None or (parsed.direction == self.over and parsed.plain_mean):
            return False
        if self.test not in (None, *RESAMPLED_TESTS):
            raise ParameterError(
                f"{parsed} over {self.over}s is tested on resamples, which the test {self.test!r} cannot do; use "
                f"{' or '.join(RESAMPLED_TESTS)}"
            )
        if self.level is not None:
            raise ParameterError(f"level pairs groups of items, and {parsed} over {self.over}s is tested on resamples")
        return True

    def answer(self, scores: Scores, result: MeasureScores, rows: Rows) -> Tested:
        """The differences of these pairs of runs on one measure."""
        if self.resampling(result.measure):
            return self._over_resamples(result, rows)
        values, units = self._units(scores, result)
        test, interval = self.test or "randomisation", self.interval or "student"
        paired = PairedValues(values, rows, result.measure)
        found = over_units(paired, TESTS[test], interval, self.alpha, self.margin, self.replicates, self.seed)
        return Tested(result, units, False, self._statistic(result), test, interval, self.replicates, self.seed, found)

    def _statistic(self, result: MeasureScores) -> str:
        """The mean over what is paired, and what is published instead, where that is another number."""
        published = result.average
        if result.levels and self.level != result.levels[0].groups.noun:
            published = f"mean in groups ({result.averaging})"
        return MEAN if published == MEAN else f"plain mean, not the published {published}"

    def _over_resamples(self, result: MeasureScores, rows: Rows) -> Tested:
        resamples = result.resamples
        if resamples is None or resamples.over != self.over:
            raise ParameterError(
                f"to compare {result.measure} over {self.over}s, the scores need resamples that all runs share: "
                f"evaluate(..., ci=0.95, ci_over={self.over!r}), against a truth without probabilities; a campaign "
                "keeps them of the measure that ranks, where tiers rest on them"
            )
        test, interval = self.test or RESAMPLED_TESTS[0], self.interval or "student"
        if interval == "bca" and not resamples.left_out.shape[1]:
            raise ParameterError("for interval='bca' over resamples, evaluate(..., interval='bca')")
        found = over_resamples(result, resamples, rows, test, interval, self.alpha, self.margin)
        count = resamples.numbers.shape[1]
        return Tested(result, resamples.drawn, True, PUBLISHED, test, interval, count, resamples.seed, found)

    def _units(self, scores: Scores, result: MeasureScores) -> tuple[np.ndarray, Axis]:
        """Values, runs x units, and what the units are."""
        if self.level is not None:
            groups = scores.by_group(result.measure, self.level)
            return groups.values, groups.groups
        if result.levels:
            inner = result.levels[-1].groups
            message = (
                f"{result.units.plural} of the same {inner.noun} are not independent; "
                f"level={inner.noun!r} compares {inner.plural}"
            )
            warnings.warn(message, GoldscaleWarning, stacklevel=4)
        return result.counted, result.units


def expect_resamples(scores: Scores, over: Direction | None) -> None:
    """Refuses to compare over a side where scores that were drawn for that have no resamples of it in common."""
    for result in scores:
        if ComparisonPlan(over=over).resampling(result.measure) and result.resamples is None:
            raise ParameterError(
                f"{result.measure} cannot be compared over {over}s: there are no resamples that all runs share where "
                "the truth has probabilities, where unjudged cells leave bounds, where runs list items that nobody "
                f"judged, and of sets of labels; without 'over' it is compared over {result.units.plural}"
            )
