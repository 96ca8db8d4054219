"""How the command line speaks to people: tables, notes and progress bars. Rich is loaded only when needed."""

from __future__ import annotations

import contextlib
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from goldscale.data.table import Table
    from goldscale.progress import Progress

WIDE = 10_000
"""Wide enough for anything: nothing is broken or folded where the output is not a terminal."""


def terminal_width() -> int:
    """Columns of the terminal; without one there is room for anything."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE


def show_tables(tables: Iterable[Table]) -> None:
    """Tables with their titles and notes, a blank line between them."""
    for number, table in enumerate(tables):
        if number:
            click.echo()
        show_table(table)


def show_table(table: Table) -> None:
    """A table as it fits on the terminal, with its title above and its notes below; the best values are bold."""
    from goldscale.cli.layout import lay_out

    found = lay_out(table, terminal_width())
    if table.title:
        show_text(table.title, bold=True)
    for number, part in enumerate(found.parts):
        if number:
            click.echo()
        for line in (*part.header_lines(), part.rule):
            click.echo(line)
        for row in range(len(part.rows)):
            for line in part.row_lines(row, lambda text: click.style(text, bold=True)):
                click.echo(line)
    for text in found.notes:
        note(text)


def fits(table: Table) -> bool:
    """Whether the table can be shown with every cell on one line."""
    from goldscale.cli.layout import natural_width

    return natural_width(table) <= terminal_width()


def wrapped(text: str, indent: str = "") -> list[str]:
    """The text in lines that fit, broken at words; lines after the first are indented."""
    width = terminal_width()
    if width >= WIDE:
        return [text]
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]


def one_line(text: str) -> str:
    """The text on one line; control characters, which names may hold, are made visible."""
    if text.isprintable():
        return text
    from goldscale.data.table_forms import printable

    return printable(" ".join(text.splitlines()))


def show_text(text: str, **style: Any) -> None:
    """Text in lines that fit, indented as the first is.

    What is said on standard error is said beside the result: that nobody can hear it is no failure.
    """
    text = one_line(text)
    with contextlib.suppress(OSError) if style.get("err") else contextlib.nullcontext():
        for line in wrapped(text, " " * (len(text) - len(text.lstrip()))):
            click.secho(line, **style)


def show_terms(rows: Sequence[tuple[str, str]], width: int) -> None:
    """Terms and what is to be said about each, in two columns; the first is ``width`` wide."""
    for term, about in rows:
        begin = f"  {one_line(term):<{width}}  "
        lines = textwrap.wrap(one_line(about), max(terminal_width() - len(begin), 20)) or [""]
        click.echo(begin + ("\n" + " " * len(begin)).join(lines))


def wrote(path: str, lost: Iterable[str] = ()) -> str:
    """What to say of a file that was written, and of what its format does not hold."""
    left_out = "; ".join(lost)
    return f"wrote {path}" + (f"; not held by this format: {left_out}" if left_out else "")


def note(message: str) -> None:
    """A sentence for the person, apart from the output."""
    show_text(message, err=True, dim=True)


@contextlib.contextmanager
def progress_bar(title: str, quiet: bool = False) -> Iterator[Progress | None]:
    """A progress bar on standard error, gone when the work is done; None where nobody would see it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from goldscale.data.table_forms import printable

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[now]}", markup=False),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None, now="")

        def update(done: int, total: int, now: str = "", /) -> None:
            bar.update(task, completed=done, total=total, now=printable(now))

        yield update
