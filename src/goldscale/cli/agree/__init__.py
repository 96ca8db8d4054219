"""goldscale agree."""

from __future__ import annotations

import os

import click

from goldscale.cli import LazyGroup
from goldscale.errors import near_names

COMMANDS = ("coefficients", "check", "merge", "thresholds", "rankings")
"""Each is a module of this package; the first is what ``goldscale agree VOTES`` does."""

FORMERLY = {"figures": "coefficients"}
"""Names that commands had before; they keep working, unlisted."""


class Agree(LazyGroup):
    """What is no subcommand is a file of votes to show coefficients of."""

    package, names = __name__, COMMANDS

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return super().get_command(ctx, FORMERLY.get(name, name))

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
    goldscale agree votes.csv --by item --plot agreement.png --out agreement.csv
    """
