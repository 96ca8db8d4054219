"""goldscale agree coefficients."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.agree.votes import OntologyVotesFiles, counted, ontology_votes_options
from goldscale.cli.forms import Form, form_options
from goldscale.cli.output import fits, note, progress_bar, show_table, show_text, wrote

if TYPE_CHECKING:
    from goldscale.agreement import AgreementOverview, AnnotatorMatrix

MOST_ANNOTATORS = 15
"""Of more annotators than this there is no matrix, and only those who agree least are shown."""


@click.command("coefficients")
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
    help="What agreement is broken down by; all: not at all.",
)
@click.option("--ci", type=float, default=0.95, metavar="LEVEL", help="Confidence level; 0 for none.")
@click.option(
    "--interval",
    type=click.Choice(["bootstrap", "analytic"]),
    default="bootstrap",
    help="Resample items, or take the variance of Gwet.",
)
@click.option("--replicates", default=1000, type=click.IntRange(min=1), help="Number of bootstrap resamples.")
@click.option("--seed", default=0, type=click.IntRange(min=0), help="Seed of the bootstrap.")
@ontology_votes_options
@click.option("--rows", default=10, type=click.IntRange(min=0), help="How many rows of the breakdown to show.")
@click.option(
    "--plot", type=click.Path(), metavar="FILE", help="Draw the breakdown and the annotators: png, svg or pdf."
)
@click.option("--merged", type=click.Path(), metavar="FILE", help="Write the truth that the majority makes.")
@click.option("--factors", type=click.Path(), metavar="FILE", help="Write the agreement map for 'score --agreement'.")
@form_options
def command(
    coefficients: tuple[str, ...],
    by: Any,
    ci: float,
    interval: Any,
    replicates: int,
    seed: int,
    files: OntologyVotesFiles,
    rows: int,
    plot: str | None,
    merged: str | None,
    factors: str | None,
    form: Form,
) -> None:
    """Show how far annotators agree, over all and broken down.

    Every value comes with an interval, an undefined one with the reason. Accuracy between annotators is a matrix, with
    the majority of all as last column.
    """
    from goldscale.agreement import AgreementOverview, agree, agreement_factors, annotator_matrix, merge_votes
    from goldscale.agreement.annotators import MOST_COMPARED
    from goldscale.agreement.exclusive import split_exclusive
    from goldscale.formats.factors import write_factors

    if plot:
        from goldscale.report import form_of

        form_of(plot)
    given = files.read(form.quiet)
    exclusive = files.exclusive()
    parts = {}
    for title, part in split_exclusive(given, exclusive).items():
        with progress_bar(f"Agreement on {title}", quiet=form.quiet) as update:
            parts[title] = agree(
                part,
                coefficients or None,
                by=by,
                ci=ci or None,
                interval=interval,
                replicates=replicates,
                seed=seed,
                progress=update,
            )
    comparable = not given.anonymous and len(given.annotators) >= 2
    crowded = comparable and len(given.annotators) > MOST_COMPARED
    matrix = annotator_matrix(given) if comparable and not crowded else None
    found = AgreementOverview(given, parts, matrix)
    told: list[str] = []
    if plot:
        from goldscale.report import plot_overview

        plot_overview(plot, found)
        told.append(wrote(plot))
    if factors:
        write_factors(agreement_factors(given), factors)
        told.append(wrote(factors))
    if merged:
        one = merge_votes(given, exclusive=exclusive)
        lost = gs.write_judgements(one.judgements, merged)
        held = f"{merged}: {one.judgements.described}, {one.ties} ties"
        told.append(wrote(held, lost))
    form.deliver(found, lambda: _show(found, rows))
    if crowded:
        note(f"{given.annotators.counted} are not compared pair by pair (at most {MOST_COMPARED} are)")
    for line in told:
        note(line)


def _show(found: AgreementOverview, rows: int) -> None:
    from goldscale.report.chart import charted_table

    show_text(counted(found.votes))
    for title, part in found.parts.items():
        click.echo()
        summary = found.summary(title)
        if not fits(summary):
            # How many units there are matters less than having each value on one line.
            summary = replace(summary, columns=[column for column in summary.columns if not column.optional])
        show_table(summary)
        order = part.charted.ascending()
        if rows and len(order) > 1:
            click.echo()
            whole = charted_table(part, order[:rows])
            show_table(whole if fits(whole) else charted_table(part, order[:rows], brief=True))
            by = part.charted.coefficient
            if not fits(whole) and len(part.results) > 1:
                note(f"There is no room for the other coefficients by {part.noun}; --markdown and --csv have them.")
            if len(order) > rows:
                note(f"Shown are the {rows} lowest of {len(order)} {part.plural} by {by}; --rows shows more.")
    if found.matrix is not None:
        _show_people(found.matrix, rows)


def _show_people(matrix: AnnotatorMatrix, rows: int) -> None:
    """Each two annotators, or where that is too wide, each of them; of two there is only a sentence to say."""
    click.echo()
    if len(matrix.names) > 2:
        table = matrix.table()
        few = len(matrix.names) <= MOST_ANNOTATORS
        show_table(table if few and fits(table) else matrix.people_table(most=len(matrix.names) if few else rows))
    show_text(matrix.summary)
