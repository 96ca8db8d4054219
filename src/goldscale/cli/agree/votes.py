"""What all subcommands of ``goldscale agree`` share: which votes, read in which way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.options import labels_option, read_label_names, refuse_shared_input
from goldscale.cli.output import note, progress_bar

if TYPE_CHECKING:
    from goldscale.data.ontology import Ontology

READINGS = {
    "given": "only what the file says",
    "all": "a label that somebody left out on an item is a no",
    "selected": "the same, but only where at least one person selected the label",
}
"""Thesis 6.3: is a decision made only by selecting, or by deselecting too?"""

Command = Callable[..., Any]

_OPTIONS = (
    click.option("--format", "format_name", metavar="NAME", help="Format of the votes, if not recognised."),
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="FIELD=NAME",
        help="Which column holds what, as annotator=who; may be repeated.",
    ),
    labels_option,
    click.option(
        "--reading",
        type=click.Choice(list(READINGS)),
        help="given: " + "; ".join(f"{name}: {about}" for name, about in READINGS.items())[len("given: ") :] + ". "
        "[default: given, or all where the votes only ever select]",
    ),
)

votes_argument = click.argument("votes", nargs=-1, required=True, metavar="VOTES...")

ontology_option = click.option(
    "--ontology",
    metavar="NAME|FILE",
    help="An ontology (pto-2009 or a file): each of its exclusive groups is one question.",
)


def votes_options(command: Command) -> Command:
    """Which votes, read in which way."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read(
    paths: Sequence[str],
    format_name: str | None,
    columns: Sequence[str],
    labels: str | None,
    reading: str | None,
    quiet: bool = False,
) -> gs.Votes:
    """The votes as asked for; says how they were read where nobody asked."""
    from goldscale.data.vote_views import selections, where_selected, with_deselections

    refuse_shared_input(*paths, labels)
    named = dict(_pair(column) for column in columns)
    with progress_bar("Reading votes", quiet=quiet) as update:
        votes = gs.read_votes(
            paths[0] if len(paths) == 1 else paths,
            format_name,
            labels=read_label_names(labels),
            columns=named or None,
            progress=update,
        )
    if reading is None and votes.is_binary and len(votes) and len(selections(votes)) == len(votes):
        note(f"{votes.name}: only selections; a {votes.labels.noun} that was left out is a no (--reading all)")
        reading = "all"
    if reading in ("all", "selected"):
        votes = with_deselections(votes)
    return where_selected(votes) if reading == "selected" else votes


def read_exclusive(ontology: str | None) -> Ontology | None:
    """The ontology whose exclusive groups are questions."""
    return None if ontology is None else gs.read_ontology(ontology)


def counted(votes: gs.Votes) -> str:
    """What there is, in a line."""
    what = f"{votes.counted} of {votes.annotators.counted} on {votes.items.counted} x {votes.labels.counted}"
    return f"{what}; who gave them is not known" if votes.anonymous else what


def _pair(column: str) -> tuple[str, str]:
    field, equals, name = column.partition("=")
    if not equals or not field.strip() or not name.strip():
        raise click.UsageError(f"--column wants FIELD=NAME, as annotator=who, not {column!r}")
    return field.strip(), name.strip()
