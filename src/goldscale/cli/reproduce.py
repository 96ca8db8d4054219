"""goldscale reproduce."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import goldscale as gs
from goldscale.cli.options import json_option
from goldscale.cli.output import show_json, show_table, show_terms, terminal_width

if TYPE_CHECKING:
    from goldscale.reproduce import Checked

ROOM_FOR_NOTES = 150
"""On a narrower terminal the notes stand below the table."""


@click.command("reproduce")
@click.argument("filter", default="", metavar="[TEXT]")
@json_option
def command(filter: str, as_json: bool) -> None:
    """Compute the numbers again that the literature prints.

    TEXT limits the rows to those whose source, table or cell contains it.
    """
    from goldscale.data.table import Table
    from goldscale.reproduce import printed, reproduce

    rows = list(reproduce(filter))
    if not rows:
        raise gs.UnknownNameError("source, table or cell", filter, dict.fromkeys(p.table for p in printed()))
    if as_json:
        show_json([row.to_dict() for row in rows])
        return
    verdict = {True: "agree", False: "differ", None: "missing"}
    cells = [
        [
            row.source.seed,
            row.source.table,
            row.source.cell,
            row.source.printed,
            _computed(row),
            verdict[row.agrees],
        ]
        for row in rows
    ]
    header = ["source", "table", "cell", "printed", "computed", ""]
    if terminal_width() >= ROOM_FOR_NOTES:
        show_table(Table([*header, "note"], [[*line, _brief(row)] for line, row in zip(cells, rows, strict=True)]))
    else:
        show_table(Table(header, cells))
        for row in rows:
            if row.note and row.agrees is not None:
                click.echo(f"{row.source.table}, {row.source.cell}:")
                show_terms([("", row.note)], 0)
    for how in dict.fromkeys(row.note for row in rows if row.agrees is None):
        click.echo(how)
    missing = sum(row.agrees is None for row in rows)
    besides = f" {missing} could not be computed." if missing else ""
    click.echo(f"{sum(row.agrees is True for row in rows)} of {len(rows)} agree to the last printed digit.{besides}")


def _computed(row: Checked) -> str:
    """To four digits; a count as a count."""
    if row.computed is None:
        return "-"
    count = row.source.printed.isdigit() and float(row.computed).is_integer()
    return str(int(row.computed)) if count else f"{row.computed:.4f}"


def _brief(row: Checked) -> str:
    """The note, or of a missing resource only what is missing: how to get it is said once, below."""
    return row.note.partition(". ")[0] if row.agrees is None else row.note
