"""Rows that have the same keys as others before them: finding the first, and refusing it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldscale.data.occasions import occasions
from goldscale.files import Source


def first_repeat(*keys: np.ndarray) -> tuple[int, int] | None:
    """The first row whose keys came before, behind the row in which they did; None where each comes once."""
    again = np.flatnonzero(occasions(*keys))
    if not again.size:
        return None
    later = int(again[0])
    return int(np.flatnonzero(np.all([key == key[later] for key in keys], axis=0))[0]), later


def refuse_doubles(
    source: Source,
    *keys: np.ndarray,
    line: Callable[[int], int],
    what: Callable[[int], str],
    noun: str,
    field: str | None = None,
    hint: str | None = None,
) -> None:
    """An error for the first row whose keys came before, with both lines."""
    repeat = first_repeat(*keys)
    if repeat is not None:
        earlier, later = repeat
        expected = f"each {noun} once (it is in line {line(earlier)} already)"
        raise source.error(expected, line=line(later), field=field or noun, found=what(later), hint=hint)
