"""The command line: one command per file. It parses and prints; it never computes."""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module

import click

from goldscale.errors import GoldscaleError, GoldscaleWarning, near_names

COMMANDS = ("demo", "evaluate", "score", "validate", "convert", "measures", "reproduce")
"""In the order in which ``goldscale --help`` shows them; each is a module of this package."""


class Commands(click.Group):
    """Loads a command's module only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"goldscale.cli.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = near_names(args[0], COMMANDS)
            if near and "Did you mean" not in str(error):
                raise click.UsageError(f"{error} Did you mean {near[0]!r}?", ctx) from error
            raise


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="goldscale", prog_name="goldscale")
def group() -> None:
    """Weigh vision systems against human judgement.

    Start with 'goldscale demo': it makes a sample campaign, scores it and shows the leaderboard.
    """


def main() -> None:
    """Run the command line; foreseen errors become one line and an exit code, never a traceback."""
    warnings.showwarning = _show_warning
    warnings.simplefilter("always", GoldscaleWarning)
    try:
        group.main(prog_name="goldscale")
    except GoldscaleError as error:
        click.secho(f"goldscale: {error}", fg="red", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output has gone (as with `| head`); nothing is wrong and nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: object = None,
) -> None:
    click.secho(f"goldscale: note: {message}", fg="yellow", err=True)
