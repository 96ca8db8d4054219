"""Headers of delimited files: which delimiter, which words name which column, and whether there is a header at all."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from goldscale.data.headings import COUNTERS, item_heading, long_columns, word_of
from goldscale.files import Source
from goldscale.progress import Progress
from goldscale.text.batches import Batch, csv_rows, delimited
from goldscale.text.decimal_marks import is_number_of
from goldscale.text.long import Layout
from goldscale.text.numbers import ANSWERS, is_float

DELIMITERS = ",\t;"
FIRST_LINES = 20
"""So many lines tell the delimiter."""
COUNTING = 4
"""So many numbers in a row that count up from 0 or 1 are no grades."""
_TOLD = re.compile(r"\s*\"?sep=([,;\t])\"?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class OpenedTable:
    """A delimited file: line and cells of its first row, which may be a header, and the rows below it."""

    line: int
    header: list[str]
    below: Iterator[Batch]
    delimiter: str

    @property
    def all_rows(self) -> Iterator[Batch]:
        """The rows of a table without a header."""
        return chain([Batch([self.line], [self.header])], self.below)


def open_table(source: Source, progress: Progress | None) -> OpenedTable:
    """The first row of a delimited file, and what is below it."""
    first = list(islice((text for _, text in source.lines() if text.strip()), FIRST_LINES + 1))
    told = told_delimiter(first)
    delimiter = told or delimiter_of(first) or DELIMITERS[0]
    batches = delimited(source, delimiter, progress)
    start = _behead(batches)
    if start is not None and told is not None:
        batches = chain([start[2]], batches)
        start = _behead(batches)
    if start is None:
        raise source.error("a header and rows", instead="an empty file")
    line, header, below = start
    return OpenedTable(line, [cell.strip() for cell in header], chain([below], batches), delimiter)


def _behead(batches: Iterable[Batch]) -> tuple[int, list[str], Batch] | None:
    return next(filter(None, (batch.behead() for batch in batches)), None)


def told_delimiter(lines: Sequence[str]) -> str | None:
    """The delimiter that a spreadsheet's first line ``sep=;`` tells."""
    told = _TOLD.fullmatch(lines[0]) if lines else None
    return None if told is None else told[1]


def delimiter_of(lines: Sequence[str]) -> str | None:
    """The delimiter that cuts most of these lines like the first; of equals the one that comes first in it."""
    best: tuple[float, int] | None = None
    found = None
    for delimiter in DELIMITERS:
        try:
            widths = [len(row) for row in csv_rows(lines[:FIRST_LINES], delimiter) if row]
        except csv.Error:
            continue
        if not widths or widths[0] < 2:
            continue
        agreeing = sum(width == widths[0] for width in widths) / len(widths)
        unquoted = re.sub('"[^"]*"?', lambda quoted: "_" * len(quoted[0]), lines[0])
        rating = (agreeing, -(unquoted + delimiter).index(delimiter))
        if best is None or rating > best:
            best, found = rating, delimiter
    return found


def split_header(line: str, delimiter: str) -> list[str]:
    """The header's cells, without the blanks around them."""
    try:
        return [cell.strip() for cell in next(csv_rows([line], delimiter), [])]
    except csv.Error:
        return []


def long_layout(header: Sequence[str], value: str = "relevance") -> Layout | None:
    """Which column of a long table is which; None where the header does not name an item, a label and a value."""
    found = long_columns(header, value)
    if found is None:
        return None
    item, label = found.pop("item"), found.pop("label")
    return Layout(fields=list(header), item=item, label=label, values=found, blanks=True)


def is_wide_row(row: Sequence[str], delimiter: str) -> bool:
    """Whether a first row is no header of a wide table but data: behind a name nothing but numbers.

    Many numbers that count the columns, from 0 or 1 on, are a header; few may be grades that do so by chance.
    """
    values = [cell for cell in row[1:] if cell]
    if " " in row[0] and is_float(row[0].rpartition(" ")[2]):
        return False  # numbers between blanks, of which one has a decimal comma
    if not values or delimiter == "\t" or item_heading(row[0]) is not None or word_of(row[0]) in COUNTERS:
        return False
    counting = [[str(number) for number in range(start, start + len(row) - 1)] for start in (0, 1)]
    return all(is_value(cell, delimiter) for cell in values) and (len(row) <= COUNTING or list(row[1:]) not in counting)


def is_long_row(row: Sequence[str], delimiter: str) -> bool:
    """Whether a first row is no header of a long table but data: an item, a label and a number."""
    return (
        len(row) == 3
        and all(row)
        and item_heading(row[0]) is None
        and not is_value(row[1], delimiter)
        and is_value(row[2], delimiter)
    )


def is_value(cell: str, delimiter: str) -> bool:
    """Whether a cell holds a number, or a yes or no in words."""
    return is_float(cell) or cell.casefold() in ANSWERS or is_number_of(cell, delimiter)
