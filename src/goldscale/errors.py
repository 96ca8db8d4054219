"""The error tree: every failure that Goldscale foresees, each with an exit code for the command line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

SHOWN = 5
"""How many ids an error names before it only counts."""


class GoldscaleError(Exception):
    """Base of all errors that Goldscale raises on purpose."""

    exit_code = 3

    def __reduce__(self) -> tuple[object, ...]:
        # An exception is otherwise made again from its message alone, which is not what these are made from.
        return Exception.__new__, (type(self), *self.args), self.__dict__


class FormatError(GoldscaleError, ValueError):
    """A file does not say what its format requires: which file, line and field, what was found and expected."""

    def __init__(
        self,
        file: str | Path,
        expected: str,
        *,
        line: int | None = None,
        field: str | int | None = None,
        found: str | None = None,
        instead: str | None = None,
        hint: str | None = None,
    ) -> None:
        """``found`` is what the file says there, which is quoted; ``instead`` says in our words what is there."""
        self.file = str(file)
        self.line = line
        self.field = field
        self.found = instead if found is None else found
        self.expected = expected
        self.hint = hint
        place = self.file
        if line is not None:
            place += f", line {line}"
        if field is not None:
            place += f", field {field}"
        message = f"{place}: expected {expected}"
        if found is not None:
            message += f", found {_shorten(found)}"
        elif instead is not None:
            message += f", found {instead}"
        if hint is not None:
            message += f". {hint}"
        super().__init__(message)


class MismatchError(GoldscaleError, ValueError):
    """Two things that must fit do not: which ids are missing, extra or doubled (the first five and the count)."""

    def __init__(
        self,
        what: str,
        *,
        missing: Sequence[str] = (),
        extra: Sequence[str] = (),
        double: Sequence[str] = (),
        hint: str | None = None,
    ) -> None:
        self.missing = tuple(missing)
        self.extra = tuple(extra)
        self.double = tuple(double)
        parts = [
            f"{len(ids)} {word} ({first_few(ids)})"
            for word, ids in (("missing", missing), ("extra", extra), ("double", double))
            if ids
        ]
        message = what + (": " + ", ".join(parts) if parts else "")
        if hint is not None:
            message += f". {hint}"
        super().__init__(message)


class UnknownNameError(GoldscaleError, LookupError):
    """A name that nothing answers to; the message suggests near ones."""

    exit_code = 2

    def __init__(self, kind: str, name: str, known: Iterable[str], aliases: Iterable[str] = (), how: str = "") -> None:
        """``how`` all known names are listed, where they are too many for a message."""
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        message = f"unknown {kind} {name!r}"
        near = near_names(name, [*self.known, *aliases])
        if near:
            message += f"; did you mean {' or '.join(repr(n) for n in near)}?"
        elif self.known:
            message += f"; known: {listed(self.known) if how else ', '.join(self.known)}"
        message += f"; {how}" if how and not near else ""
        super().__init__(message)


class ParameterError(GoldscaleError, ValueError):
    """An argument outside what it may be, or a measure asked of data on which it is not defined."""

    exit_code = 2


class MissingResourceError(GoldscaleError):
    """Something that has to be there is not: a file, an optional package, a data set; says how to get it."""

    exit_code = 4

    def __init__(self, what: str, how: str) -> None:
        self.what = what
        self.how = how
        super().__init__(f"{what} is missing. {how}")


class GoldscaleWarning(UserWarning):
    """Something that a person should know about a result that was still produced."""


def counted(count: int, noun: str) -> str:
    """How many there are, in words: 1 field, 2 fields."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def first_few(ids: Sequence[str]) -> str:
    """Name the first five ids, and say that there are more."""
    shown = ", ".join(_shorten(i) for i in ids[:SHOWN])
    return shown + (", ..." if len(ids) > SHOWN else "")


def listed(names: Sequence[str]) -> str:
    """The first five names as they are, and how many more there are.

    >>> listed(["a", "b"]), listed("abcdefg")
    ('a, b', 'a, b, c, d, e and 2 more')
    """
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def expect(given: object, kind: type[T]) -> T:
    """What was given, where it is of this kind; the kind says in ``made_by`` how to come by one."""
    if isinstance(given, kind):
        return given
    how = getattr(kind, "made_by", None)
    found = "None" if given is None else f"a {type(given).__name__}"
    raise ParameterError(f"expected {kind.__name__}, not {found}" + (f"; make it with {how}" if how else ""))


def look_up(name: str, things: Mapping[str, T], kind: str) -> T:
    """The thing of this name, a ``kind`` of thing as the error says it."""
    return things[known_name(name, things, kind)]


def known_name(name: str, known: Collection[str], kind: str) -> str:
    """The name, where it is a known one of a ``kind`` of thing."""
    if name not in known:
        raise UnknownNameError(kind, name, known)
    return name


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to three known names that look like the one given, whatever its case."""
    import difflib  # here: only who has made a mistake waits for it

    folded = {k.casefold(): k for k in known}
    return [folded[m] for m in difflib.get_close_matches(name.casefold(), folded, n=3, cutoff=0.6)]


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """A hint at the nearest of the known names; None where none is near."""
    near = near_names(name, known)
    return f"Did you mean {near[0]!r}?" if near else None


def _shorten(text: str, limit: int = 60) -> str:
    text = text if len(text) <= limit else text[: limit - 3] + "..."
    return repr(text)
