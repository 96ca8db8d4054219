"""goldscale convert."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, print_options
from goldscale.cli.options import labels_option, read_label_names, refuse_shared_input
from goldscale.cli.output import note, progress_bar, show_text

blank_option = click.option(
    "--blank",
    default="unretrieved",
    metavar="NUMBER|RULE",
    help="An empty cell of a run counts as not retrieved (unretrieved), is an error (refuse), or has this score.",
)


@click.command("convert")
@click.argument("source", required=False)
@click.argument("target", required=False, type=click.Path())
@click.option("--from", "from_format", metavar="NAME", help="Format of SOURCE, if not recognised.")
@click.option("--to", "to_format", metavar="NAME", help="Format of TARGET, if its ending does not tell.")
@click.option("--judgements", is_flag=True, help="SOURCE is a ground truth, not a run.")
@click.option("--strict", is_flag=True, help="Refuse to write when something would be lost.")
@click.option("--list", "list_formats", is_flag=True, help="List the formats.")
@labels_option
@blank_option
@print_options
def command(
    source: str | None,
    target: str | None,
    from_format: str | None,
    to_format: str | None,
    judgements: bool,
    strict: bool,
    list_formats: bool,
    labels: str | None,
    blank: str,
    form: Form,
) -> None:
    """Convert a run or a truth from one format to another.

    What the target format cannot hold is reported. "-" is standard input or output (then --to is needed).

    \b
    goldscale convert run.txt run.csv --labels concepts.txt
    goldscale convert --judgements qrels.txt truth.npz
    """
    if list_formats:
        _list(form)
        return
    if source is None or target is None:
        raise click.UsageError("SOURCE and TARGET are needed (or --list)")
    if form.quiet and target == "-":
        raise click.UsageError("the target - has standard output for itself: leave --json and the like out")
    refuse_shared_input(source, labels)
    label_names = read_label_names(labels)
    from goldscale.data.result import Listing
    from goldscale.data.table import Table, counts, names, texts
    from goldscale.formats import judgement_losses, run_losses

    ways: dict[str, tuple[Callable[..., Any], ...]] = {
        "run": (partial(gs.read_run, blank=blank), run_losses, gs.write_run),
        "judgements": (gs.read_judgements, judgement_losses, gs.write_judgements),
    }
    kind = "judgements" if judgements else "run"
    read, lost, write = ways[kind]
    with progress_bar("Reading", quiet=form.quiet) as update:
        data = read(source, from_format, labels=label_names, progress=update)
    losses = lost(data, target, to_format)
    if losses and strict:
        raise gs.ParameterError(f"{target} would lose: {', '.join(losses)}; nothing was written")
    write(data, target, to_format)
    about = {"source": source, "target": target, "kind": kind, "items": len(data.items), "labels": len(data.labels)}

    def show() -> None:
        note(f"wrote {target}: {data.described}")
        for loss in losses:
            show_text(f"not held by this format: {loss}", fg="yellow", err=True)

    columns = [names(key, [str(value)]) for key, value in about.items() if key in ("source", "target", "kind")]
    columns += [counts("items", [len(data.items)]), counts("labels", [len(data.labels)])]
    table = Table([*columns, texts("losses", ["; ".join(losses)])])
    form.deliver(Listing([table], about | {"losses": losses}), show)


def _list(form: Form) -> None:
    from goldscale.data.result import Listing
    from goldscale.data.table import Table, names, texts
    from goldscale.formats import formats

    known: list[dict[str, Any]] = [
        {
            "name": one.name,
            "title": one.title,
            "endings": list(one.suffixes),
            "runs": _does(one.read_run, one.write_run),
            "judgements": _does(one.read_judgements, one.write_judgements),
            "votes": _does(one.read_votes, one.write_votes),
        }
        for one in formats().values()
    ]
    columns = [
        names("format", (entry["name"] for entry in known)),
        texts("title", (entry["title"] for entry in known)),
        names("endings", (" ".join(entry["endings"]) for entry in known)),
        *(names(key, (", ".join(entry[key]) or "-" for entry in known)) for key in ("runs", "judgements", "votes")),
    ]
    form.deliver(Listing([Table(columns)], known))


def _does(read: object, write: object) -> list[str]:
    return [word for word, function in (("read", read), ("write", write)) if function is not None]
