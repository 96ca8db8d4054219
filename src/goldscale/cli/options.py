"""Options that several commands share."""

from __future__ import annotations

import math
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
            number = float(value)
        except ValueError:
            return self._rule(str(value))
        if not math.isfinite(number):
            self.fail(f"{value} is no threshold; give a finite number or a rule", param, ctx)
        return number

    @staticmethod
    def _rule(name: str) -> str:
        from goldscale.measures.decisions import RULES

        if name not in RULES:
            raise gs.UnknownNameError("threshold rule", name, RULES)
        return name


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
labels_option = click.option(
    "--labels",
    type=click.Path(),
    metavar="FILE",
    help="Label names, one per line, for files that carry none (ImageCLEF).",
)
format_option = click.option("--format", "format_name", metavar="NAME", help="Format of the runs, if not recognised.")

_RULES = (
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
        help="Unjudged cells are negative, or left out: ignore; bounds shows the lowest and the highest value that "
        "they leave open.",
    ),
    click.option(
        "--threshold",
        type=ThresholdType(),
        default=0.5,
        show_default=True,
        help="For runs without decisions: a number, best-f1 (oracle), density, density-per-label or retrieved.",
    ),
    click.option(
        "--ci", type=float, metavar="LEVEL", help="Add a bootstrap interval of this confidence level, as 0.95."
    ),
    click.option(
        "--ci-over",
        default="item",
        show_default=True,
        metavar="AXIS",
        help="What the bootstrap draws: item or label.",
    ),
    click.option(
        "--replicates",
        default=1000,
        show_default=True,
        type=click.IntRange(min=1),
        help="How many times the bootstrap draws.",
    ),
    click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="Seed of the bootstrap."),
)


_KNOWLEDGE = (
    click.option("--ontology", metavar="NAME|FILE", help="For semantic measures: pto-2009 or another, or a file."),
    click.option(
        "--relatedness",
        metavar="NAME|FILE",
        help="For semantic measures: identity, hierarchy or a file. [default: the ontology's hierarchy]",
    ),
    click.option("--agreement", metavar="FILE", help="For OS and HS: agreement factors, as CSV label,factor."),
)
KNOWLEDGE = ("ontology", "relatedness", "agreement")
"""Names of these options in Python."""


def evaluation_options(command: Command) -> Command:
    """The rules of an evaluation: ties, undefined units, unjudged cells, threshold, interval; and what is known."""
    for option in reversed((*_RULES, *_KNOWLEDGE)):
        command = option(command)
    return command


def read_label_names(path: str | None) -> gs.Concepts | None:
    """The names in a labels file, or None."""
    if path is None:
        return None
    from goldscale.campaign import read_labels

    return read_labels(path)


def refuse_shared_input(*paths: str | None) -> None:
    """Standard input can be read only once."""
    if paths.count("-") > 1:
        raise click.UsageError("only one file can be standard input (-)")
