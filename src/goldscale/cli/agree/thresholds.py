"""goldscale agree thresholds."""

from __future__ import annotations

from typing import Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import labels_option, read_label_names, refuse_shared_input


class ThresholdList(click.ParamType):  # type: ignore[type-arg]
    """Numbers or fractions with commas between them, kept as they are written: 0.66 is 2/3 cut after two digits."""

    name = "NUMBER,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        from goldscale.agreement.relevance import lowest_passing

        numbers = [part.strip() for part in str(value).split(",")]
        for number in numbers:
            try:
                lowest_passing(number)
            except gs.ParameterError as error:
                self.fail(str(error), param, ctx)
        return numbers


@click.command("thresholds")
@click.argument("first")
@click.argument("second")
@click.option("--at", "first_at", type=ThresholdList(), required=True, help="Thresholds of FIRST, as 1,0.66,1/3.")
@click.option("--against", "second_at", type=ThresholdList(), required=True, help="Thresholds of SECOND, as 4,3.66.")
@click.option(
    "--missing",
    type=click.Choice(["ignore", "negative"]),
    default="ignore",
    help="Cells that only FIRST lacks: left out, or a no.",
)
@click.option(
    "--by",
    default="mean",
    metavar="RULE",
    help="How votes on a cell become one number: mean, median, lowest or highest.",
)
@labels_option
@form_options
def command(
    first: str,
    second: str,
    first_at: list[str],
    second_at: list[str],
    missing: Any,
    by: Any,
    labels: str | None,
    form: Form,
) -> None:
    """Turn two sources into relevance at several thresholds, and show how far they agree.

    FIRST and SECOND are votes, or a run's scores (FIRST). Shown are Cohen's kappa of every pair of thresholds, and
    precision, recall and F1 of FIRST against SECOND at the best threshold of FIRST.

    \b
    goldscale agree thresholds CrowdFlowerAnnotations.txt ExpertAnnotations.txt \\
        --at 1,0.66,0.33 --against 4,3.66,3.33,3,2.66 --missing negative
    """
    from goldscale.agreement import compare_thresholds

    refuse_shared_input(first, second, labels)
    names = read_label_names(labels)
    said, wanted = _read(first, names), _read(second, names)
    form.deliver(compare_thresholds(said, wanted, first_at, second_at, missing=missing, by=by))


def _read(path: str, labels: gs.Concepts | None) -> gs.Votes | gs.Run:
    """Votes or a run, whichever the file holds."""
    from goldscale.files import Source
    from goldscale.formats.registry import sniff

    try:
        form = sniff(Source(path), actions=("read_votes",))
    except gs.FormatError:
        return gs.read_run(path, labels=labels)
    return gs.read_votes(path, form.name, labels=labels)
