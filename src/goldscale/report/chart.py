"""A chart in text: one line per estimate, for terminals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from goldscale.data.table import Table, chart

if TYPE_CHECKING:
    from goldscale.agreement import Agreement

WIDTH = 30
POINT, BETWEEN, BEYOND = "●", "─", " "


def charted_table(agreement: Agreement, groups: Sequence[int], brief: bool = False) -> Table:
    """The table of these groups (by position), with a chart of one coefficient beside it; ``brief``: of that alone."""
    charted = agreement.charted
    shown = replace(agreement, results=(charted,)) if brief else agreement
    table = shown.group_table(order=groups)
    start = min([0.0, *(estimate.low for estimate in charted.groups if estimate.low < 0)])
    lines = chart(scale(charted.coefficient, start), (interval_line(*charted.groups[i].between, start) for i in groups))
    return replace(table, columns=[*table.columns, lines], title=f"{table.title}, lowest {charted.coefficient} first")


def interval_line(value: float, low: float, high: float, start: float = 0.0, width: int = WIDTH) -> str:
    """An estimate with its interval on a scale from ``start`` to 1; empty where it is undefined.

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


def scale(name: str, start: float = 0.0, width: int = WIDTH) -> str:
    """The heading of such lines: what is drawn, between the scale's ends.

    >>> scale("alpha", width=15)
    '0    alpha    1'
    """
    low = f"{start:.2g}"
    return f"{low}{name:^{width - len(low) - 1}}1"


def _place(value: float, start: float, width: int) -> int:
    share = (value - start) / (1.0 - start)
    return round(min(max(share, 0.0), 1.0) * (width - 1))
