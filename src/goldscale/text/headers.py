"""Headers of delimited files: which delimiter, which words name which column."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from goldscale.data.headings import ITEM_WORDS as ITEM_WORDS
from goldscale.data.headings import LABEL_WORDS as LABEL_WORDS
from goldscale.data.headings import long_columns
from goldscale.files import Source
from goldscale.progress import Progress
from goldscale.text.batches import Batch, delimited
from goldscale.text.long import Layout

DELIMITERS = ",\t;"
FIRST_LINES = 20
"""So many lines tell the delimiter."""

PARTNERS = {"image": "concept", "document": "topic", "doc": "topic", "picture": "species"}
"""What the labels are called beside such items, where a wide table does not say."""


def open_table(source: Source, progress: Progress | None) -> tuple[int, list[str], Iterator[Batch]]:
    """Line and cells of the header, and the rows below it."""
    first = islice((text for _, text in source.lines() if text.strip()), FIRST_LINES)
    batches = delimited(source, delimiter_of(list(first)) or DELIMITERS[0], progress)
    start = next(filter(None, (batch.behead() for batch in batches)), None)
    if start is None:
        raise source.error("a header and rows", found="an empty file")
    line, header, below = start
    return line, [cell.strip() for cell in header], chain([below], batches)


def delimiter_of(lines: Sequence[str]) -> str | None:
    """The delimiter that cuts most of these lines like the first; of equals the one that comes first in it."""
    best: tuple[float, int] | None = None
    found = None
    for delimiter in DELIMITERS:
        try:
            widths = [len(row) for row in csv.reader(lines[:FIRST_LINES], delimiter=delimiter) if row]
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
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error:
        return []


def item_noun(word: str) -> str:
    """What the items are called under this heading."""
    folded = word.casefold()
    return folded if folded in ITEM_WORDS and folded != "id" else "item"


def label_noun(item: str) -> str:
    """What the labels of such items are called, where the file does not say."""
    return PARTNERS.get(item, "label")


def long_layout(header: Sequence[str]) -> Layout | None:
    """Which column of a long table is which; None where the header does not name an item, a label and a value."""
    found = long_columns(header)
    if found is None:
        return None
    item, label = found.pop("item"), found.pop("label")
    return Layout(fields=list(header), item=item, label=label, values=found, blanks=True)
