"""Division that knows 'undefined'."""

from __future__ import annotations

import numpy as np


def ratio(numerator: np.ndarray, denominator: np.ndarray) -> np.ndarray:
    """Element by element; NaN where the denominator is zero."""
    top = np.asarray(numerator, dtype=np.float64)
    bottom = np.asarray(denominator, dtype=np.float64)
    shape = np.broadcast_shapes(top.shape, bottom.shape)
    return np.divide(top, bottom, out=np.full(shape, np.nan), where=bottom != 0)


def known_mean(values: np.ndarray, axis: int | None = None) -> np.ndarray:
    """The mean of what is not NaN; NaN where nothing is left.

    >>> known_mean(np.array([[1.0, np.nan], [np.nan, np.nan]]), axis=1)
    array([ 1., nan])
    """
    known = ~np.isnan(values)
    return ratio(np.where(known, values, 0.0).sum(axis=axis), known.sum(axis=axis))
