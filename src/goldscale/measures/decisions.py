"""Decisions from scores: the thresholds that measures on sets need.

Thesis 9.1 and 10.5 tell why it matters: a good ranking with an awkward threshold loses on every set measure.
A run's own decisions (one per cell) count first, then the run's own threshold, then the one asked for. The rules
(``argmax``, ``best-f1``, ``density``, ``density-per-label``, ``retrieved``) overrule both, so that runs are compared on
equal terms; only a run without scores keeps its decisions under them.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from goldscale.data import Run
from goldscale.data import matrix as mx
from goldscale.data.axis import per_label
from goldscale.errors import known_name
from goldscale.kernels import thresholds
from goldscale.kernels.cells import DenseCells
from goldscale.measures.alignment import Aligned

Threshold = float | str | Mapping[str, float] | Sequence[float] | np.ndarray

RULES = {
    "argmax": "per item, the label with the highest score, and all that share it",
    "best-f1": "per label, the threshold with the highest F1 against the truth: an oracle, not a system",
    "density": "one threshold per run, so that it predicts as many cells as are relevant",
    "density-per-label": "one threshold per label, so that each is predicted as often as it is relevant",
    "retrieved": "everything that the run retrieved is predicted",
}


PROBABLE = 0.5
"""The threshold where nobody names one: it suits scores that are probabilities."""


def decide(aligned: Aligned, labels: Sequence[str], threshold: Threshold) -> tuple[np.ndarray, str]:
    """Which cells the run predicts, and in words where that comes from (for the signature)."""
    run, cells = aligned.run, aligned.cells
    rule = known_name(threshold, RULES, "threshold rule") if isinstance(threshold, str) else None
    if aligned.decisions is not None and (rule is None or run.scores is None):
        return aligned.decisions, "given"
    if rule is None and run.threshold is not None:
        own = run.threshold
        if not isinstance(own, np.ndarray):
            return _at_least(aligned, own), f"own:{own!r}"
        kind = f"own-per-label:{_hash(own)}"
        # A listed run is not rearranged: its thresholds are in the order of its own labels.
        if not isinstance(cells, DenseCells):
            own = per_label(dict(zip(run.labels, own, strict=True)), labels, "threshold")
        return _at_least(aligned, own), kind
    if rule == "retrieved":
        return cells.scores > -np.inf, "retrieved"
    if rule == "argmax":
        return _highest(aligned), "argmax"
    if rule == "density":
        target = int(cells.grade_counts("item")[:, 1:].sum())
        return _at_least(aligned, thresholds.matching_count(_countable(aligned), target)), "density"
    if rule == "best-f1":
        return _at_least(aligned, _for_each_label(aligned, thresholds.best_f1)), "best-f1(oracle)"
    if isinstance(threshold, str):  # density-per-label, the last of the rules
        return _at_least(aligned, _for_each_label(aligned, lambda s, _, r: thresholds.matching_count(s, r))), threshold
    if isinstance(threshold, (int, float)):
        return _at_least(aligned, float(threshold)), repr(threshold)
    limits = per_label(threshold, labels, "threshold")
    return _at_least(aligned, limits), f"per-label:{_hash(limits)}"


def unsuited(run: Run, threshold: Threshold = PROBABLE) -> str:
    """Why decisions by this number say little about a run's scores, and what would help; empty where all is well."""
    scores = None if run.decisions is not None or run.threshold is not None else run.scores
    if scores is None or not isinstance(threshold, (int, float)):
        return ""
    low, high = _ends(mx.cells(scores))
    logits = "0, as for logits, or " if low < 0 < high else ""
    mend = f"try the threshold {logits}{'retrieved' if run.is_sparse else 'density'!r}"
    if threshold == PROBABLE and (low < 0 or high > 1):
        return f"scores outside [0, 1], cut at {threshold:g}; {mend}"
    if high < float(scores.dtype.type(threshold)):  # in the scores' own precision, as the decisions
        return f"no score reaches {threshold:g}, so nothing is predicted; {mend}"
    return ""


def _ends(scores: np.ndarray) -> tuple[float, float]:
    """The lowest and highest score of what the run ranks at all; NaN where it ranks nothing."""
    if not scores.size:
        return math.nan, math.nan
    low, high = float(scores.min()), float(scores.max())
    if math.isinf(low) or math.isinf(high):  # only then: a copy costs more than the rest
        return _ends(scores[np.isfinite(scores)])
    return low, high


def _hash(limits: np.ndarray) -> str:
    """Eight hex digits that tell one set of thresholds from another."""
    return hashlib.sha256(np.ascontiguousarray(limits).data).hexdigest()[:8]


def _at_least(aligned: Aligned, threshold: float | np.ndarray) -> np.ndarray:
    cells = aligned.cells
    # In the scores' own precision: 0.7 read as float32 must reach a threshold of 0.7.
    limit = np.asarray(threshold).astype(cells.scores.dtype)
    if isinstance(cells, DenseCells):
        return np.asarray(cells.scores >= limit)
    return np.asarray(cells.scores >= (limit if limit.ndim == 0 else limit[cells.column]))


def _highest(aligned: Aligned) -> np.ndarray:
    """The highest of each item's scores, which several labels may share: no label comes first."""
    cells = aligned.cells
    if isinstance(cells, DenseCells):
        top = cells.scores.max(axis=1, keepdims=True, initial=-np.inf)
    else:
        each = np.full(cells.shape[0], -np.inf, dtype=cells.scores.dtype)
        np.maximum.at(each, cells.row, cells.scores)
        top = each[cells.row]
    return np.asarray((cells.scores == top) & (cells.scores > -np.inf))


def _countable(aligned: Aligned) -> np.ndarray:
    cells = aligned.cells
    judged = cells.truth.judged if isinstance(cells, DenseCells) else cells.judged
    scores = cells.scores.ravel() if judged is None else cells.scores[judged]
    return np.asarray(scores[scores > -np.inf])


def _for_each_label(aligned: Aligned, find: Callable[[np.ndarray, np.ndarray, int], float]) -> np.ndarray:
    cells = aligned.cells
    totals = cells.grade_counts("label")[:, 1:].sum(axis=1)
    found = np.full(len(totals), np.inf)
    for block in cells.blocks("label"):
        for unit, scores, grade in zip(block.units, block.scores, block.grade, strict=True):
            ranked = scores > -np.inf
            found[unit] = find(scores[ranked], grade[ranked] > 0, int(totals[unit]))
    return found
