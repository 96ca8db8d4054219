"""Rows with the same keys, as votes of one person on one cell: each after the first is another occasion."""

from __future__ import annotations

import numpy as np

MOST_OCCASIONS = int(np.iinfo(np.int16).max)
"""The highest number of an occasion that votes hold."""


def occasions(*keys: np.ndarray, order: np.ndarray | None = None) -> np.ndarray:
    """0 for the first row with these keys, 1 for the second..., in the order given (else as they stand).

    >>> occasions(np.array([7, 7, 3, 7]))
    array([0, 1, 0, 2])
    """
    count = len(keys[0])
    # Mostly nothing is repeated; that is seen in a tenth of the time that counting takes.
    if not count or (len(keys) == 1 and not (np.diff(np.sort(keys[0])) == 0).any()):
        return np.zeros(count, dtype=np.int64)
    sorting = np.lexsort(keys if order is None else (order, *keys))
    changes = np.zeros(count, dtype=bool)
    for key in keys:
        changes[1:] |= np.diff(key[sorting]) != 0
    start = np.maximum.accumulate(np.where(changes, np.arange(count), 0))
    found = np.empty(count, dtype=np.int64)
    found[sorting] = np.arange(count) - start
    return found


def repeats_note(count: int, first: str) -> str:
    """What to say where votes were given again and nothing tells when: how many, and the first of them."""
    votes, are = ("vote", "is") if count == 1 else ("votes", "are")
    return (
        f"{count} {votes} {are} given again by the same person ({'' if count == 1 else 'the first: '}{first}); "
        "the order of rows is taken as the order in time, and only a first vote counts"
    )
