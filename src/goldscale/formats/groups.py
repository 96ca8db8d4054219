"""Groups of items, as CSV ``item,author,plant``: the first column names the item, each other one is a level."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from goldscale.data import Groups, Items
from goldscale.data.table_forms import csv_text
from goldscale.errors import FormatError, MismatchError, ParameterError, UnknownNameError
from goldscale.files import Source, write_text
from goldscale.formats.delimited import open_table
from goldscale.formats.registry import Hints
from goldscale.text.headers import item_noun

ARROW = ">"


def read_groups(path: str | os.PathLike[str], levels: str | Iterable[str] | None = None) -> Groups:
    """Groups from a table with a header; comma, tab or semicolon, quoted or not, gzipped or not.

    The first column is the item, the others are levels, outermost first. ``levels`` chooses and orders the columns:
    ``["author", "plant"]`` or ``"author > plant"``.
    """
    source = Source(path)
    line, header, batches = open_table(source, Hints())
    chosen = _columns(source, line, header, levels)
    items: dict[str, int] = {}
    found: list[list[str]] = [[] for _ in chosen]
    for batch in batches:
        for number, row in zip(batch.lines, batch.rows, strict=True):
            if len(row) != len(header):
                raise FormatError(source.name, f"{len(header)} fields", line=number, found=str(len(row)))
            item = row[0].strip()
            if item in items:
                expected = f"each item once (first in line {items[item]})"
                raise FormatError(source.name, expected, line=number, field=header[0], found=item)
            for column, names in zip((0, *chosen), ([], *found), strict=True):
                name = row[column].strip()
                if not name:
                    raise FormatError(source.name, "a name", line=number, field=header[column], found="nothing")
                names.append(name)
            items[item] = number
    if not items:
        raise FormatError(source.name, "an item per row", found="a header alone")
    try:
        noun = item_noun(header[0])
        return Groups(Items(items, noun), {header[c]: names for c, names in zip(chosen, found, strict=True)})
    except MismatchError as error:  # "a / b" in "c" and "b" in "c / a"
        raise FormatError(source.name, "groups that can be told apart", hint=str(error)) from error


def write_groups(groups: Groups, path: str | os.PathLike[str]) -> None:
    """Write groups as CSV, whole or not at all."""
    own = [groups.select([level]) for level in groups.levels]
    rows = zip(groups.items, *(g.of_items(g.levels[0]) for g in own), strict=True)
    write_text(path, csv_text([groups.items.noun, *groups.levels], rows))


def level_names(levels: str | Iterable[str]) -> list[str]:
    """The levels, outermost first, from a list or from ``author > plant``."""
    return [name.strip() for name in (levels.split(ARROW) if isinstance(levels, str) else levels)]


def _columns(source: Source, line: int, header: Sequence[str], levels: str | Iterable[str] | None) -> list[int]:
    known = header[1:]
    if not known or not all(header):
        expected = "a header of the item and its levels, as item,author,plant"
        raise FormatError(source.name, expected, line=line, found=",".join(header))
    if len(set(known)) < len(known):
        raise FormatError(source.name, "each level once", line=line, found=",".join(known))
    wanted = list(known) if levels is None else level_names(levels)
    if not wanted or len(set(wanted)) < len(wanted):
        raise ParameterError(f"levels must name each level once, as 'author > plant', not {' > '.join(wanted)!r}")
    for name in wanted:
        if name not in known:
            raise UnknownNameError(f"level of groups in {source.name}", name, known)
    return [header.index(name, 1) for name in wanted]
