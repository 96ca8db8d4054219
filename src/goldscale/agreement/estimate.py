"""One coefficient on one layout of the votes: values, limits and remarks of every group, and of their mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from scipy.special import stdtrit

from goldscale.agreement.coefficients.definition import Coefficient, Prepared, PreparedAnalytic
from goldscale.agreement.result import Estimate
from goldscale.kernels.ratio import known_mean
from goldscale.kernels.resampling import draws

Interval = Literal["bootstrap", "analytic"]
Limits = tuple[np.ndarray, np.ndarray]

BATCH = 64
NUMBERS = 4_000_000
"""How many numbers the replicates of one batch may hold."""

ROUNDING = 1e-9
"""A value this little outside its limits is not outside."""

MISSED = "no interval: too few units to resample (the limits would not hold the value)"
FLAT = "no interval: too few units to resample (the resamples do not vary)"
ALONE = "no interval: there is only one thing to resample"
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
    where groups have few units, since some are drawn twice. So are limits without any width, unless people agree
    throughout: that few units gave the same value each time is no certainty.
    """
    laid = prepared.ratings
    values = value(prepared) if laid.draws else np.full(laid.groups, np.nan)
    known = ~np.isnan(values)
    average = float(known_mean(values))
    low = high = np.full(laid.groups, np.nan)
    mean_low = mean_high = float("nan")
    undefined = np.zeros(laid.groups, dtype=np.int64)
    if plan.ci is not None and plan.interval == "bootstrap":
        (low, high), (mean_low, mean_high), undefined = bootstrap(
            prepared, plan.ci, plan.replicates, plan.seed, progress
        )
    elif plan.ci is not None and laid.draws:
        bounds = (one.definition.low, one.definition.high)
        low, high = analytic(cast(PreparedAnalytic, prepared), values, plan.ci, bounds)
    withheld = _withheld(values, low, high, one.definition.high)
    low, high = np.where(known & (withheld == ""), (low, high), np.nan)
    of_mean = np.array([[average], [mean_low], [mean_high]])
    (mean_withheld,) = _withheld(of_mean[0], of_mean[1], of_mean[2], one.definition.high)
    if plan.resampled and laid.draws < 2:
        mean_withheld = ALONE
    if mean_withheld:
        mean_low = mean_high = float("nan")
    notes = [
        _note(
            prepared,
            one,
            plan,
            group,
            known=bool(known[group]),
            withheld=str(withheld[group]),
            undefined=undefined[group],
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
    remarks += [mean_withheld] if mean_withheld and known.any() else []
    mean = Estimate("mean", average, mean_low, mean_high, units, single, votes, "; ".join(remarks))
    return estimates, mean


def _note(
    prepared: Prepared, one: Coefficient, plan: Plan, group: int, *, known: bool, withheld: str, undefined: int
) -> str:
    laid = prepared.ratings
    if not known:
        return laid.reason(group) or one.definition.degenerate
    remarks = [POOLED] if one.definition.by_chance and np.isnan(laid.choices[group]) else []
    if plan.resampled and laid.drawable[group] < 2:
        remarks.append(ALONE)
    elif withheld:
        remarks.append(withheld)
    elif plan.resampled and undefined:
        remarks.append(f"{undefined} of {plan.replicates} replicates are undefined and left out")
    return "; ".join(remarks)


def _withheld(values: np.ndarray, low: np.ndarray, high: np.ndarray, best: float) -> np.ndarray:
    """Why limits are not shown; empty where they are, or where there are none."""
    missed = (values < low - ROUNDING) | (values > high + ROUNDING)
    flat = (high - low <= ROUNDING) & (np.abs(values - best) > ROUNDING)
    return np.select([missed, flat], [MISSED, FLAT], "")


def value(prepared: Prepared) -> np.ndarray:
    """The value of each group: every thing is drawn once."""
    return prepared.under(np.ones((1, prepared.ratings.draws)))[0]


def bootstrap(
    prepared: Prepared, ci: float, replicates: int, seed: int, progress: Callable[[int], None]
) -> tuple[Limits, tuple[float, float], np.ndarray]:
    """Percentile limits of each group and of the mean over groups; and how many replicates of a group are undefined.

    Replicates without a value are left out. A group with fewer than two things to draw has no limits.
    """
    laid = prepared.ratings
    found = np.full((replicates, laid.groups), np.nan)
    if laid.draws:
        batch = int(np.clip(NUMBERS // max(1, prepared.width), 1, BATCH))
        done = 0
        for drawn in draws(np.random.default_rng(seed), laid.draws, replicates, batch):
            found[done : done + len(drawn)] = prepared.under(drawn)
            done += len(drawn)
            progress(done)
    undefined = np.isnan(found).sum(axis=0)
    mean_low, mean_high = _quantiles(known_mean(found, axis=1)[:, None], ci)
    found[:, laid.drawable < 2] = np.nan
    return _quantiles(found, ci), (float(mean_low[0]), float(mean_high[0])), undefined


def analytic(prepared: PreparedAnalytic, values: np.ndarray, ci: float, bounds: tuple[float, float]) -> Limits:
    """Limits from the standard error with Student's t, cut at the ends of the coefficient's range."""
    error, freedom = prepared.error()
    reach = error * stdtrit(np.where(freedom > 0, freedom, np.nan), (1 + ci) / 2)
    return np.maximum(values - reach, bounds[0]), np.minimum(values + reach, bounds[1])


def _quantiles(found: np.ndarray, ci: float) -> Limits:
    low, high = np.full((2, found.shape[1]), np.nan)
    some = ~np.isnan(found).all(axis=0)
    if some.any():
        low[some], high[some] = np.nanquantile(found[:, some], [(1 - ci) / 2, (1 + ci) / 2], axis=0)
    return low, high
