"""The tables that the seeds print, computed again and set beside what is printed."""

from collections.abc import Iterator

from goldscale.reproduce import descriptions, people, relatedness_tables, thesis
from goldscale.reproduce.table import Checked, Printed, Reproduction

__all__ = ["Checked", "Printed", "Reproduction", "printed", "reproduce"]

_SOURCES = (thesis, people, relatedness_tables, descriptions)


def printed() -> list[Printed]:
    """Every printed number that can be computed again."""
    return [cell for source in _SOURCES for cell in source.TABLES]


def reproduce(filter: str = "") -> Iterator[Checked]:
    """Compute the printed numbers again whose seed, table or cell contains the text."""
    wanted = filter.casefold()
    for cell in printed():
        if wanted in f"{cell.seed} {cell.table} {cell.cell}".casefold():
            yield cell.check()
