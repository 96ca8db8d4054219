"""Relatedness on disk: a versioned snapshot in JSON, and plain tables that others write."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from goldscale.data import Concepts
from goldscale.errors import MismatchError, ParameterError, expect
from goldscale.files import Source, write_text
from goldscale.limits import CELLS
from goldscale.relatedness.matrix import Relatedness
from goldscale.text.small_tables import TableRow, below_header, read_rows, records
from goldscale.text.strict_json import parse_object

FORMAT = "goldscale-relatedness"
VERSION = 1
LISTED = 10_000
"""So many missing pairs are told by name."""
MISSING = "Say which value they get (missing=)."


def write_relatedness(relatedness: Relatedness, path: str | os.PathLike[str]) -> None:
    """Write a snapshot, whole or not at all: labels, values, and how they came about (a name in .gz is packed)."""
    expect(relatedness, Relatedness)
    about = {
        "format": FORMAT,
        "version": VERSION,
        "source": relatedness.source,
        "parameters": dict(relatedness.parameters),
        "date": relatedness.date,
        "notes": relatedness.notes,
        "noun": relatedness.labels.noun,
        "labels": list(relatedness.labels),
    }
    rows = ",\n".join(f"  {json.dumps(row)}" for row in relatedness.values.tolist())
    head = json.dumps(about, indent=1, ensure_ascii=False).removesuffix("\n}")
    write_text(path, f'{head},\n "values": [\n{rows}\n ]\n}}\n')


def read_relatedness(path: str | os.PathLike[str], *, missing: float | None = None) -> Relatedness:
    """Relatedness from a snapshot, a square CSV matrix, or a long CSV ``a,b,value``; recognised from the content.

    ``missing`` is the value of pairs that a long CSV does not have; without it they are an error.
    """
    source = Source(path)
    try:
        if source.head(1 << 10).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            return _from_json(source)
        return _from_table(source, missing)
    except ParameterError as error:
        raise source.error("relatedness in [0, 1], symmetric", instead=str(error)) from error


def _from_json(source: Source) -> Relatedness:
    about = parse_object(source, source.text())
    if about.get("format") != FORMAT:
        raise source.error(f"the format {FORMAT!r}", field="format", found=str(about.get("format")))
    version = about.get("version")
    if not isinstance(version, int) or not 1 <= version <= VERSION:
        raise source.error(
            f"{FORMAT} up to version {VERSION}",
            field="version",
            found=str(version),
            hint="A newer Goldscale wrote it.",
        )
    kinds = {"labels": list, "values": list, "source": str, "parameters": dict, "date": str, "notes": str, "noun": str}
    for key, kind in kinds.items():
        if not isinstance(about.get(key), kind):
            raise source.error(f"a {kind.__name__}", field=key, found=repr(about.get(key))[:40])
    return Relatedness(
        about["values"],
        Concepts(about["labels"], about["noun"]),
        about["source"],
        about["parameters"],
        about["date"],
        about["notes"],
    )


def _from_table(source: Source, missing: float | None) -> Relatedness:
    rows = read_rows(source)
    labels = rows[0].cells[1:]
    origin = {"file": f"{source.stem}:{source.digest()[:8]}"}
    if labels and labels == [row.cells[0] for row in rows[1:]]:
        values = [[row.number(label) for label in labels] for row in below_header(rows)]
        return Relatedness(values, labels, "given", origin)
    if len(labels) == 2:
        return _from_pairs(rows, missing, origin)
    raise rows[0].error("a snapshot, a square table (labels in the first row and column) or rows a,b,value")


def _from_pairs(rows: Sequence[TableRow], missing: float | None, origin: dict[str, Any]) -> Relatedness:
    index: dict[str, int] = {}
    cells: dict[tuple[int, int], float] = {}
    for row in records(rows, ("a", "b", "value"), number="value"):
        a, b = (index.setdefault(row.name(side), len(index)) for side in ("a", "b"))
        value = row.number("value")
        if cells.setdefault((min(a, b), max(a, b)), value) != value:
            raise row.error("one value per pair", instead=f"another one for {row['a']} - {row['b']}")
    unsaid = len(index) * (len(index) - 1) // 2 - sum(a != b for a, b in cells)
    if missing is None and unsaid > LISTED:
        raise MismatchError(f"{rows[0].file} does not have {unsaid} of its pairs", hint=MISSING)
    if len(index) ** 2 > max(CELLS.now, 4 * len(cells)):
        raise CELLS.error(rows[0].file, found=f"{len(index)} labels")
    values = np.full((len(index), len(index)), np.nan)
    for (a, b), value in cells.items():
        values[a, b] = values[b, a] = value
    np.fill_diagonal(values, np.where(np.isnan(np.diagonal(values)), 1.0, np.diagonal(values)))
    labels = list(index)
    gaps = np.argwhere(np.triu(np.isnan(values)))
    if len(gaps) and missing is None:
        raise MismatchError(
            f"{rows[0].file} does not have every pair",
            missing=[f"{labels[a]} - {labels[b]}" for a, b in gaps],
            hint=MISSING,
        )
    if missing is not None:
        values[np.isnan(values)] = missing
        origin = origin | {"missing": missing, "missing_pairs": len(gaps)}
    return Relatedness(values, labels, "given", origin)
