"""What becomes of every table of the seeds: resources/seed-tables.csv, from which the documentation is written."""

from __future__ import annotations

from dataclasses import dataclass

from goldscale.resources import resource
from goldscale.text.small_tables import read_records

RECOMPUTED = ("recomputed", "recomputed with data")
STATUSES = (*RECOMPUTED, "part of Goldscale", "nothing to compute", "not public")
_FIELDS = ("source", "table", "about", "status", "rows", "reason")


@dataclass(frozen=True)
class SeedTable:
    """A table of a seed, and where its numbers are computed again."""

    source: str
    table: str
    about: str
    status: str
    rows: tuple[str, ...]
    """The tables and sections under which ``reproduce`` has rows that follow from it."""
    reason: str


def seed_tables() -> list[SeedTable]:
    """Every table, in the order of the seeds."""
    found = []
    for row in read_records(str(resource("seed-tables.csv")), _FIELDS):
        source, table, about, status, rows, reason = row.cells
        found.append(SeedTable(source, table, about, status, tuple(filter(None, rows.split("; "))), reason))
    return found


def seed_tables_markdown() -> str:
    """The list for the documentation."""
    lines = ["| source | table | what it shows | status | rows | why, or what |", "|---|---|---|---|---|---|"]
    for table in seed_tables():
        told = (table.source, table.table, table.about, table.status, ", ".join(table.rows), table.reason)
        lines.append(f"| {' | '.join(told)} |")
    return "\n".join(lines) + "\n"
