"""goldscale report."""

from __future__ import annotations

from pathlib import Path

import click

from goldscale.cli.forms import Form, print_options
from goldscale.cli.meta.study import studied
from goldscale.cli.options import allow_outside_option
from goldscale.cli.output import note, progress_bar


@click.command("report")
@click.argument("campaign", type=click.Path())
@click.option(
    "-o", "--out", "out", type=click.Path(), metavar="FOLDER", help="Where to. [default: CAMPAIGN/results/report]"
)
@click.option("--no-pdf", is_flag=True, help="Leave the PDF out.")
@click.option("--no-figures", is_flag=True, help="Leave the figures out.")
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
@allow_outside_option
@print_options
def command(
    campaign: str, out: str | None, no_pdf: bool, no_figures: bool, show: bool, allow_outside: bool, form: Form
) -> None:
    """Write a report on a campaign: a page, a PDF, figures and tables.

    report.html is one file that opens from disk, without a network: leaderboard with intervals and tiers, concepts
    with curves, items, two runs side by side, measures, guessing, the truth, methods.

    \b
    goldscale report demo --open
    """
    from goldscale.report.parts import PAGE
    from goldscale.report.reports import report_folder, write_campaign_report

    known = studied(campaign, allow_outside, form)
    target = Path(out) if out is not None else report_folder(known.campaign)
    with progress_bar("Scoring", quiet=form.quiet) as update:
        made = write_campaign_report(known, target, pdf=not no_pdf, figures=not no_figures, progress=update)
    for missing in made.left_out:
        note(missing)
    form.deliver(made, lambda: note(f"wrote {made.folder / PAGE} and {len(made.files) - 1} files beside it"))
    if show:
        click.launch(str((made.folder / PAGE).resolve()))
