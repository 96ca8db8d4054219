"""goldscale compare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from goldscale.cli.compare.asked import OF_A_CAMPAIGN, REPLICATES, RESAMPLES, Asked, View, test_of_all
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import RankingCommand, ScoredFiles, allow_outside_option, scored_files_options


@click.command("compare", cls=RankingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN RUN... | CAMPAIGN")
@click.option(
    "--truth", default="", show_default=False, metavar="FILE", help="The ground truth; campaigns have their own."
)
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
    "[default: randomisation; t on resamples]",
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
    help=f"Random flips or draws, where not all are tried. [default: {REPLICATES}; {RESAMPLES} where --over resamples, "
    f"{OF_A_CAMPAIGN} of a campaign]",
)
@click.option("--margin", type=float, help="Differences below this do not matter: adds whether runs are equivalent.")
@click.option("--power", type=float, help="Count the units needed to find each difference with this probability.")
@click.option("--stars", "starred", is_flag=True, help="Values and stars: against --baseline, else runs x runs.")
@click.option("--pairs", is_flag=True, help="Every two runs of a campaign, instead of its ranking with tiers.")
@click.option("--matrix", is_flag=True, help="Corrected p-values as a table of runs x runs.")
@allow_outside_option
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
    pairs: bool,
    matrix: bool,
    allow_outside: bool,
    files: ScoredFiles,
    form: Form,
    **rules: Any,
) -> None:
    """Tell which runs differ, by how much, and how certain that is.

    Both runs of a pair are scored on the same images or concepts, so their differences are tested, unit by unit.

    \b
    goldscale compare isis.txt xrce.txt --truth truth.txt -m AP -m F1:item
    goldscale compare demo
    """
    from goldscale.cli.compare.campaign import compare_folder
    from goldscale.cli.compare.files import compare_files
    from goldscale.significance import ComparisonPlan

    of_all = test_of_all(test)
    if of_all is not None:
        pairwise = {"over": over, "interval": interval, "baseline": baseline, "level": level, "margin": margin}
        pairwise |= {"power": power, "stars": starred or None, "replicates": replicates}
        refused = [f"--{name}" for name, given in pairwise.items() if given is not None]
        if refused:
            raise click.UsageError(f"{' and '.join(refused)}: for tests of pairs, not for {of_all}, of all runs")
    view = View.of(pairs, matrix, starred, {"--margin": margin, "--power": power}, form)
    tested, draws = None if of_all else test, replicates or REPLICATES
    # What is wrong with the plan is said before a file is read.
    plan = ComparisonPlan(tested, over, interval, level, alpha, correction, family, draws, rules["seed"], margin, power)
    asked = Asked(measures, plan, of_all, baseline, replicates, view)
    if any(Path(path).is_dir() for path in files.runs):
        compare_folder(files, asked, allow_outside, form)
    else:
        compare_files(files, asked, rules, form)
