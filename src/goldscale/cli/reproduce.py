"""goldscale reproduce."""

from __future__ import annotations

import click

from goldscale.cli.options import json_option
from goldscale.cli.output import show_json, show_table


@click.command("reproduce")
@click.argument("filter", default="", metavar="[TEXT]")
@json_option
def command(filter: str, as_json: bool) -> None:
    """Compute the numbers again that the literature prints.

    TEXT limits the rows to those whose source, table or cell contains it.
    """
    from goldscale.data.table import Table
    from goldscale.reproduce import reproduce

    rows = list(reproduce(filter))
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
            "-" if row.computed is None else f"{row.computed:.4f}",
            verdict[row.agrees],
            row.note,
        ]
        for row in rows
    ]
    show_table(Table(["source", "table", "cell", "printed", "computed", "", "note"], cells))
    click.echo(f"{sum(row.agrees is True for row in rows)} of {len(rows)} agree to the last printed digit.")
