"""What every result offers alike: tables, a dictionary, the written forms, data frames, and a look in a notebook."""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from goldscale.data.number_format import deliver
from goldscale.data.table import Table
from goldscale.data.table_forms import markdown_text, plain_json
from goldscale.errors import look_up

PathLike = str | os.PathLike[str]


class Result(ABC):
    """A result says what its tables are and what goes into JSON; the rest follows.

    CSV and pandas take the first table, which holds the numbers that were asked for, unless ``long_csv``; Markdown,
    LaTeX and notebooks show all of them.
    """

    long_csv: ClassVar[bool] = False
    """Whether CSV is a long table of its own, which holds more than those that people look at."""

    @abstractmethod
    def tables(self) -> tuple[Table, ...]:
        """What people look at, the most important first."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any] | list[dict[str, Any]]:
        """Everything, ready for JSON; an undefined number is None. What is one of many is a list."""

    def choose(self, table: str) -> Table:
        """One of the tables, by its title or by its number, from 1 up."""
        found = self.tables()
        if table.isdecimal() and 0 < int(table) <= len(found):
            return found[int(table) - 1]
        titles = {one.title or str(number): one for number, one in enumerate(found, start=1)}
        return look_up(table, titles, "table")

    def to_json(self, path: PathLike | None = None) -> str:
        """``to_dict`` as JSON text; an undefined number is null."""
        return deliver(plain_json(json.dumps(self.to_dict(), indent=2, ensure_ascii=False)) + "\n", path)

    def to_csv(self, path: PathLike | None = None) -> str:
        """The first table with every digit."""
        return deliver(self.tables()[0].to_csv(), path)

    def to_markdown(self, path: PathLike | None = None) -> str:
        """All tables as Markdown, each below its title and above its notes."""
        return deliver("\n".join(map(_markdown, self.tables())), path)

    def to_latex(self, path: PathLike | None = None) -> str:
        """All tables as LaTeX tabulars (booktabs)."""
        return deliver("\n".join(table.to_latex() for table in self.tables()), path)

    def to_pandas(self) -> Any:
        """The first table as a DataFrame."""
        return self.tables()[0].to_pandas()

    def _repr_html_(self) -> str:
        return "\n".join(table.to_html() for table in self.tables())


@dataclass(frozen=True, repr=False)
class Listing(Result):
    """Things that are declared or counted elsewhere, for people and for programs."""

    listed: Sequence[Table]
    entries: dict[str, Any] | list[dict[str, Any]]

    def tables(self) -> tuple[Table, ...]:
        """As they were given."""
        return tuple(self.listed)

    def to_dict(self) -> dict[str, Any] | list[dict[str, Any]]:
        """As it was given."""
        return self.entries

    def __repr__(self) -> str:
        return f"Listing({', '.join(f'{len(table)} rows' for table in self.listed)})"


def _markdown(table: Table) -> str:
    title = f"**{markdown_text(table.title)}**\n\n" if table.title else ""
    return title + table.to_markdown() + "".join(f"\n{markdown_text(note)}\n" for note in table.notes)
