"""What all subcommands of ``goldscale agree`` share: which votes, read in which way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

import goldscale as gs
from goldscale.cli.options import gathered, labels_option, read_label_names, refuse_shared_input, together
from goldscale.cli.output import note, progress_bar

if TYPE_CHECKING:
    from goldscale.data.votes import Scale

READINGS = {
    "given": "only what the file says",
    "all": "a label that somebody left out on an item is a no",
    "selected": "the same, but only where at least one person selected the label",
}
"""Thesis 6.3: is a decision made only by selecting, or by deselecting too?"""

SCALES: dict[Scale, str] = {
    "nominal": "names of classes",
    "ordinal": "grades with an order",
    "interval": "grades whose differences count",
}
"""What values may mean, as ``Votes.scale`` has it."""


def left_out_is_no(votes: gs.Votes, how: str = "") -> gs.Votes:
    """Votes as they are meant where there are only selections: what was left out is a no. Says so, and how to ask."""
    from goldscale.data.vote_views import selections, with_deselections

    if not (votes.is_binary and len(votes) and len(selections(votes)) == len(votes)):
        return votes
    note(f"{votes.name}: only selections; a {votes.labels.noun} that was left out is a no{how}")
    return with_deselections(votes)


@dataclass(frozen=True)
class VotesFiles:
    """Files of votes, and how they are read."""

    votes: tuple[str, ...]
    format_name: str | None
    columns: tuple[str, ...]
    labels: str | None
    reading: str | None
    scale: Scale | None

    def read(self, quiet: bool = False) -> gs.Votes:
        """The votes as asked for; says how they were read where nobody asked."""
        from goldscale.data.vote_views import where_selected, with_deselections

        refuse_shared_input(*self.votes, self.labels)
        named = dict(_pair(column) for column in self.columns)
        with progress_bar("Reading votes", quiet=quiet) as update:
            votes = gs.read_votes(
                self.votes[0] if len(self.votes) == 1 else self.votes,
                self.format_name,
                labels=self.label_names(),
                columns=named or None,
                scale=self.scale,
                progress=update,
            )
        if self.scale is None and votes.scale == "interval":
            low, high = votes.levels[0], votes.levels[-1]
            note(f"{votes.name}: {low:g} to {high:g} are read as grades (--scale nominal: as names)")
        if self.reading is None:
            return left_out_is_no(votes, " (--reading all)")
        if self.reading in ("all", "selected"):
            votes = with_deselections(votes)
        return where_selected(votes) if self.reading == "selected" else votes

    def label_names(self) -> gs.Concepts | None:
        """The names of labels, where a file of them is given."""
        return read_label_names(self.labels)


@dataclass(frozen=True)
class OntologyVotesFiles(VotesFiles):
    """The same with an ontology whose exclusive groups are questions."""

    ontology: str | None

    def exclusive(self) -> gs.Ontology | None:
        """The ontology, where one is named."""
        return None if self.ontology is None else gs.read_ontology(self.ontology)


_READ = (
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
        help="; ".join(f"{name}: {about}" for name, about in READINGS.items()) + ". "
        "[default: given, or all where the votes only ever select]",
    ),
    click.option(
        "--scale",
        type=click.Choice(list(SCALES)),
        help="What numbers are; " + "; ".join(f"{name}: {about}" for name, about in SCALES.items()) + ". "
        "[default: interval, but 1 and 0 alone are yes and no]",
    ),
)
votes_options = together(*_READ, gathered("files", VotesFiles))

ontology_votes_options = together(
    click.argument("votes", nargs=-1, required=True, metavar="VOTES..."),
    click.option(
        "--ontology",
        metavar="NAME|FILE",
        help="An ontology (pto-2009 or a file): each of its exclusive groups is one question.",
    ),
    *_READ,
    gathered("files", OntologyVotesFiles),
)


def counted(votes: gs.Votes) -> str:
    """What there is, in a line."""
    what = f"{votes.counted} of {votes.annotators.counted} on {votes.items.counted} x {votes.labels.counted}"
    return f"{what}; who gave them is not known" if votes.anonymous else what


def _pair(column: str) -> tuple[str, str]:
    field, equals, name = column.partition("=")
    if not equals or not field.strip() or not name.strip():
        raise click.UsageError(f"--column wants FIELD=NAME, as annotator=who, not {column!r}")
    return field.strip(), name.strip()
