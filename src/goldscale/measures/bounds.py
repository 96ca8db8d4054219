"""Bounds: the lowest and the highest value that any way of judging the unjudged cells allows.

A measure on sets never falls when a cell that was said yes to turns out relevant, and never rises when one that was
not said does, so four corners are enough. A ranked measure never falls when, of two cells, the higher one is the
relevant one; so for each number m of relevant cells among the unjudged ones the best way is the m highest ranked, the
worst the m lowest ranked, and all m are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from goldscale.data import Run
from goldscale.errors import ParameterError
from goldscale.kernels.cells import BLOCK_CELLS
from goldscale.kernels.counts import Counts
from goldscale.kernels.ranking import Ranking
from goldscale.kernels.sorting import sort_block
from goldscale.measures.aggregate import aggregate
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
        low, high = (
            _of_sets(aligned, m, targets) if m.definition.prediction == "set" else _of_ranks(aligned, m, targets)
        )
        undefined = targets.settings.undefined
        found[m] = (
            float(aggregate(low[None], m, undefined)[0]),
            float(aggregate(high[None], m, undefined)[0]),
        )
    return found


def _of_sets(aligned: Aligned, measure: Measure, targets: Targets) -> tuple[np.ndarray, np.ndarray]:
    said, _ = decide(aligned, targets.truth.labels.names, targets.settings.threshold)
    cells = aligned.cells
    counts = cells.counts(said, measure["rel"], measure.direction)
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
    return _extremes(np.stack(corners)[:, units])


def _of_ranks(aligned: Aligned, measure: Measure, targets: Targets) -> tuple[np.ndarray, np.ndarray]:
    settings, direction = targets.settings, measure.direction
    order = tie_order(aligned, direction, settings.ties)
    units = len(targets.truth.items) if direction == "item" else len(targets.truth.labels)
    low, high = np.full(units, np.nan), np.full(units, np.nan)
    for unit in range(units):
        scores, grade = aligned.cells.unit(unit, direction)
        if order is not None:
            scores, grade = scores[order], grade[order]
        low[unit], high[unit] = _of_one_ranking(scores, grade, measure, settings)
    return low, high


def _of_one_ranking(scores: np.ndarray, grade: np.ndarray, measure: Measure, settings: Settings) -> tuple[float, float]:
    unknown = np.flatnonzero(grade < 0)
    unknown = unknown[np.argsort(-scores[unknown], kind="stable")]
    if len(unknown) * len(scores) > MAX_CELLS:
        raise ParameterError(
            f"{measure}: {len(unknown)} of {len(scores)} cells of a unit are unjudged, too many for exact bounds; "
            "use unjudged='negative' and 'ignore' instead"
        )
    relevant = max(int(grade.max(initial=1)), int(measure.parameters.get("rel", 1)))
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
    lowest, _ = _extremes(np.concatenate(low)[:, None])
    _, highest = _extremes(np.concatenate(high)[:, None])
    return float(lowest[0]), float(highest[0])


def _values(scores: np.ndarray, grades: np.ndarray, measure: Measure, settings: Settings) -> np.ndarray:
    top = max(int(grades.max(initial=0)), 1)
    counts = np.stack([np.count_nonzero(grades == g, axis=1) for g in range(top + 1)], axis=1)
    ranking = Ranking(sort_block(scores, grades, AMONG_TIES[settings.ties]), counts, settings.ties)
    return measure.definition.kernel(ranking, measure)


def _extremes(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    low = np.min(np.where(np.isnan(corners), np.inf, corners), axis=0)
    high = np.max(np.where(np.isnan(corners), -np.inf, corners), axis=0)
    return np.where(np.isinf(low), np.nan, low), np.where(np.isinf(high), np.nan, high)
