"""goldscale convert."""

from __future__ import annotations

import click

import goldscale as gs
from goldscale.cli.options import labels_option, read_label_names
from goldscale.cli.output import note


@click.command("convert")
@click.argument("source", required=False)
@click.argument("target", required=False, type=click.Path())
@click.option("--from", "from_format", metavar="NAME", help="Format of SOURCE, if not recognised.")
@click.option("--to", "to_format", metavar="NAME", help="Format of TARGET, if its ending does not tell.")
@click.option("--judgements", is_flag=True, help="SOURCE is a ground truth, not a run.")
@click.option("--strict", is_flag=True, help="Refuse to write when something would be lost.")
@click.option("--list", "list_formats", is_flag=True, help="List the formats.")
@labels_option
def command(
    source: str | None,
    target: str | None,
    from_format: str | None,
    to_format: str | None,
    judgements: bool,
    strict: bool,
    list_formats: bool,
    labels: str | None,
) -> None:
    """Convert a run or a truth from one format to another.

    What the target format cannot hold is said.

    \b
    goldscale convert run.txt run.csv --labels concepts.txt
    goldscale convert --judgements qrels.txt truth.npz
    """
    if list_formats:
        _list()
        return
    if source is None or target is None:
        raise click.UsageError("SOURCE and TARGET are needed (or --list)")
    names = read_label_names(labels)
    from goldscale.formats import judgement_losses, run_losses

    if judgements:
        truth = gs.read_judgements(source, from_format, labels=names)
        losses = judgement_losses(truth, target, to_format)
    else:
        run = gs.read_run(source, from_format, labels=names)
        losses = run_losses(run, target, to_format)
    if losses and strict:
        raise gs.ParameterError(f"{target} would lose: {', '.join(losses)}; nothing was written")
    if judgements:
        gs.write_judgements(truth, target, to_format)
        note(f"wrote {target}: {truth!r}")
    else:
        gs.write_run(run, target, to_format)
        note(f"wrote {target}: {run!r}")
    for loss in losses:
        click.secho(f"not held by this format: {loss}", fg="yellow", err=True)


def _list() -> None:
    from goldscale.cli.output import show_table
    from goldscale.data.table import Table
    from goldscale.formats import formats

    rows = []
    for form in formats().values():
        can = [
            word
            for word, function in (
                ("read run", form.read_run),
                ("write run", form.write_run),
                ("read truth", form.read_judgements),
                ("write truth", form.write_judgements),
            )
            if function is not None
        ]
        rows.append([form.name, form.title, " ".join(form.suffixes), ", ".join(can)])
    show_table(Table(["format", "", "endings", "can"], rows))
