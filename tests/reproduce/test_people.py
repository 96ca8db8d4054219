"""The printed matrices of annotators, and what the thesis says of them."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from goldscale.reproduce import reproduce
from goldscale.reproduce.people import matrix
from goldscale.resources import resource


def cells(table: str) -> dict[tuple[str, str], float]:
    """Row, column and number of every printed cell, read without the code under test."""
    header, *rows = csv.reader(resource(f"thesis-table-{table}.csv").read_text("utf-8").splitlines())
    return {(row[0], name): float(cell) for row in rows for name, cell in zip(header[1:], row[1:], strict=True) if cell}


def test_every_stated_number_follows_from_the_printed_matrices() -> None:
    rows = list(reproduce("section 6.4"))
    assert len(rows) == 12
    assert all(row.agrees for row in rows)


def test_the_matrices_are_whole_and_their_extremes_stand_where_the_text_says() -> None:
    accuracy, tau = cells("6-2"), cells("6-3")
    assert (len(accuracy), len(tau)) == (66, 132)
    assert min(accuracy, key=accuracy.__getitem__) == ("A3", "A5")
    assert max(accuracy, key=accuracy.__getitem__) == ("A11", "Merged")


def test_each_triangle_is_a_matrix_of_its_own() -> None:
    printed = cells("6-3")
    for triangle, order in ((np.triu, (0, 1)), (np.tril, (1, 0))):
        names, values = matrix("6-3", triangle).square()
        for i, j in zip(*np.triu_indices(12, k=1), strict=True):
            pair = [names[k] for k in (i, j)]
            assert values[i, j] == values[j, i] == printed[pair[order[0]], pair[order[1]]]
        assert np.isnan(np.diag(values)).all()


def test_the_annotator_called_highest_is_second_in_the_printed_digits() -> None:
    """As the note of that row says."""
    printed = matrix("6-3", np.triu)
    averages = dict(zip(printed.names, np.nanmean(printed.values, axis=0), strict=True))
    assert sorted(averages, key=averages.__getitem__)[-2:] == ["A11", "A4"]
    assert averages["A4"] == pytest.approx(0.9346, abs=5e-5)
    assert "0.9346" in next(reproduce("mean tau of A11")).note
    assert np.nanmean(matrix("6-2", np.triu).values) == pytest.approx(0.906, abs=5e-4)
