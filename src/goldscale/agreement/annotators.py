"""Every annotator beside every other, and beside the majority of all (thesis table 6.2)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from goldscale.agreement.coefficients.ratings import Ratings, ratings
from goldscale.data import Votes
from goldscale.data.number_format import json_number, shown
from goldscale.data.registry import Registry
from goldscale.data.result import Result
from goldscale.data.table import Table, names, numbers, square
from goldscale.errors import ParameterError, expect
from goldscale.kernels.agreement.pairs import PairVotes, accuracy_matrix, kappa_matrix
from goldscale.kernels.ratio import known_mean

_MATRICES: Registry[Callable[[PairVotes], np.ndarray]] = Registry(
    "coefficient of pairs of annotators", {"accuracy": accuracy_matrix, "cohen": kappa_matrix}
)

MERGED = "Merged"

MOST_COMPARED = 5_000
"""Of more annotators there is no matrix: it grows with their square, and most pairs share nothing."""


@dataclass(frozen=True, eq=False, repr=False)
class AnnotatorMatrix(Result):
    """A coefficient for each pair of annotators; NaN where they have no unit in common, and on the diagonal."""

    coefficient: str
    names: tuple[str, ...]
    values: np.ndarray
    """Annotators x annotators, the same on both sides of the diagonal."""
    merged: np.ndarray | None
    """Each annotator beside the majority of all."""

    def pairs(self, merged: bool = False) -> list[tuple[str, str, float]]:
        """Each pair that has a value, once; if asked for, with those of the merged column."""
        rows, columns = np.triu_indices(len(self.names), 1)
        found = [(self.names[i], self.names[j], float(self.values[i, j])) for i, j in zip(rows, columns, strict=True)]
        if merged and self.merged is not None:
            found += [(name, MERGED, float(value)) for name, value in zip(self.names, self.merged, strict=True)]
        return [pair for pair in found if not math.isnan(pair[2])]

    def mean(self, merged: bool = False) -> float:
        """The mean over pairs; NaN where there is none."""
        return float(known_mean(np.array([value for *_, value in self.pairs(merged)])))

    def lowest(self, merged: bool = False) -> tuple[str, str, float] | None:
        """The pair that agrees least."""
        return min(self.pairs(merged), key=lambda pair: pair[2], default=None)

    def highest(self, merged: bool = False) -> tuple[str, str, float] | None:
        """The pair that agrees most."""
        return max(self.pairs(merged), key=lambda pair: pair[2], default=None)

    def square(self) -> tuple[tuple[str, ...], np.ndarray]:
        """Names and values with the majority as one more annotator."""
        if self.merged is None:
            return self.names, self.values
        own = np.append(self.merged, np.nan)
        return (*self.names, MERGED), np.vstack([np.column_stack([self.values, self.merged]), own])

    @property
    def summary(self) -> str:
        """The mean over pairs, and the pairs that agree least and most."""
        low, high = self.lowest(), self.highest()
        if low is None or high is None:
            return "no two annotators voted on the same cell"
        if low == high:
            return f"{self.coefficient} between {low[0]} and {low[1]} {shown(low[2], 3)}"
        least, most = (f"{shown(value, 3)} ({one} and {other})" for one, other, value in (low, high))
        return f"{self.coefficient} between annotators {shown(self.mean(), 3)}; lowest {least}, highest {most}"

    def table(self, digits: int = 3) -> Table:
        """Every annotator beside every other, and the merged column."""
        columns = square("annotator", self.names, self.values, digits)
        if self.merged is not None:
            columns.append(numbers(MERGED, self.merged, digits))
        title = f"{self.coefficient.capitalize()} between annotators"
        return Table(columns, title, self._words())

    def _words(self) -> list[str]:
        """What the table's words mean."""
        accuracy = ["accuracy: share of equal votes (observed agreement)."] if self.coefficient == "accuracy" else []
        return accuracy + ([] if self.merged is None else [f"{MERGED}: the majority of all votes."])

    def people_table(self, digits: int = 3, most: int | None = None) -> Table:
        """A row per annotator, at most so many, the lowest first: the mean over the others, and the lowest."""
        known = np.where(np.isnan(self.values), np.inf, self.values)
        means = np.array([float(known_mean(row[~np.isnan(row)])) for row in self.values])
        order = [int(i) for i in np.argsort(means, kind="stable")][:most]
        least = [int(known[i].argmin()) for i in order]
        columns = [
            names("annotator", (self.names[i] for i in order)),
            numbers("with others", means[order], digits),
            *([] if self.merged is None else [numbers(f"with {MERGED}", self.merged[order], digits)]),
            numbers("lowest", (self.values[i, j] for i, j in zip(order, least, strict=True)), digits),
            names(
                "with", (self.names[j] if np.isfinite(known[i, j]) else "" for i, j in zip(order, least, strict=True))
            ),
        ]
        return Table(columns, f"{self.coefficient.capitalize()} between annotators, lowest first", self._words())

    def tables(self) -> tuple[Table, ...]:
        """The matrix."""
        return (self.table(),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; an undefined number is null."""
        low, high = self.lowest(), self.highest()
        return {
            "figure": self.coefficient,
            "annotators": list(self.names),
            "values": [[json_number(value) for value in row] for row in self.values],
            "merged": None if self.merged is None else [json_number(value) for value in self.merged],
            "mean": json_number(self.mean()),
            "lowest": None if low is None else list(low),
            "highest": None if high is None else list(high),
        }

    def __repr__(self) -> str:
        return f"AnnotatorMatrix({self.summary})"


def annotator_matrix(votes: Votes, coefficient: str = "accuracy", merged: bool = True) -> AnnotatorMatrix:
    """Accuracy (thesis eq. 6.1) or Cohen's kappa of each two annotators on what both voted on (table 6.2).

    ``merged`` adds each annotator beside the majority of all, their own vote among them. Of a tie a yes/no vote comes
    out as no, since a label needs more than half; tied grades or categories have no majority and are left out.

    >>> from goldscale import Votes
    >>> said = {"A": [1, 0], "B": [1, 1]}
    >>> votes = Votes.from_records((who, item, "Sky", v) for who, row in said.items() for item, v in zip("ab", row))
    >>> annotator_matrix(votes).mean()
    0.5
    """
    expect(votes, Votes)
    matrix = _MATRICES[coefficient]
    if votes.anonymous:
        raise ParameterError("these votes do not tell who gave them, so annotators cannot be compared")
    if len(votes.annotators) > MOST_COMPARED:
        raise ParameterError(
            f"a matrix holds at most {MOST_COMPARED} annotators, not {len(votes.annotators)}; agree(by='annotator') "
            "has a value for each"
        )
    laid = ratings(votes, "all")
    if merged:
        laid = _with_majority(laid, votes.is_binary)
    pairs = PairVotes(
        laid.rater, laid.unit, laid.code, laid.group, laid.draw, laid.raters, len(laid.values), laid.draws
    )
    values = matrix(pairs)
    np.fill_diagonal(values, np.nan)
    people = len(votes.annotators)
    return AnnotatorMatrix(
        coefficient, votes.annotators.names, values[:people, :people], values[:people, people] if merged else None
    )


def _with_majority(laid: Ratings, yes_no: bool) -> Ratings:
    """One more rater, last, who says what most say."""
    table = laid.table
    won = table.count == table.highest[table.unit]
    tied = np.bincount(table.unit, won, minlength=table.units) > 1
    # Entries of a unit stand from low to high, so the first of a tie between no and yes is no.
    first = won & np.concatenate([[True], table.unit[1:] != table.unit[:-1]]) if len(won) else won
    chosen = np.where(tied[table.unit], first & yes_no, won)
    return replace(
        laid,
        rater=np.concatenate([laid.rater, np.full(int(chosen.sum()), laid.raters)]),
        unit=np.concatenate([laid.unit, table.unit[chosen]]),
        code=np.concatenate([laid.code, table.code[chosen]]),
        raters=laid.raters + 1,
    )
