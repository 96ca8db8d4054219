"""Sums of numbers whose signs flip at random, for many columns at once.

Eight units share a random byte: the 256 sums that they can have are tabled once, and a replicate adds one of them for
each byte. That is one addition where a product with a matrix of signs takes eight multiplications, and eight random
bits where that takes eight random numbers. Every sum is of float64 throughout.
"""

from __future__ import annotations

import numpy as np

UNITS = 8
SIGNS = np.unpackbits(np.arange(1 << UNITS, dtype=np.uint8)[:, None], axis=1) * 2.0 - 1.0
"""Which signs each byte gives its eight units (256 x 8)."""
BYTES = 64
"""So many bytes of units are tabled at a time."""
ROWS = 1024
"""So many replicates are summed at a time: what is added stays in the processor's cache."""


def flipped_sums(rng: np.random.Generator, values: np.ndarray, replicates: int) -> np.ndarray:
    """Replicates x columns: sums of units x columns, each unit's sign drawn anew in each replicate.

    One set of flips serves all columns, and a column's sums do not depend on the other columns.

    >>> np.unique(flipped_sums(np.random.default_rng(0), np.array([[1.0], [2.0]]), 50)).tolist()
    [-3.0, -1.0, 1.0, 3.0]
    """
    columns = values.shape[1]
    sums = np.zeros((replicates, columns))
    added = np.empty((ROWS, columns))
    for begin in range(0, len(values), UNITS * BYTES):
        part = values[begin : begin + UNITS * BYTES]
        part = np.pad(part, ((0, -len(part) % UNITS), (0, 0)))
        tables = SIGNS @ part.reshape(-1, UNITS, columns)
        for start in range(0, replicates, ROWS):
            rows = sums[start : start + ROWS]
            drawn = np.frombuffer(rng.bytes(len(tables) * len(rows)), dtype=np.uint8).reshape(len(tables), -1)
            for table, byte in zip(tables, drawn, strict=True):
                # A byte is never out of range; with "clip" NumPy takes that as given and needs no copy.
                rows += np.take(table, byte, axis=0, out=added[: len(rows)], mode="clip")
    return sums
