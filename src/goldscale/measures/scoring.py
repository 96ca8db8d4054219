"""One run against one truth: each unit is ranked once for all ranked measures, counted once for all set measures."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from goldscale.data import Axis, Judgements, Run
from goldscale.data.matrix import coordinates
from goldscale.kernels.cells import Block, Direction
from goldscale.kernels.counts import Counts
from goldscale.kernels.pooling import pooled as pooled_block
from goldscale.kernels.ranking import Ranking, Ties
from goldscale.kernels.resampling import RankedCells
from goldscale.kernels.sorting import Among, sort_block
from goldscale.measures.aggregate import aggregate
from goldscale.measures.alignment import Aligned, Target
from goldscale.measures.decisions import decide
from goldscale.measures.definition import Measure
from goldscale.measures.grouping import Nesting
from goldscale.measures.knowledge import Knowledge
from goldscale.measures.labelsets import label_sets
from goldscale.measures.probabilities import forecast_values
from goldscale.measures.settings import Settings

AMONG_TIES: dict[Ties, Among] = {
    "expected": "any",
    "group": "any",
    "worst": "low",
    "best": "high",
    "order": "position",
    "id": "position",
}
Reading = Direction | Literal["pooled"]
READINGS: tuple[Reading, ...] = ("item", "label", "pooled")
"""How rankings are read: unit by unit in a direction, or all cells as one unit."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(eq=False)
class Targets:
    """The truth as the rules have it, and as measures want it that leave unjudged cells out by definition."""

    truth: Judgements
    settings: Settings
    knowledge: Knowledge
    nesting: Nesting
    threads: int = field(default_factory=cores)

    def weights(self, measure: Measure) -> np.ndarray | None:
        """How often each unit counts in a weighted mean: its relevant cells; None where all count alike."""
        if not measure.weighted:
            return None
        row, column, grade = coordinates(self.truth.values)
        unit, units = (row, self.truth.items) if measure.direction == "item" else (column, self.truth.labels)
        return np.bincount(unit[grade >= measure.rel], minlength=len(units))

    def numbers(self, values: np.ndarray, measure: Measure) -> np.ndarray:
        """The published number of each row of unit values."""
        parents = self.nesting.parents(measure)
        return aggregate(values, measure, self.settings.undefined, parents, self.weights(measure))

    def __getstate__(self) -> dict[str, object]:
        """What was made of the truth is made again elsewhere: it is larger than the truth."""
        return {key: value for key, value in self.__dict__.items() if key not in ("plain", "condensed")}

    @cached_property
    def plain(self) -> Target:
        """Unjudged cells as the settings say."""
        return Target(self.truth, self.settings.unjudged)

    @cached_property
    def condensed(self) -> Target:
        """Unjudged cells left out."""
        same = self.settings.unjudged == "ignore" or not self.truth.unjudged
        return self.plain if same else Target(self.truth, "ignore")


@dataclass(frozen=True)
class RankedBlock:
    """Some units' rankings, kept for re-weighting."""

    units: np.ndarray
    cells: RankedCells


@dataclass(frozen=True)
class RunScores:
    """The values of the measures on one run."""

    aligned: dict[bool, Aligned]
    """The run against the plain and (under True) the condensed truth."""
    values: dict[Measure, np.ndarray]
    decisions: np.ndarray | None
    threshold: str
    """Where the decisions come from, for the signature."""
    rankings: dict[tuple[bool, Reading], list[RankedBlock]]
    """The sorted rankings that bootstrap replicates re-weight (by condensed truth and reading)."""
    pooled: dict[Measure, Counts]
    """Counts per item of semantic measures that pool all items."""


def score_run(run: Run, targets: Targets, asked: Sequence[Measure]) -> RunScores:
    """All measures of one run, a value per unit."""
    settings = targets.settings
    aligned = {
        condensed: (targets.condensed if condensed else targets.plain).align(run)
        for condensed in {m.definition.condensed for m in asked}
    }
    values: dict[Measure, np.ndarray] = {}
    rankings: dict[tuple[bool, Reading], list[RankedBlock]] = {}
    decisions, threshold = None, ""
    by_set = [m for m in asked if m.definition.prediction == "set"]
    if by_set:
        decisions, threshold = decide(aligned[False], targets.truth.labels.names, settings.threshold)
        for m in by_set:
            if m.definition.score == "binary":
                counts = aligned[False].cells.counts(decisions, m.rel, m.direction)
                values[m] = m.value(counts.pooled() if m.micro else counts)
    pooled: dict[Measure, Counts] = {}
    for m in asked:
        if m.definition.score == "semantic":
            values[m] = _compare_sets(aligned[False], decisions, m, targets, pooled)
    values |= {m: forecast_values(aligned[False], m) for m in asked if m.definition.prediction == "probability"}
    for condensed, reading in ((c, r) for c in aligned for r in READINGS):
        ranked = [m for m in asked if is_ranked(m, condensed, reading)]
        if ranked:
            kept = rankings[condensed, reading] = []
            values.update(_rank(aligned[condensed], reading, ranked, targets, kept))
    items = len(targets.truth.items)
    # Items that only the run knows have nothing relevant: they are candidates, not units.
    values = {m: v[:items] if m.direction == "item" and not m.micro else v for m, v in values.items()}
    return RunScores(aligned, values, decisions, threshold, rankings, pooled)


def is_ranked(measure: Measure, condensed: bool, reading: Reading) -> bool:
    """Whether this measure reads such a ranking."""
    d = measure.definition
    ranked = d.prediction == "ranking" and d.score == "binary"
    return ranked and d.condensed == condensed and reading_of(measure) == reading


def reading_of(measure: Measure) -> Reading:
    """How a measure reads rankings."""
    return "pooled" if measure.micro else measure.direction


def per_unit(counts: Callable[[Direction], np.ndarray], reading: Reading) -> np.ndarray:
    """Counts of a direction's units, or those of all cells as one unit."""
    return counts("item").sum(axis=0, keepdims=True) if reading == "pooled" else counts(reading)


def _compare_sets(
    aligned: Aligned, decisions: np.ndarray | None, measure: Measure, targets: Targets, pooled: dict[Measure, Counts]
) -> np.ndarray:
    settings = targets.settings
    order = tie_order(aligned, "item", settings.ties)
    items = len(targets.truth.items)
    sets = label_sets(aligned, decisions, measure.rel, settings.ties, order, targets.knowledge, items)
    counts = measure.counts(sets)
    if counts is None:
        return measure.value(sets)
    if measure.micro:
        pooled[measure] = counts
        counts = counts.pooled()
    return measure.value(counts)


def _rank(
    aligned: Aligned, reading: Reading, asked: Sequence[Measure], targets: Targets, kept: list[RankedBlock]
) -> dict[Measure, np.ndarray]:
    settings = targets.settings
    counts = per_unit(aligned.cells.grade_counts, reading)
    values = {m: np.full(len(counts), np.nan) for m in asked}
    keep = settings.ci is not None and reading != settings.ci_over

    def work(block: Block) -> None:
        ordered = sort_block(block.scores, block.grade, AMONG_TIES[settings.ties], want_position=keep)
        ranking = Ranking(ordered, counts[block.units], settings.ties)
        for m in asked:
            values[m][block.units] = m.value(ranking)
        if keep and ordered.position is not None:
            cell = np.broadcast_to(block.cell, ordered.position.shape)
            number = np.take_along_axis(cell, ordered.position.astype(np.int64), axis=1)
            kept.append(RankedBlock(block.units, RankedCells(ranking, number)))

    in_threads(work, blocks(aligned, reading, settings, keep), targets.threads)
    return values


def blocks(aligned: Aligned, reading: Reading, settings: Settings, kept: bool = False) -> Iterable[Block]:
    """The units to be ranked, their cells in the order of the rule for ties; ``kept`` where they are drawn from."""
    labels, items = (tie_order(aligned, direction, settings.ties) for direction in ("item", "label"))
    if reading == "pooled":
        return [pooled_block(aligned.cells, items, labels, settings.ci_over if kept else None)]
    return aligned.cells.blocks(reading, labels if reading == "item" else items, kept=kept)


def tie_order(aligned: Aligned, direction: Direction, ties: Ties) -> np.ndarray | None:
    """The order in which a rule puts equally scored cells; None where any will do."""
    axis: Axis = aligned.labels if direction == "item" else aligned.items
    if ties == "id":
        return np.argsort(axis.descending_rank)
    return np.arange(len(axis)) if ties == "order" else None


def in_threads(work: Callable[[Block], None], blocks: Iterable[Block], threads: int) -> None:
    """Do the work on all blocks, on so many threads (sorting releases the GIL)."""
    if threads == 1:
        for block in blocks:
            work(block)
        return
    with ThreadPoolExecutor(threads) as pool:
        pending: list[Future[None]] = []
        for block in blocks:
            # Few blocks wait at a time: their memory is what bounds the whole evaluation.
            if len(pending) >= threads:
                pending.pop(0).result()
            pending.append(pool.submit(work, block))
        for future in pending:
            future.result()
