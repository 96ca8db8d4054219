"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

import goldscale as gs

Command = Callable[..., Any]


class ThresholdType(click.ParamType):  # type: ignore[type-arg]
    """A number or the name of a rule."""

    name = "NUMBER|RULE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | str:
        try:
            return float(value)
        except ValueError:
            return str(value)


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
labels_option = click.option(
    "--labels",
    type=click.Path(),
    metavar="FILE",
    help="Label names, one per line, for files that carry none (ImageCLEF).",
)
format_option = click.option("--format", "format_name", metavar="NAME", help="Format of the runs, if not recognised.")


def evaluation_options(command: Command) -> Command:
    """The rules of an evaluation: ties, undefined units, unjudged cells, threshold."""
    for option in reversed(
        (
            click.option(
                "--ties",
                default="expected",
                show_default=True,
                metavar="RULE",
                help="expected, best, worst, order, id (trec_eval) or group (scikit-learn).",
            ),
            click.option(
                "--undefined",
                default="skip",
                show_default=True,
                metavar="RULE",
                help="What a unit without an answer does to the mean: skip, zero or one.",
            ),
            click.option(
                "--unjudged",
                default="negative",
                show_default=True,
                metavar="RULE",
                help="Unjudged cells are negative, or left out: ignore.",
            ),
            click.option(
                "--threshold",
                type=ThresholdType(),
                default=0.5,
                show_default=True,
                help="For runs without decisions: a number, best-f1 (oracle), density, density-per-label or retrieved.",
            ),
        )
    ):
        command = option(command)
    return command


def read_label_names(path: str | None) -> Any:
    """The names in a labels file, or None."""
    if path is None:
        return None
    from goldscale.campaign import read_labels

    return read_labels(path)


def read_truth(path: str, format_name: str | None, labels: str | None) -> gs.Judgements:
    """The truth named on the command line."""
    return gs.read_judgements(path, format_name, labels=read_label_names(labels))
