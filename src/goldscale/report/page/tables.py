"""Tables of a page: readable without a script, sorted, filtered and copied with one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goldscale.data.number_format import shown
from goldscale.data.table import Table
from goldscale.report.page.markup import Child, Html, join, tag

UNDEFINED = "–"
MOST_COPIED = 40
"""A table with more columns than this fits into no paper: it is copied as CSV only."""
HEAD_LINES = {"CSV": 1, "LaTeX": 4, "Markdown": 2}
"""Before the first row of a table in these forms."""
LONG_NAME = 40
"""A name of more characters than this is broken over lines."""


@dataclass(frozen=True)
class ColumnHead:
    """A heading: what stands above a column, whether numbers stand in it, and what a reader may want to know."""

    label: str
    number: bool = False
    about: str = ""
    sortable: bool = True
    falling: bool = True
    """Whether the first click shows the highest first."""
    kind: str = ""
    """The class of the heading."""
    drawn: Html | None = None
    """What is drawn below the label, such as an axis."""


@dataclass(frozen=True)
class Cell:
    """A cell: what is shown, and the value by which its column is sorted."""

    content: Child
    value: float | str | None = None
    kind: str = ""
    """The class of the cell."""
    about: str = ""
    """What a reader is told on hovering."""


def number_cell(
    value: float, digits: int = 3, why: str = "no unit has a value", more: Child = None, about: str = ""
) -> Cell:
    """A number; where it is undefined a dash that says why."""
    if math.isnan(value):
        return Cell(
            [tag("span", UNDEFINED, aria_hidden="true"), tag("span", f"undefined: {why}", class_="unseen")], about=why
        )
    return Cell([shown(value, digits), more], value, about=about)


def page_table(
    heads: Sequence[ColumnHead],
    rows: Iterable[tuple[Sequence[Cell], str]],
    *,
    caption: str,
    filter_label: str = "",
    copies: Table | None = None,
    class_: str = "",
) -> Html:
    """A table with its tools. A row is its cells and its class.

    ``copies`` is what the copy buttons hand out, of the rows that are shown; its names are those of the rows.
    """
    filled = list(rows)
    top = tag("tr", (_heading(head) for head in heads))
    body = (
        tag("tr", (_cell(c, h) for c, h in zip(cells, heads, strict=True)), class_=kind or None)
        for cells, kind in filled
    )
    drawn = tag(
        "table", tag("caption", caption), tag("thead", top), tag("tbody", body), class_=f"sortable {class_}".strip()
    )
    tools = []
    if filter_label:
        tools.append(
            tag("input", type="search", class_="filter needs-script", placeholder=filter_label, aria_label=filter_label)
        )
        tools.append(tag("output", class_="left needs-script"))
    if copies is not None:
        tools.append(_copies(_in_order(copies, [cells for cells, _ in filled])))
    return tag(
        "div",
        tag("div", *tools, class_="tools") if tools else None,
        # A box that scrolls must be reachable by keyboard.
        tag("div", drawn, class_="scroll", tabindex=0, role="region", aria_label=caption),
        class_="table",
    )


def _heading(head: ColumnHead) -> Html:
    inner: Child = head.label
    if head.sortable:
        inner = tag("button", head.label, type="button", data_falling=head.falling or None)
    kinds = _classes("n" if head.number else "", head.kind)
    return tag("th", inner, head.drawn, scope="col", class_=kinds, title=head.about or None)


def _cell(cell: Cell, head: ColumnHead) -> Html:
    missing = cell.value is None and head.sortable
    value = "" if missing else cell.value if head.number else None
    if isinstance(value, float):
        value = f"{value:.6g}"
    long = isinstance(cell.value, str) and len(cell.value) > LONG_NAME
    kinds = _classes("n" if head.number else "", cell.kind, "long" if long else "")
    return tag("td", cell.content, class_=kinds, data_value=value, title=cell.about or None)


def _classes(*kinds: str) -> str | None:
    return " ".join(kind for kind in kinds if kind) or None


def _copies(table: Table) -> Html:
    """Buttons with the table in each form, a line per row, so that the script can leave out those that are hidden."""
    forms = {"CSV": table.to_csv}
    if len(table.columns) <= MOST_COPIED:
        forms |= {"LaTeX": table.to_latex, "Markdown": table.to_markdown}
    buttons = (
        tag("button", form, type="button", data_copy=make(), data_head=HEAD_LINES[form], aria_label=f"Copy as {form}")
        for form, make in forms.items()
    )
    return tag("span", "Copy as ", join(*buttons), class_="copies needs-script")


def _in_order(copies: Table, rows: Iterable[Sequence[Cell]]) -> Table:
    """What is copied, in the order in which it is shown."""
    named = next(column for column in copies.columns if column.kind == "name")
    place = {name: row for row, name in enumerate(named.values)}
    shown_names = (next(cell.value for cell in cells if isinstance(cell.value, str)) for cells in rows)
    return copies.take([place[name] for name in shown_names])


def as_table(table: Table, summary: str = "As a table") -> Html:
    """What a plot shows, in words and numbers, folded away; the equivalent of a drawing for those who cannot see it."""
    return tag("details", tag("summary", summary), tag("div", Html(table.to_html()), class_="scroll plain"))
