"""goldscale meta stability."""

from __future__ import annotations

import click

from goldscale.cli.forms import Form
from goldscale.cli.meta.study import coefficient_option, conclude, seed_option, studied, study_options
from goldscale.cli.output import progress_bar


@click.command("stability")
@study_options
@coefficient_option
@click.option(
    "--stage",
    "stages",
    multiple=True,
    type=float,
    metavar="SHARE",
    help="Share of the judgements that are flipped; may be repeated. [default: 0.01, 0.02, 0.05, 0.1]",
)
@click.option("--repeats", default=5, type=click.IntRange(min=1), help="How often, with other errors.")
@seed_option
def command(
    campaign: str,
    measures: tuple[str, ...],
    allow_outside: bool,
    coefficient: str,
    stages: tuple[float, ...],
    repeats: int,
    seed: int,
    plot: str | None,
    form: Form,
) -> None:
    """What do errors in the truth do to the ranking?

    A growing share of the judgements is flipped at random; each ranking is correlated with the original one and with
    that of the stage before.
    """
    from goldscale.metaevaluation.stability import STAGES, stability

    known = studied(campaign, allow_outside, form)
    with progress_bar("Ranking", quiet=form.quiet) as update:
        found = stability(
            known.runs,
            known.truth,
            measures or known.usual,
            stages=stages or STAGES,
            repeats=repeats,
            seed=seed,
            coefficient=coefficient,
            progress=update,
            **known.rules,
        )
    conclude(found, form, plot)
