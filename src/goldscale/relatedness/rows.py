"""Small tables of text: rows of cells from comma-, semicolon- or tab-separated files, with their line numbers."""

from __future__ import annotations

import csv
import math
import os
from collections.abc import Iterator

from goldscale.errors import FormatError
from goldscale.files import Source


def read_rows(path: str | os.PathLike[str]) -> Iterator[tuple[int, list[str]]]:
    """Line number and trimmed cells of each row; blank lines and lines that begin with # are left out."""
    source = Source(path)
    lines = [line for _, line in source.lines()]
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    delimiter = next((mark for mark in "\t;" if mark in first), ",")
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            trimmed = [cell.strip() for cell in cells]
            if any(trimmed) and not trimmed[0].startswith("#"):
                yield reader.line_num, trimmed
    except csv.Error as error:
        raise FormatError(source.name, "rows of cells", line=reader.line_num, found=str(error)) from error


def is_number(text: str) -> bool:
    """Whether a cell holds a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def number(path: str | os.PathLike[str], line: int, field: str, text: str, low: float = -math.inf) -> float:
    """A cell's finite number, at least ``low``."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or value < low:
        wanted = "a number" if low == -math.inf else f"a number from {low:g} up"
        raise FormatError(str(path), wanted, line=line, field=field, found=text)
    return value
