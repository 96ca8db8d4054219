"""goldscale reproduce."""

from __future__ import annotations

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options


@click.command("reproduce")
@click.argument("filter", default="", metavar="[TEXT]")
@form_options
def command(filter: str, form: Form) -> None:
    """Compute the numbers again that the literature prints.

    TEXT limits the rows to those whose source, table or cell contains it.
    """
    from goldscale.reproduce import Reproduction, printed, reproduce

    found = Reproduction(tuple(reproduce(filter)))
    if not found.rows:
        raise gs.UnknownNameError("source, table or cell", filter, dict.fromkeys(p.table for p in printed()))
    form.deliver(found)
