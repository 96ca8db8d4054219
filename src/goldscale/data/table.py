"""Tables: columns of values that know what they are. Values are kept until a table is written in some form."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from goldscale.data import table_forms
from goldscale.data.number_format import full, json_number, shown, shown_between, shown_probability
from goldscale.data.table_forms import Emphasis
from goldscale.errors import MissingResourceError, ParameterError, UnknownNameError

Kind = Literal["name", "text", "number", "interval", "p-value", "count", "chart"]
"""A text is a reason or a remark; a chart is drawn in characters, for terminals alone."""


@dataclass(frozen=True)
class Column:
    """One column: what its values are, and how many digits of them a reader wants.

    A name or a text is a str, a count an int, a number or p-value a float (NaN where it is undefined), an interval a
    tuple of value, low and high. None is a cell that does not exist, as below the diagonal of a matrix.
    """

    heading: str
    values: Sequence[Any]
    kind: Kind = "name"
    digits: int | None = 4
    """After the point; None for three that are significant."""
    unit: str = ""
    optional: int = 0
    """Where there is no room, columns go in this order, the highest first; those with 0 stay."""
    best: frozenset[int] = frozenset()
    """Rows whose values are the best of those that they are compared with; they stand out in every form but CSV."""
    italic: frozenset[int] = frozenset()
    """Rows that are of another kind, as baselines among runs; seen in Markdown, LaTeX and notebooks."""

    marks: Sequence[str] = ()
    """Stars and the like behind each value; none, or one for each."""

    def marked(self, marks: Sequence[str]) -> Column:
        """The same with a mark behind each value."""
        return replace(self, marks=tuple(marks))

    @property
    def title(self) -> str:
        """The heading with its unit."""
        return f"{self.heading}, {self.unit}" if self.unit else self.heading

    @property
    def is_words(self) -> bool:
        """Whether it holds words, which may be folded."""
        return self.kind in ("name", "text")

    @property
    def flush_left(self) -> bool:
        """Whether cells begin below each other; numbers end so."""
        return self.is_words or self.kind == "chart"

    def cells(self) -> list[str]:
        """The values as people read them; a dash where one is undefined."""
        found = [self._shown(value) for value in self.values]
        # Blanks where others have marks keep the digits of a column below each other.
        room = max(map(len, self.marks), default=0)
        return [text + mark.ljust(room) for text, mark in zip(found, self.marks, strict=True)] if room else found

    def parts(self) -> list[tuple[str, list[Any]]]:
        """Plain values with plain headings, as machines want them: an interval is three columns."""
        if self.kind != "interval":
            marks = [(f"{self.title} stars", list(self.marks))] if any(self.marks) else []
            return [(self.title, list(self.values)), *marks]
        names = (self.title, f"{self.title} low", f"{self.title} high")
        return [(name, [None if v is None else v[i] for v in self.values]) for i, name in enumerate(names)]

    def _shown(self, value: Any) -> str:
        if value is None:
            return ""
        if self.kind == "p-value":
            return shown_probability(value, self.digits or 4)
        if self.kind == "number":
            # What is whole or was printed by somebody has the digits that it has.
            return str(value) if isinstance(value, int | Decimal) else shown(value, self.digits)
        if self.kind != "interval":
            return str(value)
        number, low, high = value
        return shown(number, self.digits) if math.isnan(low) else shown_between(number, low, high, self.digits)


def names(heading: str, values: Iterable[str]) -> Column:
    """What rows are called, or what they say in a word."""
    return Column(heading, tuple(map(str, values)), "name")


def texts(heading: str, values: Iterable[str]) -> Column:
    """Reasons and remarks: on a narrow terminal they stand below the table."""
    return Column(heading, tuple(map(str, values)), "text")


def counts(heading: str, values: Iterable[int | None], optional: int = 0) -> Column:
    """Whole numbers."""
    return Column(heading, tuple(None if v is None else int(v) for v in values), "count", optional=optional)


def numbers(
    heading: str, values: Iterable[float | None], digits: int | None = 4, unit: str = "", optional: int = 0
) -> Column:
    """Numbers, NaN where undefined."""
    floats = tuple(None if v is None else float(v) for v in values)
    return Column(heading, floats, "number", digits, unit, optional)


def p_values(heading: str, values: Iterable[float | None], digits: int = 4, optional: int = 0) -> Column:
    """Probabilities, never shown as 0 for being only small."""
    return Column(heading, tuple(None if v is None else float(v) for v in values), "p-value", digits, "", optional)


def chart(heading: str, lines: Iterable[str]) -> Column:
    """Lines drawn in characters; the first that goes where there is no room."""
    return Column(heading, tuple(lines), "chart", optional=9)


def intervals(heading: str, values: Iterable[tuple[float, float, float]], digits: int | None = 4) -> Column:
    """Numbers with their intervals: value, low and high; the limits are NaN where there are none."""
    return Column(heading, tuple((float(v), float(low), float(high)) for v, low, high in values), "interval", digits)


def square(
    heading: str, things: Sequence[str], values: Any, digits: int = 4, made: Callable[..., Column] = numbers
) -> list[Column]:
    """Columns of a square matrix: every thing beside every other, nothing on the diagonal; ``made`` says of what kind.

    >>> print(Table(square("run", ["a", "b"], [[1, 0.25], [0.25, 1]], digits=2)).to_markdown(), end="")
    | run |    a |    b |
    |:----|-----:|-----:|
    | a   |      | 0.25 |
    | b   | 0.25 |      |
    """
    columns = [
        made(thing, (None if i == j else row[j] for i, row in enumerate(values)), digits)
        for j, thing in enumerate(things)
    ]
    return [names(heading, things), *columns]


@dataclass(frozen=True)
class Table:
    """Columns of one length, what they show, and what a reader has to know besides.

    >>> table = Table([names("run", ["isis"]), intervals("AP", [(0.51, 0.48, 0.55)], digits=2)])
    >>> print(table.to_markdown(), end="")
    | run  |                AP |
    |:-----|------------------:|
    | isis | 0.51 [0.48, 0.55] |
    >>> print(table.to_csv(), end="")
    run,AP,AP low,AP high
    isis,0.51,0.48,0.55
    """

    columns: Sequence[Column]
    title: str = ""
    notes: Sequence[str] = ()
    """Full sentences."""

    def __post_init__(self) -> None:
        if not self._lasting():
            raise ParameterError("a table needs a column, and one that is not a chart")
        if len({len(column.values) for column in self.columns}) > 1:
            raise ParameterError("the columns of a table have different lengths")

    def __len__(self) -> int:
        return len(self.columns[0].values)

    def __getitem__(self, heading: str) -> Column:
        for column in self.columns:
            if column.heading == heading:
                return column
        raise UnknownNameError("column", heading, [column.heading for column in self.columns])

    @property
    def key(self) -> int:
        """How many columns at the left say what a row is of: up to the last of its first names."""
        found = 0
        for place, column in enumerate(self.columns):
            if column.kind == "name":
                found = place + 1
            elif found:
                break
        return found

    def take(self, rows: Sequence[int]) -> Table:
        """Only these rows, in this order."""
        return replace(self, columns=[_taken(column, rows) for column in self.columns])

    def plain(self) -> Table:
        """The same with no value standing out."""
        return replace(self, columns=[replace(column, best=frozenset()) for column in self.columns])

    def parts(self) -> dict[str, list[Any]]:
        """All values under plain headings; an interval is three columns. A heading that comes again is numbered."""
        found: dict[str, list[Any]] = {}
        for heading, values in (part for column in self._lasting() for part in column.parts()):
            again = (f"{heading} ({number})" for number in itertools.count(2))
            found[next(name for name in itertools.chain([heading], again) if name not in found)] = values
        return found

    def records(self) -> list[dict[str, Any]]:
        """A dictionary per row, ready for JSON; what is undefined is None."""
        parts = {heading: [_plain(value) for value in values] for heading, values in self.parts().items()}
        return [dict(zip(parts, row, strict=True)) for row in zip(*parts.values(), strict=True)]

    def to_csv(self) -> str:
        """Comma-separated, with header and every digit; what is undefined is empty."""
        parts = self.parts()
        rows = zip(*([_digits(value) for value in values] for values in parts.values()), strict=True)
        return table_forms.csv_text([table_forms.spreadsheet_text(heading) for heading in parts], rows)

    def to_markdown(self, *, marked: bool = False) -> str:
        """A GitHub-style table, padded so that it reads well as text; ``marked``: the cells are Markdown already."""
        return table_forms.markdown(*self._written(), marked=marked)

    def to_latex(self, *, label: str = "", breaks: Collection[int] = ()) -> str:
        """A tabular with booktabs rules, special characters escaped.

        With a label it becomes a table of a paper, with title and notes as its caption; a little space comes before
        the rows in ``breaks``.
        """
        caption = " ".join([f"{self.title}."] * bool(self.title) + list(self.notes))
        return table_forms.latex(*self._written(), caption=caption, label=label, breaks=breaks)

    def to_html(self) -> str:
        """A table of its own, as notebooks show it: title, rows and notes, with everything escaped."""
        return table_forms.html(*self._written(), title=self.title, notes=self.notes)

    def to_pandas(self) -> Any:
        """A DataFrame with plain values."""
        return pandas_frame(self.parts())

    def _written(self) -> tuple[list[str], list[list[str]], list[bool], list[Emphasis]]:
        """Headings, columns of cells, which columns are flush left, and which cells of each stand out."""
        columns = self._lasting()
        cells = [column.cells() for column in columns]
        return [c.title for c in columns], cells, [c.flush_left for c in columns], [(c.best, c.italic) for c in columns]

    def _lasting(self) -> list[Column]:
        """The columns that are written: all but charts."""
        return [column for column in self.columns if column.kind != "chart"]


def best_of(values: Sequence[float], higher_is_better: bool = True, digits: int | None = 4) -> frozenset[int]:
    """Which of these are the best: all that print as the best one does, for nobody could tell them apart.

    None is, where there is nothing to compare, and what is undefined never is.

    >>> sorted(best_of([0.5, 0.61, 0.61000001, math.nan])), best_of([0.5, math.nan])
    ([1, 2], frozenset())
    """
    known = [value for value in values if not math.isnan(value)]
    if len(known) < 2:
        return frozenset()
    best = shown(max(known) if higher_is_better else min(known), digits)
    return frozenset(row for row, value in enumerate(values) if shown(value, digits) == best)


def pandas_frame(columns: dict[str, Any], index: Sequence[str] | None = None) -> Any:
    """A DataFrame, where pandas is installed."""
    try:
        import pandas
    except ImportError:
        raise MissingResourceError("the package pandas", "Install it: pip install pandas.") from None
    return pandas.DataFrame(columns, index=None if index is None else list(index))


def _taken(column: Column, rows: Sequence[int]) -> Column:
    best, italic = (
        frozenset(place for place, row in enumerate(rows) if row in marked) for marked in (column.best, column.italic)
    )
    marks = tuple(column.marks[row] for row in rows) if column.marks else ()
    values = tuple(column.values[row] for row in rows)
    return replace(column, values=values, best=best, italic=italic, marks=marks)


def _plain(value: Any) -> Any:
    return json_number(value) if isinstance(value, float) else value


def _digits(value: Any) -> str:
    if isinstance(value, float):
        return full(value)
    if isinstance(value, str):
        return table_forms.spreadsheet_text(value)
    return "" if value is None else str(value)
