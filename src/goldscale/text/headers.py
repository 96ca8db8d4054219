"""Headers of delimited files: which delimiter, which words name which column, and whether there is a header at all."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from goldscale.files import Source
from goldscale.progress import Progress
from goldscale.text.batches import Batch, delimited
from goldscale.text.decimal_marks import is_number_of
from goldscale.text.long import Layout
from goldscale.text.numbers import ANSWERS, is_float

DELIMITERS = ",\t;"
FIRST_LINES = 20
"""So many lines tell the delimiter."""

ITEM_WORDS = ("item", "image", "document", "doc", "picture", "id")
LABEL_WORDS = ("label", "concept", "class", "topic", "query", "caption", "species", "tag")
VALUE_WORDS = {
    "score": ("score", "confidence", "probability", "prob", "logit", "similarity"),
    "decision": ("decision", "predicted"),
    "relevance": ("relevance", "judgement", "grade", "truth", "rel"),
}
"""What the columns of a long table may be called, in any case."""
VALUE = "value"
"""A heading that says only that it is the value: a score in a run, the relevance in a truth."""

OTHER_ITEM_WORDS = {
    **dict.fromkeys(("id", "index", "file", "filename", "filepath", "path", "name", "key"), "item"),
    **dict.fromkeys(("img", "photo", "pic"), "image"),
}
"""Headings that are no nouns of ours, and what the items below them are called."""
OTHER_LABEL_WORDS = dict.fromkeys(("variable", "category", "annotation", "keyword"), "label")
PLURALS = {
    **{word + ("es" if word == "class" else "s"): word for word in LABEL_WORDS if word not in ("species", "query")},
    **dict.fromkeys(("categories", "annotations", "keywords", "predictions"), "label"),
}
"""Headings over several labels in a cell, and what these are called."""
COUNTERS = ("", "unnamed: 0", "index", "level_0")
"""Headings of the numbers that data frames give their rows; the items too, where nothing else names them."""
COUNTING = 4
"""So many numbers in a row that count up from 0 or 1 are no grades."""
_ENDING = re.compile(r"_?(id|name|file|path|key)$")
_TOLD = re.compile(r"\s*\"?sep=([,;\t])\"?\s*", re.IGNORECASE)

PARTNERS = {"image": "concept", "document": "topic", "doc": "topic", "picture": "species"}
"""What the labels are called beside such items, where a wide table does not say."""


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


def item_heading(heading: str) -> str | None:
    """What the items under this heading are called; None where it does not say that items are below."""
    return _heading(heading, ITEM_WORDS, OTHER_ITEM_WORDS)


def label_heading(heading: str) -> str | None:
    """What the labels under this heading are called; None where it does not say that labels are below."""
    return _heading(heading, LABEL_WORDS, OTHER_LABEL_WORDS)


def _heading(heading: str, nouns: Sequence[str], others: dict[str, str]) -> str | None:
    word = _word(heading)
    for spelling in (word, _ENDING.sub("", word)):
        if spelling in others or spelling in nouns:
            return others.get(spelling, spelling)
    return None


def _word(heading: str) -> str:
    return heading.strip().casefold().replace(" ", "_").replace("-", "_").replace("unnamed:_", "unnamed: ")


def item_noun(heading: str) -> str:
    """What the items are called under this heading, whatever it is."""
    return item_heading(heading) or "item"


def label_noun(item: str) -> str:
    """What the labels of such items are called, where the file does not say."""
    return PARTNERS.get(item, "label")


def counter_columns(header: Sequence[str]) -> int:
    """How many columns at the beginning only count the rows, as a data frame writes them: none or one."""
    return int(len(header) > 2 and _word(header[0]) in COUNTERS and item_heading(header[1]) is not None)


def long_layout(header: Sequence[str], value: str = "relevance") -> Layout | None:
    """Which column of a long table is which; None where the header does not name an item, a label and a value.

    A column called ``value`` holds this kind of value. Where no heading says that it is the items', that is the first
    column, whatever it is called.
    """
    kinds = {word: kind for kind, words in VALUE_WORDS.items() for word in words} | {VALUE: value}
    first = counter_columns(header)
    found: dict[str, int] = {}
    for position, cell in enumerate(header[first:], start=first):
        kind = kinds.get(_word(cell))
        if kind is None and label_heading(cell) is not None:
            kind = "label"
        if kind is None and (item_heading(cell) is not None or position == first):
            kind = "item"
        if kind is None or kind in found:
            return None
        found[kind] = position
    if "item" not in found or "label" not in found or len(found) < 3:
        return None
    item, label = found.pop("item"), found.pop("label")
    return Layout(fields=list(header), item=item, label=label, values=found, blanks=True)


def tag_columns(header: Sequence[str]) -> tuple[int, int, bool] | None:
    """The column of items, that of labels, and whether it holds several in a cell; None where there are others."""
    first = counter_columns(header)
    if len(header) - first != 2:
        return None
    headings = [(PLURALS.get(_word(cell)), label_heading(cell)) for cell in header[first:]]
    named = [position for position, (several, one) in enumerate(headings, start=first) if several or one]
    if len(named) != 1:
        return None
    label = named[0]
    item = first + 1 - (label - first)
    if item > first and item_heading(header[item]) is None:
        return None
    return item, label, headings[label - first][0] is not None


def tag_noun(heading: str) -> str:
    """What the labels under a heading are called, be it for one or for several."""
    return PLURALS.get(_word(heading)) or label_heading(heading) or "label"


def is_wide_row(row: Sequence[str], delimiter: str) -> bool:
    """Whether a first row is no header of a wide table but data: behind a name nothing but numbers.

    Many numbers that count the columns, from 0 or 1 on, are a header; few may be grades that do so by chance.
    """
    values = [cell for cell in row[1:] if cell]
    if " " in row[0] and is_float(row[0].rpartition(" ")[2]):
        return False  # numbers between blanks, of which one has a decimal comma
    if not values or delimiter == "\t" or item_heading(row[0]) is not None or _word(row[0]) in COUNTERS:
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
