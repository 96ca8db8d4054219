"""goldscale meta items."""

from __future__ import annotations

import click

from goldscale.cli.forms import Form
from goldscale.cli.meta.study import coefficient_option, conclude, studied, study_options
from goldscale.cli.output import progress_bar


@click.command("items")
@study_options
@coefficient_option
def command(
    campaign: str, measures: tuple[str, ...], allow_outside: bool, coefficient: str, plot: str | None, form: Form
) -> None:
    """Do measures agree on which items are hard?

    The items of each run are ranked by every measure that has a value per item; the correlations of these rankings,
    averaged over runs.
    """
    from goldscale.metaevaluation.correlation import correlate_items

    known = studied(campaign, allow_outside, form)
    with progress_bar("Scoring", quiet=form.quiet) as update:
        scores = known.score(measures or known.by_unit, update)
    conclude(correlate_items(scores, coefficient), form, plot)
