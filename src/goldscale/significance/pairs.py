"""Two runs and how they differ, as a row of a table, and the units that it would take to find a difference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldscale.data.table import Column, counts, intervals, names, numbers, p_values, texts
from goldscale.errors import ParameterError
from goldscale.kernels.power import units_needed


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
    """Cohen's d of paired differences: their mean over their standard deviation; NaN where all are the same, not 0.

    Over resamples, the difference over the deviation that single units would have if it were their mean.
    """
    p: float
    corrected: float
    """p after the correction for many pairs."""
    lowest: float
    """The smallest corrected p that so many units, replicates and pairs allow; above alpha, nothing is significant."""
    significant: bool
    exact: bool
    """Whether p comes from no random draws and no approximation."""
    better: str | None
    """Which of the two is better; None unless the difference is significant."""
    reason: str | None = None
    equivalent: float = math.nan
    """Corrected p of equivalence within the margin; NaN where none was named."""
    verdict: str | None = None
    """Within a margin: equivalent, different or undecided; None where none was named."""
    needed: int | None = None
    """Units that a paired t-test would take to find a difference of this size; None where that was not asked for."""


def check_power(power: float) -> None:
    """Refuses what is no probability of finding a difference."""
    if not 0 < power < 1:
        raise ParameterError(f"power must lie between 0 and 1, as 0.8, not {power:g}")


def needed_units(effects: Sequence[float], power: float, alpha: float) -> list[int | None]:
    """How many units each effect takes to be found with this probability; None where no number would do."""
    check_power(power)
    needed = units_needed(np.array(effects, dtype=np.float64), power, alpha)
    return [None if np.isnan(n) else int(n) for n in needed]


def pair_columns(pairs: Sequence[Pair], correction: str, digits: int = 4) -> list[Column]:
    """A row per pair."""
    sides = {True: "first", False: "second"}
    columns = [
        names("first", (p.first for p in pairs)),
        names("second", (p.second for p in pairs)),
        intervals("difference", ((p.difference, p.low, p.high) for p in pairs), digits),
        numbers("d", (p.effect for p in pairs), 2, optional=1),
        counts("units", (p.units for p in pairs), optional=3),
        p_values("p", (p.p for p in pairs), digits, optional=2),
        p_values(f"p ({correction})", (p.corrected for p in pairs), digits),
        names("better", ("-" if p.better is None else sides[p.better == p.first] for p in pairs)),
    ]
    if any(p.verdict for p in pairs):
        columns.append(p_values("p (equivalent)", (p.equivalent for p in pairs), digits))
        columns.append(names("verdict", (p.verdict or "" for p in pairs)))
    if any(p.reason for p in pairs):
        columns.append(texts("note", (p.reason or "" for p in pairs)))
    return columns
