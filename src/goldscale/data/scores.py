"""Scores: per-unit values of each measure for each run, the published numbers and their signatures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from goldscale.data.measure_scores import GroupScores, MeasureScores
from goldscale.data.number_format import deliver, json_number, shown
from goldscale.data.result import PathLike, Result
from goldscale.data.run import check_run_names
from goldscale.data.table import Column, Table, best_of, counts, intervals, names, numbers, pandas_frame
from goldscale.data.unit_scores import Sort, UnitScores
from goldscale.errors import ParameterError, known_name, listed, look_up


class Scores(Result):
    """What an evaluation found: for each measure a matrix of runs x units, aggregates and signatures.

    Measures may be named in any spelling that parses; ``canonical`` turns it into the printed one.
    """

    made_by = "gs.evaluate(runs, truth, measures)"

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
        runs = [run for part in parts for run in part.runs]
        check_run_names(runs)
        first = parts[0]
        return cls(runs, [MeasureScores.stack([p[m] for p in parts]) for m in first.measures], first._canonical)

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, as they print."""
        return tuple(self._results)

    def __getitem__(self, measure: str) -> MeasureScores:
        name = str(measure)
        if name not in self._results:
            name = self._canonical(name)
        return look_up(name, self._results, "measure in these scores")

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
        return look_up(level, {found.groups.noun: found for found in result.levels}, "level of groups")

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

    def only(self, measures: Sequence[str]) -> Scores:
        """Only these measures, in this order."""
        return Scores(self.runs, [self[measure] for measure in measures], self._canonical)

    @property
    def notes(self) -> dict[str, list[str]]:
        """What the authors of runs should know about their numbers, by run; each thing once."""
        found = zip(self.runs, zip(*(result.run_notes for result in self), strict=True), strict=True)
        return {run: list(dict.fromkeys(filter(None, said))) for run, said in found if any(said)}

    def remarks(self) -> list[str]:
        """The notes as lines, each once, behind the runs of which it is said."""
        about: dict[str, list[str]] = {}
        for run, notes in self.notes.items():
            for said in notes:
                about.setdefault(said, []).append(run)
        return [f"{listed(runs)}: {said}" for said, runs in about.items()]

    def table(self, digits: int = 4, rank_by: str | None = None) -> Table:
        """Runs x measures, ranked by a measure where one is named; with intervals where there are any."""
        order = [self._row(run) for run in (self.runs if rank_by is None else self.ranking(rank_by))]
        ranks = [] if rank_by is None else [counts("rank", self._ranks(rank_by, order))]
        return Table([*ranks, names("run", (self.runs[i] for i in order)), *(_column(r, order, digits) for r in self)])

    def _ranks(self, measure: str, order: Sequence[int]) -> list[int]:
        """Places from 1; equal runs share the first of theirs."""
        values = self[measure].aggregate[list(order)]
        new = [True, *(values[1:] != values[:-1]) & ~(np.isnan(values[1:]) & np.isnan(values[:-1]))]
        return np.maximum.accumulate(np.where(new[: len(values)], np.arange(1, len(values) + 1), 0)).tolist()

    def unit_table(self) -> Table:
        """A row per run, measure and unit."""
        rows = [(run, r.measure, unit) for r in self for run in self.runs for unit in r.units]
        values = np.concatenate([r.values.ravel() for r in self]) if self._results else np.empty(0)
        run, measure, unit = zip(*rows, strict=True) if rows else ((), (), ())
        return Table([names("run", run), names("measure", measure), names("unit", unit), numbers("value", values)])

    def per_unit(
        self, *, sort: Sort = "value", best: int | None = None, worst: int | None = None, digits: int = 4
    ) -> UnitScores:
        """Each measure as a table of units x runs, sorted by value, name, prevalence or spread; all or the ends."""
        return UnitScores(self, sort, best, worst, digits=digits)

    def tables(self) -> tuple[Table, ...]:
        """The summary, in the order of the runs."""
        return (replace(self.table(), notes=self.remarks()),)

    def to_csv(self, path: PathLike | None = None, *, units: bool = False) -> str:
        """The summary as CSV with full precision, or (``units=True``) run,measure,unit,value rows.

        Intervals, where there are any, stand in columns of their own: ``AP,AP low,AP high``.
        """
        return deliver((self.unit_table() if units else self.table()).to_csv(), path)

    def to_dict(self) -> dict[str, Any]:
        """``{"runs": {run: {measure: {value, units, undefined, low, high, signature}}}}``, ready for JSON.

        ``notes``, by run, are there where there is something to say.
        """
        runs = {run: {r.measure: _entry(r, i) for r in self._results.values()} for i, run in enumerate(self.runs)}
        return {"runs": runs, **({"notes": self.notes} if self.notes else {})}

    def to_markdown(
        self, path: PathLike | None = None, digits: int = 4, rank_by: str | None = None, bold: bool = True
    ) -> str:
        """The summary as a Markdown table, ranked by a measure where one is named; the best values are bold."""
        table = self.table(digits, rank_by)
        return deliver((table if bold else table.plain()).to_markdown(), path)

    def to_latex(
        self, path: PathLike | None = None, digits: int = 4, rank_by: str | None = None, bold: bool = True
    ) -> str:
        """The summary as a LaTeX tabular (booktabs), ranked by a measure where one is named; the best are bold."""
        table = self.table(digits, rank_by)
        return deliver((table if bold else table.plain()).to_latex(), path)

    def to_pandas(self, *, units: bool = False) -> Any:
        """A DataFrame: runs x measures, or (``units=True``) run, measure, unit, value rows."""
        if units:
            return self.unit_table().to_pandas()
        return pandas_frame({r.measure: r.aggregate for r in self}, self.runs)

    def __repr__(self) -> str:
        if len(self.runs) == 1:
            found = [f"{r.measure} {shown(float(r.aggregate[0]), 4)}" for r in self]
            return f"Scores({self.runs[0]}: {', '.join(found)})"
        best = [(r, self._row(self.ranking(r.measure)[0])) for r in self] if self.runs else []
        found = [f"{r.measure} {shown(float(r.aggregate[i]), 4)} ({self.runs[i]})" for r, i in best]
        return f"Scores({len(self.runs)} runs, the best: {', '.join(found)})"

    def _row(self, run: str) -> int:
        return self.runs.index(known_name(run, self.runs, "run"))


def _entry(result: MeasureScores, run: int) -> dict[str, Any]:
    return {
        "value": json_number(result.aggregate[run]),
        "units": len(result.units),
        "undefined": int(result.undefined[run]),
        "low": None if result.low is None else json_number(result.low[run]),
        "high": None if result.high is None else json_number(result.high[run]),
        "signature": result.signatures[run],
    }


def _column(result: MeasureScores, order: Sequence[int], digits: int) -> Column:
    rows = list(order)
    values = result.aggregate[rows]
    if result.low is None or result.high is None:
        column = numbers(result.measure, values, digits)
    else:
        column = intervals(result.measure, zip(values, result.low[rows], result.high[rows], strict=True), digits)
    return replace(column, best=best_of(values.tolist(), result.higher_is_better, digits))
