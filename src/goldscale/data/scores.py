"""Scores: per-unit values of each measure for each run, the published numbers and their signatures."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from goldscale.data.axis import Axis
from goldscale.data.number_format import deliver, full, json_number, shown, shown_between
from goldscale.data.table import Table
from goldscale.errors import MismatchError, MissingResourceError, ParameterError, UnknownNameError


@dataclass(frozen=True, eq=False)
class GroupScores:
    """One measure's means over the groups of one level; rows are runs, columns are groups."""

    groups: Axis
    """The groups' names; its noun is the level."""
    values: np.ndarray
    """Runs x groups, NaN where no item of a group has a value."""

    def take(self, runs: Sequence[int]) -> GroupScores:
        """Only these runs, in this order."""
        return replace(self, values=self.values[list(runs)])


@dataclass(frozen=True, eq=False)
class MeasureScores:
    """One measure over all runs; rows are runs, columns are units (items or labels)."""

    measure: str
    values: np.ndarray
    """Runs x units, NaN where the measure is undefined."""
    units: Axis
    aggregate: np.ndarray
    """The published number of each run; NaN where no unit has a value."""
    undefined: np.ndarray
    """How many units of each run are undefined."""
    signatures: tuple[str, ...]
    higher_is_better: bool = True
    low: np.ndarray | None = None
    high: np.ndarray | None = None
    undefined_as: float = math.nan
    """What an undefined unit counts in the mean; NaN where it is left out."""
    levels: tuple[GroupScores, ...] = ()
    """Means of the groups in which the units were averaged, outermost level first; none for a plain mean."""

    @property
    def counted(self) -> np.ndarray:
        """The values as they enter the mean: undefined units filled where the rule says so."""
        return np.where(np.isnan(self.values), self.undefined_as, self.values)

    @property
    def averaging(self) -> str:
        """In what order the mean was taken, outermost first: ``author > plant > picture``; empty for a plain mean."""
        return " > ".join([level.groups.noun for level in self.levels] + [self.units.noun]) if self.levels else ""

    @classmethod
    def stack(cls, parts: Sequence[MeasureScores]) -> MeasureScores:
        """The runs of several, in order; they must be of one measure over the same units."""
        first = parts[0]
        if any(p.measure != first.measure or p.units != first.units for p in parts):
            raise MismatchError(f"{first.measure} was scored over different units")
        if any([v.groups for v in p.levels] != [v.groups for v in first.levels] for p in parts):
            raise MismatchError(f"{first.measure} was averaged in different groups")

        def joined(name: str) -> np.ndarray | None:
            found = [getattr(p, name) for p in parts]
            return None if any(f is None for f in found) else np.concatenate(found)

        return replace(
            first,
            values=np.concatenate([p.values for p in parts]),
            aggregate=np.concatenate([p.aggregate for p in parts]),
            undefined=np.concatenate([p.undefined for p in parts]),
            signatures=tuple(s for p in parts for s in p.signatures),
            low=joined("low"),
            high=joined("high"),
            levels=tuple(
                replace(level, values=np.concatenate([p.levels[i].values for p in parts]))
                for i, level in enumerate(first.levels)
            ),
        )

    def take(self, runs: Sequence[int]) -> MeasureScores:
        """Only these runs, in this order."""
        rows = list(runs)
        return replace(
            self,
            values=self.values[rows],
            aggregate=self.aggregate[rows],
            undefined=self.undefined[rows],
            signatures=tuple(self.signatures[i] for i in rows),
            low=None if self.low is None else self.low[rows],
            high=None if self.high is None else self.high[rows],
            levels=tuple(level.take(rows) for level in self.levels),
        )


class Scores:
    """What an evaluation found: for each measure a matrix of runs x units, aggregates and signatures.

    Measures may be named in any spelling that parses; ``canonical`` turns it into the printed one.
    """

    def __init__(
        self,
        runs: Sequence[str],
        results: Sequence[MeasureScores],
        canonical: Callable[[str], str] = str,
    ) -> None:
        self.runs = tuple(runs)
        self._results = {r.measure: r for r in results}
        self._canonical = canonical

    @classmethod
    def stack(cls, parts: Sequence[Scores]) -> Scores:
        """The runs of several Scores of the same measures as one."""
        first = parts[0]
        runs = [run for part in parts for run in part.runs]
        return cls(runs, [MeasureScores.stack([p[m] for p in parts]) for m in first.measures], first._canonical)

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, as they print."""
        return tuple(self._results)

    def __getitem__(self, measure: str) -> MeasureScores:
        name = str(measure)
        if name not in self._results:
            name = self._canonical(name)
        if name not in self._results:
            raise UnknownNameError("measure in these scores", name, self._results)
        return self._results[name]

    def __iter__(self) -> Iterator[MeasureScores]:
        return iter(self._results.values())

    def summary(self) -> dict[str, dict[str, float]]:
        """``{run: {measure: value}}``."""
        return {
            run: {name: float(result.aggregate[i]) for name, result in self._results.items()}
            for i, run in enumerate(self.runs)
        }

    def values(self, measure: str) -> np.ndarray:
        """Per-unit values, runs x units, NaN where undefined."""
        return self[measure].values

    def unit_names(self, measure: str) -> tuple[str, ...]:
        """Names of the columns of ``values``."""
        return self[measure].units.names

    def signature(self, measure: str, run: str | None = None) -> str:
        """What somebody else needs to get the same number (of the first run, or of the one named)."""
        return self[measure].signatures[0 if run is None else self._row(run)]

    def interval(self, measure: str) -> dict[str, tuple[float, float]]:
        """``{run: (low, high)}``; empty where no interval was asked for."""
        result = self[measure]
        if result.low is None or result.high is None:
            return {}
        return {run: (float(result.low[i]), float(result.high[i])) for i, run in enumerate(self.runs)}

    def by_group(self, measure: str, level: str) -> GroupScores:
        """The means of the groups of one level (runs x groups), where ``evaluate`` was given groups."""
        result = self[measure]
        if not result.levels:
            raise ParameterError(
                f"{result.measure} was not averaged in groups; give evaluate groups and a measure that is a mean "
                "over items"
            )
        named = {found.groups.noun: found for found in result.levels}
        if level not in named:
            raise UnknownNameError("level of groups", level, named)
        return named[level]

    def ranking(self, measure: str) -> list[str]:
        """Runs from best to worst; runs without a value last, equal ones by name."""
        result = self[measure]
        sign = -1.0 if result.higher_is_better else 1.0

        def key(i: int) -> tuple[float, str]:
            value = float(result.aggregate[i])
            return (math.inf if math.isnan(value) else sign * value, self.runs[i])

        return [self.runs[i] for i in sorted(range(len(self.runs)), key=key)]

    def select(self, runs: Sequence[str]) -> Scores:
        """Only these runs, in this order."""
        rows = [self._row(run) for run in runs]
        return Scores(runs, [r.take(rows) for r in self], self._canonical)

    def table(self, digits: int = 4, rank_by: str | None = None) -> Table:
        """Runs x measures as text, ranked by a measure where one is named; ``value [low, high]`` with intervals."""
        order = self.runs if rank_by is None else self.ranking(rank_by)
        header = ["run", *self._results]
        rows = [[run, *(_cell(r, self._row(run), digits) for r in self)] for run in order]
        if rank_by is not None:
            header = ["rank", *header]
            rows = [[str(place), *row] for place, row in enumerate(rows, start=1)]
        return Table(header, rows)

    def to_csv(self, path: str | os.PathLike[str] | None = None, *, units: bool = False) -> str:
        """The summary as CSV with full precision, or (``units=True``) run,measure,unit,value rows.

        Intervals, where there are any, stand in columns of their own: ``AP,AP low,AP high``.
        """
        if units:
            rows = [
                [run, r.measure, unit, full(value)]
                for r in self
                for run, row in zip(self.runs, r.values, strict=True)
                for unit, value in zip(r.units, row, strict=True)
            ]
            text = Table(["run", "measure", "unit", "value"], rows).to_csv()
        else:
            columns = [column for r in self for column in _columns(r)]
            text = Table(
                ["run", *(name for name, _ in columns)],
                [[run, *(full(numbers[i]) for _, numbers in columns)] for i, run in enumerate(self.runs)],
            ).to_csv()
        return deliver(text, path)

    def to_dict(self) -> dict[str, Any]:
        """``{"runs": {run: {measure: {value, units, undefined, low, high, signature}}}}``, ready for JSON."""
        return {
            "runs": {run: {r.measure: _entry(r, i) for r in self._results.values()} for i, run in enumerate(self.runs)}
        }

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """``to_dict`` as JSON text; an undefined value is null."""
        return deliver(json.dumps(self.to_dict(), indent=2, ensure_ascii=False) + "\n", path)

    def to_markdown(
        self, path: str | os.PathLike[str] | None = None, digits: int = 4, rank_by: str | None = None
    ) -> str:
        """The summary as a Markdown table, ranked by a measure where one is named."""
        return deliver(self.table(digits, rank_by).to_markdown(), path)

    def to_latex(self, path: str | os.PathLike[str] | None = None, digits: int = 4, rank_by: str | None = None) -> str:
        """The summary as a LaTeX tabular (booktabs), ranked by a measure where one is named."""
        return deliver(self.table(digits, rank_by).to_latex(), path)

    def to_pandas(self, *, units: bool = False) -> Any:
        """A DataFrame: runs x measures, or (``units=True``) run, measure, unit, value rows."""
        try:
            import pandas
        except ImportError:
            raise MissingResourceError("the package pandas", "Install it: pip install pandas.") from None
        if not units:
            return pandas.DataFrame({r.measure: r.aggregate for r in self}, index=list(self.runs))
        frames = [
            pandas.DataFrame(
                {
                    "run": np.repeat(np.array(self.runs, dtype=object), len(r.units)),
                    "measure": r.measure,
                    "unit": np.tile(np.array(r.units.names, dtype=object), len(self.runs)),
                    "value": r.values.ravel(),
                }
            )
            for r in self
        ]
        return pandas.concat(frames, ignore_index=True)

    def __repr__(self) -> str:
        return f"Scores({len(self.runs)} runs; {', '.join(self._results)})"

    def _row(self, run: str) -> int:
        try:
            return self.runs.index(run)
        except ValueError:
            raise UnknownNameError("run", run, self.runs) from None


def _entry(result: MeasureScores, run: int) -> Mapping[str, Any]:
    return {
        "value": json_number(result.aggregate[run]),
        "units": len(result.units),
        "undefined": int(result.undefined[run]),
        "low": None if result.low is None else json_number(result.low[run]),
        "high": None if result.high is None else json_number(result.high[run]),
        "signature": result.signatures[run],
    }


def _columns(result: MeasureScores) -> list[tuple[str, np.ndarray]]:
    """What the summary of one measure consists of: its values and, where there are any, their limits."""
    columns = [(result.measure, result.aggregate)]
    if result.low is not None and result.high is not None:
        columns += [(f"{result.measure} low", result.low), (f"{result.measure} high", result.high)]
    return columns


def _cell(result: MeasureScores, run: int, digits: int) -> str:
    value = float(result.aggregate[run])
    if result.low is None or result.high is None:
        return shown(value, digits)
    return shown_between(value, float(result.low[run]), float(result.high[run]), digits)
