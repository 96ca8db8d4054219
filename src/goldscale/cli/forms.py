"""The forms in which every command gives its result: one family of options, with one meaning each."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from goldscale.cli.output import note, show_tables
from goldscale.errors import listed

if TYPE_CHECKING:
    from goldscale.data.result import Result

ENDINGS = {"--csv": ".csv", "--json": ".json", "--markdown": ".md", "--latex": ".tex"}
"""The ways to ask for a form, and the ending of a file in it."""

WRITERS = {".json": "to_json", ".csv": "to_csv", ".md": "to_markdown", ".tex": "to_latex"}
"""Which method of a result writes the form."""

Command = Callable[..., Any]


@dataclass(frozen=True)
class Form:
    """The form that was asked for: an ending, or None for tables on the terminal; and the file it goes to."""

    ending: str | None = None
    out: str | None = None
    table: str | None = None
    """The one table that is wanted, by title or number; None for all."""

    @property
    def quiet(self) -> bool:
        """Whether a program reads the standard output, so that nothing but the result may stand there."""
        return self.ending is not None and self.out is None

    def deliver(self, result: Result, show: Callable[[], None] | None = None) -> None:
        """Print the result, or write it; ``show`` is for people."""
        if self.table is not None:
            from goldscale.data.result import Listing

            result, show = Listing([result.choose(self.table)], {}), None
        if self.ending is None:
            show() if show else show_tables(result.tables())
        else:
            self.give(getattr(result, WRITERS[self.ending])())
        if self.ending == ".csv" and not result.long_csv and len(tables := result.tables()) > 1:
            named = listed([f"{number} ({table.title})" for number, table in enumerate(tables, start=1)][1:])
            note(f"CSV holds the first of {len(tables)} tables; --table gives another: {named}.")

    def give(self, text: str) -> None:
        """Print what is already in this form, or write it."""
        if self.out is None:
            click.echo(text, nl=False, color=True)  # else names lose what looks like a colour
            return
        from goldscale.files import write_text

        write_text(self.out, text)
        note(f"wrote {self.out}")


def form_options(command: Command) -> Command:
    """Adds --json, --csv, --markdown, --latex and --out; the command is given them as ``form``."""
    out = click.option(
        "-o", "--out", "form_out", type=click.Path(), metavar="FILE", help="Write a .csv, .json, .md or .tex file."
    )
    return print_options(out(command))


def print_options(command: Command) -> Command:
    """The same without --out, for commands that make files of data: what they print takes these forms."""

    @click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
    @click.option("--csv", "as_csv", is_flag=True, help="Print CSV with full precision.")
    @click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown tables.")
    @click.option("--latex", "as_latex", is_flag=True, help="Print LaTeX tables.")
    @click.option("--table", "one_table", metavar="NAME", help="Only this table, by its title or number.")
    @functools.wraps(command)
    def with_form(*args: Any, one_table: str | None, form_out: str | None = None, **options: Any) -> Any:
        flags = [flag for flag in ENDINGS if options.pop(f"as_{flag.removeprefix('--')}")]
        return command(*args, form=asked_form(flags, form_out, one_table), **options)

    return with_form


def asked_form(flags: list[str], out: str | None, table: str | None = None) -> Form:
    """The form that flags or the ending of a file ask for, and the table that is wanted."""
    form = _asked(flags, out)
    if table is not None and form.ending == ".json":
        raise click.UsageError("JSON has everything; leave --table out, or ask for another form")
    return replace(form, table=table)


def _asked(flags: list[str], out: str | None) -> Form:
    asked = [*flags, *([] if out is None else ["--out"])]
    if len(asked) > 1:
        raise click.UsageError(f"choose one of {' and '.join(asked)}")
    if out is None:
        return Form(ENDINGS[flags[0]] if flags else None)
    name = out.lower().removesuffix(".gz")
    for ending in ENDINGS.values():
        if name.endswith(ending):
            return Form(ending, out)
    raise click.UsageError(f"the name after --out must end in {', '.join(ENDINGS.values())}, unlike {out!r}")
