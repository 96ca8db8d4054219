"""Agreement on all questions of some votes: exclusive groups and free labels apart, and annotators in pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldscale.agreement.annotators import AnnotatorMatrix
from goldscale.agreement.result import Agreement
from goldscale.data import Votes
from goldscale.data.number_format import deliver
from goldscale.data.result import PathLike, Result
from goldscale.data.table import Column, Table, names


@dataclass(frozen=True, eq=False, repr=False)
class AgreementOverview(Result):
    """The agreement on each part of the votes, and that of each two annotators where these are known."""

    votes: Votes
    parts: Mapping[str, Agreement]
    """By what they are on: labels, exclusive groups."""
    matrix: AnnotatorMatrix | None

    def summary(self, title: str) -> Table:
        """A row per coefficient of one part; what the intervals are is said once, below the first."""
        table = self.parts[title].table()
        notes = table.notes if title == next(iter(self.parts)) else ()
        return replace(table, title=f"Agreement on {title}" if len(self.parts) > 1 else "", notes=notes)

    def tables(self) -> tuple[Table, ...]:
        """Of each part a row per coefficient and a row per group; then the annotators."""
        found = [table for title, part in self.parts.items() for table in (self.summary(title), *part.tables()[1:])]
        return (*found, *(() if self.matrix is None else self.matrix.tables()))

    def to_csv(self, path: PathLike | None = None) -> str:
        """``on,coefficient,of,value,low,high,units,single,votes,note``, a row per estimate."""
        tables = {title: part.long_table() for title, part in self.parts.items()}
        on = names("on", (title for title, table in tables.items() for _ in range(len(table))))
        return deliver(
            Table([on, *map(_below, zip(*(t.columns for t in tables.values()), strict=True))]).to_csv(), path
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "votes": len(self.votes),
            "annotators": len(self.votes.annotators),
            "items": len(self.votes.items),
            "labels": len(self.votes.labels),
            "anonymous": self.votes.anonymous,
            "agreement": {title: part.to_dict() for title, part in self.parts.items()},
            "matrix": None if self.matrix is None else self.matrix.to_dict(),
        }

    def __repr__(self) -> str:
        found = (f"{title}: {part!r}" for title, part in self.parts.items())
        return f"AgreementOverview({', '.join(found)})"


def _below(columns: tuple[Column, ...]) -> Column:
    """Columns of one meaning as one."""
    return replace(columns[0], values=[value for column in columns for value in column.values])
