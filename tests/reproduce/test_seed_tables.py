"""Every table of the seeds is in the list, and what the list promises has rows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goldscale.reproduce import printed
from goldscale.reproduce.seed_tables import RECOMPUTED, STATUSES, seed_tables

SEEDS = Path(__file__).resolve().parents[3] / "shared" / "seeds"
SOURCES = {"000": "Nowak thesis", "001": "Nowak MIR'10", "002": "Hodosh JAIR'13", "003": "Lamiroy & Sun"}
CAPTION = re.compile(r"^Table ([A-Z]?[\d.]*\d)\.?[:.] ", re.MULTILINE)
"""A caption ends the number with a colon or a dot; a sentence that begins with a table goes on."""


def test_every_caption_of_the_seeds_is_in_the_list() -> None:
    found = {
        (source, table)
        for number, source in SOURCES.items()
        for file in SEEDS.glob(f"{number}_*.txt")
        for table in CAPTION.findall(file.read_text("utf-8"))
    }
    if not found:
        pytest.skip("the seeds are not here")
    assert found == {(table.source, table.table) for table in seed_tables()}


def test_every_table_is_named_once_with_a_known_status_and_a_reason() -> None:
    tables = seed_tables()
    assert len({(table.source, table.table) for table in tables}) == len(tables)
    assert {table.status for table in tables} <= set(STATUSES)
    assert all(table.about and table.reason for table in tables)


def test_what_is_recomputed_has_rows() -> None:
    rows = {(row.seed, row.table) for row in printed()}
    for table in seed_tables():
        assert (table.status not in RECOMPUTED) or table.rows
        assert {(table.source, name) for name in table.rows} <= rows


def test_rows_of_a_table_are_promised_by_the_list() -> None:
    promised = {(table.source, name) for table in seed_tables() for name in table.rows}
    listed = {table.source for table in seed_tables()}
    tables = {(row.seed, row.table) for row in printed() if not row.table.startswith("section")}
    assert {row for row in tables if row[0] in listed} <= promised
