"""Numbers that follow from printed tables, against scipy on the same tables."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from scipy import stats

from goldscale.reproduce import reproduce
from goldscale.resources import resource

NEAR = 0.01
"""Scores printed to one digit tie models that the paper's own scores part."""


def columns(name: str) -> dict[str, np.ndarray]:
    with open(str(resource(name)), encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return {column: np.array([float(row[at]) for row in rows]) for at, column in enumerate(header) if at}


def test_hodosh_table_7_is_near_everywhere_and_equal_in_24_cells() -> None:
    rows, scores = [*reproduce("7(")], columns("hodosh-tables-11-12.csv")
    assert len(rows) == 28
    assert sum(row.agrees is True for row in rows) == 24
    for row in rows:
        direction, what = row.source.cell.split(", ")
        kind, _, one, _, other = what.split()
        pair = (scores[f"{direction} {one}"], scores[f"{direction} {other}"])
        theirs = stats.spearmanr(*pair) if kind == "rho" else stats.kendalltau(*pair)
        assert row.computed == pytest.approx(theirs.statistic)
        assert row.computed == pytest.approx(float(row.source.printed), abs=NEAR)


def test_what_differs_in_the_thesis_is_told() -> None:
    rows = [
        row for section in ("8.4.1", "9.4.1", "10.8.2", "10.11") for row in reproduce(f"Nowak thesis section {section}")
    ]
    assert len(rows) == 20
    differ = {row.source.cell for row in rows if not row.agrees}
    assert differ == {"image rankings 2010, mean tau", "image rankings, R-Precision and SR-Precision"}
    assert all(row.note for row in rows if not row.agrees)
