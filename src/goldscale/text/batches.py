"""Text cut into rows of fields, a few thousand at a time, each row with its line number."""

from __future__ import annotations

import csv
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, compress, islice

import numpy as np

from goldscale.files import Source
from goldscale.limits import FIELD
from goldscale.progress import Progress
from goldscale.text.names import split_blanks
from goldscale.text.spans import Fields, Spanned, blank_grid, delimited_grid

ROWS = 4096


class Batch:
    """Some rows and the line that each begins in."""

    def __init__(self, lines: Sequence[int], rows: list[list[str]]) -> None:
        self._given = lines, rows

    @cached_property
    def _cut(self) -> tuple[Sequence[int], list[list[str]]]:
        """Lines and rows; other batches make them only when they are asked for."""
        return self._given

    @property
    def lines(self) -> Sequence[int]:
        """The line of each row."""
        return self._cut[0]

    @property
    def rows(self) -> list[list[str]]:
        """The fields of each row."""
        return self._cut[1]

    def columns(self, width: int) -> list[Sequence[str]]:
        """The fields column by column; a ValueError where a row has not ``width`` of them."""
        columns: list[Sequence[str]] = list(zip(*self.rows, strict=True))
        if len(columns) != width:
            raise ValueError
        return columns

    def whole_lines(self, count: int) -> Sequence[int]:
        """The lines of a batch that ``columns`` could cut."""
        return self.lines

    def behead(self) -> tuple[int, list[str], Batch] | None:
        """Line and fields of the first row, and the rows below it; None where there is no row."""
        return (self.lines[0], self.rows[0], Batch(self.lines[1:], self.rows[1:])) if self.rows else None


class TextBlock(Batch):
    """A block of text as it stands; cut straight into columns where each line is a row of the same length.

    That is many times as quick as making every row, and files are nearly always of that kind.
    """

    def __init__(self, first: int, text: str, separator: str | None) -> None:
        self.first = first
        self.text = text
        self.separator = separator

    def columns(self, width: int) -> list[Sequence[str]]:
        """The fields column by column; a ValueError where lines differ or some are no rows."""
        text, starts, ends = self.grid(width)
        return [Fields(text, *column) for column in zip(starts.T, ends.T, strict=True)]

    def grid(self, width: int) -> tuple[Spanned, np.ndarray, np.ndarray]:
        """The text, and where its fields start and end; a ValueError where lines differ or some are no rows."""
        text = Spanned(self.text)
        cut = blank_grid(text, width) if self.separator is None else delimited_grid(text, self.separator, width)
        return text, *cut

    def behead(self) -> tuple[int, list[str], Batch] | None:
        """The first row and the rest, which stays uncut where that row is the first line."""
        line, _, rest = self.text.partition("\n")
        fields = split_blanks(line) if self.separator is None else line.split(self.separator)
        is_comment = self.separator is None and line.lstrip().startswith("#")
        if rest and any(map(str.strip, fields)) and not is_comment:
            return self.first, fields, TextBlock(self.first + 1, rest, self.separator)
        return super().behead()

    def whole_lines(self, count: int) -> Sequence[int]:
        """Each line is a row, so that there is no need to cut them."""
        return range(self.first, self.first + count)

    @cached_property
    def _cut(self) -> tuple[Sequence[int], list[list[str]]]:
        """Lines and rows without blank lines and comments."""
        texts = self.text.split("\n")
        if self.separator is None:
            split = str.split if self.text.isascii() else split_blanks
            rows = [split(line) for line in texts]
            wanted = [bool(row) and not row[0].startswith("#") for row in rows]
        else:
            rows = [line.split(self.separator) for line in texts]
            wanted = [any(map(str.strip, row)) for row in rows]
        lines = range(self.first, self.first + len(rows))
        return (lines, rows) if all(wanted) else (list(compress(lines, wanted)), list(compress(rows, wanted)))


@dataclass
class LineNumbers:
    """Lines of all rows read so far; a run of consecutive lines costs nothing."""

    starts: list[int] = field(default_factory=list)
    parts: list[Sequence[int]] = field(default_factory=list)
    count: int = 0

    def extend(self, lines: Sequence[int]) -> None:
        """Add the lines of more rows."""
        last = self.parts[-1] if self.parts else None
        if isinstance(last, range) and isinstance(lines, range) and last.stop == lines.start:
            self.parts[-1] = range(last.start, lines.stop)
        else:
            self.starts.append(self.count)
            self.parts.append(lines)
        self.count += len(lines)

    def __getitem__(self, row: int) -> int:
        part = bisect_right(self.starts, row) - 1
        return self.parts[part][row - self.starts[part]]


def blank_separated(source: Source, progress: Progress | None) -> Iterator[Batch]:
    """Rows of a whitespace format, without blank lines and comments (lines that begin with #)."""
    for first, text in source.blocks(progress):
        yield TextBlock(first, text, None)


def delimited(source: Source, delimiter: str, progress: Progress | None) -> Iterator[Batch]:
    """Rows of a CSV file, header and all; quoted fields as in RFC 4180.

    Up to the first quotation mark a line is a row and splitting is quick; from there on the csv module
    reads, as a quoted field may run over several lines.
    """
    blocks = source.blocks(progress)
    for first, text in blocks:
        if '"' in text:
            rest = chain([(first, text)], blocks)
            numbered = (line for number, more in rest for line in enumerate(more.split("\n"), start=number))
            rows = quoted_rows(source, numbered, delimiter)
            while some := list(islice(rows, ROWS)):
                lines, cut = zip(*some, strict=True)
                yield Batch(lines, list(cut))
            return
        yield TextBlock(first, text, delimiter)


def csv_rows(lines: Iterable[str], delimiter: str, strict: bool = False) -> Iterator[list[str]]:
    """Rows as the csv module cuts them; its one limit for everybody is ours only while a row is read."""
    rows = csv.reader(lines, delimiter=delimiter, strict=strict)
    while True:
        before = csv.field_size_limit(int(min(FIELD.now, sys.maxsize)))
        try:
            row = next(rows, None)
        finally:
            csv.field_size_limit(before)
        if row is None:
            return
        yield row


def quoted_rows(
    source: Source, lines: Iterable[tuple[int, str]], delimiter: str, comment: str | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Line and fields of each row that is not blank and, where there is a sign for it, no comment."""
    start, inside = 0, False

    def texts() -> Iterator[str]:
        nonlocal start, inside
        for number, text in lines:
            if not inside:
                if comment is not None and text.lstrip().startswith(comment):
                    continue
                start, inside = number, True
            yield text + "\n"

    try:
        for row in csv_rows(texts(), delimiter, strict=True):
            inside = False
            if any(map(str.strip, row)):
                yield start, row
    except csv.Error as error:
        if "field limit" in str(error):
            raise FIELD.error(source.name, line=start) from None
        raise source.error(
            "quoted fields as in RFC 4180", line=start, instead=str(error), hint="Check the quotation marks."
        ) from None
