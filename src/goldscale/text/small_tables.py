"""Small tables that people write by hand or in a spreadsheet: factors, groups, pairs, scores, hierarchies.

All of them are read alike: comma, semicolon or tab is recognised, fields may be quoted as in RFC 4180, blanks around
them do not count, and neither do blank lines and lines that begin with #. Where a column holds numbers, a first row
with a word there is a header.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from goldscale.errors import FormatError, counted
from goldscale.files import Source, write_text
from goldscale.text import numbers
from goldscale.text.batches import quoted_rows
from goldscale.text.headers import DELIMITERS, delimiter_of, told_delimiter
from goldscale.text.output import quoted

COMMENT = "#"


@dataclass(frozen=True)
class TableRow:
    """The cells of a row, what their columns are called, and where it stands."""

    file: str
    line: int
    cells: Sequence[str]
    fields: Sequence[str] = ()

    def error(self, expected: str, field: str | None = None, instead: str | None = None) -> FormatError:
        """The error for this row, or for one of its cells, which is quoted unless ``instead`` says what is there."""
        found = None if instead is not None else ",".join(self.cells) if field is None else self[field]
        return FormatError(self.file, expected, line=self.line, field=field, found=found, instead=instead)

    def __getitem__(self, field: str) -> str:
        return self.cells[self.fields.index(field)]

    def name(self, field: str) -> str:
        """A cell that must not be empty."""
        if not self[field]:
            raise self.error("a name", field)
        return self[field]

    def number(self, field: str, low: float = -math.inf, high: float = math.inf) -> float:
        """A cell's finite number between ``low`` and ``high``."""
        try:
            value = numbers.number(self[field])
        except ValueError as error:
            raise self.error(str(error), field) from None
        if not low <= value <= high:
            wanted = f"a number from {low:g} up" if high == math.inf else f"a number between {low:g} and {high:g}"
            raise self.error(wanted, field)
        return value

    def under(self, *layouts: Sequence[str]) -> TableRow:
        """The row under the names of its columns: those of the layout that is as long."""
        for fields in layouts:
            if len(fields) == len(self.cells):
                return replace(self, fields=fields)
        wanted = " or ".join(f"{len(fields)} fields ({', '.join(fields)})" for fields in layouts)
        place = min(len(self.cells), max(map(len, layouts))) + 1
        raise FormatError(self.file, wanted, line=self.line, field=place, instead=counted(len(self.cells), "field"))


def read_rows(path: str | os.PathLike[str] | Source) -> list[TableRow]:
    """All rows, a header like any other; there is at least one."""
    source = path if isinstance(path, Source) else Source(path)
    lines = list(source.lines())
    first = [text for _, text in lines if text.strip() and not text.lstrip().startswith(COMMENT)]
    told = told_delimiter(first)
    delimiter = told or delimiter_of(first) or DELIMITERS[0]
    found = [
        TableRow(source.name, line, [cell.strip() for cell in cells])
        for line, cells in quoted_rows(source, lines, delimiter, COMMENT)
    ][0 if told is None else 1 :]
    if not found:
        raise source.error("a table", instead="an empty file")
    return found


def read_records(path: str | os.PathLike[str] | Source, *layouts: Sequence[str], number: str = "") -> list[TableRow]:
    """The rows of a table whose columns are known: each row has the fields of one of the layouts."""
    return records(read_rows(path), *layouts, number=number)


def records(rows: Sequence[TableRow], *layouts: Sequence[str], number: str = "") -> list[TableRow]:
    """The rows below a header, if there is one; at least one.

    The first row is a header where it has a word in the column of numbers, or else where it has the columns' names.
    """
    first = rows[0].under(*layouts)
    named = [cell.casefold() for cell in first.cells] == list(first.fields)
    body = rows[1:] if named or (number and _is_word(first[number])) else rows
    if not body:
        raise FormatError(rows[0].file, f"rows {','.join(layouts[0])}", instead="a header alone")
    return [row.under(*layouts) for row in body]


def below_header(rows: Sequence[TableRow]) -> list[TableRow]:
    """The rows of a table that needs its header, under the names there; at least one."""
    if len(rows) < 2:
        raise FormatError(rows[0].file, "rows below the header", instead="a header alone")
    return [row.under(rows[0].cells) for row in rows[1:]]


def _is_word(text: str) -> bool:
    """Whether this can only be a heading: nan, NA, 1_000 and 0,5 are numbers gone wrong."""
    return text[:1].isalpha() and not numbers.is_float(text) and text.casefold() not in numbers.NOTHING


def write_table(path: str | os.PathLike[str], header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table that ``read_rows`` reads, whole or not at all."""
    write_text(path, "".join(",".join(quoted(row)) + "\n" for row in (header, *rows)))
