"""goldscale meta correlation."""

from __future__ import annotations

import click

from goldscale.cli.forms import Form
from goldscale.cli.meta.study import coefficient_option, conclude, seed_option, studied, study_options
from goldscale.cli.output import progress_bar


@click.command("correlation")
@study_options
@coefficient_option
@click.option("--alpha", default=0.05, help="Level of the Kolmogorov-Smirnov decision; intervals are at 1 - alpha.")
@click.option("--interval", "intervals", is_flag=True, help="Also the interval and the p of every correlation.")
@seed_option
def command(
    campaign: str,
    measures: tuple[str, ...],
    allow_outside: bool,
    coefficient: str,
    alpha: float,
    intervals: bool,
    seed: int,
    plot: str | None,
    form: Form,
) -> None:
    """Do measures rank the systems alike?

    The correlation of every two rankings, which measures belong together, and whether the Kolmogorov-Smirnov test
    finds two rankings concordant.
    """
    from goldscale.metaevaluation.correlation import correlate_measures

    known = studied(campaign, allow_outside, form)
    with progress_bar("Scoring", quiet=form.quiet) as update:
        scores = known.score(measures or known.usual, update)
    conclude(correlate_measures(scores, coefficient, alpha, intervals=intervals, seed=seed), form, plot)
