"""goldscale meta requirements."""

from __future__ import annotations

import click

from goldscale.cli.forms import Form
from goldscale.cli.meta.study import conclude, seed_option, studied, study_options


@click.command("requirements")
@study_options
@click.option("--cases", default=300, type=click.IntRange(min=1), help="Generated cases for each requirement.")
@seed_option
def command(
    campaign: str,
    measures: tuple[str, ...],
    allow_outside: bool,
    cases: int,
    seed: int,
    plot: str | None,
    form: Form,
) -> None:
    """Does a measure do what is asked of measures?

    Best only for perfect, worst only for worst, monotone, finer for closer concepts: tried on generated cases, over
    the labels of the campaign where it has an ontology.
    """
    from goldscale.metaevaluation.requirements import requirements

    known = studied(campaign, allow_outside, form)
    knowledge = known.campaign.knowledge
    labels = known.truth.labels if knowledge else None
    found = requirements(measures or known.usual, labels=labels, cases=cases, seed=seed, **knowledge)
    conclude(found, form, plot)
