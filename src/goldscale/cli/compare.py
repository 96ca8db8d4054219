"""goldscale compare."""

from __future__ import annotations

from typing import Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import RankingCommand, ScoredFiles, scored_files_options
from goldscale.cli.output import note


@click.command("compare", cls=RankingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN RUN...")
@click.option("--truth", required=True, metavar="FILE", help="The ground truth.")
@click.option("-m", "--measure", metavar="MEASURE", help="The measure to compare. [default: by the data]")
@click.option(
    "--test",
    default="randomisation",
    metavar="TEST",
    help="randomisation, bootstrap, t, wilcoxon or sign; all are paired and two-sided.",
)
@click.option("--baseline", metavar="RUN", help="Compare with this run only, by its name. [default: every two runs]")
@click.option("--level", metavar="LEVEL", help="With --groups: pair the means of these groups, not items.")
@click.option(
    "--correction",
    default="holm",
    metavar="NAME",
    help="For many pairs: none, bonferroni, holm or benjamini-hochberg.",
)
@click.option("--alpha", default=0.05, type=float, help="Significance level.")
@click.option(
    "--replicates",
    default=10_000,
    type=click.IntRange(min=1),
    help="Random sign flips or resamples, where not all are tried.",
)
@click.option("--matrix", is_flag=True, help="Corrected p-values as a table of runs x runs.")
@scored_files_options
@form_options
def command(
    measure: str | None,
    test: str,
    baseline: str | None,
    level: str | None,
    correction: str,
    alpha: float,
    replicates: int,
    matrix: bool,
    files: ScoredFiles,
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

    if len(files.runs) < 2:
        raise click.UsageError("a comparison needs two runs or more")
    if matrix and form.ending == ".json":
        raise click.UsageError("--matrix has no JSON: leave it out, or ask for another form")
    evaluation, scores = files.score(() if measure is None else (measure,), rules, form.quiet)
    scores = scores.only(scores.measures[:1])
    found = gs.compare(
        scores,
        scores.measures[0],
        test,
        baseline=baseline,
        level=level,
        alpha=alpha,
        correction=correction,
        replicates=replicates,
        seed=rules["seed"],
    )
    form.deliver(Listing([found.matrix_table()], found.to_dict()) if matrix else found)
    told = [] if evaluation.usual is None or form.ending else [evaluation.usual.legend("-m", scores.measures[0])]
    if evaluation.truth.relevance == "probability":
        told.append(uncertain_legend(evaluation.settings))
    for said in told + scores.remarks():
        note(said)
