"""What the studies have in common: a campaign, the measures, and what is said about runs that are left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import allow_outside_option, together
from goldscale.cli.output import progress_bar, show_text

if TYPE_CHECKING:
    from goldscale.campaign.study import StudiedCampaign

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

study_options = together(
    click.argument("campaign", type=click.Path()), measures_option, allow_outside_option, form_options
)
"""The campaign, the measures and the forms of output."""


def studied(campaign: str, allow_outside: bool, form: Form) -> StudiedCampaign:
    """The campaign, read; runs that are left out are told."""
    from goldscale.campaign.study import study_campaign

    with progress_bar("Reading", quiet=form.quiet) as update:
        found = study_campaign(campaign, allow_outside=allow_outside, progress=update)
    for bad in found.rejected:
        show_text(f"left out {bad}", fg="red", err=True)
    return found
