"""Blocks of text cut into columns of fields, which become texts only where somebody looks at them.

A million lines name few things, so that a column is told apart as bytes and each distinct text is made once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import Any, overload

import numpy as np

from goldscale.text import fields
from goldscale.text.decimals import FEW, decimals
from goldscale.text.names import Codes

NEWLINE, TAB, BLANK, HASH = b"\n\t #"


class Spanned:
    """A block of whole lines, as text and as bytes; the last line has an end here, too."""

    def __init__(self, text: str) -> None:
        encoded = text.encode()
        self.size = len(encoded)
        self.raw = np.frombuffer(encoded + b"\n".ljust(fields.PADDING, b"\0"), np.uint8)
        self._text = text if len(text) == len(encoded) else None
        self._encoded = encoded

    def slices(self, starts: np.ndarray, ends: np.ndarray) -> list[str]:
        """The texts between these bytes."""
        places = zip(starts.tolist(), ends.tolist(), strict=True)
        if self._text is not None:
            return [self._text[start:end] for start, end in places]
        return [self._encoded[start:end].decode() for start, end in places]


class Fields(Sequence[str]):
    """A column of a block: a sequence of texts that need not be made to be counted, coded or read as numbers."""

    def __init__(self, text: Spanned, starts: np.ndarray, ends: np.ndarray) -> None:
        self._text = text
        self._starts = np.ascontiguousarray(starts)
        self._ends = np.ascontiguousarray(ends)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self.take(np.arange(len(self))[index])
        return self.take(np.array([index]))[0]

    def take(self, rows: np.ndarray) -> list[str]:
        """The texts of these rows."""
        return self._text.slices(self._starts[rows], self._ends[rows])

    @property
    def codes(self) -> np.ndarray:
        """The number of each text among the distinct ones."""
        return self._factors[0]

    @property
    def distinct(self) -> list[str]:
        """Each text once, in order of appearance."""
        return self._factors[1]

    @cached_property
    def _factors(self) -> tuple[np.ndarray, list[str]]:
        found = fields.factorise(self._text.raw, self._starts, self._ends)
        if found is not None:
            return found[0], self.take(found[1])
        numbers: dict[str, int] = {}
        codes = [numbers.setdefault(text, len(numbers)) for text in self[:]]
        return np.array(codes, dtype=np.intp), list(numbers)

    def are_digits(self) -> bool:
        """Whether every text is made of one to eight digits."""
        return fields.all_digits(self._text.raw, self._starts, self._ends)

    def decimals(self) -> tuple[np.ndarray, np.ndarray]:
        """The numbers that can be read quickly, and which these are."""
        return decimals(self._text.raw, self._starts, self._ends, FEW)


def distinct(column: Sequence[str]) -> list[str]:
    """Each text of a column once, in order of appearance."""
    return column.distinct if isinstance(column, Fields) else list(dict.fromkeys(column))


def look_up(column: Sequence[str], table: dict[str, int]) -> array[int]:
    """The number that a table holds for each text of a column; texts are asked for in order of appearance."""
    if not isinstance(column, Fields):
        return array("i", map(table.__getitem__, column))
    names = column.distinct
    found = table.of_all(names) if isinstance(table, Codes) else list(map(table.__getitem__, names))
    return packed("i", np.array(found, dtype=np.int32)[column.codes])


def packed(typecode: str, values: np.ndarray) -> array[Any]:
    """Numbers in a buffer that can grow."""
    made: array[Any] = array(typecode)
    made.frombytes(np.ascontiguousarray(values, dtype=np.dtype(typecode)).view(np.uint8).data)
    return made


def delimited_grid(text: Spanned, delimiter: str, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Where the fields start and end in a block in which every line has ``width``; a ValueError where one has not."""
    raw = text.raw[: text.size + 1]
    marks = np.flatnonzero((raw == ord(delimiter)) | (raw == NEWLINE))
    if len(marks) % width:
        raise ValueError
    line_ends = (raw[marks] == NEWLINE).reshape(-1, width)
    if line_ends[:, :-1].any() or not line_ends[:, -1].all():
        raise ValueError
    return _behind(marks).reshape(-1, width), marks.reshape(-1, width)


def _behind(marks: np.ndarray) -> np.ndarray:
    """Where the fields start that end at these marks."""
    return np.concatenate([[0], marks[:-1] + 1])


def blank_grid(text: Spanned, width: int) -> tuple[np.ndarray, np.ndarray]:
    """The same for words; a ValueError where a line has not ``width`` of them, or is a comment."""
    starts, ends, firsts = words_of_lines(text)
    if len(starts) != width * len(firsts) or (firsts != np.arange(0, len(starts), width)).any():
        raise ValueError
    return starts.reshape(-1, width), ends.reshape(-1, width)


def words_of_lines(text: Spanned) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where words start and end, and which of them begin a line.

    A ValueError where a line is empty or a comment, or where there are blanks other than space and tab.
    """
    raw = text.raw[: text.size + 1]
    marks = np.flatnonzero(raw <= BLANK)
    kinds = raw[marks]
    line_ends = kinds == NEWLINE
    if not (line_ends | (kinds == BLANK) | (kinds == TAB)).all():
        raise ValueError
    starts, ends = _behind(marks), marks
    words = ends > starts
    firsts = _behind(np.flatnonzero(line_ends))
    if not words.all():  # there are blanks beside blanks
        firsts = np.concatenate([[0], np.cumsum(words)])[firsts]
        starts, ends = starts[words], ends[words]
    # Of two lines without a word between them, both would begin with the same one.
    if firsts[-1] == len(starts) or (np.diff(firsts) == 0).any() or (raw[starts[firsts]] == HASH).any():
        raise ValueError
    return starts, ends, firsts
