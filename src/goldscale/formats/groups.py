"""Groups of items, as CSV ``item,author,plant``: the first column names the item, each other one is a level."""

from __future__ import annotations

import os
from collections.abc import Iterable

from goldscale.data import Groups, Items
from goldscale.data.headings import item_noun
from goldscale.errors import FormatError, MismatchError, ParameterError, expect, known_name
from goldscale.limits import DEPTH
from goldscale.text.small_tables import TableRow, below_header, read_rows, write_table

ARROW = ">"


def read_groups(path: str | os.PathLike[str], levels: str | Iterable[str] | None = None) -> Groups:
    """Groups from a table with a header.

    The first column is the item, the others are levels, outermost first. ``levels`` chooses and orders the columns:
    ``["author", "plant"]`` or ``"author > plant"``.
    """
    rows = read_rows(path)
    chosen = _levels(rows[0], levels)
    if len(chosen) > DEPTH.now:
        raise DEPTH.error(rows[0].file, line=rows[0].line, found=f"{len(chosen)} levels")
    kind = rows[0].cells[0]
    items: dict[str, int] = {}
    found: dict[str, list[str]] = {level: [] for level in chosen}
    for row in below_header(rows):
        item = row.name(kind)
        if item in items:
            raise row.error(f"each item once (first in line {items[item]})", kind)
        items[item] = row.line
        for level, names in found.items():
            names.append(row.name(level))
    try:
        return Groups(Items(items, item_noun(kind)), found)
    except MismatchError as error:  # "a / b" in "c" and "b" in "c / a"
        raise FormatError(rows[0].file, "groups that can be told apart", hint=str(error)) from error


def write_groups(groups: Groups, path: str | os.PathLike[str]) -> None:
    """Write groups as CSV, whole or not at all."""
    expect(groups, Groups)
    own = [groups.select([level]) for level in groups.levels]
    rows = zip(groups.items, *(g.of_items(g.levels[0]) for g in own), strict=True)
    write_table(path, [groups.items.noun, *groups.levels], rows)


def _levels(header: TableRow, levels: str | Iterable[str] | None) -> list[str]:
    known = header.cells[1:]
    if not known or not all(header.cells):
        raise header.error("a header of the item and its levels, as item,author,plant")
    if len(set(header.cells)) < len(header.cells):
        raise header.error("each level once")
    asked = known if levels is None else levels.split(ARROW) if isinstance(levels, str) else levels
    wanted = [name.strip() for name in asked]
    if not wanted or len(set(wanted)) < len(wanted):
        raise ParameterError(f"levels must name each level once, as 'author > plant', not {' > '.join(wanted)!r}")
    names = dict.fromkeys(known)
    return [known_name(name, names, f"level of groups in {header.file}") for name in wanted]
