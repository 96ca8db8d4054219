"""One number per label, as CSV ``label,factor``: the agreement map that the Ontology Score uses."""

from __future__ import annotations

import os
from collections.abc import Mapping

from goldscale.text.small_tables import read_records, write_table


def read_factors(path: str | os.PathLike[str], of: str = "label", what: str = "factor") -> dict[str, float]:
    """Factors between 0 and 1 by label (or what else they are ``of``), each once."""
    found: dict[str, float] = {}
    for row in read_records(path, (of, what), number=what):
        if row.name(of) in found:
            raise row.error(f"each {of} once", of)
        found[row[of]] = row.number(what, 0, 1)
    return found


def write_factors(factors: Mapping[str, float], path: str | os.PathLike[str]) -> None:
    """Factors by label as CSV, every digit kept."""
    write_table(path, ("label", "factor"), [(label, repr(float(value))) for label, value in factors.items()])
