"""Bringing a run and a truth together: same items, same labels, same order, or a MismatchError that says why not.

A full matrix must fit the truth exactly. A run that lists only what it retrieved may leave items and
labels out (nothing was retrieved there). A sparse truth (qrels) is an open world: what it does not name is
unjudged. Whatever is not used is named in a warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from scipy import sparse

from goldscale.data import Axis, Concepts, Items, Judgements, Run
from goldscale.data import matrix as mx
from goldscale.data.id_matching import near_match
from goldscale.errors import GoldscaleWarning, MismatchError, ParameterError, first_few
from goldscale.kernels.cells import Cells, DenseCells, DenseTruth, ListedCells, ListedTruth, Truth

Unjudged = Literal["negative", "ignore", "bounds"]
UNJUDGED: tuple[Unjudged, ...] = ("negative", "ignore", "bounds")


@dataclass(frozen=True)
class Aligned:
    """A run in the truth's order."""

    run: Run
    cells: Cells
    decisions: np.ndarray | None
    """Decisions that the run itself gives: a matrix, or one per listed cell."""
    items: Items
    """The truth's items, and behind them what the run retrieved outside it."""
    labels: Concepts


class Target:
    """A truth ready to be compared with many runs; what depends on the truth alone is computed once."""

    def __init__(self, truth: Judgements, unjudged: Unjudged) -> None:
        if truth.relevance == "probability":
            raise ParameterError(
                "the truth holds probabilities; a run can be held only against binary or graded relevance. "
                "Turn them into decisions first, for example Judgements(truth.values >= 0.5, ...)"
            )
        self.truth = truth
        self.unjudged = unjudged

    @cached_property
    def dense(self) -> DenseTruth:
        """The grades of a full matrix truth."""
        return self._dense_truth(np.asarray(self.truth.values))

    def align(self, run: Run) -> Aligned:
        """Bring a run into the truth's order."""
        listed = mx.is_sparse(run.decisions if run.scores is None else run.scores)
        return self._align_lists(run) if listed else self._align_full(run)

    def _align_full(self, run: Run) -> Aligned:
        columns = match_exactly(run.labels, self.truth.labels, run.name)
        rows: np.ndarray | None
        if self.truth.is_sparse:
            rows, items = _covering(run.items, self.truth.items, run.name)
        else:
            rows, items = match_exactly(run.items, self.truth.items, run.name), self.truth.items
        fitted = run if rows is None and columns is None else run.select(rows, columns)
        decisions = None if fitted.decisions is None else mx.dense(fitted.decisions)
        scores = np.asarray(fitted.scores if fitted.scores is not None else decisions)
        if scores.dtype.kind == "b":
            scores = scores.astype(np.float32)
        return Aligned(fitted, DenseCells(scores, self._truth_over(items)), decisions, items, self._labels(run))

    def _labels(self, run: Run) -> Concepts:
        return self.truth.labels if self.truth.labels.named else run.labels

    def _truth_over(self, items: Items) -> DenseTruth:
        if not self.truth.is_sparse:
            return self.dense
        grade = np.full((len(items), len(self.truth.labels)), -1, dtype=self.truth.values.dtype)
        row, column, values = mx.coordinates(self.truth.values)
        grade[row, column] = values
        return self._dense_truth(grade)

    def _dense_truth(self, grade: np.ndarray) -> DenseTruth:
        unknown = grade < 0
        if not unknown.any():
            return DenseTruth(grade, None)
        known = np.where(unknown, 0, grade).astype(grade.dtype)
        return DenseTruth(known, ~unknown if self.unjudged == "ignore" else None, unknown)

    def _align_lists(self, run: Run) -> Aligned:
        rows, items = self._listed_items(run)
        columns = self._listed_labels(run)
        row, column, scores, decisions = _listed(run)
        kept = columns[column] >= 0
        row, column, scores = rows[row[kept]], columns[column[kept]], scores[kept]
        shape = (len(items), len(self.truth.labels))
        grade = self._grades_at(row, column)
        unknown = grade < 0
        judged = ~unknown if self.unjudged == "ignore" else None
        cells = ListedCells(shape, row, column, scores, np.maximum(grade, 0), judged, unknown, self._truth_of(shape))
        return Aligned(run, cells, None if decisions is None else decisions[kept], items, self._labels(run))

    def _listed_items(self, run: Run) -> tuple[np.ndarray, Items]:
        where = run.items.locate(self.truth.items) if run.items.named else np.arange(len(run.items))
        beyond = np.flatnonzero((where < 0) | (where >= len(self.truth.items)))
        unknown = [run.items[i] for i in beyond]
        if unknown and not self.truth.is_sparse:
            what = f"run {run.name!r} has {run.items.plural} that the truth lacks"
            raise no_fit(what, run.items, absent_from(run.items, self.truth.items), unknown, listed=True)
        if not self.truth.is_sparse and len(run.items) < len(self.truth.items):
            left_out = len(self.truth.items) - len(run.items)
            _warn(f"run {run.name!r} retrieves nothing for {left_out} of the truth's {self.truth.items.plural}")
        where[beyond] = len(self.truth.items) + np.arange(len(beyond))
        if not unknown:
            return where, self.truth.items
        if len(unknown) == len(run.items):
            hint = near_match(run.items, self.truth.items.names, unknown)
            none = f"run {run.name!r} retrieves none of the judged {self.truth.items.plural} ({first_few(unknown)})"
            _warn(none if hint is None else f"{none}. {hint}")
        return where, Items((*self.truth.items, *unknown), self.truth.items.noun)

    def _listed_labels(self, run: Run) -> np.ndarray:
        where = run.labels.locate(self.truth.labels) if run.labels.named else np.arange(len(run.labels))
        unknown = [run.labels[i] for i in np.flatnonzero((where < 0) | (where >= len(self.truth.labels)))]
        if unknown and (not self.truth.is_sparse or len(unknown) == len(run.labels)):
            what = f"run {run.name!r} has {run.labels.plural} that the truth lacks"
            raise no_fit(what, run.labels, absent_from(run.labels, self.truth.labels), unknown, listed=True)
        if unknown:
            what = f"{len(unknown)} {run.labels.plural} without judgements"
            _warn(f"run {run.name!r}: {what} left out ({first_few(unknown)})")
        empty = absent_from(run.labels, self.truth.labels)
        if empty and self.truth.is_sparse:
            _warn(f"run {run.name!r} retrieves nothing for {len(empty)} {run.labels.plural} ({first_few(empty)})")
        return where

    def _grades_at(self, row: np.ndarray, column: np.ndarray) -> np.ndarray:
        values = self.truth.values
        if isinstance(values, np.ndarray):
            return values[row, column]
        rows, columns, grade = mx.coordinates(values)
        return np.append(grade, -1).astype(grade.dtype)[mx.places(rows, columns, row, column, values.shape[1])]

    def _truth_of(self, shape: tuple[int, int]) -> Truth:
        """The truth without a dense copy of a sparse one."""
        if not self.truth.is_sparse:
            return self.dense
        row, column, grade = mx.coordinates(self.truth.values)
        known = grade >= 0
        return ListedTruth(shape, row[known], column[known], grade[known], self.unjudged == "ignore")


def by_position(run: Run, truth: Judgements) -> str | None:
    """What to say where a file without names meets a truth with them: nobody can tell whether the order is the same."""
    if run.items.named or not truth.items.named:
        return None
    plural = truth.items.plural
    return f"run {run.name!r} has no names of {plural}: its rows are taken in the order of the truth's {plural}"


def match_exactly(axis: Axis, wanted: Axis, run: str) -> np.ndarray | None:
    """Where each wanted name stands in ``axis``; None where both are the same already.

    An axis without names of its own fits any axis of its length, by position.
    """
    if axis.names == wanted.names:
        return None
    if not (axis.named and wanted.named):
        if len(axis) != len(wanted):
            raise MismatchError(
                f"run {run!r} has {axis.counted}, the truth has {len(wanted)}",
                hint=f"{axis.plural.capitalize()} without names are matched by position",
            )
        return None
    missing, extra = absent_from(axis, wanted), absent_from(wanted, axis)
    if missing or extra:
        what = f"run {run!r} and the truth do not have the same {wanted.plural}"
        # Label sets have labels of both sides, so that a spelling of theirs is never extra.
        known = axis.names if isinstance(axis, Concepts) else ()
        raise no_fit(what, wanted, missing, extra, known=known)
    return wanted.locate(axis)


def absent_from(axis: Axis, wanted: Axis) -> list[str]:
    """The wanted names that an axis lacks; none where it has no names of its own."""
    return [name for name in wanted if name not in axis] if axis.named else []


def no_fit(
    what: str,
    axis: Axis,
    missing: Sequence[str],
    extra: Sequence[str],
    *,
    known: Sequence[str] = (),
    listed: bool = False,
) -> MismatchError:
    """The error of ids that do not fit, with the rule that would let them; a ``listed`` run may lack some.

    Where nothing is extra, the missing ids may be near to one that is ``known`` already.
    """
    hint = near_match(axis, missing, extra or known)
    lacking = () if listed else missing
    if hint is None and not lacking:
        hint = "Leave them out with extra='drop' (in campaign.toml too), or --extra drop on the command line"
    elif hint is None and not extra:
        hint = (
            "Count them as not retrieved with missing='unretrieved' (in campaign.toml too), or --missing unretrieved "
            "on the command line"
        )
    return MismatchError(what, missing=lacking, extra=extra, hint=hint)


def _covering(axis: Items, wanted: Items, run: str) -> tuple[np.ndarray, Items]:
    """The run's rows, first those of the truth, then the others."""
    missing = [name for name in wanted if name not in axis]
    if missing:
        hint = near_match(axis, missing, [name for name in axis if name not in wanted])
        raise MismatchError(f"run {run!r} lacks judged {wanted.plural}", missing=missing, hint=hint)
    where = wanted.locate(axis)
    others = np.setdiff1d(np.arange(len(axis)), where)
    return np.concatenate([where, others]), Items((*wanted, *(axis[i] for i in others)), wanted.noun)


def _listed(run: Run) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
    """Row, column, score and decision of every cell that the run names."""
    scores = run.scores
    if run.decisions is None and scores is not None:
        return *mx.coordinates(scores), None
    yes_row, yes_column, yes = mx.coordinates(sparse.csr_array(run.decisions))
    if scores is None:
        return yes_row, yes_column, yes.astype(np.float32), yes
    # A cell may have a decision and no score (unranked) or a score and no decision (no).
    row, column, score = mx.coordinates(scores)
    width = run.shape[1]
    scored, decided = row * width + column, yes_row * width + yes_column
    every = np.union1d(scored, decided)
    merged = np.full(len(every), -np.inf, dtype=score.dtype)
    merged[np.searchsorted(every, scored)] = score
    decisions = np.zeros(len(every), dtype=bool)
    decisions[np.searchsorted(every, decided)] = yes
    return every // width, every % width, merged, decisions


def _warn(message: str) -> None:
    warnings.warn(message, GoldscaleWarning, stacklevel=5)
