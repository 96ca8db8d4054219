"""One number per label, as CSV ``label,factor``: the agreement map that the Ontology Score uses."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping

from goldscale.data.table_forms import csv_text
from goldscale.errors import FormatError
from goldscale.files import Source, write_text
from goldscale.text.numbers import number


def read_factors(path: str | os.PathLike[str], of: str = "label", what: str = "factor") -> dict[str, float]:
    """Factors between 0 and 1 by label (or what else they are ``of``); a first row without a number is a header."""
    source = Source(path)
    lines = [(line, text) for line, text in source.lines() if text.strip()]
    found: dict[str, float] = {}
    for place, ((line, _), row) in enumerate(zip(lines, csv.reader(text for _, text in lines), strict=False)):
        if len(row) != 2:
            raise FormatError(source.name, f"{of},{what}", line=line, found=",".join(row))
        label = row[0].strip()
        try:
            value = number(row[1].strip())
        except ValueError:
            if place == 0:
                continue
            raise FormatError(source.name, "a number", line=line, field=what, found=row[1]) from None
        if not 0 <= value <= 1:
            raise FormatError(source.name, f"a {what} between 0 and 1", line=line, field=what, found=row[1])
        if label in found:
            raise FormatError(source.name, f"each {of} once", line=line, field=of, found=label)
        found[label] = value
    if not found:
        raise FormatError(source.name, f"{of},{what} rows", found="none")
    return found


def write_factors(factors: Mapping[str, float], path: str | os.PathLike[str]) -> None:
    """Factors by label as CSV, every digit kept."""
    write_text(path, csv_text(["label", "factor"], ([label, repr(float(value))] for label, value in factors.items())))
