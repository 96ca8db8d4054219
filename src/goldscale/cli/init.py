"""goldscale init."""

from __future__ import annotations

import click

from goldscale.cli.forms import Form, print_options
from goldscale.cli.options import labels_option
from goldscale.cli.output import note, show_text


@click.command("init")
@click.argument("folder", default="campaign", type=click.Path())
@click.option("--name", metavar="TEXT", help="Title of the leaderboard. [default: the folder's name]")
@click.option("--truth", type=click.Path(), metavar="FILE", help="The ground truth; it is copied into the folder.")
@labels_option
@click.option("--ontology", metavar="NAME|FILE", help="For semantic measures; a file is copied into the folder.")
@print_options
def command(
    folder: str, name: str | None, truth: str | None, labels: str | None, ontology: str | None, form: Form
) -> None:
    """Make a campaign folder of your own.

    FOLDER (default: campaign) gets a place for the runs and a campaign.toml that shows every key. Nothing that is
    there is overwritten.
    """
    from goldscale.campaign.template import make_campaign

    made = make_campaign(folder, name=name, truth=truth, labels=labels, ontology=ontology)

    def show() -> None:
        note(f"Made {made.folder}: runs/, {', '.join(made.files)}.")
        if made.truth is not None:
            note(f"The truth has {made.truth.items.counted} x {made.truth.labels.counted}.")
        for number, step in enumerate(made.steps, start=1):
            show_text(f"{number}. {step}")

    form.deliver(made, show)
