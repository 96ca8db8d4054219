"""Text cut into rows of fields, a few thousand at a time, each row with its line number."""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress
from operator import itemgetter

from goldscale.errors import FormatError
from goldscale.files import Source
from goldscale.formats.names import split_blanks
from goldscale.formats.registry import Progress

ROWS = 4096


@dataclass(frozen=True)
class Batch:
    """Some rows and the line that each begins in."""

    lines: Sequence[int]
    rows: list[list[str]]


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
        split = str.split if text.isascii() else split_blanks
        rows = [split(line) for line in text.split("\n")]
        lines: Sequence[int] = range(first, first + len(rows))
        if "#" in text or not all(rows):
            wanted = [bool(row) and not row[0].startswith("#") for row in rows]
            rows, lines = list(compress(rows, wanted)), list(compress(lines, wanted))
        if rows:
            yield Batch(lines, rows)


def delimited(source: Source, delimiter: str, progress: Progress | None) -> Iterator[Batch]:
    """Rows of a CSV file; quoted fields as in RFC 4180. The header is the first row.

    Up to the first quotation mark a line is a row and splitting is quick; from there on the csv module
    reads, as a quoted field may run over several lines.
    """
    blocks = source.blocks(progress)
    for first, text in blocks:
        if '"' in text:
            yield from _quoted(source, delimiter, first, text, blocks)
            return
        rows = [line.split(delimiter) for line in text.split("\n")]
        yield from _without_blank(range(first, first + len(rows)), rows)


def _quoted(
    source: Source, delimiter: str, first: int, text: str, blocks: Iterator[tuple[int, str]]
) -> Iterator[Batch]:
    def lines() -> Iterator[str]:
        for _, block in chain([(first, text)], blocks):
            yield from (line + "\n" for line in block.split("\n"))

    reader = csv.reader(lines(), delimiter=delimiter, strict=True)
    starts: list[int] = []
    rows: list[list[str]] = []
    start = first
    try:
        for row in reader:
            starts.append(start)
            rows.append(row)
            start = first + reader.line_num
            if len(rows) == ROWS:
                yield from _without_blank(starts, rows)
                starts, rows = [], []
    except csv.Error as error:
        raise FormatError(
            source.name,
            "quoted fields as in RFC 4180",
            line=start,
            found=str(error),
            hint="Check the quotation marks.",
        ) from None
    yield from _without_blank(starts, rows)


def _without_blank(lines: Sequence[int], rows: list[list[str]]) -> Iterator[Batch]:
    """Leave out rows in which every cell is blank, as spreadsheets leave them at the end."""
    if not (all(rows) and all(map(str.strip, map(itemgetter(0), rows)))):
        wanted = [any(map(str.strip, row)) for row in rows]
        rows, lines = list(compress(rows, wanted)), list(compress(lines, wanted))
    if rows:
        yield Batch(lines, rows)
