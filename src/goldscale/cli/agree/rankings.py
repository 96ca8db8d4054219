"""goldscale agree rankings."""

from __future__ import annotations

from typing import Any

import click

import goldscale as gs
from goldscale.cli.agree.votes import VotesFiles, votes_options
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import RankingCommand, group_options, together
from goldscale.cli.output import progress_bar, show_tables, show_text


@click.command("rankings", cls=RankingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option(
    "--votes",
    multiple=True,
    metavar="FILE",
    help="Votes: each annotator is a truth, and their majority, called Merged.",
)
@click.option("--annotator", "annotators", multiple=True, metavar="NAME", help="Only these of the votes' annotators.")
@click.option("--truth", "truths", multiple=True, metavar="FILE", help="Another truth, called like its file.")
@click.option("-m", "--measure", "measures", multiple=True, required=True, metavar="MEASURE", help="As AP or OS.")
@click.option("--alpha", default=0.05, help="Level of the Kolmogorov-Smirnov decision.")
@click.option("--swaps", nargs=2, metavar="TRUTH TRUTH", help="List the runs that change order between these two.")
@click.option("--run-format", metavar="NAME", help="Format of the runs, if not recognised.")
@together(*group_options)
@votes_options
@form_options
def command(
    runs: tuple[str, ...],
    annotators: tuple[str, ...],
    truths: tuple[str, ...],
    measures: tuple[str, ...],
    alpha: float,
    swaps: tuple[str, str] | None,
    run_format: str | None,
    files: VotesFiles,
    groups: str | None,
    levels: str | None,
    form: Form,
    **rules: Any,
) -> None:
    """Does it matter whose truth is taken? Rank runs under several truths and compare the rankings.

    Rankings are compared by Kendall's tau: near 1, it does not matter whose judgements are taken.

    \b
    goldscale agree rankings runs/*.txt --votes votes.csv -m AP -m F1:item
    """
    from goldscale.agreement import merge_votes
    from goldscale.files import Source
    from goldscale.metaevaluation import influence, truths_of

    held: dict[str, gs.Judgements] = {}
    names = files.label_names()
    if files.votes:
        given = files.read(form.quiet)
        held |= truths_of(given, merge_votes(given).judgements, annotators or None)
    for path in truths:
        name = Source(path).stem
        if name in held:
            raise gs.MismatchError("truths must have names of their own", double=[name])
        held[name] = gs.read_judgements(path, labels=names)
    for name in swaps or ():
        if name not in held:
            raise gs.UnknownNameError("truth", name, held)
    if groups is not None:
        rules["groups"] = gs.read_groups(groups, levels)
    reading = {"blank": rules["blank"], "names": next(iter(truths), None)}
    with progress_bar("Ranking", quiet=form.quiet) as update:
        given_runs = [gs.read_run(path, run_format, labels=names, **reading) for path in runs]
        found = influence(given_runs, held, measures, alpha=alpha, progress=update, **rules)

    def show() -> None:
        common = f"the {found.items} items and {found.labels} labels that all of them have"
        show_text(f"{len(runs)} runs under {len(held)} truths, on {common}")
        click.echo()
        show_tables([*found.tables(), *(result.swaps_table(*swaps) for result in found if swaps)])

    form.deliver(found, show)
