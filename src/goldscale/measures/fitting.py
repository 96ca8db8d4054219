"""What the rules let a run differ from a truth in: how ids are spelt, what it has besides, what it lacks.

Afterwards the run is aligned with the truth as any other (``measures/alignment.py``).
"""

from __future__ import annotations

import warnings

import numpy as np

from goldscale.data import Axis, Judgements, Run
from goldscale.data import matrix as mx
from goldscale.data.id_matching import renamed
from goldscale.errors import GoldscaleWarning, first_few
from goldscale.measures.alignment import no_fit
from goldscale.measures.settings import Settings


def fit(run: Run, truth: Judgements, settings: Settings) -> Run:
    """The run with the truth's ids, without what the truth lacks and with what it lacks itself, as the rules allow."""
    if settings.match != "exact":
        whose = f"run {run.name!r}"
        items = renamed(run.items, truth.items, settings.match, whose)
        labels = renamed(run.labels, truth.labels, settings.match, whose)
        if items is not run.items or labels is not run.labels:
            run = run.replace(items=items, labels=labels)
    if settings.extra == "drop":
        run = _without_extra(run, truth)
    if settings.missing == "unretrieved":
        run = _with_missing(run, truth)
    return run


def _without_extra(run: Run, truth: Judgements) -> Run:
    """What an open world does not name is unjudged, not extra: its items stay."""
    rows = None if truth.is_sparse else _shared(run.items, truth.items, run)
    columns = _shared(run.labels, truth.labels, run)
    return run if rows is None and columns is None else run.select(rows, columns)


def _shared(axis: Axis, wanted: Axis, run: Run) -> np.ndarray | None:
    """Positions of the names that the truth has too; None where it has all."""
    if not (axis.named and wanted.named):
        return None
    where = axis.locate(wanted)
    kept, left = np.flatnonzero(where >= 0), np.flatnonzero(where < 0)
    if not len(left):
        return None
    if not len(kept):
        raise no_fit(f"run {run.name!r} and the truth share no {wanted.noun}", wanted, wanted.names, axis.names)
    extra = axis.take(left)
    _warn(f"run {run.name!r}: {extra.counted} that the truth lacks left out ({first_few(extra.names)})")
    return kept


def _with_missing(run: Run, truth: Judgements) -> Run:
    """What a full table lacks is not retrieved; a run that lists what it retrieved says so of itself."""
    if run.is_sparse:
        return run
    items, labels = _lacking(run.items, truth.items, run), _lacking(run.labels, truth.labels, run)
    if not items and not labels:
        return run
    changes: dict[str, object] = {}
    behind = ((0, len(items)), (0, len(labels)))
    if run.scores is not None:
        scores = np.asarray(run.scores)
        changes["scores"] = np.pad(scores, behind, constant_values=-np.inf)
    if run.decisions is not None:
        changes["decisions"] = np.pad(mx.dense(run.decisions), behind, constant_values=False)
    if isinstance(run.threshold, np.ndarray):
        # Any number will do: nothing is retrieved there.
        changes["threshold"] = np.pad(run.threshold, behind[1], constant_values=0.0)
    for side, axis, names in (("items", run.items, items), ("labels", run.labels, labels)):
        changes[side] = type(axis)([*axis, *names], axis.noun) if names else axis
    return run.replace(**changes)


def _lacking(axis: Axis, wanted: Axis, run: Run) -> list[str]:
    """The truth's names that the run lacks."""
    if not (axis.named and wanted.named):
        return []
    names = [name for name in wanted if name not in axis]
    if len(names) == len(wanted):
        raise no_fit(f"run {run.name!r} and the truth share no {wanted.noun}", wanted, names, axis.names)
    if names:
        what = f"{len(names)} of the truth's {wanted.plural}"
        _warn(f"run {run.name!r} lacks {what}, which count as not retrieved ({first_few(names)})")
    return names


def _warn(message: str) -> None:
    warnings.warn(message, GoldscaleWarning, stacklevel=5)
