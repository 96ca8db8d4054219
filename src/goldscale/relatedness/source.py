"""What a source of relatedness is: one declaration that the command line, the documentation and ``build`` read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.data import Concepts
from goldscale.data.parameter import Parameter, completed
from goldscale.errors import ParameterError
from goldscale.files import Source as File


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
class RelatednessSource:
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
        options = completed(given, self.parameters, self.name)
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
