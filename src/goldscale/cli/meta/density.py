"""goldscale meta density."""

from __future__ import annotations

import click

from goldscale.cli.forms import Form
from goldscale.cli.meta.study import conclude, seed_option, studied, study_options
from goldscale.cli.output import progress_bar


@click.command("density")
@study_options
@seed_option
def command(
    campaign: str, measures: tuple[str, ...], allow_outside: bool, seed: int, plot: str | None, form: Form
) -> None:
    """What do guessing and over-annotation earn?

    Runs beside random ones, the truth itself, and the truth with labels added at random: scores by label density.
    """
    from goldscale.metaevaluation.density import density

    known = studied(campaign, allow_outside, form)
    with progress_bar("Scoring", quiet=form.quiet) as update:
        found = density(
            known.runs,
            known.truth,
            measures or known.set_based,
            seed=seed,
            baselines=known.campaign.baselines,
            progress=update,
            **known.rules,
        )
    conclude(found, form, plot)
