"""goldscale demo."""

from __future__ import annotations

import time

import click

from goldscale.cli.evaluate import show_outcome, workers_option
from goldscale.cli.forms import Form, form_options
from goldscale.cli.output import note, progress_bar


@click.command("demo")
@click.argument("folder", default="demo", type=click.Path())
@click.option(
    "--items",
    default=2000,
    type=click.IntRange(min=10),
    help="Number of items; 13000 is the size of the 2009 task.",
)
@click.option("--seed", default=20090, type=click.IntRange(min=0), help="Seed of the made-up data.")
@workers_option
@form_options
def command(folder: str, items: int, seed: int, workers: int | None, form: Form) -> None:
    """Make a sample campaign, evaluate it and write its report.

    FOLDER (default: demo) becomes a campaign modelled on the photo annotation task of 2009. All of its
    data is made up.
    """
    from goldscale.campaign import evaluate_campaign
    from goldscale.campaign.study import study_campaign
    from goldscale.report.parts import PAGE
    from goldscale.report.reports import report_folder, write_campaign_report
    from goldscale.samples.campaign import make_sample

    begin = time.perf_counter()
    with progress_bar("Making runs", quiet=form.quiet) as update:
        make_sample(folder, items=items, seed=seed, progress=update)
    with progress_bar("Scoring", quiet=form.quiet) as update:
        outcome = evaluate_campaign(folder, workers=workers, progress=update)
    with progress_bar("Reporting", quiet=form.quiet) as update:
        studied = study_campaign(folder)
        # Figures would double the time; `goldscale report` draws them.
        made = write_campaign_report(studied, report_folder(studied.campaign), figures=False, progress=update)
    show_outcome(outcome, form)
    if not form.quiet:
        note(f"The report is {made.folder / PAGE}; open it in a browser.")
        note(f"All data in {folder}/ is made up. {time.perf_counter() - begin:.1f} s.")
