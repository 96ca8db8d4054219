"""Scores unit by unit: of each measure a table of concepts (or images) x runs, with how many cells are relevant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from goldscale.data.measure_scores import MeasureScores
from goldscale.data.number_format import deliver, json_number
from goldscale.data.result import PathLike, Result
from goldscale.data.table import Column, Table, best_of, counts, names, numbers
from goldscale.errors import ParameterError, known_name

if TYPE_CHECKING:
    from goldscale.data.scores import Scores

Sort = Literal["value", "name", "prevalence", "spread"]
SORTS: tuple[Sort, ...] = get_args(Sort)
ENDS = 10
"""How many of the best and of the worst units stand in a table that would be too long."""


@dataclass(frozen=True, repr=False)
class UnitScores(Result):
    """The units of some scores. Tables are sorted and may be cut to the best and worst; CSV and JSON have every unit.

    A unit's value is the mean over the runs that have one; its spread is the highest less the lowest. Units without
    any value stand last, and are neither best nor worst.
    """

    long_csv = True

    scores: Scores
    sort: Sort = "value"
    best: int | None = None
    worst: int | None = None
    longest: int | None = None
    """Where neither best nor worst is asked for: tables of more rows than this have only the ends."""
    digits: int = 4

    def __post_init__(self) -> None:
        known_name(self.sort, SORTS, "order of units")
        for end in (self.best, self.worst):
            if end is not None and end < 0:
                raise ParameterError(f"so many units cannot be shown: {end}")

    def table(self, measure: str) -> Table:
        """Units x runs of one measure, the best run first; the best value of each unit stands out."""
        result = self.scores[measure]
        ranked = [self.scores.runs.index(run) for run in self.scores.ranking(measure)]
        kept, notes = self._kept(result)
        rows = [unit for unit in self._order(result) if unit in kept]
        columns = [names(result.units.noun, (result.units[row] for row in rows)), *_prevalence(result, rows)]
        if len(ranked) > 1:
            both = (("mean", _mean(result)), ("spread", _spread(result)))
            columns += [numbers(heading, values[rows], self.digits) for heading, values in both]
        columns += self._run_columns(result, ranked, rows)
        return Table(columns, f"{result.measure} by {result.units.noun}", notes)

    def tables(self) -> tuple[Table, ...]:
        """A table per measure."""
        return tuple(self.table(result.measure) for result in self.scores)

    def to_csv(self, path: PathLike | None = None) -> str:
        """``run,measure,unit,value`` rows with every digit."""
        return deliver(self.scores.unit_table().to_csv(), path)

    def to_pandas(self) -> Any:
        """The same rows as a DataFrame."""
        return self.scores.unit_table().to_pandas()

    def to_dict(self) -> dict[str, Any]:
        """As that of the scores; each entry has ``by_unit`` besides, and ``prevalence`` says what a unit holds."""
        found = self.scores.to_dict()
        for result in self.scores:
            for run, values in zip(self.scores.runs, result.values, strict=True):
                found["runs"][run][result.measure]["by_unit"] = _by_unit(result, values)
        found["prevalence"] = {
            result.measure: {
                "unit": result.units.noun,
                "relevant": _by_unit(result, result.relevant),
                "judged": _by_unit(result, result.judged),
            }
            for result in self.scores
            if result.relevant is not None and result.judged is not None
        }
        return found

    def _order(self, result: MeasureScores) -> list[int]:
        """All units, sorted; those without a value last."""
        if self.sort == "name":
            keys: Sequence[Any] | np.ndarray = result.units.names
        elif self.sort == "prevalence":
            keys = np.zeros(len(result.units)) if result.relevant is None else -result.relevant
        else:
            keys = -_spread(result) if self.sort == "spread" else _worth(result)
        unknown = np.isnan(_mean(result))
        return sorted(range(len(result.units)), key=lambda unit: (bool(unknown[unit]), keys[unit], unit))

    def _kept(self, result: MeasureScores) -> tuple[set[int], list[str]]:
        """Which units are shown, and what is said where some are not."""
        count, best, worst = len(result.units), self.best, self.worst
        if best is None and worst is None:
            if self.longest is None or count <= self.longest:
                return set(range(count)), []
            best = worst = ENDS
        worth = _worth(result)
        order = [int(unit) for unit in np.argsort(worth, kind="stable") if not np.isnan(worth[unit])]
        first, last = order[: best or 0], order[len(order) - min(worst or 0, len(order)) :]
        ends = [f"{len(end)} {word}" for end, word in ((first, "best"), (last, "worst")) if end]
        shown = set(first) | set(last)
        if len(shown) == count or not ends:
            return shown, []
        return shown, [f"The {' and the '.join(ends)} of {result.units.counted}; CSV and JSON have all."]

    def _run_columns(self, result: MeasureScores, ranked: Sequence[int], rows: Sequence[int]) -> list[Column]:
        """A column per run, the best first; where there is no room, the weakest go first."""
        values = result.values[np.ix_(ranked, rows)]
        best = [best_of(unit, result.higher_is_better, self.digits) for unit in values.T.tolist()]
        return [
            replace(
                numbers(self.scores.runs[run], values[place], self.digits, optional=place),
                best=frozenset(row for row, standing in enumerate(best) if place in standing),
            )
            for place, run in enumerate(ranked)
        ]

    def __repr__(self) -> str:
        found = ", ".join(f"{r.measure} of {r.units.counted}" for r in self.scores)
        return f"UnitScores({len(self.scores.runs)} runs: {found})"


def _prevalence(result: MeasureScores, rows: Sequence[int]) -> list[Column]:
    if result.relevant is None or result.judged is None:
        return []
    relevant, judged = result.relevant[rows], result.judged[rows]
    whole = relevant.dtype.kind in "iu"
    share = np.divide(relevant, judged, out=np.full(len(judged), np.nan), where=judged > 0)
    return [counts("relevant", relevant) if whole else numbers("relevant", relevant, 1), numbers("share", share, 3)]


def _mean(result: MeasureScores) -> np.ndarray:
    """Each unit's mean over the runs that have a value."""
    known = ~np.isnan(result.values)
    total, count = np.where(known, result.values, 0.0).sum(axis=0), known.sum(axis=0)
    return np.divide(total, count, out=np.full(len(count), np.nan), where=count > 0)


def _worth(result: MeasureScores) -> np.ndarray:
    """Low where a unit does well."""
    return -_mean(result) if result.higher_is_better else _mean(result)


def _spread(result: MeasureScores) -> np.ndarray:
    """Each unit's highest value less its lowest."""
    known = ~np.isnan(result.values)
    high = np.where(known, result.values, -np.inf).max(axis=0)
    low = np.where(known, result.values, np.inf).min(axis=0)
    return np.subtract(high, low, out=np.full(len(high), np.nan), where=known.any(axis=0))


def _by_unit(result: MeasureScores, values: np.ndarray | None) -> dict[str, float | None]:
    found = [] if values is None else values.tolist()
    return dict(zip(result.units, (v if isinstance(v, int) else json_number(v) for v in found), strict=True))
