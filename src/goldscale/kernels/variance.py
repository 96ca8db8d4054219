"""Where the variance of scores comes from: runs, units, and what is left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Components:
    """Variance components of runs x units with one value per cell: random effects, from the mean squares."""

    runs: float
    units: float
    residual: float
    """The interaction of run and unit, and chance: with one value per cell they cannot be parted."""
    counted: int
    """How many units have a value of every run."""

    def relative(self, units: float) -> float:
        """Generalisability (E rho squared): how far another sample of units would rank the runs alike."""
        return _share(self.runs, self.residual / units)

    def absolute(self, units: float) -> float:
        """Dependability (phi): how far another sample of units would give the runs the same scores."""
        return _share(self.runs, (self.units + self.residual) / units)

    def units_for(self, reliability: float) -> float:
        """How many units a generalisability takes; infinite where runs do not differ."""
        if not self.runs > 0:
            return float("inf")
        return reliability / (1 - reliability) * self.residual / self.runs


def components(values: np.ndarray) -> Components:
    """Of runs x units, as far as they are complete. NaN with fewer than two runs or units.

    >>> components(np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]]))
    Components(runs=0.5, units=1.0, residual=0.0, counted=3)
    """
    known = complete(values)
    runs, units = known.shape
    if runs < 2 or units < 2:
        return Components(np.nan, np.nan, np.nan, units)
    grand, by_run, by_unit = known.mean(), known.mean(axis=1), known.mean(axis=0)
    square_runs = units * np.sum((by_run - grand) ** 2) / (runs - 1)
    square_units = runs * np.sum((by_unit - grand) ** 2) / (units - 1)
    rest = known - by_run[:, None] - by_unit[None, :] + grand
    residual = float(np.sum(rest**2) / ((runs - 1) * (units - 1)))
    # An estimate below 0 means 0: the source adds nothing that chance does not.
    return Components(
        max(float(square_runs - residual) / units, 0.0),
        max(float(square_units - residual) / runs, 0.0),
        residual,
        units,
    )


def complete(values: np.ndarray) -> np.ndarray:
    """Without runs that have no value at all, and then without units that lack a value of some run."""
    known = values[~np.isnan(values).all(axis=1)]
    return known[:, ~np.isnan(known).any(axis=0)]


def _share(wanted: float, other: float) -> float:
    total = wanted + other
    return wanted / total if total > 0 else float("nan")
