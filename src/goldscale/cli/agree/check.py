"""goldscale agree check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import goldscale as gs
from goldscale.cli.agree.votes import OntologyVotesFiles, counted, ontology_votes_options
from goldscale.cli.forms import Form, print_options
from goldscale.cli.options import parameter_option, read_parameters
from goldscale.cli.output import note, show_tables, show_text, wrote

if TYPE_CHECKING:
    from goldscale.agreement import QualityReport

MOST_SHEETS = 20
"""More rejected sheets than this are counted, not listed."""


@click.command("check")
@click.option(
    "--gold",
    metavar="FILE",
    help="Known answers to control questions, as judgements; or the votes again, a CrowdFlower report that has them.",
)
@click.option("--check", "checks", multiple=True, metavar="NAME", help="Only this check; may be repeated.")
@click.option("--note", "noted", multiple=True, metavar="NAME", help="Note what this check finds, but reject nothing.")
@parameter_option(
    "limits",
    help="The limit of a check, as pass_rate=0.7; may be repeated.",
)
@click.option("--pairs", type=click.Path(), metavar="FILE", help="Identical items, two names per line (CSV).")
@ontology_votes_options
@click.option("-o", "--out", type=click.Path(), metavar="FILE", help="Write the votes that are kept.")
@click.option("--rows", default=20, type=click.IntRange(min=0), help="How many annotators to show.")
@print_options
def command(
    gold: str | None,
    checks: tuple[str, ...],
    noted: tuple[str, ...],
    limits: tuple[str, ...],
    pairs: str | None,
    files: OntologyVotesFiles,
    out: str | None,
    rows: int,
    form: Form,
) -> None:
    """Find bad sheets and bad annotators, with reasons; nothing is deleted.

    A sheet holds one annotator's votes on one item. Checks that lack what they need (gold answers, times, an ontology)
    are skipped, and the report says so.

    \b
    goldscale agree check votes.csv --gold gold.csv -p pass_rate=0.7 --out kept.csv
    """
    from goldscale.agreement import check_votes, quality_limits
    from goldscale.formats.lists import read_pairs

    given = files.read(form.quiet)
    report = check_votes(
        given,
        exclusive=files.exclusive(),
        gold=None if gold is None else _read_gold(gold, files),
        pairs=() if pairs is None else read_pairs(pairs),
        checks=checks or None,
        **({"noted": noted} if noted else {}),
        **read_parameters(limits, quality_limits(), "quality control"),
    )
    kept = report.kept()
    lost = [] if out is None or not len(kept) else gs.write_votes(kept, out)
    form.deliver(report, lambda: _show(report, rows))
    if out is not None:
        if not len(kept):
            raise gs.ParameterError(f"no vote is kept, so {out} is not written")
        note(wrote(out, lost))


def _show(report: QualityReport, rows: int) -> None:
    show_text(counted(report.votes))
    click.echo()
    show_tables(report.tables(MOST_SHEETS, rows))
    click.echo()
    show_text(report.verdict)


def _read_gold(path: str, files: OntologyVotesFiles) -> gs.Judgements:
    from goldscale.formats import gold_answers

    read = gold_answers if path in files.votes else gs.read_judgements
    return read(path, labels=files.label_names())
