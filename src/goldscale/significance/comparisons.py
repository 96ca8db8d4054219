"""Comparisons on several measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from goldscale.data.number_format import deliver
from goldscale.data.result import PathLike, Result
from goldscale.data.table import Table, names
from goldscale.errors import look_up
from goldscale.measures.registry import canonical
from goldscale.significance.comparison import Comparison
from goldscale.significance.pairs import pair_columns


@dataclass(frozen=True, repr=False)
class Comparisons(Result):
    """The same runs compared on several measures, one Comparison each."""

    found: tuple[Comparison, ...]

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, as they print."""
        return tuple(one.measure for one in self.found)

    def __getitem__(self, measure: str) -> Comparison:
        known = {one.measure: one for one in self.found}
        return known[measure] if measure in known else look_up(canonical(measure), known, "compared measure")

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def tables(self) -> tuple[Table, ...]:
        """A table per measure, and one of the units that its pairs need where that was asked for."""
        return tuple(
            replace(table, title=f"{one.measure}, {table.title}" if table.title else one.measure)
            for one in self.found
            for table in one.tables()
        )

    def matrix_tables(self) -> tuple[Table, ...]:
        """Corrected p-values, runs x runs, a table per measure."""
        return tuple(replace(one.matrix_table(), title=one.measure) for one in self.found)

    def table(self) -> Table:
        """All pairs of all measures below each other."""
        measure = names("measure", (one.measure for one in self.found for _ in one.pairs))
        pairs = [pair for one in self.found for pair in one.pairs]
        return Table([measure, *pair_columns(pairs, self.found[0].correction)])

    def to_csv(self, path: PathLike | None = None) -> str:
        """All pairs of all measures, with every digit."""
        return deliver(self.table().to_csv(), path)

    def to_pandas(self) -> Any:
        """All pairs of all measures as a DataFrame."""
        return self.table().to_pandas()

    def to_dict(self) -> dict[str, Any]:
        """``{"measures": {measure: what its Comparison is}}``, ready for JSON."""
        return {"measures": {one.measure: one.to_dict() for one in self.found}}

    def __repr__(self) -> str:
        return f"Comparisons({', '.join(map(repr, self.found))})"
