"""Bootstrap intervals over items or labels, for every measure.

Where the drawn cells are the units themselves, a replicate is a weighted mean of values that are there already. Where
they are inside the units (concept-based measures drawn over items), the order that was sorted once is re-weighted
and the same kernels are applied to it. Where items come in groups, a mean over items is drawn group by group. All runs
see the same draws, and so do all measures that are drawn alike. What the BCa interval needs besides, the number without
each item, comes from the same functions: leaving out is a draw, too.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from goldscale.data import Axis
from goldscale.errors import GoldscaleWarning, ParameterError
from goldscale.kernels.cells import Direction
from goldscale.kernels.counts import Counts
from goldscale.kernels.groups import group_means, nested_draws
from goldscale.kernels.intervals import bca, means_without_one, percentiles
from goldscale.kernels.resampling import PackedDraws, deletions, draws, lanes_per_word, pack
from goldscale.measures.aggregate import aggregate, aggregate_drawn, fill
from goldscale.measures.alignment import Aligned
from goldscale.measures.definition import Measure
from goldscale.measures.probabilities import forecast_values
from goldscale.measures.scoring import READINGS, RankedBlock, Reading, RunScores, Targets, is_ranked, reading_of
from goldscale.measures.settings import Settings

OTHER: dict[Direction, Direction] = {"item": "label", "label": "item"}


@dataclass(frozen=True)
class Replicates:
    """A measure's published number on the resamples, and the interval that follows."""

    drawn: Axis
    numbers: np.ndarray
    left_out: np.ndarray
    """The number without each part of what is drawn; empty where the interval has no use for it."""
    low: float
    high: float


def intervals(scores: RunScores, targets: Targets) -> dict[Measure, Replicates]:
    """Replicates and interval of each measure's published number."""
    settings = targets.settings
    aligned = next(iter(scores.aligned.values()))
    # Items that only this run knows are drawn, too.
    drawn: Axis = aligned.items if settings.ci_over == "item" else targets.truth.labels
    cells = aligned.cells.truth.shape[0 if settings.ci_over == "item" else 1]
    # Of items that come in groups, groups are drawn, then what is in them; else single items (or labels).
    nested = [m for m in scores.values if settings.ci_over == "item" and targets.nesting.parents(m)]
    numbers, left_out = _nested_numbers(scores, nested, targets) if nested and cells else ({}, {})
    plain = [m for m in scores.values if m not in nested]
    if plain and cells:
        replicators = _replicators(scores, plain, targets)
        rng = np.random.default_rng(settings.seed)
        numbers |= _numbers(replicators, plain, draws(rng, cells, settings.replicates))
        if settings.interval == "bca":
            left_out |= _numbers(replicators, plain, deletions(cells))
    found = {}
    for m, values in scores.values.items():
        parts = numbers.get(m, np.full(settings.replicates, np.nan)), left_out.get(m, np.empty(0))
        (number,) = targets.numbers(values[None], m).tolist()
        found[m] = Replicates(drawn, *parts, *_limits(*parts, number, settings))
        _tell_collapsed(found[m], m, aligned.run.name)
    return found


def unit_limits(scores: RunScores, measure: Measure, targets: Targets) -> np.ndarray:
    """Low and high (2 x units) of a ranked measure's value of each unit, by percentiles; the cells of a unit are drawn.

    NaN where a unit has no value, and where the units themselves are what is drawn.
    """
    settings, reading, condensed = targets.settings, reading_of(measure), measure.definition.condensed
    limits = np.full((2, len(scores.values[measure])), np.nan)
    if reading != OTHER[settings.ci_over]:
        return limits
    aligned = scores.aligned[condensed]
    of_units = _reranked(aligned, reading, scores.rankings[condensed, reading], [measure], targets)
    cells = aligned.cells.truth.shape[0 if settings.ci_over == "item" else 1]
    batches = draws(np.random.default_rng(settings.seed), cells, settings.replicates) if cells else ()
    values = [of_units(drawn)[measure] for drawn in batches]
    for unit, numbers in enumerate(np.concatenate(values).T if values else ()):
        if not np.isnan(scores.values[measure][unit]):
            limits[:, unit] = percentiles(numbers, _tail(settings))
    return limits


def _tail(settings: Settings) -> float:
    return (1 - (settings.ci or 0.95)) / 2


def _limits(numbers: np.ndarray, left_out: np.ndarray, number: float, settings: Settings) -> tuple[float, float]:
    tail = _tail(settings)
    return bca(numbers, number, left_out, tail) if settings.interval == "bca" else percentiles(numbers, tail)


def _tell_collapsed(found: Replicates, measure: Measure, run: str) -> None:
    if np.isnan(found.low) and not np.isnan(found.numbers).all():
        message = (
            f"run {run!r}: {measure} lies outside nearly all of its resamples, further than bca can correct, "
            "and has no interval"
        )
        warnings.warn(message, GoldscaleWarning, stacklevel=2)


def _numbers(
    replicators: Sequence[_Replicate], asked: Sequence[Measure], batches: Iterable[np.ndarray]
) -> dict[Measure, np.ndarray]:
    found: dict[Measure, list[np.ndarray]] = {m: [] for m in asked}
    for drawn in batches:
        for m, numbers in (pair for replicate in replicators for pair in replicate(drawn).items()):
            found[m].append(numbers)
    return {m: np.concatenate(parts) for m, parts in found.items()}


def _nested_numbers(
    scores: RunScores, nested: Sequence[Measure], targets: Targets
) -> tuple[dict[Measure, np.ndarray], dict[Measure, np.ndarray]]:
    """Numbers of drawn groups, and those without each of the outermost groups."""
    settings, parents = targets.settings, targets.nesting.parents(nested[0])
    filled = {m: fill(scores.values[m], settings.undefined) for m in nested}
    found: dict[Measure, list[np.ndarray]] = {m: [] for m in nested}
    for groups_drawn in nested_draws(np.random.default_rng(settings.seed), parents, settings.replicates):
        for m, values in filled.items():
            found[m].append(groups_drawn.means(values))
    wanted = filled if settings.interval == "bca" else {}
    left_out = {m: means_without_one(group_means(values[None], parents)[0]) for m, values in wanted.items()}
    return {m: np.concatenate(parts) for m, parts in found.items()}, left_out


_Replicate = Callable[[np.ndarray], dict[Measure, np.ndarray]]


def _replicators(scores: RunScores, asked: Sequence[Measure], targets: Targets) -> list[_Replicate]:
    """Functions that turn a batch of draws into a batch of published numbers, between them for all measures."""
    over = targets.settings.ci_over
    found: list[_Replicate] = []
    for m in asked:
        if m.definition.score == "semantic" and over == "label":
            raise ParameterError(f"{m}: label sets cannot be resampled label by label; use ci_over='item'")
        if m.definition.reads == "label sets" and m.direction != over:
            raise ParameterError(f"{m}: a measure on label sets that is read by label has no interval over items")
        if m.definition.prediction == "set" and (m.micro or m.direction != over):
            found.append(_recount(scores, m, targets))
        elif m.definition.prediction == "probability" and m.direction != over:
            found.append(_reforecast(scores.aligned[False], m, targets))
        elif reading_of(m) == over:
            found.append(_reaverage(scores.values[m], m, targets))
    for condensed, aligned in scores.aligned.items():
        for reading in READINGS:
            ranked = [m for m in asked if is_ranked(m, condensed, reading)]
            if ranked and reading != over:
                found.append(_rerank(aligned, reading, scores.rankings[condensed, reading], ranked, targets))
    return found


def _published(
    values: np.ndarray, measure: Measure, targets: Targets, aligned: Aligned, drawn: np.ndarray
) -> np.ndarray:
    """The published numbers of replicates x units, whose cells were drawn so often."""
    weights = None
    if measure.weighted:
        weights = aligned.cells.truth.weighted_counts(measure.direction, drawn)[:, :, measure.rel :].sum(axis=2)
    if measure.direction == "item":
        # Items that only the run knows are candidates, not units.
        items = len(targets.truth.items)
        values, weights = values[:, :items], None if weights is None else weights[:, :items]
    return aggregate(values, measure, targets.settings.undefined, targets.nesting.parents(measure), weights)


def _reaverage(values: np.ndarray, measure: Measure, targets: Targets) -> _Replicate:
    """The drawn cells are the units: average their values anew."""
    undefined, weights = targets.settings.undefined, targets.weights(measure)
    return lambda drawn: {measure: aggregate_drawn(values, drawn[:, : len(values)], measure, undefined, weights)}


def _reforecast(aligned: Aligned, measure: Measure, targets: Targets) -> _Replicate:
    """A measure on probabilities whose sums run over the drawn cells."""

    def summed(drawn: np.ndarray) -> dict[Measure, np.ndarray]:
        return {measure: _published(forecast_values(aligned, measure, drawn), measure, targets, aligned, drawn)}

    return summed


def _recount(scores: RunScores, measure: Measure, targets: Targets) -> _Replicate:
    """A set measure whose counts run over the drawn cells."""
    if scores.decisions is None:
        raise TypeError("a set measure without decisions")
    over = targets.settings.ci_over
    if measure.micro:
        # Pooled counts are sums over the drawn axis, whichever way the measure reads.
        counts = scores.pooled.get(measure) or scores.aligned[False].cells.counts(scores.decisions, measure.rel, over)
        parts = counts.both, counts.predicted, counts.relevant, counts.cells

        def pooled(drawn: np.ndarray) -> dict[Measure, np.ndarray]:
            return {measure: measure.value(Counts(*(drawn @ part for part in parts)))}

        return pooled
    cells = scores.aligned[False].cells
    matrices = cells.predicted_matrices(scores.decisions, measure.rel, measure.direction)

    def recounted(drawn: np.ndarray) -> dict[Measure, np.ndarray]:
        both, predicted = (np.rint(drawn.astype(np.float32) @ part) for part in matrices)
        totals = cells.truth.weighted_counts(measure.direction, drawn)
        counts = Counts(both, predicted, totals[:, :, measure.rel :].sum(axis=2), totals.sum(axis=2))
        return {measure: _published(measure.value(counts), measure, targets, scores.aligned[False], drawn)}

    return recounted


def _rerank(
    aligned: Aligned,
    reading: Reading,
    blocks: Sequence[RankedBlock],
    asked: Sequence[Measure],
    targets: Targets,
) -> _Replicate:
    """Ranked measures whose rankings run over the drawn cells: their published numbers."""
    of_units = _reranked(aligned, reading, blocks, asked, targets)

    def replicate(drawn: np.ndarray) -> dict[Measure, np.ndarray]:
        return {m: _published(values, m, targets, aligned, drawn) for m, values in of_units(drawn).items()}

    return replicate


def _reranked(
    aligned: Aligned,
    reading: Reading,
    blocks: Sequence[RankedBlock],
    asked: Sequence[Measure],
    targets: Targets,
) -> _Replicate:
    """Re-weight the order that was sorted once: of each measure the values of all units, replicates x units."""
    truth = aligned.cells.truth
    # Pooled cells are counted unit by unit of the direction whose cells are drawn, and then as one.
    whole = reading == "pooled"
    direction = OTHER[targets.settings.ci_over]
    units = 1 if whole else len(truth.grade_counts(direction))
    most = truth.shape[0] * truth.shape[1] if whole else None
    # Where a run ranks everything, the ranked cells themselves tell how much of each grade was drawn.
    rankings = [block.cells.ranking for block in blocks]
    complete = all(np.array_equal(ranking.block.length, ranking.candidates) for ranking in rankings)

    def some(words: np.ndarray, totals: Sequence[np.ndarray | None]) -> list[dict[Measure, np.ndarray]]:
        """The replicates of one word."""
        found = [{m: np.full(units, np.nan) for m in asked} for _ in totals]
        for block in blocks:
            drawn = PackedDraws(block.cells, words, most)
            for lane, total in enumerate(totals):
                resampled = drawn.replicate(lane, None if total is None else total[block.units])
                for m in asked:
                    found[lane][m][block.units] = m.value(resampled)
        return found

    def replicate(drawn: np.ndarray) -> dict[Measure, np.ndarray]:
        totals: Sequence[np.ndarray | None] = [None] * len(drawn)
        if not complete:
            counted = truth.weighted_counts(direction, drawn)
            totals = list(counted.sum(axis=1, keepdims=True) if whole else counted)
        packed = pack(drawn, most)
        lanes = lanes_per_word(most or drawn.shape[1])
        shares = [totals[i * lanes : (i + 1) * lanes] for i in range(len(packed))]
        with ThreadPoolExecutor(targets.threads) as pool:
            done = [values for part in pool.map(some, packed, shares) for values in part]
        return {m: np.stack([values[m] for values in done]) for m in asked}

    return replicate
