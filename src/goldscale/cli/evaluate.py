"""goldscale evaluate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import allow_outside_option
from goldscale.cli.output import note, progress_bar, show_tables, show_text
from goldscale.cli.units import UnitChoice, unit_options

if TYPE_CHECKING:
    from goldscale.campaign import CampaignResult

workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that read and score runs. [default: one per core]",
)


@click.command("evaluate")
@click.argument("folder", type=click.Path())
@click.option(
    "--units",
    type=click.Choice(["npz", "parquet", "table"]),
    default="npz",
    help="Form of the per-unit scores; parquet adds one long table; table shows them below the leaderboard.",
)
@unit_options
@click.option("--best-of-teams", is_flag=True, help="Show only the best run of each team.")
@click.option("--fresh", is_flag=True, help="Compute everything again; no score of an earlier evaluation is used.")
@allow_outside_option
@workers_option
@form_options
def command(
    folder: str,
    units: Literal["npz", "parquet", "table"],
    choice: UnitChoice,
    best_of_teams: bool,
    fresh: bool,
    allow_outside: bool,
    workers: int | None,
    form: Form,
) -> None:
    """Score all runs of a campaign folder and rank them.

    FOLDER holds a campaign.toml and the runs. Results go to FOLDER/results. A bad run is reported and left out;
    what has not changed since the last time is not computed again.
    """
    from goldscale.campaign import evaluate_campaign

    choice.check(units == "table", form, "--units table")
    stored: Literal["npz", "parquet"] = "npz" if units == "table" else units
    with progress_bar("Scoring", quiet=form.quiet) as update:
        outcome = evaluate_campaign(
            folder, units=stored, workers=workers, progress=update, allow_outside=allow_outside, fresh=fresh
        )
    show_outcome(outcome.best_of_teams() if best_of_teams else outcome, form, choice if units == "table" else None)


def show_outcome(outcome: CampaignResult, form: Form, choice: UnitChoice | None = None) -> None:
    """Print a campaign's leaderboard, the runs that were left out, and where the results are; units where asked for."""
    for bad in outcome.rejected:
        show_text(f"left out {bad}", fg="red", err=True)
    units = None if choice is None else choice.of(outcome.scores, form)
    if form.ending is not None:
        form.deliver(units or outcome)
        return
    truth = outcome.truth
    show_tables([*outcome.tables(), *(() if units is None else units.tables())])
    count = len(outcome.scores.runs)
    note(
        f"{count} run{'' if count == 1 else 's'} ({outcome.reused} unchanged) on {truth.items.counted} x "
        f"{truth.labels.counted}, {truth.cardinality:.2f} labels each; ranked by {outcome.ranked_by}. Results are in "
        f"{outcome.folder}."
    )
