"""Bounds: the lowest and the highest value that any way of judging the unjudged cells allows.

A measure on sets never falls when a cell that was said yes to turns out relevant, and never rises when one that was
not said does, so four corners are enough. A ranked measure never falls when, of two cells, the higher one is the
relevant one; so for each number m of relevant cells among the unjudged ones the best way is the m highest ranked, the
worst the m lowest ranked, and all m are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from goldscale.data import Run
from goldscale.errors import ParameterError
from goldscale.kernels.cells import BLOCK_CELLS
from goldscale.kernels.counts import Counts
from goldscale.kernels.ranking import Ranking
from goldscale.kernels.sorting import sort_block
from goldscale.measures.aggregate import FILL, aggregate
from goldscale.measures.alignment import Aligned
from goldscale.measures.decisions import decide
from goldscale.measures.definition import Measure
from goldscale.measures.scoring import AMONG_TIES, Targets, tie_order
from goldscale.measures.settings import Settings

MAX_CELLS = 2_000_000_000
"""Trying every number of relevant cells costs unjudged x width cells per unit; beyond this nobody would wait."""


def bounds(run: Run, targets: Targets, asked: Sequence[Measure]) -> dict[Measure, tuple[float, float]]:
    """Lowest and highest published number of each measure."""
    aligned = targets.plain.align(run)
    found: dict[Measure, tuple[float, float]] = {}
    for m in asked:
        if m.definition.score == "semantic":
            raise ParameterError(f"{m}: there are no bounds for measures on whole label sets")
        if m.definition.relevance == "graded" and targets.truth.relevance == "graded":
            raise ParameterError(f"{m}: bounds need binary relevance; this truth has grades")
        of = _of_sets if m.definition.prediction == "set" else _of_ranks
        found[m] = _published(of(aligned, m, targets), m, targets)
    return found


@dataclass(frozen=True)
class _Reach:
    """Per unit: lowest and highest value, and whether some way of judging leaves it without one."""

    low: np.ndarray
    high: np.ndarray
    optional: np.ndarray

    @classmethod
    def of(cls, low: np.ndarray, high: np.ndarray) -> _Reach:
        """From values of every way tried, ways x units; NaN where one leaves the unit undefined."""
        never = np.isnan(low).all(axis=0)
        lowest = np.min(np.where(np.isnan(low), np.inf, low), axis=0)
        highest = np.max(np.where(np.isnan(high), -np.inf, high), axis=0)
        optional = np.isnan(low).any(axis=0) & ~never
        return cls(np.where(never, np.nan, lowest), np.where(never, np.nan, highest), optional)


def _published(reach: _Reach, measure: Measure, targets: Targets) -> tuple[float, float]:
    """Lowest and highest aggregate. A unit that may be undefined counts or not, whichever is more extreme."""
    undefined, parents = targets.settings.undefined, targets.nesting.parents(measure)
    if undefined != "skip":
        fill = FILL[undefined]
        low = np.where(reach.optional, np.minimum(reach.low, fill), reach.low)
        high = np.where(reach.optional, np.maximum(reach.high, fill), reach.high)
        worst, best = aggregate(np.stack([low, high]), measure, undefined, parents).tolist()
        return worst, best
    lowest = _most_extreme(*_of_groups(reach.low, reach.optional, measure, 1, parents), measure, 1)
    highest = _most_extreme(*_of_groups(reach.high, reach.optional, measure, -1, parents), measure, -1)
    return lowest, highest


def _of_groups(
    values: np.ndarray, optional: np.ndarray, measure: Measure, sign: int, parents: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """The most extreme mean of each outermost group, and whether the group may have none: if all in it may."""
    for parent in parents:
        members = [np.flatnonzero(parent == group) for group in range(int(parent.max(initial=-1)) + 1)]
        sure = ~optional & ~np.isnan(values)
        values, optional = (
            np.array([_most_extreme(values[inside], optional[inside], measure, sign) for inside in members]),
            np.array([bool(optional[inside].any()) and not sure[inside].any() for inside in members]),
        )
    return values, optional


def _most_extreme(values: np.ndarray, optional: np.ndarray, measure: Measure, sign: int) -> float:
    """The lowest (sign 1) or highest (sign -1) aggregate over which of the optional units count.

    The most extreme of them come first, so that it is enough to try how many.
    """
    sure = values[~optional & ~np.isnan(values)]
    extra = sign * np.sort(sign * values[optional])
    if measure.definition.aggregate == "median":
        tried = [np.median(np.concatenate([sure, extra[:k]])) for k in range(len(extra) + 1) if len(sure) + k]
    else:
        counts = len(sure) + np.arange(len(extra) + 1)
        sums = sure.sum() + np.concatenate([[0.0], np.cumsum(extra)])
        tried = list((sums[counts > 0]) / counts[counts > 0])
    return float(sign * min(sign * t for t in tried)) if tried else float("nan")


def _of_sets(aligned: Aligned, measure: Measure, targets: Targets) -> _Reach:
    said, _ = decide(aligned, targets.truth.labels.names, targets.settings.threshold)
    cells = aligned.cells
    counts = cells.counts(said, measure.rel, measure.direction)
    unknown_said, unknown = cells.unknown_counts(said, measure.direction)
    if measure.micro:
        counts = counts.pooled()
        unknown_said, unknown = np.atleast_1d(unknown_said.sum()), np.atleast_1d(unknown.sum())
    corners = []
    for inside, outside in product((0, 1), (0, 1)):
        more_said, more_missed = inside * unknown_said, outside * (unknown - unknown_said)
        judged = Counts(
            counts.both + more_said, counts.predicted, counts.relevant + more_said + more_missed, counts.cells
        )
        corners.append(measure.definition.kernel(judged, measure))
    items = len(targets.truth.items)
    units = slice(items) if measure.direction == "item" and not measure.micro else slice(None)
    tried = np.stack(corners)[:, units]
    return _Reach.of(tried, tried)


def _of_ranks(aligned: Aligned, measure: Measure, targets: Targets) -> _Reach:
    settings, direction = targets.settings, measure.direction
    order = tie_order(aligned, direction, settings.ties)
    units = len(targets.truth.items) if direction == "item" else len(targets.truth.labels)
    found = []
    for unit in range(units):
        scores, grade = aligned.cells.unit(unit, direction)
        if order is not None:
            scores, grade = scores[order], grade[order]
        found.append(_of_one_ranking(scores, grade, measure, settings))
    return _Reach(
        np.array([r.low[0] for r in found]),
        np.array([r.high[0] for r in found]),
        np.array([r.optional[0] for r in found]),
    )


def _of_one_ranking(scores: np.ndarray, grade: np.ndarray, measure: Measure, settings: Settings) -> _Reach:
    unknown = np.flatnonzero(grade < 0)
    unknown = unknown[np.argsort(-scores[unknown], kind="stable")]
    if len(unknown) * len(scores) > MAX_CELLS:
        raise ParameterError(
            f"{measure}: {len(unknown)} of {len(scores)} cells of a unit are unjudged, too many for exact bounds; "
            "use unjudged='negative' and 'ignore' instead"
        )
    relevant = max(int(grade.max(initial=1)), measure.rel)
    known = np.where(grade < 0, 0, grade)
    step = max(1, BLOCK_CELLS // max(len(scores), 1))
    low: list[np.ndarray] = []
    high: list[np.ndarray] = []
    for begin in range(0, len(unknown) + 1, step):
        chosen = np.arange(begin, min(begin + step, len(unknown) + 1))
        for from_top in (True, False):
            grades = np.repeat(known[None].astype(np.int16), len(chosen), axis=0)
            rank = np.arange(len(unknown)) if from_top else np.arange(len(unknown))[::-1]
            grades[:, unknown] = np.where(rank < chosen[:, None], relevant, 0)
            values = _values(np.broadcast_to(scores, grades.shape), grades, measure, settings)
            (high if measure.definition.higher_is_better == from_top else low).append(values)
    return _Reach.of(np.concatenate(low)[:, None], np.concatenate(high)[:, None])


def _values(scores: np.ndarray, grades: np.ndarray, measure: Measure, settings: Settings) -> np.ndarray:
    top = max(int(grades.max(initial=0)), 1)
    counts = np.stack([np.count_nonzero(grades == g, axis=1) for g in range(top + 1)], axis=1)
    ranking = Ranking(sort_block(scores, grades, AMONG_TIES[settings.ties]), counts, settings.ties)
    return measure.definition.kernel(ranking, measure)
