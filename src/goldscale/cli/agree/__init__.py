"""goldscale agree."""

from __future__ import annotations

import os
from importlib import import_module

import click

from goldscale.errors import near_names

COMMANDS = ("coefficients", "check", "merge", "thresholds", "rankings")
"""Each is a module of this package; the first is what ``goldscale agree VOTES`` does."""

FORMERLY = {"figures": "coefficients"}
"""Names that commands had before; they keep working, unlisted."""


class Agree(click.Group):
    """Loads a subcommand when it is asked for; what is no subcommand is a file of votes to show coefficients of."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        name = FORMERLY.get(name, name)
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"goldscale.cli.agree.{name}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*COMMANDS, *FORMERLY, *ctx.help_option_names):
            near = near_names(args[0], COMMANDS)
            if near and not os.path.exists(args[0]):
                raise click.UsageError(f"{args[0]!r} is neither a command nor a file. Did you mean {near[0]!r}?", ctx)
            args = [COMMANDS[0], *args]
        return super().parse_args(ctx, args)


@click.command("agree", cls=Agree, subcommand_metavar="VOTES... | COMMAND [ARGS]...")
def command() -> None:
    """Evaluate annotators' votes: agreement, quality, one truth.

    How far they agree, who of them can be trusted, and one truth from many votes.

    'goldscale agree VOTES' is short for 'goldscale agree coefficients VOTES'.

    VOTES is one file (a CSV annotator,item,label,value, results of MTurk or CrowdFlower, the Flickr8k judgements, COCO
    JSON), several of them, or one file of judgements per annotator (or their folder).

    \b
    goldscale agree votes.csv
    goldscale agree votes.csv --by label --plot agreement.png --out truth.csv
    """
