"""Votes in a data frame, whose columns are called as those of a file of votes."""

from __future__ import annotations

from typing import Any

import numpy as np

from goldscale.data import Votes
from goldscale.data.frames import headings_of, row_names
from goldscale.errors import FormatError, known_name
from goldscale.files import Source
from goldscale.formats.registry import Hints
from goldscale.formats.votes import long, wide
from goldscale.formats.votes.headings import HEADINGS
from goldscale.formats.votes.table import VoteColumn, VoteTable
from goldscale.text.batches import LineNumbers

FRAME = "data frame"
LAID_OUT = ("votes-csv", wide.NAME)
"""The formats whose layout a data frame may have: a vote per row, or a row per item and a column per person."""


class _Frame(Source):
    """What stands in the place of the file, for messages and for the name."""

    def __init__(self) -> None:
        self.name, self.path, self._spool = FRAME, None, None

    @property
    def stem(self) -> str:
        return "votes"


def read_frame(frame: Any, hints: Hints, format: str | None = None) -> Votes:
    """The votes of a data frame: one in each row, or with ``format="votes-wide"`` a row per item."""
    known_name(format or LAID_OUT[0], LAID_OUT, "layout of a data frame of votes")
    across = format == wide.NAME
    for kind in hints.columns:
        known_name(kind, ("item",) if across else tuple(HEADINGS), "kind of column")
    source = _Frame()
    headings = headings_of(frame, "the data frame")
    if not len(frame):
        raise FormatError(source.name, "at least one row of data", instead="none")
    columns = {str(name): _column(str(name), frame[name]) for name in headings}
    if across and "item" not in hints.columns and row_names(frame) is not None:
        index = _column(str(frame.index.name or "item"), frame.index.to_series())
        columns = {index.name: index, **columns}
    lines = LineNumbers()
    lines.extend(range(1, len(frame) + 1))
    table = VoteTable(source, 0, columns, lines)
    for name in hints.columns.values():
        table.column(name)
    if across:
        return wide.votes_across(table, hints)
    try:
        return long.votes_in(table, hints)
    except FormatError as error:
        if error.line:  # about a row, not about the columns
            raise
        hint = f"Name them: columns={{'item': ...}}. A row per item, a column per person is format='{wide.NAME}'."
        found = ", ".join(map(str, headings))
        raise FormatError(source.name, error.expected, instead=f"the columns {found}", hint=hint) from None


def _column(name: str, values: Any) -> VoteColumn:
    """A column as codes of its texts; what is missing is empty."""
    if not hasattr(values, "factorize"):  # pandas does it quickly; what others hold is looked up value by value
        held = values.to_pylist() if hasattr(values, "to_pylist") else values.to_list()
        texts = ["" if value is None or value != value else _text(value) for value in held]
        return _merged(name, texts, np.arange(len(texts)))
    codes, distinct = values.factorize()
    if distinct.dtype.kind in "iu":  # different numbers, none missing: nothing to be merged or checked
        return VoteColumn(name, codes.astype(np.int32), tuple(map(str, distinct.tolist())))
    texts = [_text(value) for value in distinct.tolist()]
    return _merged(name, [*texts, ""], np.where(codes < 0, len(texts), codes))


def _merged(name: str, texts: list[str], codes: np.ndarray) -> VoteColumn:
    try:
        return VoteColumn.merged(name, texts, codes)
    except ValueError as error:
        raise FormatError(FRAME, str(error), field=name) from None


def _text(value: Any) -> str:
    """As a file would hold it: whole numbers without a point, since a gap makes floats of a column of integers."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()
