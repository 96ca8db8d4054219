"""Parameters that things declare (measures, coefficients, sources of relatedness, ways to merge votes, checks).

They are declared, read, checked, completed and printed in one way, whether they come as ``(key=value, ...)`` behind a
name, as options of the command line or as arguments in Python.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from goldscale.data.judgements import Judgements
from goldscale.errors import ParameterError, UnknownNameError, known_name, look_up

Kind = Literal["file", "place", "number", "count", "choice", "flag", "truth"]
"""``file`` is read and its content is part of the result; ``place`` says where something is kept."""


MOST_REPLICATES = 1_000_000
"""More draws than this add no digit that anybody reads, and would run for days: a campaign's file may not ask so."""


@dataclass(frozen=True)
class Parameter:
    """One parameter: its name, what it is for, and what it takes."""

    name: str
    about: str
    kind: Kind = "file"
    default: Any = None
    choices: tuple[str, ...] = ()
    """What a choice takes; a number that has some takes these words too."""
    names: Callable[[], Sequence[str]] = tuple
    """The names that a file's place takes beside paths: what is known without a file."""
    low: float = 0.0
    high: float = math.inf
    """Of a number or a count; infinity itself is never taken."""
    between: bool = False
    """Whether the limits themselves are not taken either."""

    def read(self, text: str) -> Any:
        """The value that a text means."""
        if self._is_number and text not in self.choices:
            try:
                number = int(text) if self.kind == "count" else float(text)
            except ValueError:
                raise self._unknown(text) if self.choices else self._refused(text) from None
            return self.check(number)
        if self.kind == "flag":
            if text.casefold() not in _FLAGS:
                raise self._refused(text)
            return _FLAGS[text.casefold()]
        return self.check(text)

    def check(self, value: Any) -> Any:
        """The value, where it is one that this parameter takes."""
        if (value is None and self.default is None) or (isinstance(value, str) and value in self.choices):
            return value
        if self.kind == "choice" or (self.choices and isinstance(value, str)):
            raise self._unknown(value)
        if not isinstance(value, _TYPES[self.kind]) or (isinstance(value, bool) and self.kind != "flag"):
            raise self._refused(value)
        if self._is_number and not self._within(value):
            raise self._refused(value)
        return value

    def _within(self, number: Any) -> bool:
        try:
            finite = math.isfinite(number)
        except OverflowError:  # a whole number that is larger than any float
            return False
        return finite and bool(self.low < number < self.high if self.between else self.low <= number <= self.high)

    @property
    def wanted(self) -> str:
        """What it takes, in words."""
        if self.kind == "choice":
            return f"one of {', '.join(self.choices)}"
        words = _WANTED[self.kind]
        if self.between:
            words += f" between {shown(self.low)} and {shown(self.high)}"
        elif self._is_number and self.low > -math.inf:
            words += f" from {shown(self.low)} " + ("up" if self.high == math.inf else f"to {shown(self.high)}")
        return f"{words} or one of {', '.join(self.choices)}" if self.choices else words

    @property
    def usual(self) -> str:
        """The default as it is printed; empty where there is none."""
        return "" if self.default is None else shown(self.default)

    @property
    def _is_number(self) -> bool:
        return self.kind in ("number", "count")

    def _unknown(self, value: Any) -> UnknownNameError:
        return UnknownNameError(f"value of {self.name}", str(value), self.choices)

    def _refused(self, value: Any) -> ParameterError:
        return ParameterError(f"{self.name} must be {self.wanted}, not {value!r}")


REPLICATES = Parameter("replicates", "how many resamples are drawn", "count", 1000, low=1, high=MOST_REPLICATES)
"""For whatever resamples."""


class AsParsed:
    """Something asked for in text, as a measure: it prints as it parses.

    What prints alike is the same, unless somebody made two definitions of one name.
    """

    definition: Any
    parameters: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", MappingProxyType(dict(self.parameters)))

    def __getitem__(self, parameter: str) -> Any:
        return self.parameters[parameter]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __hash__(self) -> int:
        return hash(str(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and str(self) == str(other) and self.definition == other.definition


def completed(given: Mapping[str, Any], declared: Iterable[Parameter], owner: str) -> dict[str, Any]:
    """All values: those given, checked, and the defaults of the rest."""
    known = {parameter.name: parameter for parameter in declared}
    for name in given:
        known_name(name, known, f"parameter of {owner}")
    return {name: parameter.check(given.get(name, parameter.default)) for name, parameter in known.items()}


def read_values(texts: Iterable[tuple[str, str]], declared: Iterable[Parameter], owner: str) -> dict[str, Any]:
    """The values of pairs of texts, key and value, read as they are declared."""
    known = {parameter.name: parameter for parameter in declared}
    return {name: look_up(name, known, f"parameter of {owner}").read(text) for name, text in texts}


def read_parameters(text: str, declared: Sequence[Parameter], owner: str, whole: str) -> dict[str, Any]:
    """The values of ``key=value, ...``, a piece of ``whole``, and the defaults of what is not named.

    >>> read_parameters("beta=2", [Parameter("beta", "weight of recall", "number", 1.0)], "F", "F(beta=2)")
    {'beta': 2.0}
    """
    pairs = []
    for part in filter(str.strip, text.split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise ParameterError(f"{whole}: write {name}=value")
        pairs.append((name, value))
    try:
        return completed(read_values(pairs, declared, owner), declared, owner)
    except (ParameterError, UnknownNameError) as error:
        error.args = (f"{whole}: {error}",)
        raise


def shown_parameters(values: Mapping[str, Any], declared: Iterable[Parameter]) -> str:
    """``(key=value, ...)`` of those that are not as usual; empty where all are."""
    changed = [f"{p.name}={shown(values[p.name])}" for p in declared if values[p.name] != p.default]
    return f"({', '.join(changed)})" if changed else ""


def shown(value: Any) -> str:
    """A value as it is printed, and read again."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return repr(float(value)).removesuffix(".0") if isinstance(value, (float, np.floating)) else str(value)


_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_TYPES: dict[str, tuple[type, ...]] = {
    "file": (str, os.PathLike),
    "place": (str, os.PathLike),
    "number": (int, float, np.integer, np.floating),
    "count": (int, np.integer),
    "choice": (str,),
    "flag": (bool,),
    "truth": (Judgements,),
}
_WANTED = {
    "file": "a file",
    "place": "a path",
    "number": "a number",
    "count": "a whole number",
    "flag": "yes or no",
    "truth": "judgements",
}
