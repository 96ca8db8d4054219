"""A table for a terminal of some width: no number is cut, no row loses its name, and what is left out is told.

A reason of several rows stands below the table, once. Where a table is too wide, in this order: all reasons move below
it, headings and intervals take two lines, names are folded, optional columns go, and at last its columns stand in
several parts below each other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from goldscale.data.table import Column, Table
from goldscale.data.table_forms import printable
from goldscale.errors import SHOWN, listed

GAP = 2
"""Blanks between columns."""
HEADING = 12
"""A word of a heading is broken beyond this width, where its column is narrower."""
PIECES = re.compile(r"[^\W_]+[\W_]*|[\W_]+")
"""Where a long word may be broken: behind an underscore, a hyphen, a comma."""
WITHOUT_WIDTH = {"Mn", "Me", "Cf"}
"""Marks above, below and around letters, as Thai and Devanagari have them, and joiners."""
READABLE, NARROWEST = 20, 12
"""Names are folded to no less than the first before columns go, and to no less than the second at all."""


@dataclass(frozen=True)
class TablePart:
    """Some columns of a table, cut to lines: every row is a list of cells, each cell a list of lines."""

    widths: Sequence[int]
    left: Sequence[bool]
    """Which columns are flush left."""
    header: Sequence[Sequence[str]]
    rows: Sequence[Sequence[Sequence[str]]]
    bold: Sequence[Collection[int]] = ()
    """Of each column, which cells stand out."""

    def header_lines(self) -> Iterator[str]:
        """The heading, its last line just above the rule."""
        height = max(map(len, self.header))
        yield from self._lines([[*[""] * (height - len(cell)), *cell] for cell in self.header])

    def row_lines(self, row: int, bold: Callable[[str], str] = str) -> Iterator[str]:
        """One row; ``bold`` makes text stand out."""
        yield from self._lines(self.rows[row], [bold if row in rows else str for rows in self.bold])

    @property
    def rule(self) -> str:
        """The line below the heading."""
        return "─" * (sum(self.widths) + GAP * (len(self.widths) - 1))

    def _lines(self, cells: Sequence[Sequence[str]], styles: Sequence[Callable[[str], str]] = ()) -> Iterator[str]:
        for place in range(max(map(len, cells))):
            line = [cell[place] if place < len(cell) else "" for cell in cells]
            padded = map(_padded, line, self.widths, self.left, styles or [str] * len(line))
            yield (" " * GAP).join(padded).rstrip()


@dataclass(frozen=True)
class LaidOut:
    """A table as it fits: its parts, and what has to be said below."""

    parts: Sequence[TablePart]
    notes: Sequence[str]


def lay_out(table: Table, width: int) -> LaidOut:
    """The table for a terminal of this width."""
    columns = [_Cut(column) for column in table.columns]
    # Without names there is nothing by which to say what a reason is of.
    told = [cut for cut in columns if cut.column.kind == "text"] if table.key else []
    if _total(columns) <= width:
        told = [cut for cut in told if _repeats(cut.column)]
    columns = [cut for cut in columns if cut not in told]
    notes = [sentence for cut in told for sentence in _reasons(table, cut.column)] + list(table.notes)
    if _total(columns) > width:
        columns = [cut.tall() for cut in columns]
        columns, dropped = _dropped(columns, width)
        notes += _without(dropped)
    cap = _cap(columns, width)
    if cap >= NARROWEST:
        return LaidOut([_part(columns, cap)], notes)
    parts = _stacked(columns, Table([cut.column for cut in columns]).key, width)
    if len(parts) > 1:
        notes.append(f"The terminal is too narrow for all columns: they stand in {len(parts)} parts below each other.")
    return LaidOut(parts, notes)


def natural_width(table: Table) -> int:
    """What the table takes with every cell on one line; reasons and remarks may stand below it."""
    return _total([_Cut(column) for column in table.columns if column.kind != "text"])


class _Cut:
    """A column's heading and cells, cut to lines."""

    def __init__(self, column: Column, header: Sequence[str] | None = None, tall: bool = False) -> None:
        self.column = column
        self.cells = [[printable(cell)] for cell in column.cells()]
        if tall and column.kind == "interval":
            self.cells = [cell.replace(" [", "\n[").split("\n") for (cell,) in self.cells]
        self.header = header or [printable(column.title)]
        self.width = max(display_width(line) for lines in (self.header, *self.cells) for line in lines)

    def tall(self) -> _Cut:
        """With intervals below their values and the heading folded to what the cells need."""
        cut = _Cut(self.column, tall=True)
        needed = max((display_width(line) for cell in cut.cells for line in cell), default=1)
        return _Cut(self.column, fold(cut.header[0], max(needed, HEADING)), tall=True)

    def at(self, cap: int) -> int:
        """Its width where names are folded to ``cap``."""
        return min(self.width, cap) if self.column.is_words else self.width


def _total(columns: Sequence[_Cut], cap: int = 1 << 30) -> int:
    return sum(cut.at(cap) for cut in columns) + GAP * (len(columns) - 1)


def _cap(columns: Sequence[_Cut], width: int) -> int:
    """The widest that names may be so that all fits; 0 where it does not however narrow they are."""
    widest = max((cut.width for cut in columns if cut.column.is_words), default=NARROWEST)
    return next((cap for cap in range(max(widest, NARROWEST), 0, -1) if _total(columns, cap) <= width), 0)


def _dropped(columns: list[_Cut], width: int) -> tuple[list[_Cut], list[Column]]:
    """Without as many optional columns as it takes for names to stay readable."""
    gone: list[Column] = []
    readable = min(READABLE, max((cut.width for cut in columns if cut.column.is_words), default=0))
    while _cap(columns, width) < readable:
        last = max(columns, key=lambda cut: cut.column.optional)
        if not last.column.optional:
            break
        columns = [cut for cut in columns if cut is not last]
        gone.append(last.column)
    return columns, gone


def _without(dropped: Sequence[Column]) -> list[str]:
    """What a reader misses: a value that is the same everywhere is told, other columns are named."""
    values = [c for c in dropped if c.kind != "chart"]
    same = [c for c in values if len(set(c.cells())) == 1]
    other = [c.title for c in values if c not in same]
    found = [f"In every row, {' and '.join(f'{c.title} is {c.cells()[0]}' for c in same)}."] if same else []
    found += [f"The terminal is too narrow for {listed(other)}; --markdown shows all columns."] if other else []
    return found + (["The chart is not shown: the terminal is too narrow."] if len(values) < len(dropped) else [])


def _stacked(columns: Sequence[_Cut], key: int, width: int) -> list[TablePart]:
    """Parts below each other, each with the columns that name the rows."""
    first, rest = columns[:key], columns[key:]
    words = sum(cut.column.is_words for cut in first)
    cap = min(READABLE, max(NARROWEST, (width // 2 - _total(first, 0)) // max(words, 1)))
    parts = [list(first)]
    for cut in rest:
        if len(parts[-1]) > key and _total([*parts[-1], cut], cap) > width:
            parts.append(list(first))
        parts[-1].append(cut)
    roomiest = max(NARROWEST, min(_cap(part, width) for part in parts))
    return [_part(part, roomiest) for part in parts]


def _part(columns: Sequence[_Cut], cap: int) -> TablePart:
    widths = [cut.at(cap) for cut in columns]
    header = [[piece for line in cut.header for piece in fold(line, w)] for cut, w in zip(columns, widths, strict=True)]
    cells = [
        [fold(lines[0], w) if cut.column.is_words else lines for lines in cut.cells]
        for cut, w in zip(columns, widths, strict=True)
    ]
    left = [cut.column.flush_left for cut in columns]
    return TablePart(widths, left, header, list(zip(*cells, strict=True)), [cut.column.best for cut in columns])


def _repeats(column: Column) -> bool:
    """Whether something is said of several rows, which is better said once."""
    said = [text for text in column.values if text]
    return len(set(said)) < len(said)


def _reasons(table: Table, column: Column) -> list[str]:
    """Each thing that is said, once, behind the names of the rows of which it is said."""
    about: dict[str, list[tuple[str, ...]]] = {}
    named = zip(*(c.cells() for c in table.columns[: table.key] if c.kind == "name"), strict=True)
    for said, row in zip(column.values, named, strict=True):
        if said:
            about.setdefault(said, []).append(row)
    return [f"{_few(rows)}: {said}" + ("" if said.endswith((".", "!", "?")) else ".") for said, rows in about.items()]


def _few(rows: Sequence[tuple[str, ...]]) -> str:
    """The first rows by name; what their names begin with alike is said once."""
    alike = next((place for place, cells in enumerate(zip(*rows, strict=True)) if len(set(cells)) > 1), 0)
    said = [rows[0], *(row[alike:] for row in rows[1:SHOWN])]
    more = len(rows) - SHOWN
    return "; ".join(", ".join(filter(None, row)) for row in said) + (f" and {more} more" if more > 0 else "")


def display_width(text: str) -> int:
    """How many places of a terminal the text takes."""
    if text.isascii():
        return len(text)
    seen = (c for c in text if unicodedata.category(c) not in WITHOUT_WIDTH)
    return sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in seen)


def fold(text: str, width: int) -> list[str]:
    """The text in lines of at most this width, broken at blanks, else behind punctuation, else anywhere.

    >>> fold("Nowak thesis, table 8.5", 12)
    ['Nowak', 'thesis,', 'table 8.5']
    >>> fold("simulated_excellent", 12)
    ['simulated_', 'excellent']
    """
    if display_width(text) <= width:
        return [text]
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if display_width(joined) <= width:
            lines[-1] = joined
            continue
        lines += [""] if lines[-1] else []
        for piece in [word] if display_width(word) <= width else PIECES.findall(word):
            lines += [""] if lines[-1] and display_width(lines[-1] + piece) > width else []
            for character in piece:
                lines += [""] if display_width(lines[-1] + character) > width else []
                lines[-1] += character
    return lines


def _padded(text: str, width: int, left: bool, style: Callable[[str], str]) -> str:
    blanks = " " * (width - display_width(text))
    # Blanks are left as they are: those at the end of a line are to go.
    shown = style(text) if text else text
    return shown + blanks if left else blanks + shown
