"""goldscale compare."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.meta.study import studied
from goldscale.cli.options import RankingCommand, ScoredFiles, allow_outside_option, scored_files_options
from goldscale.cli.output import note, progress_bar

if TYPE_CHECKING:
    from goldscale.measures import Evaluation
    from goldscale.significance import ComparisonPlan

REPLICATES, RESAMPLES = 10_000, 1000
"""Flips of signs are cheap; each resample is an evaluation."""


@click.command("compare", cls=RankingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN RUN... | CAMPAIGN")
@click.option("--truth", default="", metavar="FILE", help="The ground truth; a campaign has its own.")
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
    help=f"Random flips or draws, where not all are tried. [default: {REPLICATES}; {RESAMPLES} where --over resamples]",
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
    from goldscale.data.result import Listing
    from goldscale.measures.registry import parse_measures
    from goldscale.significance import ComparisonPlan
    from goldscale.significance.omnibus import TESTS_OF_ALL, compare_all_on
    from goldscale.significance.stars import starred_tables

    for flag, given in (("--matrix", matrix), ("--stars", starred)):
        if given and form.ending == ".json":
            raise click.UsageError(f"{flag} has no JSON: leave it out, or ask for another form")
    chosen = [flag for flag, given in (("--pairs", pairs), ("--matrix", matrix), ("--stars", starred)) if given]
    if len(chosen) > 1:
        raise click.UsageError(f"choose one of {' and '.join(chosen)}")
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
    if any(Path(path).is_dir() for path in files.runs):
        _compare_campaign(files, measures, plan, baseline, replicates, pairs, matrix, allow_outside, form)
        return
    if len(files.runs) < 2:
        raise click.UsageError("a comparison needs two runs or more, or a campaign's folder")
    if not files.truth:
        raise click.UsageError("runs need their truth: --truth FILE (only a campaign's folder has its own)")
    resampled = [measure for measure in parse_measures(measures) if plan.resampling(measure)]
    if resampled or (over is not None and not measures):
        method = "bca" if interval == "bca" else "percentile"
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
    _tell(evaluation, scores, form)


def _tell(evaluation: Evaluation, scores: gs.Scores, form: Form) -> None:
    """What there is to say about the measures, the truth and the runs."""
    from goldscale.measures.legends import uncertain_legend

    told = [] if evaluation.usual is None or form.ending else [evaluation.usual.legend("-m", scores.measures[0])]
    if evaluation.truth.relevance == "probability":
        told.append(uncertain_legend(evaluation.settings))
    for said in told + scores.remarks():
        note(said)


OF_FILES = {"truth": "--truth", "groups": "--groups", "levels": "--levels", "labels": "--labels"}
OF_FILES |= {"format_name": "--format", "truth_format": "--truth-format"}
"""What says how files are read, and what a campaign says itself."""


def _compare_campaign(
    files: ScoredFiles,
    measures: tuple[str, ...],
    plan: ComparisonPlan,
    baseline: str | None,
    replicates: int | None,
    pairs: bool,
    matrix: bool,
    allow_outside: bool,
    form: Form,
) -> None:
    """Compare the runs of a campaign's folder, under its own rules but for those that were given."""
    from goldscale.campaign.comparison import compare_campaign
    from goldscale.data.result import Listing
    from goldscale.measures.knowledge import KNOWLEDGE
    from goldscale.measures.registry import parse_measures
    from goldscale.measures.settings import declared_settings
    from goldscale.significance.ranking import ranking_tables

    if len(files.runs) > 1:
        raise click.UsageError("compare one campaign's folder, or files of runs with --truth, not both")
    for name, option in OF_FILES.items():
        if getattr(files, name):
            raise click.UsageError(f"{option} is for files of runs; a campaign.toml says that itself")
    context = click.get_current_context()
    declared = {parameter.name for parameter in (*declared_settings(intervals=False), *KNOWLEDGE)}
    rules = {
        name: value
        for name, value in context.params.items()
        if name in declared and context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    known = studied(files.runs[0], allow_outside, form)
    how = {**asdict(plan), "seed": rules.get("seed", known.campaign.settings.seed)}
    test = how.pop("test")
    with progress_bar("Scoring", quiet=form.quiet) as update:
        compared = compare_campaign(
            known,
            parse_measures(measures),
            test,
            baseline=baseline,
            resamples=replicates,
            rules=rules,
            progress=update,
            **how,
        )
    found = compared.found
    result = found.found[0] if len(found) == 1 else found
    if matrix:
        form.deliver(Listing(result.matrix_tables(), result.to_dict()))
    elif pairs or baseline is not None:
        form.deliver(result)
    else:
        form.deliver(Listing(ranking_tables(result), result.to_dict()))
    _tell(compared.evaluation, compared.scores, form)
