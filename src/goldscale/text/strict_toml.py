"""TOML of a sensible size, for settings: keys in keys and whole numbers go only so far."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from goldscale.files import Source
from goldscale.limits import DEPTH

_KEY = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_DOTTED = re.compile(rf"(?<![\w.-]){_KEY}(?:[ \t]*+\.[ \t]*+{_KEY})++", re.ASCII)
LARGEST = 2**63
"""Whole numbers are below this, as TOML 1.0 has it."""


def parse_toml(source: Source) -> dict[str, Any]:
    """The table in a TOML file."""
    text = source.small_text()
    # The parser takes time in proportion to the square of the keys in a dotted key.
    for dotted in _DOTTED.finditer(text):
        if dotted[0].count(".") >= DEPTH.now:
            raise DEPTH.error(source.name, line=text.count("\n", 0, dotted.start()) + 1)
    try:
        table = tomllib.loads(text)
    except RecursionError as error:
        raise source.error("TOML with fewer brackets in brackets", instead="too many") from error
    except ValueError as error:  # tomllib's own, or of a number with very many digits
        reason, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        last = text.rstrip().count("\n") + 1 if place else None
        hint = 'Texts stand in quotes: truth = "truth.csv".' if reason == "Invalid value" else None
        raise source.error(f"TOML ({reason})", line=int(line[1]) if line else last, hint=hint) from error
    _refuse_huge_numbers(source, table)
    return table


def _refuse_huge_numbers(source: Source, table: dict[str, Any]) -> None:
    waiting: list[tuple[str, Any]] = list(table.items())
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{key}.{name}", inner) for name, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(key, inner) for inner in value]
        elif isinstance(value, int) and not -LARGEST <= value < LARGEST:
            raise source.error("a whole number of at most 64 bits", field=key, instead="a larger one")
