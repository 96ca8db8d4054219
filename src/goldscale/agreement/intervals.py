"""Confidence intervals of coefficients of agreement: by drawing items anew, or from the linearised variance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import stdtrit

from goldscale.agreement.coefficients.definition import Prepared, PreparedAnalytic
from goldscale.kernels.resampling import draws

BATCH = 64
NUMBERS = 4_000_000
"""How many numbers the replicates of one batch may hold."""

Limits = tuple[np.ndarray, np.ndarray]


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
    mean_low, mean_high = _quantiles(_mean(found)[:, None], ci)
    found[:, laid.drawable < 2] = np.nan
    return _quantiles(found, ci), (float(mean_low[0]), float(mean_high[0])), undefined


def analytic(prepared: PreparedAnalytic, values: np.ndarray, ci: float, bounds: tuple[float, float]) -> Limits:
    """Limits from the standard error with Student's t, cut at the ends of the coefficient's range."""
    error, freedom = prepared.error()
    reach = error * stdtrit(np.where(freedom > 0, freedom, np.nan), (1 + ci) / 2)
    return np.maximum(values - reach, bounds[0]), np.minimum(values + reach, bounds[1])


def _mean(found: np.ndarray) -> np.ndarray:
    """Per replicate the mean over the groups that have a value."""
    known = ~np.isnan(found)
    count = known.sum(axis=1)
    total = np.where(known, found, 0.0).sum(axis=1)
    return np.divide(total, count, out=np.full(len(found), np.nan), where=count > 0)


def _quantiles(found: np.ndarray, ci: float) -> Limits:
    low, high = np.full((2, found.shape[1]), np.nan)
    some = ~np.isnan(found).all(axis=0)
    if some.any():
        low[some], high[some] = np.nanquantile(found[:, some], [(1 - ci) / 2, (1 + ci) / 2], axis=0)
    return low, high
