"""The tables of the seeds as printed, from resources/: names in the first column, cells as text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from goldscale.resources import resource
from goldscale.text.small_tables import read_rows


@dataclass(frozen=True, eq=False)
class PrintedTable:
    """A printed table; an argument of printed.csv has no blanks and writes ``_`` for them."""

    names: tuple[str, ...]
    columns: tuple[str, ...]
    cells: np.ndarray

    def column(self, name: str) -> np.ndarray:
        """The texts of a column."""
        return self.cells[:, _place(self.columns, name)]

    def numbers(self, *columns: str) -> np.ndarray:
        """The numbers of these columns, of all without any; NaN where nothing is printed."""
        chosen = np.stack([self.column(name) for name in columns], axis=1) if columns else self.cells
        return np.where(chosen == "", "nan", chosen).astype(float)

    def number(self, row: str, column: str) -> float:
        """A single number; NaN where nothing is printed."""
        return float(self.cells[_place(self.names, row), _place(self.columns, column)] or "nan")


@cache  # since many rows ask for the same table
def printed_table(name: str) -> PrintedTable:
    """A table of the resources, as ``thesis-table-9-1``."""
    header, *rows = (row.cells for row in read_rows(str(resource(f"{name}.csv"))))
    return PrintedTable(tuple(row[0] for row in rows), tuple(header[1:]), np.array([row[1:] for row in rows]))


def _place(names: tuple[str, ...], wanted: str) -> int:
    return [name.replace(" ", "_") for name in names].index(wanted.replace(" ", "_"))
