"""goldscale meta truths."""

from __future__ import annotations

from dataclasses import replace

import click

from goldscale.cli.agree.votes import left_out_is_no
from goldscale.cli.forms import Form
from goldscale.cli.meta.study import conclude, studied, study_options
from goldscale.cli.output import progress_bar


@click.command("truths")
@study_options
@click.option("--votes", metavar="FILE", help="The votes. [default: those that campaign.toml names]")
@click.option("--annotator", "annotators", multiple=True, metavar="NAME", help="Only these of the votes' annotators.")
@click.option("--alpha", default=0.05, help="Level of the Kolmogorov-Smirnov decision.")
def command(
    campaign: str,
    measures: tuple[str, ...],
    allow_outside: bool,
    votes: str | None,
    annotators: tuple[str, ...],
    alpha: float,
    plot: str | None,
    form: Form,
) -> None:
    """Does it matter whose truth is taken?

    The runs are ranked under the truths of single annotators, of their majority, of Dawid and Skene, and of the
    campaign; Kendall's tau tells how far these rankings agree.
    """
    from goldscale.formats import read_votes
    from goldscale.metaevaluation.influence import influence
    from goldscale.metaevaluation.truths import possible_truths, single_annotators

    known = studied(campaign, allow_outside, form)
    named = read_votes(votes, labels=known.campaign.labels) if votes else known.campaign.read_votes()
    given = left_out_is_no(named)
    truths = possible_truths(given, known.truth, annotators)
    rules = known.rules | known.rules["knowledge"]
    del rules["knowledge"]
    with progress_bar("Ranking", quiet=form.quiet) as update:
        chosen = measures or known.campaign.measures
        found = influence(list(known.runs), truths, chosen, alpha=alpha, progress=update, **rules)
    conclude(replace(found, annotators=single_annotators(truths)), form, plot)
