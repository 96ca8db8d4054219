"""goldscale evaluate."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

import click

from goldscale.cli.options import json_option
from goldscale.cli.output import note, progress_bar, show_json, show_table

if TYPE_CHECKING:
    from goldscale.campaign import CampaignResult


@click.command("evaluate")
@click.argument("folder", type=click.Path())
@click.option(
    "--units",
    type=click.Choice(["npz", "parquet"]),
    default="npz",
    show_default=True,
    help="Form of the per-unit scores; parquet adds one long table.",
)
@json_option
def command(folder: str, units: Literal["npz", "parquet"], as_json: bool) -> None:
    """Score all runs of a campaign folder and rank them.

    FOLDER holds a campaign.toml and the runs. Results go to FOLDER/results. A bad run is reported and left out;
    what has not changed since the last time is not computed again.
    """
    from goldscale.campaign import evaluate_campaign

    with progress_bar("Scoring", quiet=as_json) as update:
        outcome = evaluate_campaign(folder, units=units, progress=update)
    show_outcome(outcome, as_json)


def show_outcome(outcome: CampaignResult, as_json: bool) -> None:
    """Print a campaign's leaderboard, the runs that were left out, and where the results are."""
    for bad in outcome.rejected:
        click.secho(f"left out {bad}", fg="red", err=True)
    if as_json:
        show_json(json.loads((outcome.folder / "leaderboard.json").read_text("utf-8")))
        return
    from goldscale.measures.legends import legends

    truth = outcome.truth
    show_table(outcome.scores.table(rank_by=outcome.ranked_by), title=outcome.campaign.name, highlight=(0,))
    for legend in legends(outcome.scores, outcome.campaign.settings, truth):
        note(legend)
    note(
        f"{len(outcome.scores.runs)} runs ({outcome.reused} unchanged) on {len(truth.items)} {truth.items.plural} x "
        f"{len(truth.labels)} {truth.labels.plural}, {truth.cardinality:.2f} labels each; ranked by "
        f"{outcome.ranked_by}. Results are in {outcome.folder}."
    )
