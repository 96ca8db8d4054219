"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs

if TYPE_CHECKING:
    from goldscale.data.parameter import Parameter
    from goldscale.measures import Evaluation

Command = Callable[..., Any]


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
labels_option = click.option(
    "--labels",
    type=click.Path(),
    metavar="FILE",
    help="Label names, one per line, for files that carry none (ImageCLEF).",
)
format_option = click.option("--format", "format_name", metavar="NAME", help="Format of the runs, if not recognised.")

_GROUPS = (
    click.option(
        "--groups", metavar="FILE", help="Average in groups, as author > plant > item: CSV item,author,plant."
    ),
    click.option(
        "--levels", metavar="LEVELS", help="Columns of the groups, outermost first, as 'author > plant'. [default: all]"
    ),
)


class DeclaredType(click.ParamType):  # type: ignore[type-arg]
    """What a declared parameter takes."""

    def __init__(self, parameter: Parameter) -> None:
        self.parameter = parameter
        self.name = {"choice": "RULE", "file": "NAME|FILE"}.get(parameter.kind, "NUMBER")
        if parameter.kind == "number" and parameter.choices:
            self.name = "NUMBER|RULE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self.parameter.read(value) if isinstance(value, str) else value
        except gs.ParameterError as error:
            self.fail(str(error), param, ctx)


class EvaluatingCommand(click.Command):
    """A command with the options of an evaluation, made from their declarations when somebody asks for them.

    They are not made before: what declares them takes a while to load, and ``goldscale --help`` needs none of it.
    """

    intervals = True

    @cached_property
    def _declared(self) -> list[click.Parameter]:
        from goldscale.measures.knowledge import KNOWLEDGE
        from goldscale.measures.settings import declared_settings

        declared = (*declared_settings(intervals=self.intervals), *KNOWLEDGE)
        return [_option(parameter) for parameter in declared]

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        *own, help_option = super().get_params(ctx)
        return [*own, *self._declared, help_option]


class RankingCommand(EvaluatingCommand):
    """The same for commands that have no use for intervals."""

    intervals = False


def _option(parameter: Parameter) -> click.Option:
    return click.Option(
        [f"--{parameter.name.replace('_', '-')}"],
        type=DeclaredType(parameter),
        default=parameter.default,
        show_default=parameter.default is not None,
        help=parameter.about,
    )


def group_options(command: Command) -> Command:
    """In which groups means over items are taken."""
    for option in reversed(_GROUPS):
        command = option(command)
    return command


def checked_evaluation(
    measures: tuple[str, ...], rules: dict[str, Any]
) -> Callable[[gs.Judgements, gs.Groups | None], Evaluation]:
    """What makes the evaluation once the truth is read; what is wrong with measures or rules is said at once."""
    from goldscale.measures import Evaluation
    from goldscale.measures.evaluation import USUAL
    from goldscale.measures.knowledge import KNOWLEDGE
    from goldscale.measures.settings import Settings

    known = {parameter.name: rules.pop(parameter.name) for parameter in KNOWLEDGE}
    asked, settings = [gs.measure(m) for m in measures or USUAL], Settings(**rules)
    return lambda truth, groups: Evaluation(truth, asked, settings, known, groups)


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
