"""The command line: one command per file. It parses and prints; it never computes."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from types import TracebackType
from typing import Any

import click

from goldscale.cli.limiting import limit_options, with_limits
from goldscale.cli.output import one_line, show_text
from goldscale.cli.streams import open_closed_streams, silence
from goldscale.errors import GoldscaleError, GoldscaleWarning, near_names
from goldscale.version import __version__

COMMANDS = (
    "demo",
    "init",
    "evaluate",
    "score",
    "compare",
    "report",
    "agree",
    "meta",
    "split",
    "validate",
    "convert",
    "measures",
    "ontology",
    "relatedness",
    "plant",
    "reproduce",
    "completion",
)
"""In the order in which ``goldscale --help`` shows them; each is a module of this package."""

ASKED = "_GOLDSCALE_COMPLETE"
"""Through this variable a shell asks for words to complete, rather than for work."""

INTERRUPTED = 128 + signal.SIGINT
"""What a shell reports for a program that Ctrl-C has ended."""


class LazyGroup(click.Group):
    """Loads a command's module only when it is asked for."""

    package: str
    names: tuple[str, ...]
    """The modules of the package, each with a command of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.names)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return with_limits(import_module(f"{self.package}.{name}").command) if name in self.names else None


class Commands(LazyGroup):
    """All commands of Goldscale."""

    package, names = __name__, COMMANDS

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

    def main(self, *args: Any, **extra: Any) -> Any:
        if ASKED in os.environ:
            from goldscale.cli.completion import register_shells

            register_shells()
        return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _readers_may_leave():  # which prints, where help or the version is asked for
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _readers_may_leave():
            return super().invoke(ctx)


@contextlib.contextmanager
def _readers_may_leave() -> Iterator[None]:
    """Where the reader of our output has gone (as with ``| head``) nothing is wrong and nothing more can be said."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError as error:
        if error.filename is not None:  # a pipe that was named, as the target of --out
            raise
        silence(sys.stdout)
        raise click.exceptions.Exit(0) from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.version_option(__version__, prog_name="goldscale")
def group() -> None:
    """Weigh vision systems against human judgement.

    Start with 'goldscale demo': it makes a sample campaign, scores it and shows the leaderboard.
    """


group.params += limit_options(hidden=False)


def main() -> None:
    """Run the command line; foreseen errors become one line and an exit code, never a traceback."""
    open_closed_streams()
    warnings.showwarning = _notes()
    sys.excepthook = _show_traceback
    warnings.simplefilter("always", GoldscaleWarning)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal or the pipe cannot show (an odd byte in a file name) is shown escaped.
        sys.stdout.reconfigure(errors="backslashreplace")
    code = _run()
    # What cannot be written by now never can: Python would say so once more, with a traceback.
    for stream in (sys.stdout, sys.stderr):
        silence(stream)
    sys.exit(code)


def _run() -> int:
    """The exit code of what was asked for."""
    try:
        code = group.main(prog_name="goldscale", standalone_mode=False)
    except click.ClickException as error:
        if not isinstance(error, click.exceptions.NoArgsIsHelpError):  # whose message is the help, lines and all
            vars(error)["message"] = one_line(error.message)
        with contextlib.suppress(OSError):
            error.show()
        return error.exit_code
    except GoldscaleError as error:
        return _fail(str(error), error.exit_code)
    except OSError as error:
        silence(sys.stdout)
        where = "" if error.filename is None else f"{error.filename}: "
        return _fail(where + (error.strerror or str(error)))
    except UnicodeEncodeError as error:
        around = error.object[max(error.start - 20, 0) : error.end + 20]
        return _fail(f"{around!a} cannot be written as {error.encoding}")
    except MemoryError:
        return _fail("there is not enough memory for this")
    except click.Abort as error:
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _show_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What a mistake of ours looks like; there may be names in it that are not ours."""
    import traceback

    for line in "".join(traceback.format_exception(kind, error, trace)).splitlines():
        click.echo(one_line(line), err=True)


def _fail(message: str, code: int = GoldscaleError.exit_code) -> int:
    show_text(f"goldscale: {message}", fg="red", err=True)
    return code


def _notes() -> Callable[..., None]:
    """Shows a warning in lines that fit; the same one only once, however often it is given."""
    shown: set[str] = set()

    def show(message: Warning | str, *_: object, **__: object) -> None:
        if str(message) not in shown:
            shown.add(str(message))
            show_text(f"goldscale: note: {message}", fg="yellow", err=True)

    return show
