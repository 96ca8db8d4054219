"""The ``(key=value, ...)`` that measures and coefficients of agreement take: declared, read and printed in one way."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from goldscale.errors import ParameterError, UnknownNameError

Value = float | int | str


@dataclass(frozen=True)
class Parameter:
    """One ``key=value`` that a measure, or whatever else has the same grammar, takes."""

    name: str
    default: Value
    about: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None

    def read(self, text: str, whole: str) -> Value:
        """The value that a piece of ``whole`` stands for."""
        if self.choices:
            if text not in self.choices:
                raise ParameterError(f"{whole}: {self.name} must be one of {', '.join(self.choices)}, not {text!r}")
            return text
        kind: type[int] | type[float] = int if isinstance(self.default, int) else float
        try:
            value = kind(text)
        except ValueError:
            word = "a whole number" if kind is int else "a number"
            raise ParameterError(f"{whole}: {self.name} must be {word}, not {text!r}") from None
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        if not math.isfinite(value) or not low <= value <= high:
            raise ParameterError(f"{whole}: {self.name} must lie between {low:g} and {high:g}, not {text}")
        return value


class AsParsed:
    """Something asked for in text, as a measure: it prints as it parses, and what prints alike is the same."""

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
        return isinstance(other, type(self)) and str(self) == str(other)


def read_parameters(text: str, declared: Sequence[Parameter], owner: str, whole: str) -> dict[str, Value]:
    """The values of ``key=value, ...``, and the defaults of what is not named.

    >>> read_parameters("beta=2", [Parameter("beta", 1.0, "weight of recall")], "F", "F(beta=2)")
    {'beta': 2.0}
    """
    known = {parameter.name: parameter for parameter in declared}
    values: dict[str, Value] = {name: parameter.default for name, parameter in known.items()}
    for part in filter(str.strip, text.split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in known:
            raise UnknownNameError(f"parameter of {owner}", name, known)
        if not equals:
            raise ParameterError(f"{whole}: write {name}=value")
        values[name] = known[name].read(value, whole)
    return values


def shown_parameters(values: Mapping[str, Value], declared: Sequence[Parameter]) -> str:
    """``(key=value, ...)`` of those that are not as usual; empty where all are."""
    changed = [f"{p.name}={_shown(values[p.name])}" for p in declared if values[p.name] != p.default]
    return f"({', '.join(changed)})" if changed else ""


def _shown(value: Value) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
