"""goldscale agree merge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

import goldscale as gs
from goldscale.cli.agree.votes import OntologyVotesFiles, counted, ontology_votes_options
from goldscale.cli.forms import Form, print_options
from goldscale.cli.options import parameter_option, read_parameters
from goldscale.cli.output import note, show_table, show_text, wrote

if TYPE_CHECKING:
    from goldscale.agreement import Merged


@click.command("merge")
@click.option(
    "--method",
    default="majority",
    metavar="NAME",
    help="majority, threshold, weighted, dawid-skene, glad or mace.",
)
@parameter_option(
    "options",
    help="An option of the method, as at_least=2; may be repeated.",
)
@click.option("--quality", metavar="FILE", help="For weighted: how good annotators are, as CSV annotator,quality.")
@click.option("--ties", metavar="RULE", help="negative, positive, frequent, unjudged or random.")
@click.option("--relevant", type=float, metavar="GRADE", help="Grades from here up count as relevant (probabilities).")
@click.option("--truth", metavar="FILE", help="Known answers: show how many cells the merged truth has wrong.")
@click.option("--seed", default=0, type=click.IntRange(min=0), help="Seed of --ties random.")
@ontology_votes_options
@click.option("-o", "--out", type=click.Path(), metavar="FILE", help="Write the truth; the ending tells the format.")
@click.option("--probabilities", type=click.Path(), metavar="FILE", help="Write the probability of every cell.")
@click.option("--rows", default=20, type=click.IntRange(min=0), help="How many annotators to show.")
@print_options
def command(
    method: str,
    options: tuple[str, ...],
    quality: str | None,
    ties: str | None,
    relevant: float | None,
    truth: str | None,
    seed: int,
    files: OntologyVotesFiles,
    out: str | None,
    probabilities: str | None,
    rows: int,
    form: Form,
) -> None:
    """Merge votes into one truth, and estimate how good each annotator is.

    \b
    goldscale agree merge votes.csv --method dawid-skene --out truth.csv
    goldscale agree merge votes.csv --method threshold -p at_least=2 --out truth.csv
    """
    from goldscale.agreement import merge_method, merge_votes
    from goldscale.formats.factors import read_factors

    given = files.read(form.quiet)
    known = None if truth is None else gs.read_judgements(truth, labels=files.label_names())
    chosen = read_parameters(options, merge_method(method).options, method)
    merged = merge_votes(
        given,
        method,
        exclusive=files.exclusive(),
        ties=ties,
        relevant=relevant,
        quality=None if quality is None else read_factors(quality, "annotator", "quality"),
        seed=seed,
        **chosen,
    )
    merged = replace(merged, known=known)
    told = []
    for path, written in ((out, merged.judgements), (probabilities, merged.probability)):
        if path is not None:
            told.append(wrote(path, gs.write_judgements(written, path)))
    form.deliver(merged, lambda: _show(merged, rows))
    if not merged.converged:
        limit = merge_method(method).rounds
        stopped = f"{method} did not converge in {merged.options[limit]} rounds"
        note(f"{stopped}; see whether more of them (-p {limit}=...) change the truth")
    for line in told:
        note(line)


def _show(merged: Merged, rows: int) -> None:
    rules = "; ".join(f"{rule}: {about}" for rule, about in merged.tie_rules.items())
    found = merged.chosen.items()
    told = [
        counted(merged.votes),
        f"{merged.asked}: {merged.judgements.described}",
        *(f"{key} {' and '.join(map(str, dict.fromkeys(values)))}, chosen by the votes" for key, values in found),
        f"{merged.ties} ties ({rules})" if merged.ties else "no ties",
    ]
    if merged.known is not None:
        wrong = 100 * merged.expected_error(merged.known)
        told.append(f"{wrong:.2f} % of the answers are wrong (a tie counts as if drawn at random)")
    for text in told:
        show_text(text)
    if rows and not merged.votes.anonymous:
        click.echo()
        show_table(merged.workers.table(least=rows))
