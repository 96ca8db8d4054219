"""Alpha from sums: Krippendorff's (1 - observed / expected disagreement, over units with two votes), Cronbach's."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.agreement.counts import Tally
from goldscale.kernels.agreement.distances import Distance, squares_within
from goldscale.kernels.ratio import ratio

ROUNDING = 1e-12
"""Below this share of the mean square, a variance is the rounding of zero."""


def observed(table: Tally, distance: Distance) -> np.ndarray:
    """Per unit, the summed distance of its pairs of votes, each vote counting once; 0 without a pair."""
    return per_vote(table, distance.within(table))


def per_vote(table: Tally, within: np.ndarray) -> np.ndarray:
    """A sum over ordered pairs as a sum over votes: each vote meets votes - 1 others."""
    return np.divide(within, table.votes - 1, out=np.zeros(table.units), where=table.pairable)


def alpha(apart: np.ndarray, pool: np.ndarray, distance: Distance) -> np.ndarray:
    """Alpha from the observed disagreement and the pool of paired votes (counts per value, last axis)."""
    return 1 - ratio(apart * (pool.sum(axis=-1) - 1), distance.across(pool, pool))


def middle_ranks(pool: np.ndarray) -> np.ndarray:
    """The middle of the ranks that each value holds in the pool, last axis."""
    return np.cumsum(pool, axis=-1) - pool / 2


def ordinal_parts(table: Tally, pool: np.ndarray, group: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Per unit ``observed``, and per group and value the summed distance from the pool (groups x values).

    The ordinal difference of two values is the number of votes between their middles, squared: the interval
    difference of middle ranks.
    """
    ranks = middle_ranks(pool)
    within = 2 * table.votes * squares_within(table, ranks[group[table.unit], table.code])
    votes = pool.sum(axis=-1, keepdims=True)
    # The mean of middle ranks is half the number of votes, whatever the votes.
    square = (ranks - votes / 2) ** 2
    return per_vote(table, within), votes * square + (pool * square).sum(axis=-1, keepdims=True)


def ordinal_alpha(table: Tally, pool: np.ndarray, group: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Ordinal alpha of each group under a weight per unit; ``pool`` is groups x values under the same weights."""
    seen, spread = ordinal_parts(table, pool, group)
    apart = np.bincount(group, seen * weight, minlength=len(pool))
    return 1 - ratio(apart * (pool.sum(axis=-1) - 1), (pool * spread).sum(axis=-1))


def alpha_error(
    table: Tally, group: np.ndarray, apart: np.ndarray, pool: np.ndarray, distances: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Standard error by linearisation and degrees of freedom, per group (Gwet 2014, section 5.3).

    ``apart`` is ``observed`` per unit, ``pool`` groups x values, and ``distances`` per entry of the table its mean
    distance from the pool. NaN where there are fewer than two units.
    """
    groups = len(pool)
    paired = table.pairable
    votes = table.votes * paired
    units = np.bincount(group, paired, minlength=groups)
    total = pool.sum(axis=-1)
    mean = ratio(total, units)
    seen = ratio(np.bincount(group, apart, minlength=groups), total)
    expected = ratio(np.bincount(group, table.sum(distances) * paired, minlength=groups), total)
    value = 1 - ratio(seen, expected)
    surplus = votes / mean[group] - 1
    part = 1 - ratio(
        apart / mean[group] - ((1 - ratio(np.ones(groups), total)) * seen)[group] * surplus, expected[group]
    )
    chance = expected[group] * (surplus + 1) - table.sum(distances) / mean[group]
    part -= 2 * (1 - value)[group] * ratio(chance, expected[group])
    squares = np.bincount(group, np.where(paired, (part - value[group]) ** 2, 0.0), minlength=groups)
    return np.sqrt(ratio(squares, units * (units - 1))), units - 1


def cronbach(observations: np.ndarray, sums: np.ndarray, squares: np.ndarray, items: np.ndarray) -> np.ndarray:
    """From the number of observations, and per test item and (last) for their total the sums and sums of squares.

    k / (k - 1) * (1 - sum of the k test items' variances / variance of the total); a test item that is not in the
    group has sums of 0, and ``items`` says how many are.
    """
    mean = ratio(sums, observations[..., None])
    square = ratio(squares, observations[..., None])
    variance = square - mean**2
    variance = np.where(variance <= ROUNDING * square, 0.0, variance)
    shared = 1 - ratio(variance[..., :-1].sum(axis=-1), variance[..., -1])
    return ratio(items * shared, items - 1.0)
