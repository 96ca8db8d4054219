"""evaluate: runs, a truth and measures in; Scores out. Each unit is ranked once for all measures asked for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldscale.data import Axis, Judgements, MeasureScores, Run, Scores
from goldscale.errors import MismatchError, ParameterError
from goldscale.kernels.cells import Block, Direction
from goldscale.kernels.ranking import Ranking, Ties
from goldscale.kernels.sorting import Among, sort_block
from goldscale.measures.alignment import Aligned, Target, Unjudged
from goldscale.measures.decisions import Threshold, decide
from goldscale.measures.definition import Measure
from goldscale.measures.registry import measure as parse
from goldscale.measures.settings import Settings, Undefined
from goldscale.measures.signature import signature

AMONG_TIES: dict[Ties, Among] = {
    "expected": "low",
    "group": "low",
    "worst": "low",
    "best": "high",
    "order": "position",
    "id": "position",
}
POOLED = "all"
"""Name of the one unit of a micro-averaged measure."""


def evaluate(
    runs: Run | Sequence[Run] | Mapping[str, Any] | Any,
    truth: Judgements | Any,
    measures: str | Measure | Iterable[str | Measure],
    *,
    ties: Ties = "expected",
    undefined: Undefined = "skip",
    unjudged: Unjudged = "negative",
    threshold: Threshold = 0.5,
    progress: Callable[[int, int], None] | None = None,
) -> Scores:
    """Score runs against a truth.

    ``runs`` is a Run, several, a mapping of names to arrays, or a plain array (a boolean or 0/1 integer array
    is taken as decisions). ``truth`` is Judgements or a plain array.

    ``ties``: expected (the exact expectation over random orders of equal scores), best, worst, order (as the
    items come), id (as trec_eval) or group (as scikit-learn). ``undefined``: what a unit without an answer does
    to the mean: skip, zero or one. ``unjudged``: cells that nobody judged count as negative or are left out
    (ignore). ``threshold``: what turns scores into decisions where a run gives none: a number, one per label, or a
    rule (best-f1, density, density-per-label, retrieved).

    >>> scores = evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ["AP:item", "P:item"])
    >>> scores.summary()["run"]
    {'AP:item': 0.8333333333333333, 'P:item': 0.5}
    """
    settings = Settings(ties, undefined, unjudged, threshold)
    held = as_runs(runs)
    judged = truth if isinstance(truth, Judgements) else Judgements(truth)
    asked = [parse(m) for m in ([measures] if isinstance(measures, (str, Measure)) else measures)]
    asked = list(dict.fromkeys(asked))
    if not asked:
        raise ParameterError("no measure was asked for")
    target = Target(judged, settings.unjudged)
    parts = []
    for done, run in enumerate(held):
        if progress is not None:
            progress(done, len(held))
        parts.append(_evaluate_run(run, target, asked, settings))
    if progress is not None:
        progress(len(held), len(held))
    results = [_assemble(measure, judged, settings, [part[i] for part in parts]) for i, measure in enumerate(asked)]
    return Scores([run.name for run in held], results, canonical=lambda text: str(parse(text)))


def as_runs(runs: Run | Sequence[Run] | Mapping[str, Any] | Any) -> list[Run]:
    """Runs from whatever the caller has."""
    if isinstance(runs, Run):
        found = [runs]
    elif isinstance(runs, Mapping):
        found = [r.replace(name=n) if isinstance(r, Run) else _from_array(r, n) for n, r in runs.items()]
    elif isinstance(runs, (list, tuple)) and runs and all(isinstance(r, Run) for r in runs):
        found = list(runs)
    else:
        found = [_from_array(runs, "run")]
    double = [name for name, count in Counter(r.name for r in found).items() if count > 1]
    if double:
        raise MismatchError(
            "runs must have names of their own", double=double, hint="Rename with run.replace(name=...)"
        )
    return found


def _from_array(values: Any, name: str) -> Run:
    array = values if hasattr(values, "dtype") else np.asarray(values)
    whole = array.dtype.kind in "biu"
    numbers = getattr(array, "data", array) if hasattr(array, "tocsr") else array
    if whole and not np.any((numbers != 0) & (numbers != 1)):
        return Run(decisions=array, name=name)
    return Run(scores=array, name=name)


@dataclass(frozen=True)
class _Part:
    """One measure on one run."""

    values: np.ndarray
    threshold: str


def _evaluate_run(run: Run, target: Target, asked: Sequence[Measure], settings: Settings) -> list[_Part]:
    aligned = target.align(run)
    values: dict[Measure, np.ndarray] = {}
    source = ""
    if any(m.definition.prediction == "set" for m in asked):
        said, source = decide(aligned, target.truth.labels.names, settings.threshold)
        for m in asked:
            if m.definition.prediction == "set":
                counts = aligned.cells.counts(said, m["rel"], m.direction)
                values[m] = m.definition.kernel(counts.pooled() if m.micro else counts, m)
    for direction in ("item", "label"):
        ranked = [m for m in asked if m.definition.prediction == "ranking" and m.direction == direction]
        if ranked:
            values.update(_rank(aligned, direction, ranked, settings))
    items = len(target.truth.items)
    # Items that only the run knows have nothing relevant: they are candidates, not units.
    return [
        _Part(
            values[m][:items] if m.direction == "item" and not m.micro else values[m],
            source if m.definition.prediction == "set" else "",
        )
        for m in asked
    ]


def _rank(
    aligned: Aligned, direction: Direction, asked: Sequence[Measure], settings: Settings
) -> dict[Measure, np.ndarray]:
    counts = aligned.cells.grade_counts(direction)
    values = {m: np.full(len(counts), np.nan) for m in asked}
    order = _tie_order(aligned, direction, settings.ties)

    def work(block: Block) -> None:
        ranking = Ranking(
            sort_block(block.scores, block.grade, AMONG_TIES[settings.ties]),
            counts[block.units],
            settings.ties,
        )
        for m in asked:
            values[m][block.units] = m.definition.kernel(ranking, m)

    run_blocks(work, aligned.cells.blocks(direction, order))
    return values


def run_blocks(work: Callable[[Block], None], blocks: Iterable[Block]) -> None:
    """Do the work on all blocks, on as many threads as there are processors (sorting releases the GIL)."""
    threads = os.cpu_count() or 1
    if threads == 1:
        for block in blocks:
            work(block)
        return
    with ThreadPoolExecutor(threads) as pool:
        pending: list[Any] = []
        for block in blocks:
            # Few blocks wait at a time: their memory is what bounds the whole evaluation.
            if len(pending) > threads:
                pending.pop(0).result()
            pending.append(pool.submit(work, block))
        for future in pending:
            future.result()


def _tie_order(aligned: Aligned, direction: Direction, ties: Ties) -> np.ndarray | None:
    """The order in which a rule puts equally scored cells, where it is not the order in which they come."""
    axis: Axis = aligned.labels if direction == "item" else aligned.items
    return np.argsort(axis.descending_rank) if ties == "id" else None


def _assemble(measure: Measure, truth: Judgements, settings: Settings, parts: Sequence[_Part]) -> MeasureScores:
    units: Axis = truth.items if measure.direction == "item" else truth.labels
    if measure.micro:
        units = Axis([POOLED], units.noun)
    values = np.stack([part.values for part in parts])
    values.flags.writeable = False
    return MeasureScores(
        str(measure),
        values,
        units,
        aggregate(values, measure, settings.undefined),
        np.isnan(values).sum(axis=1),
        tuple(signature(measure, truth, settings, part.threshold) for part in parts),
        measure.definition.higher_is_better,
    )


def aggregate(values: np.ndarray, measure: Measure, undefined: Undefined) -> np.ndarray:
    """The published number of each row of unit values; NaN where no unit has one."""
    missing = np.isnan(values)
    if undefined != "skip":
        values = np.where(missing, 0.0 if undefined == "zero" else 1.0, values)
        missing = np.isnan(values)
    result = np.full(len(values), np.nan)
    some = ~missing.all(axis=1)
    middle = np.nanmedian if measure.definition.aggregate == "median" else np.nanmean
    result[some] = middle(values[some], axis=1)
    return result
