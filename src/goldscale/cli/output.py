"""How the command line speaks to people: tables, notes and progress bars. Rich is loaded only when needed."""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from goldscale.data.table import Table
    from goldscale.progress import Progress

WIDE = 10_000
"""Wide enough for anything: nothing is broken or folded where the output is not a terminal."""

GAP = 3
"""Blanks between the columns of a table."""

FOLDED = 20
"""Text may be folded to this width to make room for numbers, which never are."""


def terminal_width() -> int:
    """Columns of the terminal; without one there is room for anything."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE


def show_table(table: Table, title: str | None = None, highlight: Sequence[int] = ()) -> None:
    """A table, in several parts below each other where the terminal is too narrow for its numbers."""
    width = terminal_width()
    if sum(_widths(table)) > width:
        table = _interval_below(table)
    for number, columns in enumerate(_parts(table, width)):
        if number:
            click.echo()
        _show_part(_only(table, columns), title if number == 0 else None, highlight, width)


def _show_part(table: Table, title: str | None, highlight: Sequence[int], width: int) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    if title is not None:
        click.secho(title, bold=True)  # on a line of its own: rich would fold it to the width of the table
    shown = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
    for i, name in enumerate(table.header):
        is_text = table.is_text(i)
        shown.add_column(Text(name), justify="left" if is_text else "right", no_wrap=not is_text, overflow="fold")
    for number, row in enumerate(table.rows):
        shown.add_row(*map(Text, row), style="bold" if number in highlight else None)
    console = Console(width=width, highlight=False)
    with console.capture() as captured:
        console.print(shown)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines() if line.strip()))


def _widths(table: Table) -> list[int]:
    """What each column takes at least, with the gap before it."""
    found = []
    for i in range(len(table.header)):
        cells = [line for row in (table.header, *table.rows) for line in row[i].split("\n")]
        widest = max(map(len, cells))
        found.append(GAP + (min(widest, FOLDED) if table.is_text(i) else widest))
    return found


def _interval_below(table: Table) -> Table:
    """The table with intervals below their values, to save width."""
    from goldscale.data.table import Table

    numbers = [not table.is_text(i) for i in range(len(table.header))]
    rows = [
        [cell.replace(" [", "\n[") if number else cell for cell, number in zip(row, numbers, strict=True)]
        for row in table.rows
    ]
    return Table(table.header, rows)


def _parts(table: Table, width: int) -> list[list[int]]:
    """Which columns to show together: a table of names and numbers is cut, its names are in every part."""
    widths = _widths(table)
    named = next((i + 1 for i in range(len(widths)) if table.is_text(i)), 0)
    first = list(range(named))
    if any(table.is_text(i) for i in range(named, len(widths))):
        return [list(range(len(widths)))]  # text makes room by folding
    parts = [list(first)]
    for i in range(named, len(widths)):
        if len(parts[-1]) > named and sum(widths[j] for j in parts[-1]) + widths[i] > width:
            parts.append(list(first))
        parts[-1].append(i)
    return parts


def _only(table: Table, columns: Sequence[int]) -> Table:
    from goldscale.data.table import Table

    return Table([table.header[i] for i in columns], [[row[i] for i in columns] for row in table.rows])


def show_terms(rows: Sequence[tuple[str, str]], width: int) -> None:
    """Terms and what is to be said about each, in two columns; the first is ``width`` wide."""
    for term, about in rows:
        begin = f"  {term:<{width}}  "
        lines = textwrap.wrap(about, max(terminal_width() - len(begin), 20)) or [""]
        click.echo(begin + ("\n" + " " * len(begin)).join(lines))


def show_json(value: Any) -> None:
    """Indented JSON on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def note(message: str) -> None:
    """A line for the person, apart from the output."""
    click.secho(message, err=True, dim=True)


@contextlib.contextmanager
def progress_bar(title: str, quiet: bool = False) -> Iterator[Progress | None]:
    """A progress bar on standard error, gone when the work is done; None where nobody would see it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[now]}", markup=False),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None, now="")

        def update(done: int, total: int, now: str = "") -> None:
            bar.update(task, completed=done, total=total, now=now)

        yield update
