"""goldscale evaluate."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click

from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import allow_outside_option
from goldscale.cli.output import note, progress_bar, show_table, show_text

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
    type=click.Choice(["npz", "parquet"]),
    default="npz",
    help="Form of the per-unit scores; parquet adds one long table.",
)
@allow_outside_option
@workers_option
@form_options
def command(
    folder: str, units: Literal["npz", "parquet"], allow_outside: bool, workers: int | None, form: Form
) -> None:
    """Score all runs of a campaign folder and rank them.

    FOLDER holds a campaign.toml and the runs. Results go to FOLDER/results. A bad run is reported and left out;
    what has not changed since the last time is not computed again.
    """
    from goldscale.campaign import evaluate_campaign

    with progress_bar("Scoring", quiet=form.quiet) as update:
        outcome = evaluate_campaign(folder, units=units, workers=workers, progress=update, allow_outside=allow_outside)
    show_outcome(outcome, form)


def show_outcome(outcome: CampaignResult, form: Form) -> None:
    """Print a campaign's leaderboard, the runs that were left out, and where the results are."""
    for bad in outcome.rejected:
        show_text(f"left out {bad}", fg="red", err=True)
    if form.ending is not None:
        form.give((outcome.folder / f"leaderboard{form.ending}").read_text("utf-8"))
        return
    from goldscale.measures.legends import legends

    truth = outcome.truth
    table = outcome.scores.table(rank_by=outcome.ranked_by)
    show_table(replace(table, title=outcome.campaign.name), highlight=(0,))
    for legend in legends(outcome.scores, outcome.campaign.settings, truth):
        note(legend)
    count = len(outcome.scores.runs)
    note(
        f"{count} run{'' if count == 1 else 's'} ({outcome.reused} unchanged) on {truth.items.counted} x "
        f"{truth.labels.counted}, {truth.cardinality:.2f} labels each; ranked by {outcome.ranked_by}. Results are in "
        f"{outcome.folder}."
    )
