"""The words by which the columns of a table are known, in files and in data frames alike."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
_ENDING = re.compile(r"_?(id|name|file|path|key)$")
PARTNERS = {"image": "concept", "document": "topic", "doc": "topic", "picture": "species"}
"""What the labels are called beside such items, where a wide table does not say."""


def item_heading(heading: str) -> str | None:
    """What the items under this heading are called; None where it does not say that items are below."""
    return _heading(heading, ITEM_WORDS, OTHER_ITEM_WORDS)


def label_heading(heading: str) -> str | None:
    """What the labels under this heading are called; None where it does not say that labels are below."""
    return _heading(heading, LABEL_WORDS, OTHER_LABEL_WORDS)


def _heading(heading: str, nouns: Sequence[str], others: dict[str, str]) -> str | None:
    word = word_of(heading)
    for spelling in (word, _ENDING.sub("", word)):
        if spelling in others or spelling in nouns:
            return others.get(spelling, spelling)
    return None


def word_of(heading: str) -> str:
    """A heading as it is compared: in lower case, with underscores for blanks."""
    return heading.strip().casefold().replace(" ", "_").replace("-", "_").replace("unnamed:_", "unnamed: ")


def item_noun(heading: str) -> str:
    """What the items are called under this heading, whatever it is."""
    return item_heading(heading) or "item"


def label_noun(item: str) -> str:
    """What the labels of such items are called, where the file does not say."""
    return PARTNERS.get(item, "label")


def may_head_ids(heading: str) -> bool:
    """Whether what is below may name the rows, or number them."""
    return item_heading(heading) is not None or word_of(heading) in COUNTERS


def counter_columns(header: Sequence[str]) -> int:
    """How many columns at the beginning only count the rows, as a data frame writes them: none or one."""
    return int(len(header) > 2 and word_of(header[0]) in COUNTERS and item_heading(header[1]) is not None)


def long_columns(header: Sequence[str], value: str = "relevance") -> dict[str, int] | None:
    """Which column of a long table is which; None where the header does not name an item, a label and a value.

    A column called ``value`` holds this kind of value. Where no heading says that it is the items', that is the first
    column, whatever it is called.

    >>> long_columns(["image", "concept", "score"])
    {'item': 0, 'label': 1, 'score': 2}
    """
    kinds = {word: kind for kind, words in VALUE_WORDS.items() for word in words} | {VALUE: value}
    first = counter_columns(header)
    found: dict[str, int] = {}
    for position, cell in enumerate(header[first:], start=first):
        kind = kinds.get(word_of(cell))
        if kind is None and label_heading(cell) is not None:
            kind = "label"
        if kind is None and (item_heading(cell) is not None or position == first):
            kind = "item"
        if kind is None or kind in found:
            return None
        found[kind] = position
    return found if {"item", "label"} <= found.keys() and len(found) > 2 else None


def tag_columns(header: Sequence[str]) -> tuple[int, int, bool] | None:
    """The column of items, that of labels, and whether it holds several in a cell; None where there are others."""
    first = counter_columns(header)
    if len(header) - first != 2:
        return None
    headings = [(PLURALS.get(word_of(cell)), label_heading(cell)) for cell in header[first:]]
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
    return PLURALS.get(word_of(heading)) or label_heading(heading) or "label"
