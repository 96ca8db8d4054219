"""From labels to words: how a label is spelt elsewhere, and files that say it in other words."""

from __future__ import annotations

import os
from pathlib import Path

from goldscale.resources import resource
from goldscale.text.small_tables import read_records

BUNDLED = {"pto": "wordnet-mapping-pto.csv"}
"""Mappings that come with Goldscale, by name."""

FIELDS = ("label", "word")


def spelling(text: str) -> str:
    """A name as words are compared: lower case, blanks instead of underscores.

    >>> spelling("Still_Life")
    'still life'
    """
    return " ".join(text.casefold().replace("_", " ").split())


class Words:
    """Which words stand for a label: those of a mapping, or its own name.

    >>> Words({"partylife": ("party",)}).of("Partylife"), Words().of("Still_Life")
    (('party',), ('still life',))
    """

    def __init__(self, mapping: dict[str, tuple[str, ...]] | None = None) -> None:
        self.mapping = mapping or {}

    def of(self, label: str) -> tuple[str, ...]:
        """The words of one label; several mean any of them."""
        own = spelling(label)
        return self.mapping.get(own, (own,))

    @classmethod
    def read(cls, path: str | os.PathLike[str] | None) -> Words:
        """A mapping from a CSV file ``label,word`` (several rows of a label: any of the words), or a bundled one."""
        if path is None:
            return cls()
        if str(path) in BUNDLED and not Path(path).exists():
            return cls.read(str(resource(BUNDLED[str(path)])))
        mapping: dict[str, list[str]] = {}
        for row in read_records(path, FIELDS):
            label, word = map(row.name, FIELDS)
            mapping.setdefault(spelling(label), []).append(spelling(word))
        return cls({label: tuple(words) for label, words in mapping.items()})
