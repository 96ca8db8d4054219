"""Label cardinality and density of truths and runs (thesis eqs. 3.2 and 3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

from goldscale.data import Judgements, Run
from goldscale.data import matrix as mx
from goldscale.data.axis import per_label
from goldscale.errors import expect


def label_cardinality(of: Judgements | Run, threshold: float | Mapping[str, float] | Sequence[float] = 0.5) -> float:
    """Mean number of labels per item: relevant ones of a truth, predicted ones of a run (thesis eq. 3.2).

    A run's own decisions count first, then its own threshold, then the one given.

    >>> label_cardinality(Judgements([[1, 1, 0], [1, 0, 0]]))
    1.5
    """
    if isinstance(of, Judgements):
        return of.cardinality
    return _predicted(expect(of, Run), threshold) / max(len(of.items), 1)


def label_density(of: Judgements | Run, threshold: float | Mapping[str, float] | Sequence[float] = 0.5) -> float:
    """Label cardinality as a fraction of all labels (thesis eq. 3.3)."""
    return label_cardinality(of, threshold) / max(len(of.labels), 1)


def _predicted(run: Run, threshold: float | Mapping[str, float] | Sequence[float]) -> int:
    if run.decisions is not None:
        return int(np.count_nonzero(mx.cells(run.decisions)))
    limit = threshold if run.threshold is None else run.threshold
    scores = cast(mx.Matrix, run.scores)  # a run without decisions has scores
    values = mx.cells(scores)
    if not isinstance(limit, (int, float)):
        limit = per_label(limit, run.labels, "threshold").astype(values.dtype)
        if not isinstance(scores, np.ndarray):
            limit = limit[scores.indices]
    return int(np.count_nonzero(values >= limit))
