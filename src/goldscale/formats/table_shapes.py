"""Which shape a delimited table has: wide (a column per label), long (a cell per row) or tags (names in a cell)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldscale.data.headings import ITEM_WORDS, counter_columns, tag_columns, word_of
from goldscale.formats.registry import LIKELY, MAYBE, NO, SURE, Sample
from goldscale.text.headers import is_long_row, is_value, is_wide_row, long_layout, split_header
from goldscale.text.numbers import ANSWERS, is_float

FILE_NAME = re.compile(r".*\.[A-Za-z]\w{1,3}")
"""What looks like the name of a picture; a table of names without a header is recognised by it."""


def recognise_table(sample: Sample) -> tuple[str, str, int]:
    """Delimiter; wide, long or tags; and how surely."""
    if not sample.lines or sample.lines[0].lstrip().startswith(("{", "@", "%")):
        return "", "", NO
    delimiter, header = sample.delimiter, sample.header
    if delimiter is None:
        return "", "", NO
    rows = [split_header(line, delimiter) for line in sample.lines[1:20]]
    if long_layout(header) is not None:
        return delimiter, "long", SURE
    tags = tag_columns(header)
    if tags is not None and are_tags([row[tags[1]] for row in rows if len(row) > tags[1]], several=tags[2]):
        return delimiter, "tags", SURE
    if word_of(header[0]) in ITEM_WORDS or (counter_columns(header) and word_of(header[1]) in ITEM_WORDS):
        return delimiter, "wide", SURE
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
    if is_headless_tags([header, *rows]):
        return "tags"
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
    return all(cell.isdecimal() for cell in cells) and not {"0", "1"}.issuperset(cells)


def is_headless_tags(rows: Sequence[Sequence[str]]) -> bool:
    """Whether these rows, the first one included, are file names with names of labels behind them."""
    if not all(len(row) == 2 and FILE_NAME.fullmatch(row[0]) for row in rows):
        return False
    return are_tags([row[1] for row in rows], several=False)
