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
    help="randomisation, bootstrap, t, wilcoxon, sign or mcnemar (0/1), of pairs; friedman or anova, of all runs. "
    "[default: randomisation]",
)
@click.option(
    "--over",
    metavar="SIDE",
    help="item or label: which are a sample of many; if not the measure's units, they are resampled. [default: units]",
)
@click.option(
    "--interval",
    metavar="NAME",
    help="Of the difference: student, percentile or bca. [default: student; bca where --over resamples]",
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
@click.option("--margin", type=float, help="Differences below this do not matter: adds whether runs are equivalent.")
@click.option("--power", type=float, help="Count the units needed to find each difference with this probability.")
@click.option("--stars", "starred", is_flag=True, help="Values and stars: against --baseline, else runs x runs.")
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
    margin: float | None,
    power: float | None,
    starred: bool,
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
    from goldscale.significance.omnibus import TESTS_OF_ALL, compare_all_on
    from goldscale.significance.stars import starred_tables

    if len(files.runs) < 2:
        raise click.UsageError("a comparison needs two runs or more")
    for flag, given in (("--matrix", matrix), ("--stars", starred)):
        if given and form.ending == ".json":
            raise click.UsageError(f"{flag} has no JSON: leave it out, or ask for another form")
    if matrix and starred:
        raise click.UsageError("choose one of --matrix and --stars")
    of_all = test if test in TESTS_OF_ALL else None
    if of_all is not None:
        pairwise = {"over": over, "interval": interval, "baseline": baseline, "level": level, "margin": margin}
        pairwise |= {"power": power, "stars": starred or None, "replicates": replicates}
        refused = [f"--{name}" for name, given in pairwise.items() if given is not None]
        if refused:
            raise click.UsageError(f"{' and '.join(refused)}: for tests of pairs, not for {of_all}, of all runs")
        test = None
    seed, draws = rules["seed"], replicates or REPLICATES
    # What is wrong with the plan is said before a file is read.
    plan = ComparisonPlan(test, over, interval, level, alpha, correction, family, draws, seed, margin, power)
    resampled = [measure for measure in parse_measures(measures) if plan.resampling(measure)]
    if resampled or (over is not None and not measures):
        method = "percentile" if interval == "percentile" else "bca"
        rules |= {"ci": 0.95, "ci_over": over, "interval": method, "replicates": replicates or RESAMPLES}
    evaluation, scores = files.score(measures, rules, form.quiet)
    # Of the usual measures the first one ranks, and that is the one to ask about.
    scores = scores if measures else scores.only(scores.measures[:1])
    asked: Any = scores.measures if len(scores.measures) > 1 else scores.measures[0]
    found: Any
    if of_all is not None:
        found = compare_all_on(scores, scores.measures, of_all, alpha)
    else:
        found = gs.compare(scores, asked, baseline=baseline, **asdict(plan))
    if starred:
        form.deliver(Listing(starred_tables(scores, found), {}))
    else:
        form.deliver(Listing(found.matrix_tables(), found.to_dict()) if matrix else found)
    told = [] if evaluation.usual is None or form.ending else [evaluation.usual.legend("-m", scores.measures[0])]
    if evaluation.truth.relevance == "probability":
        told.append(uncertain_legend(evaluation.settings))
    for said in told + scores.remarks():
        note(said)
