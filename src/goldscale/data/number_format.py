"""How a number is written where it may be undefined: a dash in tables, nothing in CSV, null in JSON."""

from __future__ import annotations

import math
import os

from goldscale.files import write_text


def shown(value: float, digits: int | None) -> str:
    """With so many digits after the point (None: three significant ones), or a dash.

    >>> shown(-0.001, 2), shown(1234.5, None), shown(float("nan"), 2)
    ('0.00', '1.23e+03', '-')
    """
    if math.isnan(value):
        return "-"
    # A small negative number is no negative zero.
    return f"{value:z.3g}" if digits is None else f"{value:z.{digits}f}"


def shown_between(value: float, low: float, high: float, digits: int | None) -> str:
    """A number with its interval.

    >>> shown_between(0.61, 0.55, 0.66, 2)
    '0.61 [0.55, 0.66]'
    """
    return f"{shown(value, digits)} [{shown(low, digits)}, {shown(high, digits)}]"


def shown_probability(p: float, digits: int) -> str:
    """As a number, but never 0 for what is only small.

    >>> shown_probability(0.00001, 4), shown_probability(0.0, 4)
    ('1e-05', '0.0000')
    """
    return f"{p:.0e}" if 0 < p < 0.5 * 10**-digits else shown(p, digits)


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
