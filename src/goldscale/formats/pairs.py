"""Pairs of names, as CSV with two fields per line: items that are the same picture."""

from __future__ import annotations

import csv
import os

from goldscale.errors import FormatError
from goldscale.files import Source


def read_pairs(path: str | os.PathLike[str]) -> list[tuple[str, str]]:
    """The pairs in a file; blank lines are skipped, and there is no header."""
    source = Source(path)
    lines = [(line, text) for line, text in source.lines() if text.strip()]
    found = []
    for (line, _), row in zip(lines, csv.reader(text for _, text in lines), strict=False):
        names = [field.strip() for field in row]
        if len(names) != 2 or not all(names):
            raise FormatError(source.name, "two names with a comma between them", line=line, found=",".join(row))
        found.append((names[0], names[1]))
    if not found:
        raise FormatError(source.name, "pairs of names", found="none")
    return found
