"""From per-unit values to the published number."""

from __future__ import annotations

import numpy as np

from goldscale.measures.definition import Measure
from goldscale.measures.settings import Undefined

FILL = {"zero": 0.0, "one": 1.0}


def aggregate(values: np.ndarray, measure: Measure, undefined: Undefined) -> np.ndarray:
    """The published number of each row of unit values; NaN where no unit has one."""
    filled = _filled(values, undefined)
    result = np.full(len(filled), np.nan)
    some = ~np.isnan(filled).all(axis=1)
    middle = np.nanmedian if measure.definition.aggregate == "median" else np.nanmean
    result[some] = middle(filled[some], axis=1)
    return result


def aggregate_drawn(values: np.ndarray, drawn: np.ndarray, measure: Measure, undefined: Undefined) -> np.ndarray:
    """The published number when units count as often as they were drawn (replicates x units)."""
    filled = _filled(values, undefined)
    if measure.definition.aggregate == "median":
        # Of a truth that does not name all items, differently many units may be drawn: row by row.
        return np.concatenate([aggregate(np.repeat(filled, times)[None], measure, "skip") for times in drawn])
    defined = ~np.isnan(filled)
    weights = drawn[:, defined].astype(np.float64)
    total = weights.sum(axis=1)
    sums = weights @ filled[defined]
    return np.divide(sums, total, out=np.full(len(drawn), np.nan), where=total > 0)


def _filled(values: np.ndarray, undefined: Undefined) -> np.ndarray:
    return values if undefined == "skip" else np.where(np.isnan(values), FILL[undefined], values)
