"""The decimal mark of a table: a point, or the comma of spreadsheets in many languages, one for the whole table."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

POINT, COMMA = ".", ","
COMMA_NUMBER = re.compile(r"\s*[+-]?\d*,\d+([eE][+-]?\d+)?\s*", re.ASCII)


def is_number_of(text: str, delimiter: str) -> bool:
    """Whether this is a number with a decimal comma, in a table whose delimiter is another sign."""
    return delimiter != COMMA and COMMA_NUMBER.fullmatch(text) is not None


class DecimalMark:
    """Which mark a table's numbers use: the first fraction decides, and the other mark is an error from there on.

    A point below a comma, or the other way round, may separate thousands, and nobody could tell.
    """

    def __init__(self, delimiter: str | None = None) -> None:
        self._mark = POINT if delimiter in (None, COMMA) else ""

    @property
    def is_comma(self) -> bool:
        """Whether the table has shown that it uses the comma."""
        return self._mark == COMMA

    def all_pointed(self, texts: Sequence[str]) -> Sequence[str]:
        """The texts with points for commas, where the table uses those; a ValueError where one has a point."""
        if not self.is_comma:
            return texts
        if any(POINT in text for text in texts):
            raise ValueError
        return [text.replace(COMMA, POINT) for text in texts]

    def pointed(self, text: str, before: Iterable[array[Any]]) -> str:
        """One text with a point; ``before`` are the numbers read so far, among which fractions had points."""
        if not self._mark and POINT in text:
            self._mark = POINT
        if not self._mark and COMMA_NUMBER.fullmatch(text):
            self._mark = POINT if any(map(_has_fractions, before)) else COMMA
        if not self.is_comma:
            return text
        if POINT in text:
            raise ValueError("a number with a decimal comma, as above")
        return text.replace(COMMA, POINT)


def _has_fractions(values: array[Any]) -> bool:
    known = np.frombuffer(values, dtype=values.typecode)
    known = known[np.isfinite(known)]
    return bool((known != np.rint(known)).any())
