"""The installed program as a process of its own, in a group of its own of which nothing is left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

SCRIPT = Path(sys.executable).with_name("goldscale.exe" if os.name == "nt" else "goldscale")
PATIENCE = 30.0
"""Seconds after which a program that should have done something is taken to hang."""

# A disposition survives exec, and Python leaves SIGINT ignored where it finds it so. Lest it be the test runner's own
# (ignored under nohup and on some CI machines), a step between sets it. A preexec_fn is not safe beside threads.
LAUNCHER = """\
import os, signal, sys
signal.signal(signal.SIGINT, getattr(signal, sys.argv[1]))
os.execv(sys.argv[2], sys.argv[2:])
"""


@contextlib.contextmanager
def running(command: str | list[str]) -> Iterator[subprocess.Popen[str]]:
    """A command (of the shell, where it is a string); its whole group is killed at the end."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, shell=isinstance(command, str), stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def finished(command: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a shell's command; ``goldscale`` in it is the installed program."""
    with running(command.replace("goldscale", str(SCRIPT))) as process:
        out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def with_sigint(disposition: str, *arguments: str) -> list[str]:
    """``goldscale ARGUMENTS`` as it runs where SIGINT was SIG_DFL or SIG_IGN before it."""
    return [sys.executable, "-c", LAUNCHER, disposition, str(SCRIPT), *arguments]


def interrupt(process: subprocess.Popen[str]) -> None:
    """What a terminal does at Ctrl-C: the whole group hears of it."""
    os.killpg(process.pid, signal.SIGINT)


@contextlib.contextmanager
def awaited_pipe(path: Path, process: subprocess.Popen[str]) -> Iterator[int]:
    """The writing end of a named pipe, once the program has opened it and so waits for data."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            break
        except OSError:  # nobody reads it yet
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < end, "the program does not open the pipe"
            time.sleep(0.02)
    try:
        yield pipe
    finally:
        os.close(pipe)
