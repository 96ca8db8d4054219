"""One coefficient on one layout of the votes: values, limits and remarks of every group, and of their mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np

from goldscale.agreement import intervals
from goldscale.agreement.coefficients.definition import Coefficient, Prepared, PreparedAnalytic
from goldscale.agreement.result import Estimate

Interval = Literal["bootstrap", "analytic"]

ROUNDING = 1e-9
"""A value this little outside its limits is not outside."""

MISSED = "no interval: too few units to resample (the limits would not hold the value)"
POOLED = "labels that offer different values are pooled, which flatters; read the mean over labels"


@dataclass(frozen=True)
class Plan:
    """How intervals are made; ``ci`` is None where none are."""

    ci: float | None
    interval: Interval
    replicates: int
    seed: int

    @property
    def resampled(self) -> bool:
        """Whether items are drawn anew."""
        return self.ci is not None and self.interval == "bootstrap"


def estimate(
    prepared: Prepared, one: Coefficient, plan: Plan, progress: Callable[[int], None]
) -> tuple[tuple[Estimate, ...], Estimate]:
    """The estimate of each group, and of their mean.

    Percentile limits that their own value lies outside of are no interval and are left out: resampling is biased
    where groups have few units, since some are drawn twice.
    """
    laid = prepared.ratings
    values = intervals.value(prepared) if laid.draws else np.full(laid.groups, np.nan)
    known = ~np.isnan(values)
    average = float(values[known].mean()) if known.any() else float("nan")
    low = high = np.full(laid.groups, np.nan)
    mean_low = mean_high = float("nan")
    undefined = np.zeros(laid.groups, dtype=np.int64)
    if plan.ci is not None and plan.interval == "bootstrap":
        (low, high), (mean_low, mean_high), undefined = intervals.bootstrap(
            prepared, plan.ci, plan.replicates, plan.seed, progress
        )
    elif plan.ci is not None and laid.draws:
        bounds = (one.definition.low, one.definition.high)
        low, high = intervals.analytic(cast(PreparedAnalytic, prepared), values, plan.ci, bounds)
    missed = (values < low - ROUNDING) | (values > high + ROUNDING)
    low, high = np.where(known & ~missed, (low, high), np.nan)
    mean_missed = average < mean_low - ROUNDING or average > mean_high + ROUNDING
    if mean_missed:
        mean_low = mean_high = float("nan")
    notes = [
        _note(
            prepared, one, plan, group, known=bool(known[group]), missed=bool(missed[group]), undefined=undefined[group]
        )
        for group in range(laid.groups)
    ]
    counts = np.column_stack([laid.units, laid.single, laid.votes])
    estimates = tuple(
        Estimate(name, value, bottom, top, units, single, votes, note)
        for name, value, bottom, top, (units, single, votes), note in zip(
            laid.names, values.tolist(), low.tolist(), high.tolist(), counts.tolist(), notes, strict=True
        )
    )
    units, single, votes = counts.sum(axis=0).tolist()
    remarks = [] if known.all() else [f"{int((~known).sum())} of {len(values)} are undefined and left out"]
    remarks += [MISSED] if mean_missed else []
    mean = Estimate("mean", average, mean_low, mean_high, units, single, votes, "; ".join(remarks))
    return estimates, mean


def _note(
    prepared: Prepared, one: Coefficient, plan: Plan, group: int, *, known: bool, missed: bool, undefined: int
) -> str:
    laid = prepared.ratings
    if not known:
        return laid.reason(group) or one.definition.degenerate
    remarks = [POOLED] if one.definition.by_chance and np.isnan(laid.choices[group]) else []
    if missed:
        remarks.append(MISSED)
    elif plan.resampled and laid.drawable[group] < 2:
        remarks.append("no interval: there is only one thing to resample")
    elif plan.resampled and undefined:
        remarks.append(f"{undefined} of {plan.replicates} replicates are undefined and left out")
    return "; ".join(remarks)
