"""goldscale score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import (
    EvaluatingCommand,
    checked_evaluation,
    format_option,
    group_options,
    labels_option,
    read_item_groups,
    read_label_names,
    refuse_shared_input,
)
from goldscale.cli.output import note, progress_bar, show_table

if TYPE_CHECKING:
    from goldscale.measures import Evaluation
    from goldscale.progress import Progress


@click.command("score", cls=EvaluatingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option("--truth", required=True, metavar="FILE", help="The ground truth.")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure, as AP or P:item; may be repeated; the first one ranks. [default: AP, AUC, F1, F1:item]",
)
@group_options
@labels_option
@format_option
@click.option("--truth-format", metavar="NAME", help="Format of the truth, if not recognised.")
@click.option("--units", is_flag=True, help="Per-unit values instead of the averages (with --csv or --out FILE.csv).")
@click.option(
    "--digits", default=4, show_default=True, type=click.IntRange(0, 17), help="Digits after the point in tables."
)
@form_options
def command(
    runs: tuple[str, ...],
    truth: str,
    measures: tuple[str, ...],
    groups: str | None,
    levels: str | None,
    labels: str | None,
    format_name: str | None,
    truth_format: str | None,
    units: bool,
    digits: int,
    form: Form,
    **rules: Any,
) -> None:
    """Score runs against a truth.

    Files may be gzipped; "-" is standard input; formats are recognised.

    \b
    goldscale score isis.txt --truth truth.txt -m AP -m F1:item
    """
    from goldscale.measures.legends import legends

    if units and form.ending != ".csv":
        raise click.UsageError("--units needs --csv or --out FILE.csv")
    refuse_shared_input(*runs, truth, labels, groups)
    prepare = checked_evaluation(measures, rules)
    names = read_label_names(labels)
    judged = gs.read_judgements(truth, truth_format, labels=names)
    evaluation = prepare(judged, read_item_groups(groups, levels, judged.items))
    with progress_bar("Scoring", quiet=form.quiet) as update:
        scores = score_files(runs, evaluation, format_name, names, update)
    rank_by = scores.measures[0] if len(runs) > 1 else None
    table = {"digits": digits, "rank_by": rank_by}

    def show() -> None:
        show_table(scores.table(digits, rank_by))
        _tell(legends(scores, evaluation.settings, judged), scores)

    form.deliver(scores, show, {".csv": {"units": units}, ".md": table, ".tex": table})


def score_files(
    runs: tuple[str, ...],
    evaluation: Evaluation,
    format_name: str | None,
    labels: gs.Concepts | None,
    update: Progress | None,
) -> gs.Scores:
    """Read runs one after another and score each, so that only one is in memory."""
    parts: dict[str, gs.Scores] = {}
    for number, path in enumerate(runs):
        if update:
            update(number, len(runs), path)
        run = gs.read_run(path, format_name, labels=labels)
        if run.name in parts:
            hint = f"{path} has the name of a run before it; rename one of them"
            raise gs.MismatchError("runs must have names of their own", double=[run.name], hint=hint)
        try:
            parts[run.name] = evaluation.score(run)
        except gs.MismatchError as error:
            error.args = (f"{path}: {error}",)
            raise
    return gs.Scores.stack(list(parts.values()))


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
