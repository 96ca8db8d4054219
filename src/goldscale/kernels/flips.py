"""Signs that flip at random."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

UNITS = 8
"""So many units share a random byte."""
ROWS = 1024
"""So many replicates are drawn at a time."""
SIGNS_AT_ONCE = 1 << 22
"""So many signs are in memory at a time, about."""


def flips(rng: np.random.Generator, units: int, replicates: int) -> Iterator[np.ndarray]:
    """The signs of the units (1 or -1, units x replicates), drawn anew in each replicate, some replicates at a time.

    >>> [signs.shape for signs in flips(np.random.default_rng(0), 3, 1500)]
    [(3, 1024), (3, 476)]
    """
    step = min(ROWS, max(UNITS, SIGNS_AT_ONCE // max(units, 1)))
    for begin in range(0, replicates, ROWS):
        count = min(ROWS, replicates - begin)
        length = -(-units // UNITS)
        drawn = np.frombuffer(rng.bytes(length * count), dtype=np.uint8).reshape(length, count)
        for start in range(0, count, step):
            bits = np.unpackbits(drawn[:, start : start + step], axis=0, count=units)
            yield bits * 2.0 - 1.0
