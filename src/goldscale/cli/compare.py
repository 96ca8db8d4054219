"""goldscale compare."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import RankingCommand, ScoredFiles, scored_files_options
from goldscale.cli.output import note

REPLICATES, RESAMPLES = 10_000, 1000
"""Flips of signs are cheap; each resample is an evaluation."""


@click.command("compare", cls=RankingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN RUN...")
@click.option("--truth", required=True, metavar="FILE", help="The ground truth.")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure to compare; may be repeated. [default: by the data]",
)
@click.option(
    "--test",
    metavar="TEST",
    help="randomisation, bootstrap, t, wilcoxon or sign; all are paired and two-sided. [default: randomisation; t where "
    "--over resamples]",
)
@click.option(
    "--over",
    metavar="SIDE",
    help="item or label: which are a sample of many; if not the measure's units, they are resampled. [default: units]",
)
@click.option(
    "--interval",
    metavar="NAME",
    help="Of the difference: student, percentile or bca. [default: student]",
)
@click.option("--baseline", metavar="RUN", help="Compare with this run only, by its name. [default: every two runs]")
@click.option("--level", metavar="LEVEL", help="With --groups: pair the means of these groups, not items.")
@click.option(
    "--correction",
    default="holm",
    metavar="NAME",
    help="For many pairs: none, bonferroni, holm or benjamini-hochberg.",
)
@click.option("--family", default="measure", metavar="NAME", help="Correct the pairs of a measure, or all together.")
@click.option("--alpha", default=0.05, type=float, help="Significance level.")
@click.option(
    "--replicates",
    type=click.IntRange(min=1),
    help=f"Random flips or draws, where not all are tried. [default: {REPLICATES}; {RESAMPLES} where --over resamples]",
)
@click.option("--matrix", is_flag=True, help="Corrected p-values as a table of runs x runs.")
@scored_files_options
@form_options
def command(
    measures: tuple[str, ...],
    test: str | None,
    over: Any,
    interval: Any,
    baseline: str | None,
    level: str | None,
    correction: str,
    family: Any,
    alpha: float,
    replicates: int | None,
    matrix: bool,
    files: ScoredFiles,
    form: Form,
    **rules: Any,
) -> None:
    """Tell which runs differ, by how much, and how certain that is.

    Both runs of a pair are scored on the same images or concepts, so their differences are tested, unit by unit.

    \b
    goldscale compare isis.txt xrce.txt --truth truth.txt -m AP -m F1:item
    """
    from goldscale.data.result import Listing
    from goldscale.measures.legends import uncertain_legend
    from goldscale.measures.registry import parse_measures
    from goldscale.significance import ComparisonPlan

    if len(files.runs) < 2:
        raise click.UsageError("a comparison needs two runs or more")
    if matrix and form.ending == ".json":
        raise click.UsageError("--matrix has no JSON: leave it out, or ask for another form")
    seed = rules["seed"]
    # What is wrong with the plan is said before a file is read.
    plan = ComparisonPlan(test, over, interval, level, alpha, correction, family, replicates or REPLICATES, seed)
    resampled = [measure for measure in parse_measures(measures) if plan.resampling(measure)]
    if resampled or (over is not None and not measures):
        method = "bca" if interval == "bca" else "percentile"
        rules |= {"ci": 0.95, "ci_over": over, "interval": method, "replicates": replicates or RESAMPLES}
    evaluation, scores = files.score(measures, rules, form.quiet)
    # Of the usual measures the first one ranks, and that is the one to ask about.
    scores = scores if measures else scores.only(scores.measures[:1])
    asked: Any = scores.measures if len(scores.measures) > 1 else scores.measures[0]
    found = gs.compare(scores, asked, baseline=baseline, **asdict(plan))
    form.deliver(Listing(found.matrix_tables(), found.to_dict()) if matrix else found)
    told = [] if evaluation.usual is None or form.ending else [evaluation.usual.legend("-m", scores.measures[0])]
    if evaluation.truth.relevance == "probability":
        told.append(uncertain_legend(evaluation.settings))
    for said in told + scores.remarks():
        note(said)
