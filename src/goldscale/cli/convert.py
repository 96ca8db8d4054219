"""goldscale convert."""

from __future__ import annotations

from typing import Any

import click

import goldscale as gs
from goldscale.cli.options import json_option, labels_option, read_label_names, refuse_shared_input
from goldscale.cli.output import note, progress_bar, show_json


@click.command("convert")
@click.argument("source", required=False)
@click.argument("target", required=False, type=click.Path())
@click.option("--from", "from_format", metavar="NAME", help="Format of SOURCE, if not recognised.")
@click.option("--to", "to_format", metavar="NAME", help="Format of TARGET, if its ending does not tell.")
@click.option("--judgements", is_flag=True, help="SOURCE is a ground truth, not a run.")
@click.option("--strict", is_flag=True, help="Refuse to write when something would be lost.")
@click.option("--list", "list_formats", is_flag=True, help="List the formats.")
@labels_option
@json_option
def command(
    source: str | None,
    target: str | None,
    from_format: str | None,
    to_format: str | None,
    judgements: bool,
    strict: bool,
    list_formats: bool,
    labels: str | None,
    as_json: bool,
) -> None:
    """Convert a run or a truth from one format to another.

    What the target format cannot hold is said. "-" is standard input or output (then --to is needed).

    \b
    goldscale convert run.txt run.csv --labels concepts.txt
    goldscale convert --judgements qrels.txt truth.npz
    """
    if list_formats:
        _list(as_json)
        return
    if source is None or target is None:
        raise click.UsageError("SOURCE and TARGET are needed (or --list)")
    if as_json and target == "-":
        raise click.UsageError("--json and the target - cannot both have standard output")
    refuse_shared_input(source, labels)
    names = read_label_names(labels)
    from goldscale.formats import judgement_losses, run_losses

    data: gs.Judgements | gs.Run
    with progress_bar("Reading", quiet=as_json) as update:
        if judgements:
            data = gs.read_judgements(source, from_format, labels=names, progress=update)
        else:
            data = gs.read_run(source, from_format, labels=names, progress=update)
    losses = (
        run_losses(data, target, to_format) if isinstance(data, gs.Run) else judgement_losses(data, target, to_format)
    )
    if losses and strict:
        raise gs.ParameterError(f"{target} would lose: {', '.join(losses)}; nothing was written")
    if isinstance(data, gs.Run):
        gs.write_run(data, target, to_format)
    else:
        gs.write_judgements(data, target, to_format)
    if as_json:
        kind = "judgements" if judgements else "run"
        size = {"items": len(data.items), "labels": len(data.labels)}
        show_json({"source": source, "target": target, "kind": kind, **size, "losses": losses})
        return
    note(f"wrote {target}: {data!r}")
    for loss in losses:
        click.secho(f"not held by this format: {loss}", fg="yellow", err=True)


def _list(as_json: bool) -> None:
    from goldscale.cli.output import show_table
    from goldscale.data.table import Table
    from goldscale.formats import formats

    known: list[dict[str, Any]] = [
        {
            "name": form.name,
            "title": form.title,
            "endings": list(form.suffixes),
            "runs": _does(form.read_run, form.write_run),
            "judgements": _does(form.read_judgements, form.write_judgements),
            "votes": _does(form.read_votes, form.write_votes),
        }
        for form in formats().values()
    ]
    if as_json:
        show_json(known)
        return
    rows = [
        [
            form["name"],
            form["title"],
            " ".join(form["endings"]),
            ", ".join(form["runs"]) or "-",
            ", ".join(form["judgements"]) or "-",
            ", ".join(form["votes"]) or "-",
        ]
        for form in known
    ]
    show_table(Table(["format", "", "endings", "runs", "judgements", "votes"], rows))


def _does(read: object, write: object) -> list[str]:
    return [word for word, function in (("read", read), ("write", write)) if function is not None]
