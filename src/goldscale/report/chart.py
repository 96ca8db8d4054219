"""A chart in text: one line per figure, for terminals."""

from __future__ import annotations

import math

WIDTH = 30
POINT, BETWEEN, BEYOND = "●", "─", " "


def interval_line(value: float, low: float, high: float, start: float = 0.0, width: int = WIDTH) -> str:
    """A figure with its interval on a scale from ``start`` to 1; empty where there is no figure.

    >>> interval_line(0.5, 0.25, 0.75, width=9)
    '  ──●──'
    >>> interval_line(float("nan"), float("nan"), float("nan"))
    ''
    """
    if math.isnan(value):
        return ""
    middle = _place(value, start, width)
    first, last = (middle if math.isnan(x) else _place(x, start, width) for x in (low, high))
    line = [BETWEEN if first <= place <= last else BEYOND for place in range(max(last, middle) + 1)]
    line[middle] = POINT
    return "".join(line)


def scale(start: float = 0.0, width: int = WIDTH) -> str:
    """The heading of such lines: the scale's ends.

    >>> scale(width=9)
    '0       1'
    """
    return f"{start:.2g}{'1':>{width - len(f'{start:.2g}')}}"


def _place(value: float, start: float, width: int) -> int:
    share = (value - start) / (1.0 - start)
    return round(min(max(share, 0.0), 1.0) * (width - 1))
