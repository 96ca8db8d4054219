"""Looking up single cells of a truth."""

from __future__ import annotations

import numpy as np

from goldscale.data import Judgements
from goldscale.data import matrix as mx
from goldscale.data.judgements import UNJUDGED


def grades_at(truth: Judgements, row: np.ndarray, column: np.ndarray) -> np.ndarray:
    """The grades of these cells; UNJUDGED where a cell is not judged or lies outside (row or column below 0).

    >>> grades_at(Judgements([[1, 0], [-1, 2]]), np.array([0, 1, -1]), np.array([1, 1, 0]))
    array([ 0.,  2., -1.])
    """
    rows, columns, grades = mx.coordinates(truth.values)
    width = max(len(truth.labels), 1)
    asked = np.where((row < 0) | (column < 0), -1, row * width + column)
    if not len(grades):
        return np.full(asked.shape, float(UNJUDGED))
    held = rows * width + columns
    place = np.searchsorted(held, asked).clip(0, len(grades) - 1)
    return np.where(held[place] == asked, np.nan_to_num(grades[place].astype(float), nan=UNJUDGED), UNJUDGED)
