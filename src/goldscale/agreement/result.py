"""What agree found: figures with intervals, counts and remarks, as tables, CSV and JSON."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldscale.agreement.coefficients.registry import coefficient
from goldscale.data.number_format import deliver, full, json_number, shown, shown_between
from goldscale.data.table import Table
from goldscale.errors import UnknownNameError


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

    def shown(self, digits: int = 4) -> str:
        """``0.61 [0.55, 0.66]``; ``-`` where undefined."""
        if math.isnan(self.low):
            return shown(self.value, digits)
        return shown_between(self.value, self.low, self.high, digits)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; an undefined number is null."""
        numbers = {key: json_number(getattr(self, key)) for key in ("value", "low", "high")}
        return {**numbers, "units": self.units, "single": self.single, "votes": self.votes, "note": self.note}


@dataclass(frozen=True, eq=False)
class CoefficientAgreement:
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
        return np.array([figure.value for figure in self.groups])

    def ascending(self) -> list[int]:
        """The groups' positions from the lowest figure to the highest, those without one last."""
        return np.argsort(self.values, kind="stable").tolist()

    def __getitem__(self, name: str) -> Estimate:
        """The figure of one group."""
        for figure in self.groups:
            if figure.name == name:
                return figure
        raise UnknownNameError("group in these figures", name, [figure.name for figure in self.groups])


@dataclass(frozen=True, eq=False)
class Agreement:
    """Figures of agreement of one set of votes; coefficients may be named in any spelling that parses."""

    by: str
    noun: str
    """What a group is: label, concept, image..."""
    plural: str
    results: tuple[CoefficientAgreement, ...]

    @property
    def coefficients(self) -> tuple[str, ...]:
        """The coefficients, as they print."""
        return tuple(result.coefficient for result in self.results)

    def __getitem__(self, name: str) -> CoefficientAgreement:
        wanted = str(coefficient(name))
        for result in self.results:
            if result.coefficient == wanted:
                return result
        raise UnknownNameError("coefficient in this agreement", wanted, self.coefficients)

    def __iter__(self) -> Iterator[CoefficientAgreement]:
        return iter(self.results)

    def table(self, digits: int = 4) -> Table:
        """One row per coefficient: the figure over all votes, the mean over groups, and remarks where there are any."""
        header = ["coefficient", "all", "units", "votes"]
        rows = [
            [r.coefficient, r.overall.shown(digits), str(r.overall.units), str(r.overall.votes)] for r in self.results
        ]
        if self.by != "all":
            header.insert(2, f"mean over {self.plural}")
            for row, result in zip(rows, self.results, strict=True):
                row.insert(2, "-" if result.mean is None else result.mean.shown(digits))
        if any(r.overall.note for r in self.results):
            header.append("note")
            for row, result in zip(rows, self.results, strict=True):
                row.append(result.overall.note)
        return Table(header, rows)

    def group_table(self, digits: int = 4) -> Table:
        """One row per group: its figure under each coefficient."""
        names = [figure.name for figure in self.results[0].groups] if self.results else []
        rows = [[name, *(r.groups[i].shown(digits) for r in self.results)] for i, name in enumerate(names)]
        return Table([self.noun, *self.coefficients], rows)

    def undefined(self, groups: Iterable[int]) -> dict[str, list[str]]:
        """Why some of these groups (by position) have no figure: the groups' names under each reason."""
        found: dict[str, dict[str, None]] = {}
        for place in groups:
            for figure in (result.groups[place] for result in self.results):
                if math.isnan(figure.value):
                    found.setdefault(figure.note, {})[figure.name] = None
        return {reason: list(names) for reason, names in found.items()}

    def long_table(self) -> Table:
        """One row per figure, with full precision; what is undefined is empty."""
        rows = [
            [
                r.coefficient,
                figure.name,
                *(full(x) for x in (figure.value, figure.low, figure.high)),
                *map(str, (figure.units, figure.single, figure.votes)),
                figure.note,
            ]
            for r in self.results
            for figure in (r.overall, *(() if r.mean is None else (r.mean,)), *r.groups)
        ]
        header = ["coefficient", "of", "value", "low", "high", "units", "single", "votes", "note"]
        return Table(header, rows)

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """``coefficient,of,value,low,high,units,single,votes,note``, a row per figure; undefined is empty."""
        return deliver(self.long_table().to_csv(), path)

    def to_dict(self) -> dict[str, Any]:
        """``{"by", "coefficients": {name: {title, all, mean, groups, signature}}}``, ready for JSON."""
        return {
            "by": self.by,
            "coefficients": {
                r.coefficient: {
                    "title": r.title,
                    "all": r.overall.to_dict(),
                    "mean": None if r.mean is None else r.mean.to_dict(),
                    "groups": {figure.name: figure.to_dict() for figure in r.groups},
                    "signature": r.signature,
                }
                for r in self.results
            },
        }

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """``to_dict`` as JSON text."""
        return deliver(json.dumps(self.to_dict(), indent=2, ensure_ascii=False) + "\n", path)

    def __repr__(self) -> str:
        return f"Agreement(by {self.by}; {', '.join(self.coefficients)})"
