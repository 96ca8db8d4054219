"""goldscale meta scatter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from goldscale.cli.forms import Form
from goldscale.cli.meta.study import conclude, seed_option, studied, study_options
from goldscale.cli.output import progress_bar

if TYPE_CHECKING:
    from goldscale.data.result import Result


@click.command("scatter")
@study_options
@click.option("--run", "runs", multiple=True, metavar="NAME", help="The items of this run instead; may be repeated.")
@seed_option
def command(
    campaign: str,
    measures: tuple[str, ...],
    allow_outside: bool,
    runs: tuple[str, ...],
    seed: int,
    plot: str | None,
    form: Form,
) -> None:
    """Set measures against each other, point by point.

    A point is a run, beside random runs and the truth itself; with --run it is an item of that run, and the table
    tells how each measure spreads the items.
    """
    from goldscale.metaevaluation.scatter import scatter_items, scatter_runs

    known = studied(campaign, allow_outside, form)
    with progress_bar("Scoring", quiet=form.quiet) as update:
        found: Result
        if runs:
            found = scatter_items(known.score(measures or known.by_unit[:2], update), runs)
        else:
            found = scatter_runs(
                known.runs,
                known.truth,
                measures or known.set_based,
                baselines=known.campaign.baselines,
                seed=seed,
                progress=update,
                **known.rules,
            )
    conclude(found, form, plot)
