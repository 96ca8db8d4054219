"""Which shape a delimited table has: wide (a column per label), long (a cell per row) or tags (names in a cell)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from goldscale.data.headings import ITEM_WORDS, counter_columns, tag_columns, word_of
from goldscale.formats.registry import LIKELY, MAYBE, NO, SURE, Sample, take_sample
from goldscale.text.batches import blank_separated
from goldscale.text.headers import is_long_row, is_value, is_wide_row, long_layout, open_table, split_header
from goldscale.text.numbers import ANSWERS, is_float

FILE_NAME = re.compile(r".*\.[A-Za-z]\w{1,3}")
"""What looks like the name of a picture; a table of names without a header is recognised by it."""
BINARY = {"0", "1"}
BLANKS = " "
"""Stands for the delimiter of a table without one, whose fields are between blanks."""


def recognise_table(sample: Sample) -> tuple[str, str, int]:
    """Delimiter; wide, long or tags; and how surely."""
    if not sample.lines or sample.lines[0].lstrip().startswith(("{", "@", "%")):
        return "", "", NO
    delimiter, header = sample.delimiter, sample.header
    if delimiter is None:
        return (BLANKS, "tags", SURE) if _names_files(sample, sample.rows, BLANKS) else ("", "", NO)
    rows = [split_header(line, delimiter) for line in sample.lines[1:20]]
    if long_layout(header) is not None:
        return delimiter, "long", SURE
    tags = tag_columns(header)
    if tags is not None:
        cells = [row[tags[1]] for row in rows if len(row) > tags[1]]
        if are_tags(cells, several=tags[2]) or _classes_elsewhere(sample, cells, delimiter, tags[1]):
            return delimiter, "tags", SURE
    if word_of(header[0]) in ITEM_WORDS or (counter_columns(header) and word_of(header[1]) in ITEM_WORDS):
        return delimiter, "wide", SURE
    if _names_files(sample, [header, *rows], delimiter):
        return delimiter, "tags", SURE
    shape = _headless(header, rows, delimiter)
    if shape:
        return delimiter, shape, LIKELY
    if delimiter == "\t" and all(is_float(cell) for cell in header[1:]):
        return "", "", NO  # numbers between blanks, of which tabs are one kind
    values = [cell for row in rows for cell in row[1 + counter_columns(header) :]]
    numeric = sum(not cell or is_value(cell, delimiter) for cell in values)
    return delimiter, "wide", (LIKELY if 2 * numeric > len(values) else MAYBE if not values else NO)


def _headless(header: list[str], rows: list[list[str]], delimiter: str) -> str:
    """What a table without a header is, by its first rows; empty where it has one."""
    if is_wide_row(header, delimiter):
        return "wide"
    alike = sum(is_long_row(row, delimiter) for row in rows)
    return "long" if is_long_row(header, delimiter) and 2 * alike >= len(rows) else ""


def are_tags(cells: Sequence[str], *, several: bool) -> bool:
    """Whether cells under a heading of labels name them.

    Under a heading of one label, 0 and 1 and fractions are values of a label that is called so; whole numbers beyond
    are classes.
    """
    if several or not cells:
        return bool(cells)
    if not all(is_float(cell) or cell.casefold() in ANSWERS or not cell for cell in cells):
        return True
    return are_classes(cells)


def are_classes(cells: Collection[str]) -> bool:
    """Whether these are whole numbers, and not 0 and 1 alone, which may as well be no and yes."""
    return all(cell.isdecimal() for cell in cells) and not BINARY.issuperset(cells)


def _classes_elsewhere(sample: Sample, cells: Collection[str], delimiter: str, column: int) -> bool:
    """Whether 0 and 1 in the first rows are classes: of a file that is sorted by them, or beside a truth of classes."""
    if not cells or not BINARY.issuperset(cells):
        return False
    if sample.truth is not None and recognise_table(take_sample(sample.truth))[1] == "tags":
        return True
    source = sample.source
    batches = blank_separated(source, None) if delimiter == BLANKS else open_table(source, None).below
    rows = (row for batch in batches for row in batch.rows)
    below = {row[column].strip() for row in rows if len(row) > column} - {""}
    return are_classes(below)


def _names_files(sample: Sample, rows: Sequence[Sequence[str]], delimiter: str) -> bool:
    """Whether this is a table without a header: file names with names or numbers of classes behind them."""
    if not rows or not all(is_file_and_label(row) for row in rows):
        return False
    cells = [row[1] for row in rows]
    return are_tags(cells, several=False) or _classes_elsewhere(sample, cells, delimiter, 1)


def is_file_and_label(row: Sequence[str]) -> bool:
    """Whether a row without a header is the name of a file and something behind it."""
    return len(row) == 2 and FILE_NAME.fullmatch(row[0]) is not None
