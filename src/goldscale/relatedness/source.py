"""What a source of relatedness is: one declaration that the command line, the documentation and ``build`` read."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from goldscale.data import Concepts, Judgements
from goldscale.errors import ParameterError, UnknownNameError
from goldscale.files import Source as File

Kind = Literal["file", "place", "number", "count", "choice", "flag", "truth"]
"""``file`` is read and its content is part of the result; ``place`` says where something is kept."""


@dataclass(frozen=True)
class Parameter:
    """One option of a source."""

    name: str
    about: str
    kind: Kind = "file"
    default: Any = None
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> Any:
        """The value that a text means, as the command line gives it."""
        if self.kind in ("file", "place"):
            return text
        if self.kind == "choice":
            return self.check(text)
        if self.kind == "flag" and text.casefold() in ("true", "false", "yes", "no", "1", "0"):
            return text.casefold() in ("true", "yes", "1")
        if self.kind in ("number", "count"):
            try:
                return self.check(int(text) if self.kind == "count" else float(text))
            except ValueError as error:
                if isinstance(error, ParameterError):
                    raise
        raise ParameterError(f"{self.name} must be {self.wanted}, not {text!r}")

    def check(self, value: Any) -> Any:
        """The value, where it is one that this parameter takes."""
        if value is None and self.default is None:
            return None
        if self.kind == "choice" and value not in self.choices:
            raise UnknownNameError(f"{self.name}", str(value), self.choices)
        if not isinstance(value, _TYPES[self.kind]) or (isinstance(value, bool) and self.kind != "flag"):
            raise ParameterError(f"{self.name} must be {self.wanted}, not {value!r}")
        number: Any = value if self.kind in ("number", "count") else 0
        if not 0 <= number < math.inf:
            raise ParameterError(f"{self.name} must be {self.wanted}, not {value!r}")
        return value

    @property
    def wanted(self) -> str:
        """What it takes, in words."""
        if self.kind == "choice":
            return " or ".join(self.choices)
        return _WANTED[self.kind]


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
    "number": "a number from 0 up",
    "count": "a whole number from 0 up",
    "flag": "yes or no",
    "truth": "judgements",
}


@dataclass(frozen=True)
class Built:
    """What a source made: values in [0, 1], NaN where it cannot tell, and what it found out on the way."""

    values: np.ndarray
    found: Mapping[str, Any] = field(default_factory=dict)
    notes: str = ""


@dataclass(frozen=True)
class Request:
    """What a source is asked: labels, its own options (complete), and an ontology where it uses one."""

    labels: Concepts
    options: Mapping[str, Any]
    ontology: Any = None


@dataclass(frozen=True)
class Source:
    """One way to relate labels."""

    name: str
    title: str
    summary: str
    scale: str
    """How its values come to lie in [0, 1]."""
    reference: str
    build: Callable[[Request], Built]
    parameters: tuple[Parameter, ...] = ()
    one_of: tuple[str, ...] = ()
    """Of these parameters exactly one must be given."""
    needs_ontology: bool = False

    def complete(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options: those given, checked, and the defaults of the rest."""
        known = {p.name: p for p in self.parameters}
        for name in given:
            if name not in known:
                raise UnknownNameError(f"parameter of {self.name}", name, known)
        options = {name: p.check(given.get(name, p.default)) for name, p in known.items()}
        there = [name for name in self.one_of if options[name] is not None]
        if self.one_of and len(there) != 1:
            wanted = self.one_of[0] if len(self.one_of) == 1 else "one of " + ", ".join(self.one_of)
            raise ParameterError(f"{self.name} needs {wanted}" + (f", not {' and '.join(there)}" if there else ""))
        return options

    def record(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options as a snapshot keeps them: files by name and content, nothing about the machine."""
        kept: dict[str, Any] = {}
        for parameter in self.parameters:
            value = options[parameter.name]
            if value is None or parameter.kind == "place":
                continue
            if parameter.kind == "truth":
                kept[parameter.name] = f"{value.name}:{value.hash}"
            elif parameter.kind == "file" and Path(value).is_file():
                kept[parameter.name] = f"{Path(value).name}:{File(value).digest()[:8]}"
            else:
                kept[parameter.name] = value.item() if isinstance(value, np.generic) else value
        return kept
