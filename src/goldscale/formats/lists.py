"""Lists of names, one per line (labels, or the items of one side of a split); and of pairs of names, as CSV."""

from __future__ import annotations

import os
from collections.abc import Iterable

from goldscale.data import Concepts
from goldscale.errors import ParameterError
from goldscale.files import Source, write_text
from goldscale.text.small_tables import read_records


def read_list(path: str | os.PathLike[str], noun: str) -> list[str]:
    """The names in a file, each once; blank lines do not count."""
    source = Source(path)
    names: dict[str, int] = {}
    for number, line in source.lines():
        name = line.strip()
        if not name:
            continue
        if name in names:
            raise source.error(f"each {noun} once (first in line {names[name]})", line=number, found=name)
        names[name] = number
    if not names:
        raise source.error(f"one {noun} per line", instead="an empty file")
    return list(names)


def read_labels(path: str | os.PathLike[str]) -> Concepts:
    """Label names, one per line: what the columns of a file without a header stand for."""
    return Concepts(read_list(path, "label"), noun="concept")


def given_labels(labels: Concepts | Iterable[str] | None) -> Concepts | None:
    """Labels that a caller names; a text alone would be read as its letters."""
    if isinstance(labels, str):
        raise ParameterError(f"labels are a list of names, not the text {labels!r}; of a file, give the lines")
    return labels if labels is None or isinstance(labels, Concepts) else Concepts(labels)


def read_pairs(path: str | os.PathLike[str]) -> list[tuple[str, str]]:
    """The pairs in a file, two fields per line, as items that are the same picture; a header: ``first,second``."""
    return [(row.name("first"), row.name("second")) for row in read_records(path, ("first", "second"))]


def write_list(names: Iterable[str], path: str | os.PathLike[str]) -> None:
    """Write names, whole or not at all."""
    write_text(path, "".join(f"{name}\n" for name in names))
