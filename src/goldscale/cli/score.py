"""goldscale score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import EvaluatingCommand, ScoredFiles, scored_files_options
from goldscale.cli.output import note
from goldscale.cli.units import UnitChoice, unit_options

if TYPE_CHECKING:
    from goldscale.data.result import Result


@click.command("score", cls=EvaluatingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option("--truth", required=True, metavar="FILE", help="The ground truth.")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure, as AP or P:item, or several, as AP,AUC; may be repeated; the first one ranks. "
    "[default: by the data]",
)
@scored_files_options
@click.option("--units", is_flag=True, help="The value of every concept or image, in a table per measure.")
@unit_options
@click.option("--digits", default=4, type=click.IntRange(0, 17), help="Digits after the point in tables.")
@click.option("--bold/--no-bold", default=True, help="Make the best values bold in tables.")
@form_options
def command(
    measures: tuple[str, ...],
    files: ScoredFiles,
    units: bool,
    choice: UnitChoice,
    digits: int,
    bold: bool,
    form: Form,
    **rules: Any,
) -> None:
    """Score runs against a truth.

    Files may be gzipped; "-" is standard input; formats are recognised.

    \b
    goldscale score isis.txt --truth truth.txt -m AP -m F1:item
    """
    from goldscale.data.result import Listing
    from goldscale.measures.legends import legends

    choice.check(units, form, "--units")
    given = click.get_current_context().get_parameter_source("interval")
    if rules["ci"] is None and given is ParameterSource.COMMANDLINE:
        raise click.UsageError("--interval needs --ci, as --ci 0.95")
    evaluation, scores = files.score(measures, rules, form.quiet)
    rank_by = scores.measures[0] if len(scores.runs) > 1 else None
    result: Result = choice.of(scores, form, digits) if units else scores
    if form.ending in (None, ".md", ".tex"):
        tables = result.tables() if units else (scores.table(digits, rank_by),)
        result = Listing(tables if bold else [table.plain() for table in tables], {})
    form.deliver(result)
    if form.ending is None:
        chosen = [] if evaluation.usual is None else [evaluation.usual.legend("-m")]
        _tell(chosen + legends(scores, evaluation.settings, evaluation.truth), scores)


def _tell(legends: list[str], scores: gs.Scores) -> None:
    """What a reader of the table should know besides."""
    for legend in legends:
        note(legend)
    for result in scores:
        count = int(result.undefined.max())
        if count:
            most = "up to " if len(set(result.undefined.tolist())) > 1 else ""
            have = "has" if count == 1 else "have"
            why = gs.measure(result.measure).definition.undefined
            units = f"{len(result.units)} {result.units.plural}"
            note(f"{result.measure}: {most}{count} of {units} {have} no value ({why})")
