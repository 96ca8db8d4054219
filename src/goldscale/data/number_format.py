"""How a figure is written where it may be undefined: a dash in tables, nothing in CSV, null in JSON."""

from __future__ import annotations

import math
import os

from goldscale.files import write_text


def shown(value: float, digits: int) -> str:
    """With so many digits, or a dash.

    >>> shown(0.5, 2), shown(float("nan"), 2)
    ('0.50', '-')
    """
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def shown_between(value: float, low: float, high: float, digits: int) -> str:
    """A figure with its interval.

    >>> shown_between(0.61, 0.55, 0.66, 2)
    '0.61 [0.55, 0.66]'
    """
    return f"{shown(value, digits)} [{shown(low, digits)}, {shown(high, digits)}]"


def full(value: float) -> str:
    """Every digit, or nothing."""
    return "" if math.isnan(value) else repr(float(value))


def json_number(value: float) -> float | None:
    """A plain float, or None where JSON has no number for it."""
    return float(value) if math.isfinite(value) else None


def deliver(text: str, path: str | os.PathLike[str] | None) -> str:
    """The text, which is also written where a path is given."""
    if path is not None:
        write_text(path, text)
    return text
