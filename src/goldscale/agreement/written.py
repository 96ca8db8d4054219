"""How a figure is written where it may be undefined: a dash in tables, null in JSON."""

from __future__ import annotations

import math


def shown(value: float, digits: int) -> str:
    """With so many digits, or a dash.

    >>> shown(0.5, 2), shown(float("nan"), 2)
    ('0.50', '-')
    """
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def json_number(value: float) -> float | None:
    """A plain float, or None where JSON has no number for it."""
    return float(value) if math.isfinite(value) else None
