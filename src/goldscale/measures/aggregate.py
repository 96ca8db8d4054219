"""From per-unit values to the published number."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from goldscale.kernels.groups import nested_mean
from goldscale.kernels.ratio import ratio
from goldscale.measures.definition import Measure
from goldscale.measures.settings import Undefined

FILL: dict[Undefined, float] = {"skip": math.nan, "zero": 0.0, "one": 1.0}
"""What an undefined unit counts in the mean; NaN is left out."""


def aggregate(
    values: np.ndarray,
    measure: Measure,
    undefined: Undefined,
    parents: Sequence[np.ndarray] = (),
    weights: np.ndarray | None = None,
) -> np.ndarray:
    """The published number of each row of unit values; NaN where no unit has one.

    With ``parents`` (of the items, from the innermost group out) it is the nested mean, with ``weights`` (of the units,
    or rows x units) the weighted one.
    """
    filled = averaged(fill(values, undefined), measure)
    if parents:
        return nested_mean(filled, parents)
    if measure.definition.aggregate == "median":
        result = np.full(len(filled), np.nan)
        some = ~np.isnan(filled).all(axis=1)
        result[some] = np.nanmedian(filled[some], axis=1)
        return result
    known = ~np.isnan(filled)
    heavy = known if weights is None else known * weights
    return published(ratio((np.where(known, filled, 0.0) * heavy).sum(axis=1), heavy.sum(axis=1)), measure)


def aggregate_drawn(
    values: np.ndarray, drawn: np.ndarray, measure: Measure, undefined: Undefined, weights: np.ndarray | None = None
) -> np.ndarray:
    """The published number when units count as often as they were drawn (replicates x units)."""
    if measure.definition.aggregate == "median":
        filled = fill(values, undefined)
        # Of a truth that does not name all items, differently many units may be drawn: row by row.
        return np.concatenate([aggregate(np.repeat(filled, times)[None], measure, "skip") for times in drawn])
    filled = averaged(fill(values, undefined), measure)
    defined = ~np.isnan(filled)
    heavy = drawn[:, defined].astype(np.float64)
    if weights is not None:
        heavy *= weights[defined]
    return published(ratio(heavy @ filled[defined], heavy.sum(axis=1)), measure)


def averaged(values: np.ndarray, measure: Measure) -> np.ndarray:
    """What the mean is taken of: the values, or of a geometric mean their logarithms."""
    if measure.definition.aggregate != "geometric mean":
        return values
    return np.log(np.maximum(values, measure["floor"]))


def published(mean: np.ndarray, measure: Measure) -> np.ndarray:
    """The number that such a mean stands for."""
    return np.exp(mean) if measure.definition.aggregate == "geometric mean" else mean


def fill(values: np.ndarray, undefined: Undefined) -> np.ndarray:
    """The values as they enter the mean."""
    return values if undefined == "skip" else np.where(np.isnan(values), FILL[undefined], values)
