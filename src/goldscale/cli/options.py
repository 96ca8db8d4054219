"""Options that several commands share."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.output import progress_bar

if TYPE_CHECKING:
    from goldscale.data.parameter import Parameter
    from goldscale.measures import Evaluation

Command = Callable[..., Any]

labels_option = click.option(
    "--labels",
    type=click.Path(),
    metavar="FILE",
    help="Label names, one per line, for files that carry none (ImageCLEF).",
)
allow_outside_option = click.option(
    "--allow-outside", is_flag=True, help="Let the campaign read files outside its folder."
)
format_option = click.option("--format", "format_name", metavar="NAME", help="Format of the runs, if not recognised.")

group_options = (
    click.option(
        "--groups", metavar="FILE", help="Average in groups, as author > plant > item: CSV item,author,plant."
    ),
    click.option(
        "--levels", metavar="LEVELS", help="Columns of the groups, outermost first, as 'author > plant'. [default: all]"
    ),
)
"""In which groups means over items are taken."""


def parameter_option(name: str, help: str) -> Callable[[Command], Command]:
    """KEY=VALUE texts, which the command is given under this name."""
    return click.option("-p", "--parameter", name, multiple=True, metavar="KEY=VALUE", help=help)


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
        except (gs.ParameterError, gs.UnknownNameError) as error:
            self.fail(str(error), param, ctx)


class EvaluatingCommand(click.Command):
    """A command with the options of an evaluation, made from their declarations when somebody asks for them.

    They are not made before: what declares them takes a while to load, and ``goldscale --help`` needs none of it.
    """

    intervals = True

    def declared(self) -> list[Parameter]:
        """What the options are made from."""
        from goldscale.measures.knowledge import KNOWLEDGE
        from goldscale.measures.settings import declared_settings

        return [*declared_settings(intervals=self.intervals), *KNOWLEDGE]

    @cached_property
    def _options(self) -> list[click.Parameter]:
        return [_option(parameter) for parameter in self.declared()]

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        *own, help_option = super().get_params(ctx)
        return [*own, *self._options, help_option]


class RankingCommand(EvaluatingCommand):
    """The same for commands that have no use for intervals."""

    intervals = False


class FittingCommand(EvaluatingCommand):
    """The same for commands that only bring a run to its truth."""

    def declared(self) -> list[Parameter]:
        from goldscale.measures.settings import fitting_settings

        return fitting_settings()


def _option(parameter: Parameter) -> click.Option:
    return click.Option(
        [f"--{parameter.name.replace('_', '-')}"],
        type=DeclaredType(parameter),
        default=parameter.default,
        help=parameter.about,
    )


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator."""
    return lambda command: functools.reduce(lambda made, option: option(made), reversed(options), command)


def gathered(name: str, kind: type) -> Callable[[Command], Command]:
    """The command is given the options that are fields of ``kind`` together, as the argument ``name``."""

    def gather(command: Command) -> Command:
        @functools.wraps(command)
        def with_one(*args: Any, **options: Any) -> Any:
            own = {field.name: options.pop(field.name) for field in fields(kind)}
            return command(*args, **{name: kind(**own)}, **options)

        return with_one

    return gather


@dataclass(frozen=True)
class ScoredFiles:
    """Files of runs that are scored against a truth, and how they are read."""

    runs: tuple[str, ...]
    truth: str
    groups: str | None
    levels: str | None
    labels: str | None
    format_name: str | None
    truth_format: str | None

    def score(self, measures: tuple[str, ...], rules: dict[str, Any], quiet: bool) -> tuple[Evaluation, gs.Scores]:
        """Read runs one after another and score each, so that only one is in memory."""
        from goldscale.data.run import check_run_names
        from goldscale.measures import Evaluation
        from goldscale.measures.alignment import by_position
        from goldscale.measures.inputs import may_be_swapped
        from goldscale.measures.knowledge import KNOWLEDGE
        from goldscale.measures.registry import parse_measures
        from goldscale.measures.settings import Settings

        refuse_shared_input(*self.runs, self.truth, self.labels, self.groups)
        # What is wrong with measures or rules is said before a file is read.
        known = {parameter.name: rules.pop(parameter.name) for parameter in KNOWLEDGE}
        asked, settings = parse_measures(measures) or None, Settings(**rules)
        labels = read_label_names(self.labels)
        truth = gs.read_judgements(self.truth, self.truth_format, labels=labels)
        evaluation = Evaluation(truth, asked, settings, known, self._read_groups(truth.items))
        usual, scored, said = evaluation.usual, False, None
        scoring = evaluation if usual is None else evaluation.only(usual.both)
        parts: dict[str, gs.Scores] = {}
        with progress_bar("Scoring", quiet=quiet) as update:
            for number, path in enumerate(self.runs):
                if update:
                    update(number, len(self.runs), path)
                run = gs.read_run(path, self.format_name, labels=labels, blank=settings.blank, names=self.truth)
                check_run_names([*parts, run.name], path)
                if len(self.runs) == 1 and may_be_swapped(run, truth):
                    message = f"{path} is 0 or 1 throughout and {self.truth} is not: is the truth behind --truth?"
                    warnings.warn(message, gs.GoldscaleWarning, stacklevel=2)
                try:
                    parts[run.name] = scoring.score(run)
                except gs.MismatchError as error:
                    error.args = (f"{path}: {error}",)
                    raise
                scored |= run.scores is not None
                if said is None and (said := by_position(run, truth)):  # of several runs one says it for all
                    warnings.warn(said, gs.GoldscaleWarning, stacklevel=2)
        scores = gs.Scores.stack(list(parts.values()))
        return evaluation, scores if usual is None else scores.only(usual.measures(scored))

    def _read_groups(self, items: gs.Items) -> gs.Groups | None:
        if self.groups is not None:
            return gs.read_groups(self.groups, self.levels).align(items)
        if self.levels is not None:
            raise click.UsageError("--levels needs --groups")
        return None


scored_files_options = together(
    *group_options,
    labels_option,
    format_option,
    click.option("--truth-format", metavar="NAME", help="Format of the truth, if not recognised."),
    gathered("files", ScoredFiles),
)


def read_label_names(path: str | None) -> gs.Concepts | None:
    """The names in a labels file, or None."""
    from goldscale.formats.lists import read_labels

    return None if path is None else read_labels(path)


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
