"""Long formats: one cell per row, gathered in flat buffers and turned into a dense or a sparse matrix."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from goldscale.data import Concepts, Items, Judgements
from goldscale.data.matrix import Matrix, compact
from goldscale.data.run import are_decisions
from goldscale.errors import counted
from goldscale.files import Source
from goldscale.limits import CELLS
from goldscale.text import numbers
from goldscale.text.batches import Batch, LineNumbers
from goldscale.text.blanks import is_table, settle_blanks
from goldscale.text.decimal_marks import DecimalMark
from goldscale.text.names import Codes
from goldscale.text.repeats import refuse_doubles
from goldscale.text.spans import look_up


@dataclass(frozen=True)
class CellColumn:
    """How one kind of value is read: many at once, or one with its error; what a blank cell stands for.

    A score that is blank is NaN, which no number in a file can be, until ``settle_blanks`` says what it counts as.
    """

    typecode: str
    many: Callable[[Sequence[str]], array[Any]]
    one: Callable[[str], float]
    blank: float | None
    hint: str | None = None
    """What to say to a text that is no such value."""


COLUMNS: Mapping[str, CellColumn] = {
    "score": CellColumn("d", numbers.floats, numbers.number, np.nan),
    "decision": CellColumn("b", numbers.decisions, numbers.decision, 0),
    "relevance": CellColumn("d", numbers.floats, numbers.answer, np.nan),
    "grade": CellColumn("h", numbers.integers, numbers.integer, None),
}


@dataclass(frozen=True)
class Layout:
    """Which column of a row holds what; ``fields`` are the columns' names for messages."""

    fields: Sequence[str]
    item: int
    label: int
    values: Mapping[str, int]
    """Position of each kind of value."""
    blanks: bool = False
    """Whether a value may be blank, and a row may name only an item or only a label."""
    open_ended: bool = False
    """Whether more fields may follow, which are ignored."""


class Cells:
    """The cells of a file while it is read: codes of item and label, values, line numbers."""

    def __init__(
        self,
        source: Source,
        kinds: Iterable[str],
        *,
        strip: bool = True,
        pair: str = "item, label",
        own: Mapping[str, CellColumn] | None = None,
        mark: DecimalMark | None = None,
    ) -> None:
        self.source = source
        self.mark = mark or DecimalMark()
        known = {**COLUMNS, **(own or {})}
        self.kinds = {kind: known[kind] for kind in kinds}
        self.pair = pair
        self.hint: str | None = None
        """What to say to a pair that comes again."""
        self.items = Codes(strip=strip)
        self.labels = Codes(strip=strip)
        self.rows = array("i")
        self.columns = array("i")
        self.values = {kind: array(column.typecode) for kind, column in self.kinds.items()}
        self.lines = LineNumbers()
        self.numbered: frozenset[str] = frozenset()
        """Which of "items" and "labels" have no names of their own."""

    def add(self, batch: Batch, layout: Layout) -> list[Sequence[str]]:
        """Take a batch of text rows: column by column, or row by row where something is out of the ordinary.

        Returns the columns as text, for what else a format wants to see there.
        """
        try:
            if self.mark.is_comma:
                raise ValueError  # only row by row is a point seen that separates thousands
            texts = batch.columns(len(layout.fields))
            values = {kind: self.kinds[kind].many(texts[i]) for kind, i in layout.values.items()}
            rows = look_up(texts[layout.item], self.items)
            columns = look_up(texts[layout.label], self.labels)
        except ValueError:
            taken = [self._add_row(*row, layout) for row in zip(batch.lines, batch.rows, strict=True)]
            return list(zip(*taken, strict=True)) if taken else [()] * len(layout.fields)
        # A batch whose columns are whole has one row to a line.
        self.extend(batch.whole_lines(len(rows)), rows, columns, values)
        return texts

    def extend(
        self, lines: Sequence[int], rows: array[int], columns: array[int], values: Mapping[str, array[Any]]
    ) -> None:
        """Add cells that are coded already."""
        self.rows.extend(rows)
        self.columns.extend(columns)
        for kind, more in values.items():
            self.values[kind].extend(more)
        self.lines.extend(lines)

    def _add_row(self, line: int, row: list[str], layout: Layout) -> list[str]:
        if len(row) != len(layout.fields) and not (layout.open_ended and len(row) > len(layout.fields)):
            raise self.source.error(
                f"{len(layout.fields)} fields ({', '.join(layout.fields)})",
                line=line,
                field=min(len(row), len(layout.fields)) + 1,
                instead=counted(len(row), "field"),
            )
        item, label = row[layout.item].strip(), row[layout.label].strip()
        texts = {kind: row[i].strip() for kind, i in layout.values.items()}
        if layout.blanks and bool(item) != bool(label) and not any(texts.values()):
            self.code(*(self.items, item) if item else (self.labels, label), line, layout.fields[layout.item])
            return row
        values = {kind: self._value(kind, text, line, layout) for kind, text in texts.items()}
        self.rows.append(self.code(self.items, item, line, layout.fields[layout.item]))
        self.columns.append(self.code(self.labels, label, line, layout.fields[layout.label]))
        for kind, value in values.items():
            self.values[kind].append(value)
        self.lines.extend((line,))
        return row[: len(layout.fields)]

    def code(self, codes: Codes, name: str, line: int | None, field: str) -> int:
        """The code of an item's or a label's name; what is no name is an error."""
        try:
            return codes[name]
        except ValueError as error:
            raise self.source.error(str(error), line=line, field=field, found=name) from None

    def _value(self, kind: str, text: str, line: int, layout: Layout) -> Any:
        column = self.kinds[kind]
        if not text and layout.blanks and column.blank is not None:
            return column.blank
        try:
            return column.one(self.mark.pointed(text, self.values.values()))
        except ValueError as error:
            field = layout.fields[layout.values[kind]]
            hint = column.hint or (numbers.blank_hint(text) if layout.blanks else None)
            raise self.source.error(str(error), line=line, field=field, found=text, hint=hint) from None

    def settle_blanks(self, rule: float | str, field: str | None = None) -> None:
        """Say what cells without a score count as, or give them one; those that are decided need none.

        ``field`` is the heading of scores, where a cell has a line of its own.
        """
        if "score" not in self.values:
            return
        scores = np.frombuffer(self.values["score"])
        if "decision" not in self.values:

            def where(row: int) -> tuple[int | None, str]:
                pair = f"{self.items.names[self.rows[row]]}, {self.labels.names[self.columns[row]]}"
                return self.lines[row] or None, field or pair

            settle_blanks(scores, np.isnan(scores), rule, self.source, where)
        scores[np.isnan(scores)] = -np.inf

    def as_decisions(self) -> bool:
        """Take scores that are nothing but 0 and 1 as decisions, and say whether they are."""
        scores = np.frombuffer(self.values["score"])
        decided = are_decisions(scores[~np.isnan(scores)], written=True)
        if decided:
            self.values = {"decision": array("b", (scores == 1).tolist())}
        return decided

    def run(
        self,
        item_noun: str,
        label_noun: str,
        *,
        dense: bool | None = None,
        dtype: type[np.floating] | None = None,
    ) -> dict[str, Any]:
        """Scores, decisions and axes, ready for Run.

        A full grid, of which not most is blank, is dense unless ``dense`` says otherwise.
        """
        if dense is None and "score" in self.values and "decision" not in self.values:
            scored = int(np.count_nonzero(np.frombuffer(self.values["score"]) != -np.inf))
            dense = None if is_table(scored, len(self.rows)) else False
        full = self._is_full(dense)
        made: dict[str, Any] = self._axes(item_noun, label_noun)
        if "score" in self.values:
            scores = np.frombuffer(self.values["score"])
            present = None if full else scores != -np.inf
            kept = compact(scores) if dtype is None else scores.astype(dtype)
            made["scores"] = self._matrix(kept, full, -np.inf, present)
        if "decision" in self.values:
            decided = np.frombuffer(self.values["decision"], dtype=bool)
            made["decisions"] = self._matrix(decided, full, False, None)
        return made

    def judgements(
        self,
        item_noun: str,
        label_noun: str,
        *,
        dense: bool | None = None,
        absent: int | None = None,
        name: str = "truth",
    ) -> Judgements:
        """The cells as a truth; a full grid is dense unless ``dense`` says otherwise.

        ``absent`` is the grade of cells that a dense truth does not name (None: unjudged).
        """
        full = self._is_full(dense)
        if "grade" in self.values:
            values = np.frombuffer(self.values["grade"], dtype=np.int16)
            present = None
        else:
            raw = np.frombuffer(self.values["relevance"])
            present = None if full else ~np.isnan(raw)
            values = numbers.relevance(raw, self.source, lambda i: (self.lines[i], "relevance"))
        unjudged = np.nan if values.dtype.kind == "f" else -1
        matrix = self._matrix(values, full, unjudged if absent is None else absent, present)
        return Judgements(matrix, **self._axes(item_noun, label_noun), name=name)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of items and labels seen."""
        return len(self.items.names), len(self.labels.names)

    def _axes(self, item_noun: str, label_noun: str) -> dict[str, Any]:
        if not self.items.names or not self.labels.names:
            raise self.source.error("at least one row of data", instead="none")
        return {
            "items": Items(self._names("items", self.items.names), item_noun),
            "labels": Concepts(self._names("labels", self.labels.names), label_noun),
        }

    def _names(self, axis: str, names: list[str]) -> list[str] | int:
        """Only names that are the numbers from 0 on can be meant as numbers."""
        numbered = axis in self.numbered and names == [str(i) for i in range(len(names))]
        return len(names) if numbered else names

    def _is_full(self, dense: bool | None) -> bool:
        """Whether the cells make a table: as told, else where each item meets each label."""
        count = self.shape[0] * self.shape[1]
        if dense is False or not count or (dense is None and len(self.rows) < count):
            return False
        if count > max(CELLS.now, len(self.rows)):
            raise CELLS.error(self.source.name, found=f"{self.shape[0]} x {self.shape[1]}")
        seen = np.zeros(self.shape, dtype=bool)
        seen[np.frombuffer(self.rows, np.int32), np.frombuffer(self.columns, np.int32)] = True
        if np.count_nonzero(seen) != len(self.rows):
            self.refuse_doubles()
        return True

    def _matrix(self, values: np.ndarray, full: bool, absent: float, present: np.ndarray | None) -> Matrix:
        rows, columns = np.frombuffer(self.rows, np.int32), np.frombuffer(self.columns, np.int32)
        if full:
            filled = np.full(self.shape, absent, dtype=values.dtype)
            filled[rows, columns] = values
            return filled
        whole = sparse.coo_array((values, (rows, columns)), shape=self.shape).tocsr()
        if whole.nnz != len(rows):  # tocsr adds up doubled cells
            self.refuse_doubles()
        if present is None or present.all():
            return whole
        return sparse.coo_array((values[present], (rows[present], columns[present])), shape=self.shape).tocsr()

    def refuse_doubles(self) -> None:
        """An error for the first cell that comes again, with both lines."""
        refuse_doubles(
            self.source,
            np.frombuffer(self.rows, np.int32),
            np.frombuffer(self.columns, np.int32),
            line=self.lines.__getitem__,
            what=lambda row: f"{self.items.names[self.rows[row]]}, {self.labels.names[self.columns[row]]}",
            noun="pair",
            field=self.pair,
            hint=self.hint,
        )
