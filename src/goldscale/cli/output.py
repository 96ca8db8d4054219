"""How the command line speaks to people: tables, notes and progress bars. Rich is loaded only when needed."""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import click

if TYPE_CHECKING:
    from goldscale.data.table import Table

WIDE = 10_000
"""Wide enough for anything: tables are not shortened where nobody watches."""


class Progress(Protocol):
    """What a progress bar can be told: how much is done, of how much, and what is being done now."""

    def __call__(self, done: int, total: int, now: str = "") -> None: ...


def show_table(table: Table, title: str | None = None, highlight: Sequence[int] = ()) -> None:
    """A table on the terminal; plain and unshortened where the output is not one."""
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else WIDE, highlight=False)
    shown = RichTable(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for i, name in enumerate(table.header):
        is_text = table.is_text(i)
        shown.add_column(Text(name), justify="left" if is_text else "right", no_wrap=not is_text, overflow="fold")
    widths = [max(len(row[i]) for row in (table.header, *table.rows)) for i in range(len(table.header))]
    # An interval goes under its value where both do not fit side by side.
    narrow = sum(widths) + 3 * len(widths) > console.width
    for number, row in enumerate(table.rows):
        cells = [cell.replace(" [", "\n[") if narrow and not table.is_text(i) else cell for i, cell in enumerate(row)]
        shown.add_row(*map(Text, cells), style="bold" if number in highlight else None)
    with console.capture() as captured:
        console.print(shown)
    lines = captured.get().splitlines()
    click.echo("\n".join(line.rstrip() for line in lines if title is not None or line.strip()))


def show_terms(rows: Sequence[tuple[str, str]], width: int) -> None:
    """Terms and what is to be said about each, in two columns; the first is ``width`` wide."""
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE
    for term, about in rows:
        begin = f"  {term:<{width}}  "
        lines = textwrap.wrap(about, max(room - len(begin), 20)) or [""]
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
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[now]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None, now="")

        def update(done: int, total: int, now: str = "") -> None:
            bar.update(task, completed=done, total=total, now=now)

        yield update
