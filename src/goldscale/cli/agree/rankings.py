"""goldscale agree rankings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

import goldscale as gs
from goldscale.cli.agree.votes import read, votes_options
from goldscale.cli.options import RankingCommand, group_options, json_option, read_label_names
from goldscale.cli.output import note, progress_bar, show_json, show_table


@click.command("rankings", cls=RankingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option(
    "--votes", multiple=True, metavar="FILE", help="Votes: each annotator is a truth, and the majority of all."
)
@click.option("--annotator", "annotators", multiple=True, metavar="NAME", help="Only these of the votes' annotators.")
@click.option("--truth", "truths", multiple=True, metavar="FILE", help="Another truth, called like its file.")
@click.option("-m", "--measure", "measures", multiple=True, required=True, metavar="MEASURE", help="As AP or OS.")
@click.option("--alpha", default=0.05, show_default=True, help="Level of the Kolmogorov-Smirnov decision.")
@click.option("--swaps", nargs=2, metavar="TRUTH TRUTH", help="List the runs that change order between these two.")
@click.option("--run-format", metavar="NAME", help="Format of the runs, if not recognised.")
@group_options
@votes_options
@json_option
def command(
    runs: tuple[str, ...],
    votes: tuple[str, ...],
    annotators: tuple[str, ...],
    truths: tuple[str, ...],
    measures: tuple[str, ...],
    alpha: float,
    swaps: tuple[str, str] | None,
    run_format: str | None,
    format_name: str | None,
    columns: tuple[str, ...],
    labels: str | None,
    reading: str | None,
    groups: str | None,
    levels: str | None,
    as_json: bool,
    **rules: Any,
) -> None:
    """Does it matter whose truth is taken? Rank runs under several truths and compare the rankings.

    Between two truths stands Kendall's tau of the two rankings: near 1, it does not matter whose judgements are taken.

    \b
    goldscale agree rankings runs/*.txt --votes votes.csv -m AP -m F1:item
    """
    from goldscale.agreement import merge_votes
    from goldscale.files import Source
    from goldscale.metaevaluation import influence, truths_of

    held: dict[str, gs.Judgements] = {}
    names = read_label_names(labels)
    if votes:
        given = read(votes, format_name, columns, labels, reading, quiet=as_json)
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
    with progress_bar("Ranking", quiet=as_json) as update:
        found = influence(_read_runs(runs, run_format, names), held, measures, alpha=alpha, progress=update, **rules)
    if as_json:
        show_json(found.to_dict())
        return
    click.echo(f"{len(runs)} runs under {len(held)} truths, on {found.items} items and {found.labels} labels of all")
    for result in found:
        click.echo()
        show_table(result.table(), title=f"Kendall's tau between rankings by {result.measure}")
        for run in result.left_out:
            note(f"{result.measure}: {run} has no value under some truth and is left out")
        if swaps:
            click.echo()
            show_table(result.swaps_table(*swaps), title=f"Change order between {swaps[0]} and {swaps[1]}")
    click.echo()
    show_table(found.table())


def _read_runs(paths: Sequence[str], format_name: str | None, labels: gs.Concepts | None) -> list[gs.Run]:
    return [gs.read_run(path, format_name, labels=labels) for path in paths]
