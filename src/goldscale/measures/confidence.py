"""Bootstrap intervals over items or labels, for every measure.

Where the drawn cells are the units themselves, a replicate is a weighted mean of values that are there already. Where
they are inside the units (concept-based measures drawn over items), the order that was sorted once is re-weighted
and the same kernels are applied to it. All runs and measures see the same draws.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from goldscale.errors import ParameterError
from goldscale.kernels.cells import Direction
from goldscale.kernels.counts import Counts
from goldscale.kernels.resampling import PackedDraws, draws, lanes_per_word, pack
from goldscale.measures.aggregate import aggregate, aggregate_drawn
from goldscale.measures.alignment import Aligned
from goldscale.measures.definition import Measure
from goldscale.measures.scoring import DIRECTIONS, RankedBlock, RunScores, is_ranked
from goldscale.measures.settings import Settings


def intervals(scores: RunScores, settings: Settings) -> dict[Measure, tuple[float, float]]:
    """Percentile interval of each measure's published number."""
    aligned = next(iter(scores.aligned.values()))
    axis = 0 if settings.ci_over == "item" else 1
    cells = aligned.cells.truth.shape[axis]
    if cells == 0:
        return {m: (float("nan"), float("nan")) for m in scores.values}
    replicators = _replicators(scores, settings)
    found: dict[Measure, list[np.ndarray]] = {m: [] for m in scores.values}
    rng = np.random.default_rng(settings.seed)
    for drawn in draws(rng, cells, settings.replicates):
        for replicate in replicators:
            for m, numbers in replicate(drawn).items():
                found[m].append(numbers)
    tail = (1 - (settings.ci or 0.95)) / 2
    return {m: _percentiles(np.concatenate(parts), tail) for m, parts in found.items()}


_Replicate = Callable[[np.ndarray], dict[Measure, np.ndarray]]


def _percentiles(numbers: np.ndarray, tail: float) -> tuple[float, float]:
    known = numbers[~np.isnan(numbers)]
    if not len(known):
        return float("nan"), float("nan")
    low, high = np.quantile(known, [tail, 1 - tail])
    return float(low), float(high)


def _replicators(scores: RunScores, settings: Settings) -> list[_Replicate]:
    """Functions that turn a batch of draws into a batch of published numbers, between them for all measures."""
    over = settings.ci_over
    found: list[_Replicate] = []
    for m in scores.values:
        if m.definition.score == "semantic" and over == "label":
            raise ParameterError(f"{m}: label sets cannot be drawn label by label; use ci_over='item'")
        if m.micro or (m.definition.prediction == "set" and m.direction != over):
            found.append(_recount(scores, m, settings))
        elif m.direction == over:
            found.append(_reaverage(scores.values[m], m, settings))
    for condensed, aligned in scores.aligned.items():
        for direction in DIRECTIONS:
            ranked = [m for m in scores.values if is_ranked(m, condensed, direction)]
            if ranked and direction != over:
                found.append(_rerank(aligned, direction, scores.rankings[condensed, direction], ranked, settings))
    return found


def _reaverage(values: np.ndarray, measure: Measure, settings: Settings) -> _Replicate:
    """The drawn cells are the units: average their values anew."""
    return lambda drawn: {measure: aggregate_drawn(values, drawn[:, : len(values)], measure, settings.undefined)}


def _recount(scores: RunScores, measure: Measure, settings: Settings) -> _Replicate:
    """A set measure whose counts run over the drawn cells."""
    if scores.said is None:
        raise TypeError("a set measure without decisions")
    over = settings.ci_over
    if measure.micro:
        # Pooled counts are sums over the drawn axis, whichever way the measure reads.
        parts = _parts(scores.pooled.get(measure) or scores.aligned[False].cells.counts(scores.said, measure.rel, over))

        def pooled(drawn: np.ndarray) -> dict[Measure, np.ndarray]:
            return {measure: measure.definition.kernel(Counts(*(drawn @ part for part in parts)), measure)}

        return pooled
    cells = scores.aligned[False].cells
    said = cells.said_matrices(scores.said, measure.rel, measure.direction)

    def recounted(drawn: np.ndarray) -> dict[Measure, np.ndarray]:
        both, predicted = (np.rint(drawn.astype(np.float32) @ part) for part in said)
        totals = cells.truth.weighted_counts(measure.direction, drawn)
        counts = Counts(both, predicted, totals[:, :, measure.rel :].sum(axis=2), totals.sum(axis=2))
        return {measure: aggregate(measure.definition.kernel(counts, measure), measure, settings.undefined)}

    return recounted


def _parts(counts: Counts) -> tuple[np.ndarray, ...]:
    return counts.both, counts.predicted, counts.relevant, counts.cells


def _rerank(
    aligned: Aligned,
    direction: Direction,
    blocks: Sequence[RankedBlock],
    asked: Sequence[Measure],
    settings: Settings,
) -> _Replicate:
    """Ranked measures whose rankings run over the drawn cells: re-weight the order that was sorted once."""
    truth = aligned.cells.truth
    units = len(truth.grade_counts(direction))
    # Where a run ranks everything, the ranked cells themselves tell how much of each grade was drawn.
    rankings = [block.cells.ranking for block in blocks]
    complete = all(np.array_equal(ranking.block.length, ranking.candidates) for ranking in rankings)

    def some(words: np.ndarray, totals: Sequence[np.ndarray | None]) -> list[dict[Measure, np.ndarray]]:
        """The replicates of one word."""
        found = [{m: np.full(units, np.nan) for m in asked} for _ in totals]
        for block in blocks:
            drawn = PackedDraws(block.cells, words)
            for lane, total in enumerate(totals):
                resampled = drawn.replicate(lane, None if total is None else total[block.units])
                for m in asked:
                    found[lane][m][block.units] = m.definition.kernel(resampled, m)
        return found

    def replicate(drawn: np.ndarray) -> dict[Measure, np.ndarray]:
        totals = [None] * len(drawn) if complete else list(truth.weighted_counts(direction, drawn))
        packed = pack(drawn)
        lanes = lanes_per_word(drawn.shape[1])
        shares = [totals[i * lanes : (i + 1) * lanes] for i in range(len(packed))]
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            done = [values for part in pool.map(some, packed, shares) for values in part]
        return {m: aggregate(np.stack([values[m] for values in done]), m, settings.undefined) for m in asked}

    return replicate
