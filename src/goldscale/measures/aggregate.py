"""From per-unit values to the published number."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from goldscale.kernels.groups import nested_mean
from goldscale.measures.definition import Measure
from goldscale.measures.settings import Undefined

FILL: dict[Undefined, float] = {"skip": math.nan, "zero": 0.0, "one": 1.0}
"""What an undefined unit counts in the mean; NaN is left out."""


def aggregate(
    values: np.ndarray, measure: Measure, undefined: Undefined, parents: Sequence[np.ndarray] = ()
) -> np.ndarray:
    """The published number of each row of unit values; NaN where no unit has one.

    With ``parents`` (of the items, from the innermost group out) it is the nested mean.
    """
    filled = fill(values, undefined)
    if parents:
        return nested_mean(filled, parents)
    result = np.full(len(filled), np.nan)
    some = ~np.isnan(filled).all(axis=1)
    middle = np.nanmedian if measure.definition.aggregate == "median" else np.nanmean
    result[some] = middle(filled[some], axis=1)
    return result


def aggregate_drawn(values: np.ndarray, drawn: np.ndarray, measure: Measure, undefined: Undefined) -> np.ndarray:
    """The published number when units count as often as they were drawn (replicates x units)."""
    filled = fill(values, undefined)
    if measure.definition.aggregate == "median":
        # Of a truth that does not name all items, differently many units may be drawn: row by row.
        return np.concatenate([aggregate(np.repeat(filled, times)[None], measure, "skip") for times in drawn])
    defined = ~np.isnan(filled)
    weights = drawn[:, defined].astype(np.float64)
    total = weights.sum(axis=1)
    sums = weights @ filled[defined]
    return np.divide(sums, total, out=np.full(len(drawn), np.nan), where=total > 0)


def fill(values: np.ndarray, undefined: Undefined) -> np.ndarray:
    """The values as they enter the mean."""
    return values if undefined == "skip" else np.where(np.isnan(values), FILL[undefined], values)
