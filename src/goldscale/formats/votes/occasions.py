"""Who voted again: counting occasions, refusing votes that are simply doubled, and seats for unknown people."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldscale.data import Annotators
from goldscale.errors import FormatError
from goldscale.files import Source


def occasions(*keys: np.ndarray, order: np.ndarray | None = None) -> np.ndarray:
    """0 for the first row with these keys, 1 for the second..., in the order given (else as they stand).

    >>> occasions(np.array([7, 7, 3, 7]))
    array([0, 1, 0, 2])
    """
    count = len(keys[0])
    if not count:
        return np.zeros(0, dtype=np.int64)
    sorting = np.lexsort(keys if order is None else (order, *keys))
    changes = np.zeros(count, dtype=bool)
    for key in keys:
        changes[1:] |= np.diff(key[sorting]) != 0
    start = np.maximum.accumulate(np.where(changes, np.arange(count), 0))
    found = np.empty(count, dtype=np.int64)
    found[sorting] = np.arange(count) - start
    return found


def refuse_doubles(
    source: Source, *keys: np.ndarray, line: Callable[[int], int], what: Callable[[int], str], field: str, hint: str
) -> None:
    """An error for the first row whose keys came before, with both lines."""
    again = np.flatnonzero(occasions(*keys))
    if not again.size:
        return
    later = int(again[0])
    earlier = int(np.flatnonzero(np.all([key == key[later] for key in keys], axis=0))[0])
    raise FormatError(
        source.name,
        f"each {field} once (it is in line {line(earlier)} already)",
        line=line(later),
        field=field,
        found=what(later),
        hint=hint or None,
    )


def seats(count: int) -> Annotators:
    """Places for people of whom only their number is known."""
    return Annotators([f"seat {number}" for number in range(1, count + 1)], "seat")
