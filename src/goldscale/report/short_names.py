"""Names as they fit beside an axis or in a column."""

from __future__ import annotations

from goldscale.data.table_forms import printable

MOST_LETTERS = 36


def label(name: str, most: int = MOST_LETTERS) -> str:
    """The name on one line; of a long one the middle is left out.

    >>> label("a" * 20 + "b" * 20, most=9)
    'aaaa…bbbb'
    """
    shown = printable(name)
    half = (most - 1) // 2
    return shown if len(shown) <= most else f"{shown[:half]}…{shown[-half:]}"
