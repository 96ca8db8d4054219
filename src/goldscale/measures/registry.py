"""The catalogue of measures, and the grammar ``NAME[@CUTOFF][:DIRECTION][(key=value, ...)]``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from goldscale.data.axis import in_a_row
from goldscale.data.parameter import read_parameters
from goldscale.data.registry import Registry
from goldscale.errors import ParameterError, UnknownNameError
from goldscale.kernels.cells import Direction
from goldscale.measures.definition import Definition, Measure
from goldscale.measures.neighbours import translated

GROUP = "goldscale.measures"
"""Entry-point group of outside packages: each entry is a sequence of Definition."""

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
MAX_CUTOFF = 2**31 - 1
"""More ranks than any unit has."""

_GRAMMAR = re.compile(
    r"""\s*(?P<name>[A-Za-z][A-Za-z0-9]*?(?:-[A-Za-z]+)*)
        (?P<early>\([^()]*\))?            # P(rel=2)@10 is read too, and printed as P@10(rel=2)
        (?:@(?P<cutoff>[^:()\s]+))?
        (?::(?P<direction>[A-Za-z]+))?
        (?P<late>\([^()]*\))?\s*""",
    re.VERBOSE,
)

_CUTOFFS = re.compile(r"([A-Za-z]\w*\.)[0-9]+")


MEASURES: Registry[Definition] = Registry(
    "measure",
    "goldscale.measures.sets:DEFINITIONS",
    "goldscale.measures.ranked:DEFINITIONS",
    "goldscale.measures.averageprecision:DEFINITIONS",
    "goldscale.measures.browsing:DEFINITIONS",
    "goldscale.measures.probabilities:DEFINITIONS",
    "goldscale.measures.semantic:DEFINITIONS",
    "goldscale.measures.hierarchical:DEFINITIONS",
    "goldscale.measures.setdistances:DEFINITIONS",
    group=GROUP,
    names=lambda definition: definition.keys,
    aliases=lambda definition: [alias + ending for alias in definition.aliases for ending in definition.endings],
    fold=True,
    in_order=True,
    how="'goldscale measures' lists all",
)
"""All measures by key (``P`` and ``P@k`` are two), built-in ones and those that packages register."""


def list_measures() -> list[Definition]:
    """The catalogue: every measure's definition, by name."""
    return MEASURES.values()


def measure(text: str | Measure) -> Measure:
    """Parse one measure.

    >>> measure("P@10:image")
    Measure('P@10:item')
    >>> measure("F(beta=2)").parameters["beta"]
    2.0
    """
    if not isinstance(text, str | Measure):
        raise ParameterError(f"a measure is text, as 'P@10:item', not {text!r:.60}")
    return text if isinstance(text, Measure) else _parsed(text)


def parse_measures(asked: str | Measure | Iterable[str | Measure]) -> tuple[Measure, ...]:
    """Parse measures, each once; a text may name several, with commas between them.

    >>> parse_measures("AP,F(beta=2, rel=2)")
    (Measure('AP'), Measure('F(beta=2, rel=2)'))
    """
    given = asked if isinstance(asked, Iterable) and not isinstance(asked, str) else [asked]
    return tuple(dict.fromkeys(m for one in in_a_row(given, "measure") for m in _each(one)))


def _each(asked: str | Measure) -> Iterator[Measure]:
    if isinstance(asked, Measure):
        yield asked
        return
    if not isinstance(asked, str):
        raise ParameterError(f"a measure is a text, as 'AP', not {asked!r}")
    dotted = ""
    for piece in _pieces(asked):
        # trec_eval takes P.5,10 for two cutoffs of one measure.
        if not (dotted and piece.isdigit()):
            match = _CUTOFFS.fullmatch(piece)
            dotted = match[1] if match else ""
            yield measure(piece)
        else:
            yield measure(dotted + piece)


def _pieces(text: str) -> list[str]:
    """What stands between the commas outside brackets."""
    pieces, depth = [""], 0
    for part in re.split("([,()])", text):
        depth += {"(": 1, ")": -1}.get(part, 0)
        if part == "," and not depth:
            pieces.append("")
        else:
            pieces[-1] += part
    return [piece.strip() for piece in pieces]


@cache
def _parsed(text: str) -> Measure:
    match = _GRAMMAR.fullmatch(text)
    if match is None or not _is_ours(match["name"], match["cutoff"] is not None):
        theirs = translated(text)
        if theirs is not None:
            return _parsed(theirs)
    if match is None:
        several = len(_pieces(text)) > 1
        raise ParameterError(
            f"{text!r} names several measures where one is wanted"
            if several
            else f"cannot read the measure {text!r}; the form is NAME[@CUTOFF][:DIRECTION][(key=value, ...)]"
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


def _is_ours(name: str, has_cutoff: bool) -> bool:
    return MEASURES.find(f"{name}@k" if has_cutoff else name) is not None


def _definition(name: str, has_cutoff: bool) -> Definition:
    with_cutoff, without = MEASURES.find(f"{name}@k"), MEASURES.find(name)
    found, other = (with_cutoff, without) if has_cutoff else (without, with_cutoff)
    if found is None and other is not None:
        need = "takes no cutoff" if has_cutoff else f"needs a cutoff, as in {other.name}@10"
        raise ParameterError(f"the measure {name} {need}")
    return found or MEASURES[name]


def _cutoff(text: str | None, whole: str) -> int | None:
    if text is None:
        return None
    # Python refuses to read thousands of digits, and NumPy to hold more than nineteen.
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MAX_CUTOFF)) else 0
    if not 1 <= number <= MAX_CUTOFF:
        raise ParameterError(f"{whole}: the cutoff must be a whole number from 1 up to {MAX_CUTOFF}, not {text!r}")
    return number


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
