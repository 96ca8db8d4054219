"""goldscale validate."""

from __future__ import annotations

from typing import Any

import click

import goldscale as gs
from goldscale.cli.options import format_option, json_option, labels_option, read_label_names, read_truth
from goldscale.cli.output import show_json


@click.command("validate")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option("--truth", metavar="FILE", help="A truth (or any file with the same items and labels) to check against.")
@click.option("--campaign", type=click.Path(), metavar="FOLDER", help="A campaign to check against.")
@labels_option
@format_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    runs: tuple[str, ...],
    truth: str | None,
    campaign: str | None,
    labels: str | None,
    format_name: str | None,
    as_json: bool,
) -> None:
    """Check runs before they are submitted.

    Says what a run holds and what is wrong with it; exit code 3 if any run is bad.
    """
    from goldscale.campaign.validation import check_run

    names, judged = read_label_names(labels), None
    if campaign is not None:
        folder = gs.Campaign.load(campaign)
        judged, names = folder.read_truth(), folder.labels
    elif truth is not None:
        judged = read_truth(truth, None, labels)
    reports = [check_run(path, judged, format_name, names) for path in runs]
    if as_json:
        show_json([report.to_dict() for report in reports])
    else:
        for report in reports:
            _show(report)
    if any(report.error for report in reports):
        ctx.exit(3)


def _show(report: Any) -> None:
    if report.error is not None:
        click.secho(f"{report.file}: bad", fg="red", bold=True)
        click.echo(f"  {report.error}")
        return
    click.secho(f"{report.file}: fine", fg="green", bold=True)
    for fact in report.facts:
        click.echo(f"  {fact}")
    for remark in report.remarks:
        click.secho(f"  note: {remark}", fg="yellow")
