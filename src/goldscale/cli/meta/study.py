"""What the studies have in common: a campaign, the measures, and what is said about runs that are left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import allow_outside_option, together
from goldscale.cli.output import note, progress_bar, show_text, wrote

if TYPE_CHECKING:
    from goldscale.campaign.study import StudiedCampaign
    from goldscale.data.result import Result

Command = Callable[..., Any]

measures_option = click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure to study, or several, as AP,AUC; may be repeated. [default: the campaign's and others]",
)
coefficient_option = click.option(
    "--coefficient",
    default="tau-b",
    metavar="NAME",
    help="How rankings are correlated: tau-b, tau-c, tau-ap, spearman, pearson, D or rbo.",
)
seed_option = click.option("--seed", default=0, type=click.IntRange(min=0), help="Seed of everything random.")


def _picture(_context: click.Context, _option: click.Parameter, path: str | None) -> str | None:
    """The file of a picture, refused before a long study if it cannot be one."""
    if path is not None:
        from goldscale.report import check_drawing, form_of

        form_of(path)
        check_drawing()
    return path


plot_option = click.option(
    "--plot", type=click.Path(), metavar="FILE", callback=_picture, help="Draw it too: png, svg or pdf."
)
study_options = together(
    click.argument("campaign", type=click.Path()), measures_option, allow_outside_option, plot_option, form_options
)
"""The campaign, the measures, a picture and the forms of output."""


def studied(campaign: str, allow_outside: bool, form: Form) -> StudiedCampaign:
    """The campaign, read; runs that are left out are told."""
    from goldscale.campaign.study import study_campaign

    with progress_bar("Reading", quiet=form.quiet) as update:
        found = study_campaign(campaign, allow_outside=allow_outside, progress=update)
    for bad in found.rejected:
        show_text(f"left out {bad}", fg="red", err=True)
    return found


def conclude(found: Result, form: Form, plot: str | None) -> None:
    """Show what a study found, and draw it where a picture is wanted."""
    form.deliver(found)
    if plot is not None:
        from goldscale.report.studies import plot_study

        plot_study(plot, found)
        note(wrote(plot))
