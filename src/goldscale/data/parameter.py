"""Options that things declare (sources of relatedness, ways to merge votes, checks), so that all are read alike."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from goldscale.data.judgements import Judgements
from goldscale.errors import ParameterError, UnknownNameError

Kind = Literal["file", "place", "number", "count", "choice", "flag", "truth"]
"""``file`` is read and its content is part of the result; ``place`` says where something is kept."""


@dataclass(frozen=True)
class Parameter:
    """One option: its name, what it is for, and what it takes."""

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
