"""goldscale agree figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.agree.votes import counted, ontology_option, read, read_groups, votes_argument, votes_options
from goldscale.cli.options import json_option
from goldscale.cli.output import note, progress_bar, show_json, show_table
from goldscale.errors import first_few

if TYPE_CHECKING:
    from goldscale.agreement import Agreement, AnnotatorMatrix, CoefficientAgreement
    from goldscale.data.table import Table

MOST_ANNOTATORS = 15
"""A matrix of more annotators than this is summed up in a line."""


@click.command("coefficients")
@votes_argument
@click.option(
    "-c",
    "--coefficient",
    "coefficients",
    multiple=True,
    metavar="NAME",
    help="A coefficient, as alpha(metric=ordinal); may be repeated. [default: those that suit the votes]",
)
@click.option(
    "--by",
    type=click.Choice(["label", "item", "annotator", "all"]),
    default="label",
    show_default=True,
    help="What the figures are broken down by; all: not at all.",
)
@click.option(
    "--ci", type=float, default=0.95, show_default=True, metavar="LEVEL", help="Confidence level; 0 for none."
)
@click.option(
    "--interval",
    type=click.Choice(["bootstrap", "analytic"]),
    default="bootstrap",
    show_default=True,
    help="Draw items, or take the variance of Gwet.",
)
@click.option(
    "--replicates", default=1000, show_default=True, type=click.IntRange(min=1), help="Draws of the bootstrap."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="Seed of the bootstrap.")
@ontology_option
@votes_options
@click.option(
    "--rows", default=40, show_default=True, type=click.IntRange(min=0), help="How many rows of the breakdown to show."
)
@click.option(
    "--plot", type=click.Path(), metavar="FILE", help="Draw the breakdown and the annotators: png, svg or pdf."
)
@click.option("--csv", type=click.Path(), metavar="FILE", help="Write every figure, with full precision.")
@click.option("-o", "--out", type=click.Path(), metavar="FILE", help="Write the truth that the majority makes.")
@click.option("--factors", type=click.Path(), metavar="FILE", help="Write the agreement map for 'score --agreement'.")
@json_option
def command(
    votes: tuple[str, ...],
    coefficients: tuple[str, ...],
    by: Any,
    ci: float,
    interval: Any,
    replicates: int,
    seed: int,
    ontology: str | None,
    format_name: str | None,
    columns: tuple[str, ...],
    labels: str | None,
    reading: str | None,
    rows: int,
    plot: str | None,
    csv: str | None,
    out: str | None,
    factors: str | None,
    as_json: bool,
) -> None:
    """Show how far people agree, over all and broken down.

    Every figure comes with an interval. What has no answer says why. Accuracy between annotators is shown as a matrix,
    with the majority of all as last column.
    """
    from goldscale.agreement import agree, agreement_factors, annotator_matrix, merge_votes
    from goldscale.agreement.exclusive import split_groups
    from goldscale.files import write_text
    from goldscale.formats.factors import write_factors

    if plot:
        from goldscale.report import form_of

        form_of(plot)
    given = read(votes, format_name, columns, labels, reading, quiet=as_json)
    groups = read_groups(ontology)
    found: dict[str, Agreement] = {}
    for title, part in split_groups(given, groups).items():
        with progress_bar(f"Agreement on {title}", quiet=as_json) as update:
            found[title] = agree(
                part,
                coefficients or None,
                by=by,
                ci=ci or None,
                interval=interval,
                replicates=replicates,
                seed=seed,
                progress=update,
            )
    matrix = None if given.anonymous or len(given.annotators) < 2 else annotator_matrix(given)
    wrote: list[str] = []
    if csv:
        write_text(csv, _long_table(found).to_csv())
        wrote.append(csv)
    if plot:
        _plot(plot, found, matrix)
        wrote.append(plot)
    if factors:
        write_factors(agreement_factors(given), factors)
        wrote.append(factors)
    if out:
        merged = merge_votes(given, groups=groups)
        lost = gs.write_judgements(merged.judgements, out)
        wrote.append(f"{out}: {merged.judgements!r}, {merged.ties} ties" + "".join(f"; {loss}" for loss in lost))
    if as_json:
        show_json(_as_dict(given, found, matrix))
    else:
        _show(given, found, matrix, rows)
    for what in wrote:
        note(f"wrote {what}")


def _as_dict(votes: gs.Votes, found: dict[str, Agreement], matrix: AnnotatorMatrix | None) -> dict[str, Any]:
    return {
        "votes": len(votes),
        "annotators": len(votes.annotators),
        "items": len(votes.items),
        "labels": len(votes.labels),
        "anonymous": votes.anonymous,
        "agreement": {title: agreement.to_dict() for title, agreement in found.items()},
        "matrix": None if matrix is None else matrix.to_dict(),
    }


def _long_table(found: dict[str, Agreement]) -> Table:
    """The figures of all parts, with a column that tells which part they are of."""
    from goldscale.data.table import Table

    parts = {title: agreement.long_table() for title, agreement in found.items()}
    header = next(iter(parts.values())).header
    return Table(["on", *header], [[title, *row] for title, part in parts.items() for row in part.rows])


def _show(votes: gs.Votes, found: dict[str, Agreement], matrix: AnnotatorMatrix | None, rows: int) -> None:
    click.echo(counted(votes))
    for title, agreement in found.items():
        click.echo()
        show_table(agreement.table(), title=f"Agreement on {title}" if len(found) > 1 else None)
        if rows and len(agreement.results[0].groups) > 1:
            click.echo()
            _show_breakdown(agreement, rows)
    if matrix is None:
        return
    click.echo()
    if len(matrix.names) <= MOST_ANNOTATORS:
        show_table(matrix.table(), title="Accuracy between annotators")
    low, high = matrix.lowest(), matrix.highest()
    if low is None or high is None:
        note("no two annotators voted on the same cell")
        return
    click.echo(
        f"accuracy between annotators {matrix.mean():.3f}; lowest {low[2]:.3f} ({low[0]} and {low[1]}), "
        f"highest {high[2]:.3f} ({high[0]} and {high[1]})"
    )


def _show_breakdown(agreement: Agreement, rows: int) -> None:
    from goldscale.report.chart import interval_line, scale

    charted = _charted(agreement)
    table, order = agreement.group_table(), charted.ascending()
    if len(order) > rows:
        note(f"the {rows} lowest of {len(order)} {agreement.plural} by {charted.coefficient}; --rows shows more")
        order = order[:rows]
    start = min([0.0, *(figure.low for figure in charted.groups if figure.low < 0)])
    lines = [interval_line(f.value, f.low, f.high, start) for f in (charted.groups[i] for i in order)]
    shown: Table = type(table)(
        [*table.header, scale(start)],
        [[*table.rows[i], line] for i, line in zip(order, lines, strict=True)],
    )
    show_table(shown, title=f"By {agreement.noun}; drawn is {charted.coefficient}")
    for reason, names in agreement.undefined(order).items():
        note(f"- for {first_few(names)}: {reason}")


def _charted(agreement: Agreement) -> CoefficientAgreement:
    """The coefficient that is drawn: the first one that is held against chance, or just the first."""
    from goldscale.agreement.coefficients.registry import coefficient

    return next((r for r in agreement if coefficient(r.coefficient).definition.by_chance), agreement.results[0])


def _plot(path: str, found: dict[str, Agreement], matrix: AnnotatorMatrix | None) -> None:
    import numpy as np

    from goldscale.report import plot_agreement

    drawn = [(title, _charted(agreement)) for title, agreement in found.items()]
    figures = [figure for _, result in drawn for figure in (result.groups or (result.overall,))]
    titles = list(dict.fromkeys(result.title for _, result in drawn))
    plot_agreement(
        path,
        " and ".join(titles),
        [figure.name for figure in figures],
        np.array([figure.value for figure in figures]),
        np.array([figure.low for figure in figures]),
        np.array([figure.high for figure in figures]),
        None if matrix is None else ("accuracy between annotators", *matrix.square()),
    )
