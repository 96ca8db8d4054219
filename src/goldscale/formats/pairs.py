"""Pairs of names, as CSV with two fields per line: items that are the same picture."""

from __future__ import annotations

import os

from goldscale.text.small_tables import read_records

FIELDS = ("first", "second")


def read_pairs(path: str | os.PathLike[str]) -> list[tuple[str, str]]:
    """The pairs in a file; a header would be ``first,second``."""
    return [(row.name(FIELDS[0]), row.name(FIELDS[1])) for row in read_records(path, FIELDS)]
