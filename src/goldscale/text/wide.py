"""Wide formats: one item per row with a value for every label, gathered in one flat buffer."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np
from scipy import sparse

from goldscale.data import Concepts, Items
from goldscale.data.matrix import Matrix, compact
from goldscale.data.run import are_decisions
from goldscale.errors import FormatError, counted
from goldscale.files import Source
from goldscale.text import numbers
from goldscale.text.batches import Batch, TextBlock
from goldscale.text.blanks import is_table, settle_blanks
from goldscale.text.decimal_marks import DecimalMark
from goldscale.text.spans import Fields


class Rows:
    """The rows of a file while it is read; a blank cell is NaN, which no number in a file can be."""

    def __init__(
        self,
        source: Source,
        width: int,
        field: Callable[[int], str | int],
        *,
        blank: str | None = None,
        mark: DecimalMark | None = None,
    ) -> None:
        self.source = source
        self.mark = mark or DecimalMark()
        self.width = width
        self.field = field
        self.blank = blank
        self.hint: str | None = None
        """What to say to a text that is no number."""
        self.names: dict[str, int] = {}
        self.lines = array("q")
        self._values = array("d")

    def __len__(self) -> int:
        return len(self.lines)

    def add(self, line: int, name: str, texts: Sequence[str]) -> None:
        """Take one row of texts under its item's name."""
        if name in self.names:
            raise self.doubled(line, name)
        self.names[name] = len(self.lines)
        self.add_unnamed(line, texts)

    def add_block(self, batch: Batch, among: Mapping[str, int] | None = None) -> bool:
        """Take a block of rows that begin with their item's name; False, and nothing taken, where one is unusual.

        So is a name that is not ``among`` those given, where some are.
        """
        if not isinstance(batch, TextBlock) or self.mark.is_comma:
            return False
        try:
            text, starts, ends = batch.grid(self.width + 1)
            values = numbers.floats(Fields(text, starts[:, 1:].reshape(-1), ends[:, 1:].reshape(-1)))
        except ValueError:
            return False
        names = Fields(text, starts[:, 0], ends[:, 0])[:]
        doubled = len(set(names)) < len(names) or not self.names.keys().isdisjoint(names)
        unknown = among is not None and not among.keys() >= set(names)
        if doubled or unknown or "" in names or list(map(str.strip, names)) != names:
            return False
        self.names.update(zip(names, count(len(self.lines)), strict=False))
        self.lines.extend(batch.whole_lines(len(names)))
        self._values.extend(values)
        return True

    def add_unnamed(self, line: int, texts: Sequence[str]) -> None:
        """Take one row of texts."""
        if len(texts) != self.width:
            since = f" as in line {self.lines[0]}" if len(self.lines) else ""
            field, instead = self.field(min(len(texts), self.width - 1)), counted(len(texts), "value")
            raise self.source.error(counted(self.width, "value") + since, line=line, field=field, instead=instead)
        try:
            values = numbers.floats(self.mark.all_pointed(texts))
        except ValueError:
            said = [numbers.ANSWERS.get(text.casefold()) for text in texts]
            values = array("d", [self._value(line, i, texts[i]) if v is None else v for i, v in enumerate(said)])
        self.lines.append(line)
        self._values.extend(values)

    def _value(self, line: int, position: int, text: str) -> float:
        if text.strip() == self.blank:
            return np.nan
        try:
            return numbers.answer(self.mark.pointed(text, [self._values]))
        except ValueError as error:
            hint = (numbers.blank_hint(text) if self.blank == "" else None) or self.hint
            raise self.source.error(str(error), line=line, field=self.field(position), found=text, hint=hint) from None

    def doubled(self, line: int, name: str, hint: str | None = None) -> FormatError:
        """The error for an item that comes again, with both lines."""
        first = self.lines[self.names[name]]
        return self.source.error(
            f"each id once (it is in line {first} already)",
            line=line,
            field=1,
            found=name,
            hint=hint,
        )

    @property
    def values(self) -> np.ndarray:
        """Rows x columns as read."""
        return np.frombuffer(self._values).reshape(len(self.lines), self.width)

    def every(self, step: int, offset: int) -> Rows:
        """The same rows with only every so-manieth column, which still knows its field."""
        part = Rows(self.source, self.width // step, lambda i: self.field(i * step + offset), blank=self.blank)
        part.names, part.lines = self.names, self.lines
        part._values.frombytes(self.values[:, offset::step].tobytes())
        return part

    def items(self, noun: str) -> Items:
        """The rows' names."""
        if not self.lines:
            raise self.source.error("at least one row of data", instead="none")
        return Items(self.names, noun)

    def where(self, position: int) -> tuple[int, str | int]:
        """Line and field of a value, by its position in reading order."""
        row, column = divmod(position, self.width)
        return self.lines[row], self.field(column)

    def decisions(self, expected: str = "0 or 1") -> np.ndarray:
        """The values as decisions; the first that is neither 0 nor 1 is an error."""
        values = self.values
        numbers.refuse((values != 0) & (values != 1), values, self.source, self.where, expected)
        return values.astype(bool)

    def settle_blanks(self, rule: float | str) -> None:
        """Say what the blank cells of a run count as, or give them a score."""
        values = np.frombuffer(self._values)
        settle_blanks(values, np.isnan(values), rule, self.source, self.where)

    def predictions(self, *, scored: bool = False) -> dict[str, Any]:
        """Scores, or decisions where the file holds nothing but 0 and 1 and does not say that they are scores.

        Sparse where most cells are blank.
        """
        values = self.values
        present = ~np.isnan(values)
        full = bool(present.all())
        known = values if full else values[present]
        decided = not scored and are_decisions(known, written=True)
        cells = known.astype(bool) if decided else compact(known)
        matrix: Matrix
        if full:
            matrix = cells.reshape(values.shape)
        elif is_table(known.size, values.size):
            matrix = np.full(values.shape, False if decided else -np.inf, cells.dtype)
            matrix[present] = cells
        else:
            matrix = sparse.coo_array((cells, np.nonzero(present)), shape=values.shape).tocsr()
        return {"decisions" if decided else "scores": matrix}

    def relevance(self) -> np.ndarray:
        """The values as relevance."""
        return numbers.relevance(self.values.reshape(-1), self.source, self.where).reshape(self.values.shape)

    def numbered_or_given(self, labels: Concepts | None) -> Concepts:
        """Names for columns that have none in the file: those the caller gave, if they fit, else numbers."""
        require_width(self.source, self.width, labels, line=self.lines[0])
        return Concepts(self.width, "concept") if labels is None else labels


def require_width(source: Source, width: int, labels: Concepts | None, line: int | None = None) -> None:
    """Refuse labels that the caller gave where the file has another number of columns."""
    if labels is None or len(labels) == width:
        return
    raise source.error(
        f"one value for each of the {labels.counted} given",
        line=line,
        field=None if line is None else min(width, len(labels)) + 2,
        instead=counted(width, "value"),
    )
