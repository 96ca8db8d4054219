"""Running the command line in this process, as a user would meet it: arguments in; exit code and two streams out."""

from __future__ import annotations

import io
import json
import os
import sys
import warnings
from dataclasses import dataclass
from typing import Any
from unittest import mock

import click

from goldscale.cli import main


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What was printed, which must be strict JSON: no NaN, no Infinity."""
        return json.loads(self.out, parse_constant=_refuse)

    @property
    def rows(self) -> list[list[str]]:
        """The cells of a printed table, header first."""
        return [line.split() for line in self.out.splitlines() if line.strip(" ─")]


def _refuse(constant: str) -> float:
    raise AssertionError(f"{constant} is no JSON")


class Screen(io.TextIOWrapper):
    """A standard output that somebody looks at."""

    def isatty(self) -> bool:
        return True


def on_a_terminal(width: int, *arguments: object) -> Done:
    """``goldscale ARGUMENTS`` on a terminal of so many columns, without its colours."""
    with mock.patch.dict(os.environ, {"COLUMNS": str(width), "LINES": "50"}):
        done = goldscale(*arguments, stream=Screen)
    return Done(done.code, click.unstyle(done.out), click.unstyle(done.err))


def goldscale(*arguments: object, stdin: bytes = b"", stream: type[io.TextIOWrapper] = io.TextIOWrapper) -> Done:
    """``goldscale ARGUMENTS``; anything that would have been a traceback is raised here."""
    out = stream(io.BytesIO(), encoding="utf-8", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    streams = {"stdin": io.TextIOWrapper(io.BytesIO(stdin)), "stdout": out, "stderr": err}
    with warnings.catch_warnings(), mock.patch.multiple(sys, argv=["goldscale", *map(str, arguments)], **streams):
        try:
            main()
        except SystemExit as done:
            code = done.code
    assert isinstance(code, int)
    return Done(code, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()


def fails(code: int, *arguments: object, stdin: bytes = b"") -> str:
    """The one line that a failing command says, less the program's name."""
    done = goldscale(*arguments, stdin=stdin)
    assert done.code == code, (done.code, done.err)
    assert done.out == ""
    lines = [line for line in done.err.splitlines() if not line.startswith("goldscale: note: ")]
    assert len(lines) == 1, done.err
    assert lines[0].startswith("goldscale: ")
    return lines[0].removeprefix("goldscale: ")


def usage(*arguments: object) -> str:
    """What a command says that was called wrongly: usage, then the error in the last line."""
    done = goldscale(*arguments)
    assert done.code == 2, (done.code, done.err)
    assert done.out == ""
    assert done.err.startswith("Usage: goldscale")
    return done.err.splitlines()[-1].removeprefix("Error: ")
