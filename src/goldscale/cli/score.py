"""goldscale score."""

from __future__ import annotations

from typing import Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import EvaluatingCommand, ScoredFiles, scored_files_options
from goldscale.cli.output import note, show_table


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
    "[default: AP, AUC, F1, F1:item]",
)
@scored_files_options
@click.option("--units", is_flag=True, help="Per-unit values instead of the averages (with --csv or --out FILE.csv).")
@click.option("--digits", default=4, type=click.IntRange(0, 17), help="Digits after the point in tables.")
@form_options
def command(measures: tuple[str, ...], files: ScoredFiles, units: bool, digits: int, form: Form, **rules: Any) -> None:
    """Score runs against a truth.

    Files may be gzipped; "-" is standard input; formats are recognised.

    \b
    goldscale score isis.txt --truth truth.txt -m AP -m F1:item
    """
    from goldscale.measures.legends import legends

    if units and form.ending != ".csv":
        raise click.UsageError("--units needs --csv or --out FILE.csv")
    evaluation, scores = files.score(measures, rules, form.quiet)
    rank_by = scores.measures[0] if len(scores.runs) > 1 else None
    table = {"digits": digits, "rank_by": rank_by}

    def show() -> None:
        show_table(scores.table(digits, rank_by))
        _tell(legends(scores, evaluation.settings, evaluation.truth), scores)

    form.deliver(scores, show, {".csv": {"units": units}, ".md": table, ".tex": table})


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
