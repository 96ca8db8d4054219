"""goldscale compare."""

from __future__ import annotations

from typing import Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import (
    RankingCommand,
    checked_evaluation,
    format_option,
    group_options,
    labels_option,
    read_item_groups,
    read_label_names,
    refuse_shared_input,
)
from goldscale.cli.output import note, progress_bar
from goldscale.cli.score import score_files


@click.command("compare", cls=RankingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN RUN...")
@click.option("--truth", required=True, metavar="FILE", help="The ground truth.")
@click.option("-m", "--measure", default="AP", show_default=True, metavar="MEASURE", help="The measure to compare.")
@click.option(
    "--test",
    default="randomisation",
    show_default=True,
    metavar="TEST",
    help="randomisation, bootstrap, t, wilcoxon or sign; all are paired and two-sided.",
)
@click.option("--baseline", metavar="RUN", help="Compare with this run only, by its name. [default: every two runs]")
@click.option("--level", metavar="LEVEL", help="With --groups: pair the means of these groups, not items.")
@click.option(
    "--correction",
    default="holm",
    show_default=True,
    metavar="NAME",
    help="For many pairs: none, bonferroni, holm or benjamini-hochberg.",
)
@click.option("--alpha", default=0.05, show_default=True, type=float, help="Significance level.")
@click.option(
    "--replicates",
    default=10_000,
    show_default=True,
    type=click.IntRange(min=1),
    help="Random sign flips or resamples, where not all are tried.",
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="Their seed.")
@click.option("--matrix", is_flag=True, help="Corrected p-values as a table of runs x runs.")
@group_options
@labels_option
@format_option
@click.option("--truth-format", metavar="NAME", help="Format of the truth, if not recognised.")
@form_options
def command(
    runs: tuple[str, ...],
    truth: str,
    measure: str,
    test: str,
    baseline: str | None,
    level: str | None,
    correction: str,
    alpha: float,
    replicates: int,
    seed: int,
    matrix: bool,
    groups: str | None,
    levels: str | None,
    labels: str | None,
    format_name: str | None,
    truth_format: str | None,
    form: Form,
    **rules: Any,
) -> None:
    """Tell which runs differ, by how much, and how certain that is.

    Both runs of a pair are scored on the same images or concepts, so their differences are tested, unit by unit.

    \b
    goldscale compare isis.txt xrce.txt --truth truth.txt -m AP
    """
    from goldscale.data.result import Listing
    from goldscale.measures.legends import uncertain_legend

    if len(runs) < 2:
        raise click.UsageError("a comparison needs two runs or more")
    if matrix and form.ending == ".json":
        raise click.UsageError("choose one of --matrix and --json")
    refuse_shared_input(*runs, truth, labels, groups)
    prepare = checked_evaluation((measure,), rules)
    names = read_label_names(labels)
    judged = gs.read_judgements(truth, truth_format, labels=names)
    evaluation = prepare(judged, read_item_groups(groups, levels, judged.items))
    with progress_bar("Scoring", quiet=form.quiet) as update:
        scores = score_files(runs, evaluation, format_name, names, update)
    found = gs.compare(
        scores,
        measure,
        test,
        baseline=baseline,
        level=level,
        alpha=alpha,
        correction=correction,
        replicates=replicates,
        seed=seed,
    )
    form.deliver(Listing([found.matrix_table()], found.to_dict()) if matrix else found)
    if judged.relevance == "probability":
        note(uncertain_legend(evaluation.settings))
