"""The answers of Mechanical Turk's newer forms: one JSON text per sheet, taken apart into columns.

``[{"Sky": {"on": true}, "Place": {"label": "Indoor"}, "Seen": {"labels": ["Cat"]}}]`` becomes the columns ``Sky.on``,
``Place.label`` and ``Seen.labels``. What was drawn (boxes, polygons, key points) is no vote; a warning tells what is
left out.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from goldscale.errors import FormatError, GoldscaleWarning
from goldscale.formats.votes.answers import BETWEEN
from goldscale.formats.votes.table import VoteColumn, VoteTable
from goldscale.text.names import is_text
from goldscale.text.strict_json import parse

SEVERAL = ".labels"
"""How the name of an answer of several words ends."""


def unpacked(table: VoteTable, packed: str, prefix: str) -> dict[str, VoteColumn]:
    """The columns in a column of such texts, each called by the prefix and the answer's name."""
    column = table.columns[packed]
    rows = np.unique(column.codes, return_index=True)[1].tolist()
    sheets = [_answers(table, packed, text, table.lines[row]) for text, row in zip(column.texts, rows, strict=True)]
    drawn = dict.fromkeys(field for sheet in sheets for field, said in sheet.items() if None in said.values())
    if drawn:
        warnings.warn(
            f"{table.source.name}: left out of {packed}, since it is no word, number or tick: {', '.join(drawn)}",
            GoldscaleWarning,
            stacklevel=2,
        )
    found: dict[str, list[str]] = {}
    for code, sheet in enumerate(sheets):
        for field, said in sheet.items():
            for name, text in {} if field in drawn else said.items():
                texts = found.setdefault(prefix + name, [""] * len(sheets))
                texts[code] = text or ""
    return {name: VoteColumn.merged(name, texts, column.codes) for name, texts in found.items()}


def _answers(table: VoteTable, packed: str, text: str, line: int) -> dict[str, dict[str, str | None]]:
    """What one text holds: field of the form -> name -> answer."""
    content = parse(table.source, text, line) if text else [{}]
    if not isinstance(content, list) or len(content) != 1 or not isinstance(content[0], dict):
        raise FormatError(table.source.name, "a list of one JSON object", line=line, field=packed, found=text)
    found = {field: dict(_flat(field, value)) for field, value in content[0].items()}
    names = [name for said in found.values() for name in said]
    if len(set(names)) < len(names):
        raise FormatError(table.source.name, "each answer once", line=line, field=packed, found=text)
    if not all(is_text(part) for said in found.values() for pair in said.items() for part in pair if part):
        raise FormatError(table.source.name, "text", line=line, field=packed, found=text)
    return found


def _flat(name: str, value: Any) -> Iterator[tuple[str, str | None]]:
    """Each answer in a value as text, under its name with dots; None for what is no answer."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{name}.{key}", inner)
    elif isinstance(value, list):
        words = all(isinstance(word, str) and not BETWEEN.search(word) for word in value)
        yield name.removesuffix(SEVERAL) + SEVERAL, "|".join(value) if words else None
    elif isinstance(value, str):
        yield name, value.strip()
    else:
        yield name, "" if value is None else json.dumps(value)
