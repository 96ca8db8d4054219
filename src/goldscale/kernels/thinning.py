"""A drawn line with few points that looks like the one with many."""

from __future__ import annotations

import heapq

import numpy as np


def thinned(x: np.ndarray, y: np.ndarray, most: int, close: float) -> np.ndarray:
    """Which points to keep so that the line through them stays ``close`` to all, or as close as ``most`` points can.

    Douglas and Peucker's way (doi:10.3138/FM57-6770-U75U-7727), the farthest point of the whole line first.

    >>> thinned(np.array([0.0, 1.0, 2.0, 2.0]), np.array([0.0, 1.0, 2.0, 5.0]), 10, 0.01).tolist()
    [0, 2, 3]
    """
    if len(x) < 3:
        return np.arange(len(x))
    kept = [0, len(x) - 1]
    pieces = [_farthest(x, y, 0, len(x) - 1)]
    while len(kept) < most and pieces:
        distance, first, middle, last = heapq.heappop(pieces)
        if -distance <= close:
            break
        kept.append(middle)
        for begin, end in ((first, middle), (middle, last)):
            if end - begin > 1:
                heapq.heappush(pieces, _farthest(x, y, begin, end))
    return np.sort(kept)


def _farthest(x: np.ndarray, y: np.ndarray, first: int, last: int) -> tuple[float, int, int, int]:
    """How far the farthest point between two lies from the line between them (negated, for a heap), and which it is."""
    inner = slice(first + 1, last)
    right, up = x[last] - x[first], y[last] - y[first]
    long = right * right + up * up
    over, above = x[inner] - x[first], y[inner] - y[first]
    along = np.minimum(np.maximum((over * right + above * up) / long, 0.0), 1.0) if long > 0 else 0.0
    over, above = over - along * right, above - along * up
    squares = over * over + above * above
    place = int(np.argmax(squares))
    return -float(np.sqrt(squares[place])), first, first + 1 + place, last
