"""The words by which the columns of a table are known, in files and in data frames alike."""

from __future__ import annotations

from collections.abc import Sequence

ITEM_WORDS = ("item", "image", "document", "doc", "picture", "id")
LABEL_WORDS = ("label", "concept", "class", "topic", "query", "caption", "species", "tag")
VALUE_WORDS = {
    "score": ("score", "confidence", "probability"),
    "decision": ("decision", "predicted"),
    "relevance": ("relevance", "judgement", "grade", "truth", "value", "rel"),
}
"""What the columns of a long table may be called, in any case."""


def long_columns(header: Sequence[str]) -> dict[str, int] | None:
    """Which column of a long table is which; None where the header does not name an item, a label and a value.

    >>> long_columns(["image", "concept", "score"])
    {'item': 0, 'label': 1, 'score': 2}
    """
    kinds = {word: kind for kind, words in VALUE_WORDS.items() for word in words}
    found: dict[str, int] = {}
    for position, cell in enumerate(header):
        word = cell.casefold()
        kind = "item" if word in ITEM_WORDS else "label" if word in LABEL_WORDS else kinds.get(word)
        if kind is None or kind in found:
            return None
        found[kind] = position
    return found if {"item", "label"} <= found.keys() and len(found) > 2 else None
