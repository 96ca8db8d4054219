"""A table of votes while it is read: every column as codes of its distinct texts.

A column of votes has few distinct texts, so that it takes four bytes per row, and what is decided for each distinct
text (is it a number, a yes, a name?) holds for all rows at once.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from goldscale.errors import FormatError, GoldscaleWarning, counted, known_name
from goldscale.files import Source
from goldscale.formats.registry import Hints
from goldscale.formats.votes.headings import HEADINGS
from goldscale.text import numbers
from goldscale.text.batches import Batch, LineNumbers
from goldscale.text.headers import open_table
from goldscale.text.names import Codes
from goldscale.text.spans import look_up

PICTURES = ("image", "img", "url", "file", "picture", "photo")
"""Parts of a column's name that tell which column is the item."""


@dataclass(frozen=True)
class VoteColumn:
    """A column as codes of its distinct texts, which have no blanks around them."""

    name: str
    codes: np.ndarray
    texts: tuple[str, ...]

    @classmethod
    def merged(cls, name: str, texts: Iterable[str], codes: np.ndarray) -> VoteColumn:
        """A column of texts of which some may be the same."""
        distinct = Codes(strip=False)
        places = np.array([distinct[text] for text in texts], dtype=np.int32)
        return cls(name, places[codes], tuple(distinct.names))

    @property
    def filled(self) -> np.ndarray:
        """Which rows are not empty."""
        return self.each(lambda text: text != "", bool)

    def each(self, function: Callable[[str], object], dtype: type = float) -> np.ndarray:
        """A function's value for every row, computed once for each distinct text."""
        return np.array([function(text) for text in self.texts], dtype=dtype)[self.codes]

    def names(self) -> tuple[np.ndarray, list[str]]:
        """Position of each row's name among the names there are, -1 for an empty one; and these names."""
        filled = np.array([text != "" for text in self.texts], dtype=bool)
        places = np.where(filled, np.cumsum(filled, dtype=np.int32) - 1, -1)
        return places[self.codes], [text for text in self.texts if text]


@dataclass
class VoteTable:
    """The columns of a delimited file by name, and the line of each row."""

    source: Source
    header_line: int
    columns: dict[str, VoteColumn]
    lines: LineNumbers = field(repr=False)

    def __len__(self) -> int:
        return self.lines.count

    def refuse(self, bad: np.ndarray, name: str, expected: str, hint: str | None = None) -> None:
        """An error for the first row that is bad, if there is one."""
        if bad.any():
            row = int(np.flatnonzero(bad)[0])
            column = self.columns[name]
            found = column.texts[column.codes[row]]
            raise self.source.error(expected, line=self.lines[row], field=name, found=found, hint=hint)

    def missing(self, expected: str, hint: str | None = None) -> FormatError:
        """The error for a header that lacks something."""
        header = ", ".join(self.columns)
        return self.source.error(expected, line=self.header_line, field=1, found=header, hint=hint)

    def column(self, name: str) -> VoteColumn:
        """The column of this name."""
        if name not in self.columns:
            raise self.missing(f"a column {name!r}")
        return self.columns[name]

    def required(self, name: str) -> VoteColumn:
        """A column of names, none of which is empty."""
        column = self.column(name)
        self.refuse(~column.filled, name, "a name")
        return column

    def numbers(
        self,
        name: str,
        expected: str,
        allowed: Callable[[float], bool] = lambda value: True,
        parse: Callable[[str], float] = numbers.number,
    ) -> np.ndarray:
        """A column of numbers, NaN where it is empty."""
        column = self.column(name)
        parsed = np.full(len(column.texts), np.nan)
        for code, text in enumerate(column.texts):
            try:
                parsed[code] = parse(text) if text else np.nan
                good = not text or allowed(parsed[code])
            except ValueError:
                good = False
            if not good:
                self.refuse(column.codes == code, name, expected)
        return parsed[column.codes]

    def detail(self, kind: str, name: str) -> np.ndarray:
        """A column of times spent, or of texts as they are."""
        if kind == "seconds":
            return self.numbers(name, "a time in seconds", lambda value: value >= 0)
        return self.texts(name)

    def texts(self, name: str) -> np.ndarray:
        """A column of texts as they are."""
        return self.column(name).each(str, object)

    def remarks(self, hints: Hints, prefix: str = "") -> list[str]:
        """The columns of comments: the one that the caller names, else those whose name behind the prefix says so."""
        if "comment" in hints.columns:
            return [hints.columns["comment"]]
        free = {name: name.removeprefix(prefix).casefold() for name in self.columns if name.startswith(prefix)}
        return [name for name, word in free.items() if word in HEADINGS["comment"]]

    def comments(self, names: Sequence[str], sheet: np.ndarray) -> np.ndarray:
        """The comment on each sheet (row) at its first vote; several columns of comments are put together."""
        first = np.unique(sheet, return_index=True)[1]
        parts = [self.texts(name)[sheet[first]] for name in names]
        found = np.full(len(sheet), "", dtype=object)
        found[first] = [" | ".join(filter(None, said)) for said in zip(*parts, strict=True)]
        return found

    def answers(self, column: VoteColumn) -> np.ndarray | None:
        """The number that each distinct answer stands for (NaN for none given); None where they are words."""
        found = [_number(text) for text in column.texts]
        words = None in found or not any(column.texts)
        if words and not any(isinstance(value, float) and np.isfinite(value) for value in found):
            return None
        for code, value in enumerate(found):
            if value is not None and not np.isfinite(value) and column.texts[code]:
                self.refuse(column.codes == code, column.name, "a finite number")
        if None not in found:
            return np.array(found, dtype=float)
        if any(
            value is not None and text and text.casefold() not in numbers.ANSWERS
            for text, value in zip(column.texts, found, strict=True)
        ):
            code = found.index(None)
            line = self.lines[int(np.flatnonzero(column.codes == code)[0])]
            warnings.warn(
                f"{self.source.name}, field {column.name}: {column.texts[code]!r} (line {line}) is no number, "
                "so that all values are taken as categories",
                GoldscaleWarning,
                stacklevel=2,
            )
        return None


def _number(text: str) -> float | None:
    """The number that an answer stands for, whether finite or not; None for a word."""
    if not text:
        return np.nan
    try:
        return numbers.answer(text)
    except ValueError as error:
        return np.inf if "finite" in str(error) else None


def read_table(source: Source, hints: Hints, kinds: Sequence[str], trailing: Sequence[str] = ()) -> VoteTable:
    """The whole table; ``kinds`` are what the caller may name columns for.

    Rows may lack the ``trailing`` columns at the header's end.
    """
    for kind in hints.columns:
        known_name(kind, kinds, "kind of column")
    opened = open_table(source, hints.progress)
    line, header = opened.line, opened.header
    seen: set[str] = set()
    for place, name in enumerate(header):
        if name in seen:
            raise source.error("each column once", line=line, field=place + 1, found=name)
        seen.add(name)
    codes = [Codes(strip=False) for _ in header]
    rows = [array("i") for _ in header]
    lines = LineNumbers()
    least = len(header) - len(trailing) * (header[-len(trailing) :] == list(trailing))
    for batch in opened.below:
        here, texts = _columns(source, batch, header, least)
        for column, coder, held in zip(texts, codes, rows, strict=True):
            held.extend(look_up(column, coder))
        lines.extend(here)
    if not lines.count:
        raise source.error("at least one row of data", instead="none")
    made = {
        name: VoteColumn.merged(name, map(str.strip, coder.names), np.frombuffer(held, dtype=np.int32))
        for name, coder, held in zip(header, codes, rows, strict=True)
    }
    table = VoteTable(source, line, made, lines)
    for name in hints.columns.values():
        table.column(name)
    return table


def _columns(
    source: Source, batch: Batch, header: Sequence[str], least: int
) -> tuple[Sequence[int], list[Sequence[str]]]:
    """The line of each row, and the columns."""
    try:
        columns = batch.columns(len(header))
    except ValueError:
        pass
    else:
        return batch.whole_lines(len(columns[0])), columns
    for line, row in zip(batch.lines, batch.rows, strict=True):
        if not least <= len(row) <= len(header):
            raise source.error(
                f"{len(header)} fields as in the header",
                line=line,
                field=header[len(row)] if len(row) < len(header) else len(header) + 1,
                instead=counted(len(row), "field"),
            )
    padded = [[*row, *[""] * (len(header) - len(row))] for row in batch.rows]
    return batch.lines, list(zip(*padded, strict=True)) or [()] * len(header)


def looks_like_picture(name: str) -> bool:
    """Whether a column's name says that it holds pictures."""
    return any(word in name.casefold() for word in PICTURES)
