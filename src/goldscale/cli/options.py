"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs

if TYPE_CHECKING:
    from goldscale.data.parameter import Parameter

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
        "--draws",
        default=200,
        show_default=True,
        type=click.IntRange(min=1),
        help="How many truths are drawn from a truth of probabilities.",
    ),
)

_INTERVAL = (
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
    click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="Seed of what is drawn."),
)

_GROUPS = (
    click.option(
        "--groups", metavar="FILE", help="Average in groups, as author > plant > item: CSV item,author,plant."
    ),
    click.option(
        "--levels", metavar="LEVELS", help="Columns of the groups, outermost first, as 'author > plant'. [default: all]"
    ),
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
    """The rules of an evaluation: ties, undefined units, unjudged cells, threshold; groups, and what is known."""
    return _with(command, *_RULES, *_GROUPS, *_KNOWLEDGE)


def interval_options(command: Command) -> Command:
    """A bootstrap interval."""
    return _with(command, *_INTERVAL)


def _with(command: Command, *options: Callable[[Command], Command]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


def read_item_groups(path: str | None, levels: str | None, items: gs.Items) -> gs.Groups | None:
    """The groups of these items in a file, or None."""
    if path is not None:
        return gs.read_groups(path, levels).align(items)
    if levels is not None:
        raise click.UsageError("--levels needs --groups")
    return None


def read_label_names(path: str | None) -> gs.Concepts | None:
    """The names in a labels file, or None."""
    if path is None:
        return None
    from goldscale.formats.lists import read_labels

    return read_labels(path)


def refuse_shared_input(*paths: str | None) -> None:
    """Standard input can be read only once."""
    if paths.count("-") > 1:
        raise click.UsageError("only one file can be standard input (-)")


def read_parameters(given: Iterable[str], declared: Iterable[Parameter], owner: str) -> dict[str, Any]:
    """The values of KEY=VALUE texts, read as they are declared."""
    from goldscale.data.parameter import read_values

    pairs = [text.partition("=") for text in given]
    for key, equals, _ in pairs:
        if not equals:
            raise click.UsageError(f"write -p {key}=VALUE")
    return read_values([(key, value) for key, _, value in pairs], declared, owner)
