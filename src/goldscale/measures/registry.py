"""The catalogue of measures, and the grammar ``NAME[@CUTOFF][:DIRECTION][(key=value, ...)]``."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import entry_points

from goldscale.errors import ParameterError, UnknownNameError
from goldscale.kernels.cells import Direction
from goldscale.measures.definition import Definition, Measure
from goldscale.measures.parameters import read_parameters

GROUP = "goldscale.measures"
"""Entry-point group: each entry is a sequence of Definition, ours and those of outside packages alike."""

DIRECTIONS: dict[str, Direction] = {
    "item": "item",
    "example": "item",
    "image": "item",
    "picture": "item",
    "label": "label",
    "concept": "label",
    "class": "label",
    "caption": "label",
    "species": "label",
}

_GRAMMAR = re.compile(
    r"""\s*(?P<name>[A-Za-z][A-Za-z0-9]*?(?:-[A-Za-z]+)*)
        (?P<early>\([^()]*\))?            # P(rel=2)@10 is read too, and printed as P@10(rel=2)
        (?:@(?P<cutoff>[^:()\s]+))?
        (?::(?P<direction>[A-Za-z]+))?
        (?P<late>\([^()]*\))?\s*""",
    re.VERBOSE,
)


@cache
def catalogue() -> dict[str, Definition]:
    """All measures by key (``P`` and ``P@k`` are two), built-in ones and those that packages register."""
    found: dict[str, Definition] = {}
    for entry in entry_points(group=GROUP):
        for definition in entry.load():
            for key in definition.keys:
                if key in found:
                    raise ParameterError(f"two packages register the measure {key!r}")
                found[key] = definition
    return dict(sorted(found.items(), key=lambda kv: kv[0].casefold()))


def measures() -> list[Definition]:
    """The catalogue: every measure's definition, by name."""
    return list(dict.fromkeys(catalogue().values()))


@cache
def measure(text: str | Measure) -> Measure:
    """Parse one measure.

    >>> measure("P@10:image")
    Measure('P@10:item')
    >>> measure("F(beta=2)").parameters["beta"]
    2.0
    """
    if isinstance(text, Measure):
        return text
    match = _GRAMMAR.fullmatch(text)
    if match is None:
        raise ParameterError(
            f"cannot read the measure {text!r}; the form is NAME[@CUTOFF][:DIRECTION][(key=value, ...)]"
        )
    definition = _definition(match["name"], match["cutoff"] is not None)
    return Measure(
        definition,
        _cutoff(match["cutoff"], text),
        _direction(match["direction"], definition),
        read_parameters(_inside(match["early"], match["late"]), definition.parameters, definition.name, text),
    )


def canonical(text: str) -> str:
    """The spelling in which a measure prints."""
    return str(measure(text))


@cache
def _spellings() -> dict[str, str]:
    """Case-folded name or alias of every key -> key."""
    table: dict[str, str] = {}
    for key, definition in catalogue().items():
        ending = "@k" if key.endswith("@k") else ""
        for name in (definition.name, *definition.aliases):
            table.setdefault((name + ending).casefold(), key)
    return table


def _definition(name: str, has_cutoff: bool) -> Definition:
    key = _spellings().get(name.casefold() + ("@k" if has_cutoff else ""))
    if key is not None:
        return catalogue()[key]
    other = _spellings().get(name.casefold() + ("" if has_cutoff else "@k"))
    if other is not None:
        need = "takes no cutoff" if has_cutoff else "needs a cutoff, as in " + other.replace("@k", "@10")
        raise ParameterError(f"the measure {name} {need}")
    raise UnknownNameError("measure", name, catalogue())


def _cutoff(text: str | None, whole: str) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ParameterError(f"{whole}: the cutoff must be a whole number from 1 up, not {text!r}")
    return int(text)


def _direction(text: str | None, definition: Definition) -> Direction:
    if text is None:
        return definition.direction
    if text.casefold() not in DIRECTIONS:
        raise UnknownNameError("direction", text, DIRECTIONS)
    found = DIRECTIONS[text.casefold()]
    if found not in definition.directions:
        raise ParameterError(f"the measure {definition.name} is read by {definition.direction} only")
    return found


def _inside(*groups: str | None) -> str:
    """What stands in brackets, before or after the cutoff."""
    return ",".join(group[1:-1] for group in groups if group)
