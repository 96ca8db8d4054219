"""How well a measure tells systems apart with the units at hand, and how many it would take."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldscale.data import MeasureScores, Scores
from goldscale.data.number_format import json_number, shown
from goldscale.data.result import Result
from goldscale.data.table import Table, counts, names, numbers
from goldscale.errors import ParameterError
from goldscale.kernels.split_halves import half_differences, swap_rates
from goldscale.kernels.variance import Components, complete, components
from goldscale.significance import compare

TEST = "t"
"""One test for all measures, and a fast one: all pairs of many runs are tested."""
BINS = 20
TOLERATED = 0.05
"""The rate of swaps that a difference may have and still be believed."""
RELIABLE = 0.95


@dataclass(frozen=True)
class MeasurePower:
    """What the scores of one measure can tell apart."""

    measure: str
    units: int
    separated: float
    """Share of the pairs of runs with p at most alpha, without correction (Sakai, SIGIR 2006)."""
    pairs: int
    swap_rate: float
    """How often two halves of the units order two runs in opposite ways."""
    believable: float
    """From which difference on halves the rate of swaps stays tolerable; NaN where it never does."""
    variance: Components
    swap_curve: tuple[tuple[float, float], ...] = ()
    """Sizes of the difference on one half, and how often the other half says the opposite of such a one."""

    @property
    def reliability(self) -> float:
        """Generalisability of the ranking with the units at hand."""
        return self.variance.relative(self.variance.counted) if self.variance.counted else math.nan

    @property
    def needed(self) -> float:
        """How many units a reliable ranking takes."""
        return self.variance.units_for(RELIABLE)


@dataclass(frozen=True, repr=False)
class Power(Result):
    """Measures by how well they tell runs apart."""

    found: tuple[MeasurePower, ...]
    runs: tuple[str, ...]
    alpha: float
    splits: int
    seed: int

    def tables(self) -> tuple[Table, ...]:
        """A row per measure, the most powerful first."""
        rows = sorted(self.found, key=lambda row: math.inf if math.isnan(row.separated) else -row.separated)
        needed = [row.needed for row in rows]
        columns = [
            names("measure", (row.measure for row in rows)),
            counts("units", (row.units for row in rows)),
            numbers("separated", (row.separated for row in rows), 3),
            numbers("swap rate", (row.swap_rate for row in rows), 3),
            numbers("believable", (row.believable for row in rows), 3),
            numbers("reliability", (row.reliability for row in rows), 3),
            counts("units needed", (None if not math.isfinite(n) else max(math.ceil(n), 1) for n in needed)),
        ]
        pairs = len(self.runs) * (len(self.runs) - 1) // 2
        notes = [
            f"separated: share of {pairs} pairs of runs that a paired t-test tells apart at p <= {self.alpha:g}, "
            "uncorrected.",
            f"swap rate: how often halves of the units order two runs in opposite ways ({self.splits} splits, seed "
            f"{self.seed}); believable: from which difference on it happens in at most {100 * TOLERATED:g} %.",
            f"reliability: generalisability of the ranking; units needed for {RELIABLE:g}.",
        ]
        alike = [row.measure for row in self.found if math.isnan(row.separated)]
        if alike:
            notes.append(f"A dash: all runs have the same values, or there is one unit only ({', '.join(alike)}).")
        return (Table(columns, "What each measure tells apart", notes),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; what is undefined is null."""
        return {
            "runs": list(self.runs),
            "alpha": self.alpha,
            "splits": self.splits,
            "seed": self.seed,
            "measures": {row.measure: _entry(row) for row in self.found},
        }

    def __repr__(self) -> str:
        best = max(self.found, key=lambda row: -1.0 if math.isnan(row.separated) else row.separated)
        return f"Power({len(self.found)} measures, the best: {best.measure} separates {shown(best.separated, 3)})"


def power(scores: Scores, alpha: float = 0.05, splits: int = 50, seed: int = 0) -> Power:
    """How well each measure of an evaluation tells its runs apart.

    >>> import goldscale as gs
    >>> truth = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]
    >>> power(gs.evaluate({"right": truth, "wrong": [[0, 0, 0]] * 4}, truth, "F1:item")).found[0].separated
    1.0
    """
    if len(scores.runs) < 2:
        raise ParameterError(f"telling runs apart takes at least two, not {len(scores.runs)}")
    if splits < 1:
        raise ParameterError(f"splits must be at least 1, not {splits}")
    streams = np.random.default_rng(seed).spawn(len(scores.measures))
    found = tuple(_power(scores, r, alpha, splits, rng) for r, rng in zip(scores, streams, strict=True))
    return Power(found, scores.runs, alpha, splits, seed)


def _power(scores: Scores, result: MeasureScores, alpha: float, splits: int, rng: np.random.Generator) -> MeasurePower:
    tested = compare(scores, result.measure, TEST, alpha=alpha, correction="none").pairs
    known = [pair for pair in tested if pair.reason is None]
    one, other = half_differences(result.values, splits, rng)
    largest = max(float(np.abs(one).max(initial=0.0)), float(np.abs(other).max(initial=0.0)))
    edges = np.linspace(0.0, largest or 1.0, BINS + 1)
    rates, sizes = swap_rates(one, other, edges)
    if largest == 0:  # the same values for all runs, or one unit, which has no halves: no order that could swap
        rates = np.full_like(rates, np.nan)
    differ = bool(np.nanmax(np.ptp(complete(result.values), axis=0), initial=0.0) > 0)
    return MeasurePower(
        result.measure,
        len(result.units),
        sum(pair.significant for pair in known) / len(known) if known and differ else math.nan,
        len(known),
        float(np.nansum(rates * sizes) / sizes.sum()) if largest > 0 else math.nan,
        _believable(rates, edges) if largest > 0 else math.nan,
        components(result.values),
        tuple((float(at), float(rate)) for at, rate in zip((edges[1:] + edges[:-1]) / 2, rates, strict=True)),
    )


def _believable(rates: np.ndarray, edges: np.ndarray) -> float:
    """The lower edge from which on no size of difference is swapped too often."""
    bad = np.flatnonzero(np.nan_to_num(rates) > TOLERATED)
    start = int(bad[-1]) + 1 if len(bad) else 0
    return float(edges[start]) if start < len(rates) else math.nan


def _entry(row: MeasurePower) -> dict[str, Any]:
    variance = {"runs": row.variance.runs, "units": row.variance.units, "residual": row.variance.residual}
    return {
        "units": row.units,
        "separated": json_number(row.separated),
        "pairs": row.pairs,
        "swap_rate": json_number(row.swap_rate),
        "believable": json_number(row.believable),
        "swap_curve": [[at, json_number(rate)] for at, rate in row.swap_curve],
        "reliability": json_number(row.reliability),
        "units_needed": json_number(row.needed),
        "variance": {name: json_number(value) for name, value in variance.items()},
    }
