"""What agree found: estimates with intervals, counts and remarks; and all of it on each part of some votes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from goldscale.agreement.annotators import AnnotatorMatrix
from goldscale.agreement.coefficients.registry import coefficient
from goldscale.data import Votes
from goldscale.data.number_format import deliver, json_number, shown, shown_between
from goldscale.data.result import PathLike, Result
from goldscale.data.table import Column, Table, counts, intervals, names, numbers, texts
from goldscale.errors import first_few, look_up


@dataclass(frozen=True)
class Estimate:
    """One number: its value and interval (NaN where undefined), what it rests on, and what there is to say of it."""

    name: str
    """What it is of: all, a label, an item, an annotator, or the mean over them."""
    value: float
    low: float
    high: float
    units: int
    """Units with at least two votes."""
    single: int
    """Units with one vote, which no pair can be made of."""
    votes: int
    note: str = ""

    @property
    def between(self) -> tuple[float, float, float]:
        """The value with its limits."""
        return self.value, self.low, self.high

    def shown(self, digits: int = 4) -> str:
        """``0.61 [0.55, 0.66]``; ``-`` where undefined."""
        if math.isnan(self.low):
            return shown(self.value, digits)
        return shown_between(self.value, self.low, self.high, digits)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; an undefined number is null."""
        numbers = {key: json_number(getattr(self, key)) for key in ("value", "low", "high")}
        return {**numbers, "units": self.units, "single": self.single, "votes": self.votes, "note": self.note}


@dataclass(frozen=True, eq=False, repr=False)
class CoefficientAgreement(Result):
    """One coefficient: over all votes and, where asked for, for each group and the mean over groups."""

    coefficient: str
    title: str
    overall: Estimate
    mean: Estimate | None
    groups: tuple[Estimate, ...]
    signature: str

    @property
    def values(self) -> np.ndarray:
        """The groups' values, NaN where undefined."""
        return np.array([estimate.value for estimate in self.groups])

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """Over all votes, the mean over groups, and every group."""
        return (self.overall, *(() if self.mean is None else (self.mean,)), *self.groups)

    def ascending(self) -> list[int]:
        """The groups' positions from the lowest value to the highest, those without one last."""
        return np.argsort(self.values, kind="stable").tolist()

    def __getitem__(self, name: str) -> Estimate:
        """The estimate of one group."""
        return look_up(name, {group.name: group for group in self.groups}, "group in this agreement")

    def tables(self) -> tuple[Table, ...]:
        """A row per estimate."""
        return (Table(_columns(self.estimates), self.title),)

    def to_dict(self) -> dict[str, Any]:
        """``{title, all, mean, groups, signature}``."""
        return {
            "title": self.title,
            "all": self.overall.to_dict(),
            "mean": None if self.mean is None else self.mean.to_dict(),
            "groups": {estimate.name: estimate.to_dict() for estimate in self.groups},
            "signature": self.signature,
        }

    def __repr__(self) -> str:
        return f"CoefficientAgreement({self.coefficient} {self.overall.shown(2)})"


@dataclass(frozen=True, eq=False, repr=False)
class Agreement(Result):
    """How far people agree, by one coefficient or several, which may be named in any spelling that parses."""

    long_csv = True

    by: str
    noun: str
    """What a group is: label, concept, image..."""
    plural: str
    results: tuple[CoefficientAgreement, ...]
    legend: str = ""
    """What ``[low, high]`` stands for, where there are intervals."""

    @property
    def coefficients(self) -> tuple[str, ...]:
        """The coefficients, as they print."""
        return tuple(result.coefficient for result in self.results)

    @property
    def charted(self) -> CoefficientAgreement:
        """The coefficient that is drawn: the first one that is corrected for chance, or just the first."""
        return next((r for r in self if coefficient(r.coefficient).definition.by_chance), self.results[0])

    def __getitem__(self, name: str) -> CoefficientAgreement:
        found = {result.coefficient: result for result in self.results}
        return look_up(str(coefficient(name)), found, "coefficient in this agreement")

    def __iter__(self) -> Iterator[CoefficientAgreement]:
        return iter(self.results)

    def table(self, digits: int = 3) -> Table:
        """One row per coefficient: over all votes, the mean over groups if several, and remarks if there are any."""
        everything = [r.overall for r in self.results]
        means = [r.mean.between for r in self.results if r.mean is not None and len(r.groups) > 1]
        columns = [
            names("coefficient", self.coefficients),
            intervals("all", (e.between for e in everything), digits),
            *([intervals(f"mean over {self.plural}", means, digits)] if means else []),
            counts("units", (e.units for e in everything), optional=2),
            counts("votes", (e.votes for e in everything), optional=1),
        ]
        if any(e.note for e in everything):
            columns.append(texts("note", (e.note for e in everything)))
        return Table(columns, notes=[*([self.legend] if self.legend else []), *(self._bare_means() if means else [])])

    def _bare_means(self) -> list[str]:
        """Why means over groups have no interval, where the others have."""
        found: dict[str, list[str]] = {}
        for one in self.results:
            if self.legend and one.mean is not None and math.isnan(one.mean.low) and not math.isnan(one.mean.value):
                found.setdefault(one.mean.note, []).append(one.coefficient)
        return [f"mean over {self.plural} ({', '.join(named)}): {note}." for note, named in found.items() if note]

    def group_table(self, digits: int = 3, order: Sequence[int] | None = None) -> Table:
        """One row per group, or per chosen one (by position): its value under each coefficient."""
        groups = self.results[0].groups if self.results else ()
        rows = range(len(groups)) if order is None else order
        columns = [
            names(self.noun, (estimate.name for estimate in groups)),
            *(intervals(r.coefficient, (e.between for e in r.groups), digits) for r in self.results),
        ]
        reasons = [f"- for {first_few(named)}: {reason}." for reason, named in self.undefined(rows).items()]
        return Table(columns, f"By {self.noun}", reasons).take(rows)

    def undefined(self, groups: Iterable[int]) -> dict[str, list[str]]:
        """Why some of these groups (by position) have no value: the groups' names under each reason."""
        found: dict[str, dict[str, None]] = {}
        for place in groups:
            for estimate in (result.groups[place] for result in self.results):
                if math.isnan(estimate.value):
                    found.setdefault(estimate.note, {})[estimate.name] = None
        return {reason: list(named) for reason, named in found.items()}

    def long_table(self) -> Table:
        """One row per estimate."""
        rows = [(r.coefficient, estimate) for r in self.results for estimate in r.estimates]
        return Table([names("coefficient", (one for one, _ in rows)), *_columns([estimate for _, estimate in rows])])

    def tables(self) -> tuple[Table, ...]:
        """A row per coefficient, and where it is broken down, a row per group."""
        return (self.table(),) if self.by == "all" else (self.table(), self.group_table())

    def to_csv(self, path: PathLike | None = None) -> str:
        """``coefficient,of,value,low,high,units,single,votes,note``, a row per estimate; undefined is empty."""
        return deliver(self.long_table().to_csv(), path)

    def to_dict(self) -> dict[str, Any]:
        """``{"by", "coefficients": {name: {title, all, mean, groups, signature}}}``, ready for JSON."""
        return {"by": self.by, "coefficients": {r.coefficient: r.to_dict() for r in self.results}}

    def __repr__(self) -> str:
        found = ", ".join(f"{r.coefficient} {r.overall.shown(2)}" for r in self.results)
        return f"Agreement({'' if self.by == 'all' else f'by {self.noun}: '}{found})"


@dataclass(frozen=True, eq=False, repr=False)
class AgreementOverview(Result):
    """The agreement on each part of the votes, and that of each two annotators where these are known."""

    long_csv = True

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


def _columns(estimates: Sequence[Estimate]) -> list[Column]:
    return [
        names("of", (e.name for e in estimates)),
        *(numbers(part, (getattr(e, part) for e in estimates)) for part in ("value", "low", "high")),
        *(counts(part, (getattr(e, part) for e in estimates)) for part in ("units", "single", "votes")),
        texts("note", (e.note for e in estimates)),
    ]


def _below(columns: tuple[Column, ...]) -> Column:
    """Columns of one meaning as one."""
    return replace(columns[0], values=[value for column in columns for value in column.values])
