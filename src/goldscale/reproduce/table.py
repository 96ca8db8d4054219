"""Printed numbers beside computed ones: what a row of ``goldscale reproduce`` is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from goldscale.data.result import Result
from goldscale.data.table import Column, Table, names, texts
from goldscale.errors import MissingResourceError

VERDICTS = {True: "agree", False: "differ", None: "missing"}


@dataclass(frozen=True)
class Printed:
    """A number as a seed prints it, and the function that computes it again."""

    seed: str
    table: str
    cell: str
    printed: str
    compute: Callable[[], float]
    note: str = ""
    """Why the two differ, where they do, or how the number comes about."""

    @property
    def tolerance(self) -> float:
        """Half a unit of the last printed digit.

        >>> Printed("thesis", "7.1", "P", "0.50", float).tolerance
        0.005
        """
        exponent = Decimal(self.printed).as_tuple().exponent
        return float(Decimal(5).scaleb(int(exponent) - 1))

    def check(self) -> Checked:
        """Compute the number and compare."""
        try:
            computed = self.compute()
        except MissingResourceError as error:
            return Checked(self, None, str(error))
        return Checked(self, computed, self.note)


@dataclass(frozen=True)
class Checked:
    """A printed number and what came out; ``computed`` is None where a resource is missing."""

    source: Printed
    computed: float | None
    note: str

    @property
    def agrees(self) -> bool | None:
        """Whether both are the same to the last printed digit; None where nothing could be computed."""
        if self.computed is None:
            return None
        # A value in the middle between two printed ones may have been rounded either way.
        return abs(self.computed - float(self.source.printed)) <= self.source.tolerance + 1e-12

    def to_dict(self) -> dict[str, Any]:
        """The row as ``reproduce --json`` prints it."""
        return {
            "seed": self.source.seed,
            "table": self.source.table,
            "cell": self.source.cell,
            "printed": float(self.source.printed),
            "computed": None if self.computed is None or math.isnan(self.computed) else self.computed,
            "agrees": self.agrees,
            "note": self.note,
        }

    @property
    def shown(self) -> float:
        """What a table shows beside the printed number; a count is a count."""
        if self.computed is None:
            return math.nan
        is_count = self.source.printed.isdigit() and float(self.computed).is_integer()
        return int(self.computed) if is_count else self.computed


@dataclass(frozen=True, repr=False)
class Reproduction(Result):
    """Printed numbers beside computed ones."""

    rows: tuple[Checked, ...]

    def tables(self) -> tuple[Table, ...]:
        """A row per number."""
        sources = [row.source for row in self.rows]
        columns = [
            names("source", (source.seed for source in sources)),
            names("table", (source.table for source in sources)),
            names("cell", (source.cell for source in sources)),
            Column("printed", [Decimal(source.printed) for source in sources], "number"),
            Column("computed", [row.shown for row in self.rows], "number"),
            names("verdict", (VERDICTS[row.agrees] for row in self.rows)),
            texts("note", (row.note for row in self.rows)),
        ]
        differ, missing = (sum(row.agrees is verdict for row in self.rows) for verdict in (False, None))
        besides = (f" {differ} differ." if differ else "") + (f" {missing} could not be computed." if missing else "")
        return (Table(columns, notes=[f"{self._summary} to the last printed digit.{besides}"]),)

    def to_dict(self) -> list[dict[str, Any]]:
        """A list of rows, as ``reproduce --json`` prints it."""
        return [row.to_dict() for row in self.rows]

    def __repr__(self) -> str:
        return f"Reproduction({self._summary})"

    @property
    def _summary(self) -> str:
        return f"{sum(row.agrees is True for row in self.rows)} of {len(self.rows)} agree"
