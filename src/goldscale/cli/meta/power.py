"""goldscale meta power."""

from __future__ import annotations

import click

from goldscale.cli.forms import Form
from goldscale.cli.meta.study import conclude, seed_option, studied, study_options
from goldscale.cli.output import progress_bar


@click.command("power")
@study_options
@click.option("--alpha", default=0.05, help="Significance level.")
@click.option("--splits", default=50, type=click.IntRange(min=1), help="How often the units are split in halves.")
@seed_option
def command(
    campaign: str,
    measures: tuple[str, ...],
    allow_outside: bool,
    alpha: float,
    splits: int,
    seed: int,
    plot: str | None,
    form: Form,
) -> None:
    """Which runs can a measure tell apart, and how many units would it take?

    The share of pairs that a test separates, how often two halves of the units disagree, and how reliable the ranking
    is.
    """
    from goldscale.metaevaluation.power import power

    known = studied(campaign, allow_outside, form)
    with progress_bar("Scoring", quiet=form.quiet) as update:
        scores = known.score(measures or known.usual, update)
    conclude(power(scores, alpha, splits, seed), form, plot)
