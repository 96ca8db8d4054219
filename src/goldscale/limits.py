"""What a file may ask for in time and memory: each limit declared once, with a way to lift it.

Nearly everything is read in time and memory in proportion to the file. Where a small file can stand for something
huge (packed content, a table of which only the size is given, brackets in brackets), a limit says how far it may go.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass

from goldscale.errors import FormatError, ParameterError, look_up

NONE = "none"
_SIZE = re.compile(r"([0-9]{1,15}) ?(|[kmgt]ib)", re.IGNORECASE)
_UNITS = {"": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40}

_given: ContextVar[Mapping[str, float]] = ContextVar("limits")
"""What replaces the usual values, here and now; a worker process is handed it."""


@dataclass(frozen=True)
class Limit:
    """One limit: its name, its usual value, and what it is about."""

    name: str
    usual: int
    unit: str
    what: str
    """What may be no larger, as ``a line of text``."""
    about: str
    """The same for the documentation."""

    @property
    def now(self) -> float:
        """The value in force; infinity where the limit is lifted."""
        return _given.get({}).get(self.name, self.usual)

    @property
    def shown(self) -> str:
        """The value in force with its unit."""
        return f"{_shown(self.now)} {self.unit}" if self.unit != "bytes" else _shown(self.now, bytes_=True)

    def error(
        self,
        file: str,
        *,
        line: int | None = None,
        field: str | int | None = None,
        found: str | None = None,
        allowed: float | None = None,
    ) -> FormatError:
        """The error for a file that goes beyond; ``allowed`` where the value in force is not all that counts."""
        most = self.shown if allowed is None else _shown(allowed, bytes_=self.unit == "bytes")
        hint = f"If the file can be trusted: --limit {self.name}={NONE} (gs.limits_set({self.name}=None) in Python)."
        expected = f"{self.what} of at most {most}"
        return FormatError(file, expected, line=line, field=field, instead=found or "more", hint=hint)


LINE = Limit("line", 1 << 25, "bytes", "a line of text", "One line of a text file.")
FIELD = Limit(
    "field",
    1 << 20,
    "characters",
    "a quoted field",
    "A field between quotation marks.",
)
NAME = Limit("name", 1 << 20, "bytes", "a name", "A name in a Parquet file, which may stand in any number of rows.")
UNPACKED = Limit("unpacked", 1 << 28, "bytes", "packed content", "What a gzip, npz or Parquet file may always hold.")
RATIO = Limit("ratio", 100, "times the file", "packed content", "What it may hold where that is more.")
STREAM = Limit("stream", 1 << 32, "bytes", "standard input or a pipe", "Standard input, or a pipe given as a file.")
SMALL = Limit(
    "small",
    1 << 22,
    "bytes",
    "a small file",
    "Settings, rules, the XML of a picture or of MULAN's labels.",
)
DEPTH = Limit("depth", 100, "levels", "nesting", "Elements in elements of XML, keys in keys of TOML, groups in groups.")
CELLS = Limit(
    "cells",
    1 << 27,
    "cells",
    "an implied table",
    "A table of which a file gives only some cells.",
)
NUMBERED = Limit(
    "numbered",
    1 << 22,
    "names",
    "a side without names",
    "Rows or columns without names, if more than cells.",
)

LIMITS = {limit.name: limit for limit in (LINE, FIELD, NAME, UNPACKED, RATIO, STREAM, SMALL, DEPTH, CELLS, NUMBERED)}


def unpacked_limit(size: int) -> float:
    """How many bytes may be in a packed file of this size: so many at any rate, and so many times the file."""
    return max(UNPACKED.now, RATIO.now * size)


def check_table(file: str, *sides: int) -> None:
    """Refuse a table that is made of a file which names only some of its cells, where it has too many."""
    if math.prod(map(int, sides)) > CELLS.now:
        raise CELLS.error(file, found=" x ".join(map(str, sides)))


@contextlib.contextmanager
def limits_set(**values: int | None) -> Iterator[None]:
    """Other limits for what is read inside the block; None lifts one.

    >>> with limits_set(line=None, cells=10**10):
    ...     LINE.now, CELLS.now
    (inf, 10000000000)
    """
    for name, value in values.items():
        look_up(name, LIMITS, "limit")
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise ParameterError(f"the limit {name} must be a whole number from 1 up, or None, not {value!r}")
    more = {name: math.inf if value is None else value for name, value in values.items()}
    token = _given.set({**_given.get({}), **more})
    try:
        yield
    finally:
        _given.reset(token)


@contextlib.contextmanager
def no_limits() -> Iterator[None]:
    """Lift all limits for what is read inside the block: for files that can be trusted."""
    with limits_set(**dict.fromkeys(LIMITS)):
        yield


def given_limits() -> Mapping[str, float]:
    """What differs from the usual limits, to be handed to another process."""
    return dict(_given.get({}))


def adopt_limits(given: Mapping[str, float]) -> None:
    """Take over the limits of the process that started this one."""
    _given.set(given)


def parse_limit(text: str) -> tuple[str, int | None]:
    """A limit as the command line gives it: ``line=2GiB``, ``cells=1000000`` or ``depth=none``.

    >>> parse_limit("line=2GiB")
    ('line', 2147483648)
    """
    name, _, value = text.partition("=")
    look_up(name, LIMITS, "limit")
    if value.casefold() == NONE:
        return name, None
    size = _SIZE.fullmatch(value)
    if size is None or not int(size[1]):
        raise ParameterError(f"a limit is given as {name}=N, {name}=NMiB or {name}={NONE}, not {text!r}")
    return name, int(size[1]) * _UNITS[size[2].casefold()]


def _shown(value: float, bytes_: bool = False) -> str:
    if math.isinf(value):
        return "any number of"
    if bytes_:
        for unit in ("TiB", "GiB", "MiB", "KiB"):
            if value >= _UNITS[unit.casefold()]:
                return f"{value / _UNITS[unit.casefold()]:.4g} {unit}"
        return f"{value:.0f} bytes"
    return f"{int(value):,}".replace(",", " ")
