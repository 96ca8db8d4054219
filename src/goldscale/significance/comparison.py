"""What a comparison of runs found, pair by pair, and its written forms."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from goldscale.data import Axis
from goldscale.data.number_format import shown, shown_between
from goldscale.data.table import Table


@dataclass(frozen=True)
class Pair:
    """Two runs, and how they differ. Numbers are NaN where they are undefined; ``reason`` then says why."""

    first: str
    second: str
    units: int
    """Units on which both have a value."""
    left_out: int
    """Units on which one of them has none."""
    difference: float
    """Mean of first minus second."""
    low: float
    """Interval of the difference at confidence 1 - alpha."""
    high: float
    effect: float
    """Cohen's d of paired differences: their mean over their standard deviation; NaN where all are the same, not 0."""
    p: float
    corrected: float
    """p after the correction for many pairs."""
    significant: bool
    exact: bool
    """Whether p comes from no random draws and no approximation."""
    better: str | None
    """Which of the two is better; None unless the difference is significant."""
    reason: str | None = None


@dataclass(frozen=True)
class Comparison:
    """Paired tests between runs on one measure."""

    measure: str
    test: str
    runs: tuple[str, ...]
    pairs: tuple[Pair, ...]
    units: Axis
    """What is paired: the measure's units, or the groups of a level."""
    baseline: str | None
    alpha: float
    correction: str
    replicates: int
    seed: int
    signature: str
    """What somebody else needs to get the same numbers."""

    def pair(self, first: str, second: str) -> Pair | None:
        """The pair of these two runs, in whichever order; None where they were not compared."""
        return next((pair for pair in self.pairs if {pair.first, pair.second} == {first, second}), None)

    def p_values(self, *, corrected: bool = True) -> np.ndarray:
        """Runs x runs, symmetric; NaN on the diagonal and where two runs were not compared."""
        found = np.full((len(self.runs), len(self.runs)), np.nan)
        place = {run: i for i, run in enumerate(self.runs)}
        for pair in self.pairs:
            i, j = place[pair.first], place[pair.second]
            found[i, j] = found[j, i] = pair.corrected if corrected else pair.p
        return found

    def legend(self, *, matrix: bool = False) -> str:
        """What a reader of the table (or of the matrix) must know."""
        how = f"{self.test} test, two-sided, paired over {self.units.plural}"
        if matrix:
            return f"{self.measure}: p ({self.correction}) of every two runs; {how}"
        return (
            f"{self.measure}: first minus second [at {100 * (1 - self.alpha):g} % confidence]; {how}; d: mean over "
            f"standard deviation of the differences; better where p ({self.correction}) is at most {self.alpha:g}"
        )

    def table(self, digits: int = 4) -> Table:
        """A row per pair."""
        header = ["first", "second", "difference", "d", "units", "p", f"p ({self.correction})", "better"]
        return Table(header, [self._row(pair, digits) for pair in self.pairs])

    def matrix_table(self, digits: int = 4) -> Table:
        """Corrected p-values, runs x runs."""
        rows = zip(self.runs, self.p_values(), strict=True)
        return Table(["run", *self.runs], [[run, *(_probability(p, digits) for p in row)] for run, row in rows])

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; what is undefined is None."""
        about = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("runs", "pairs", "units")}
        pairs = [{name: _plain(value) for name, value in asdict(pair).items()} for pair in self.pairs]
        units = {"unit": self.units.noun, "units": len(self.units)}
        return {**about, **units, "runs": list(self.runs), "pairs": pairs}

    def _row(self, pair: Pair, digits: int) -> list[str]:
        difference = shown(pair.difference, digits)
        if not math.isnan(pair.low):
            difference = shown_between(pair.difference, pair.low, pair.high, digits)
        return [
            pair.first,
            pair.second,
            difference,
            shown(pair.effect, 2),
            str(pair.units),
            _probability(pair.p, digits),
            _probability(pair.corrected, digits),
            pair.better or "-",
        ]


def _probability(p: float, digits: int) -> str:
    """As a number, but never 0 for what is only small."""
    return f"{p:.0e}" if 0 < p < 0.5 * 10**-digits else shown(p, digits)


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
