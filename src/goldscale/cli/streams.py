"""Standard streams that are closed, full, or no longer read."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO


def open_closed_streams() -> None:
    """Standard streams that are closed lead nowhere instead.

    Otherwise the first file that is opened would take the place of one, and be what is printed to.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # which takes the lowest number that is free: this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def silence(stream: TextIO) -> None:
    """Where a stream cannot be written, what is still in its buffer goes nowhere."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
