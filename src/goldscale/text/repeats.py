"""Rows that have the same keys as others before them: counting them, and refusing those that are simply doubled."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

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


def first_repeat(*keys: np.ndarray) -> tuple[int, int] | None:
    """The first row whose keys came before, behind the row in which they did; None where each comes once."""
    again = np.flatnonzero(occasions(*keys))
    if not again.size:
        return None
    later = int(again[0])
    return int(np.flatnonzero(np.all([key == key[later] for key in keys], axis=0))[0]), later


def refuse_doubles(
    source: Source,
    *keys: np.ndarray,
    line: Callable[[int], int],
    what: Callable[[int], str],
    noun: str,
    field: str | None = None,
    hint: str | None = None,
) -> None:
    """An error for the first row whose keys came before, with both lines."""
    repeat = first_repeat(*keys)
    if repeat is not None:
        earlier, later = repeat
        expected = f"each {noun} once (it is in line {line(earlier)} already)"
        raise source.error(expected, line=line(later), field=field or noun, found=what(later), hint=hint)
