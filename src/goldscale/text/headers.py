"""Headers of delimited files: which delimiter, which words name which column."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from goldscale.files import Source
from goldscale.progress import Progress
from goldscale.text.batches import Batch, csv_rows, delimited
from goldscale.text.long import Layout

DELIMITERS = ",\t;"
FIRST_LINES = 20
"""So many lines tell the delimiter."""

ITEM_WORDS = ("item", "image", "document", "doc", "picture", "id")
LABEL_WORDS = ("label", "concept", "class", "topic", "query", "caption", "species", "tag")
VALUE_WORDS = {
    "score": ("score", "confidence", "probability"),
    "decision": ("decision", "predicted"),
    "relevance": ("relevance", "judgement", "grade", "truth", "value", "rel"),
}
"""What the columns of a long table may be called, in any case."""

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


def item_noun(word: str) -> str:
    """What the items are called under this heading."""
    folded = word.casefold()
    return folded if folded in ITEM_WORDS and folded != "id" else "item"


def label_noun(item: str) -> str:
    """What the labels of such items are called, where the file does not say."""
    return PARTNERS.get(item, "label")


def long_layout(header: Sequence[str]) -> Layout | None:
    """Which column of a long table is which; None where the header does not name an item, a label and a value."""
    kinds = {word: kind for kind, words in VALUE_WORDS.items() for word in words}
    found: dict[str, int] = {}
    for position, cell in enumerate(header):
        word = cell.casefold()
        kind = "item" if word in ITEM_WORDS else "label" if word in LABEL_WORDS else kinds.get(word)
        if kind is None or kind in found:
            return None
        found[kind] = position
    if "item" not in found or "label" not in found or len(found) < 3:
        return None
    item, label = found.pop("item"), found.pop("label")
    return Layout(fields=list(header), item=item, label=label, values=found, blanks=True)
