"""Chance-corrected agreement as Gwet writes it: 1 - observed / expected disagreement, with gaps.

Observed is averaged over units with at least two votes; how often each value is given is averaged over all units that
have a vote, each unit counting once (Gwet, Handbook of Inter-Rater Reliability, 4th ed. 2014, chapters 2 to 5).
All functions take values on the last axis and any axes before it.
"""

from __future__ import annotations

import numpy as np

from goldscale.kernels.agreement.counts import Tally
from goldscale.kernels.agreement.distances import Distance
from goldscale.kernels.ratio import ratio


def disagreement(table: Tally, distance: Distance) -> np.ndarray:
    """Per unit, the mean distance of two of its votes; 0 without a pair."""
    pairs = table.votes * (table.votes - 1)
    return np.divide(distance.within(table), pairs, out=np.zeros(table.units), where=table.pairable)


def fleiss_chance(shares: np.ndarray, distance: Distance) -> np.ndarray:
    """Two votes drawn from the same pool of values."""
    return distance.across(shares, shares)


def uniform_chance(values: np.ndarray, total: np.ndarray) -> np.ndarray:
    """Two votes drawn from all values alike; ``total`` is the sum of distances between every two values."""
    return total / values**2


def gwet_chance(shares: np.ndarray, values: np.ndarray, total: np.ndarray) -> np.ndarray:
    """Gwet's: chance plays only where it is hard to say, which evenly used values tell."""
    alike = values**2 - total
    return 1 - alike * (shares * (1 - shares)).sum(axis=-1) / (values * (values - 1))


def conger_chance(shares: np.ndarray, present: np.ndarray, distance: Distance) -> np.ndarray:
    """Two votes of two different raters, each from their own use of the values.

    ``shares`` is (..., raters, values) and ``present`` (..., raters) tells who voted at all.
    """
    raters = present.sum(axis=-1)
    pooled = shares.sum(axis=-2)
    own = distance.across(shares, shares).sum(axis=-1)
    return ratio(distance.across(pooled, pooled) - own, raters * (raters - 1.0))


def chance_error(
    table: Tally, group: np.ndarray, apart: np.ndarray, expected: np.ndarray, chance: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray]:
    """Standard error by linearisation and degrees of freedom, per group (Gwet 2014, section 5.3).

    ``apart`` is the units' disagreement, ``expected`` the groups' by chance, ``chance`` the units' own part in that
    (None where chance does not depend on the votes). NaN where there are fewer than two units.
    """
    groups = len(expected)
    rated, paired = table.votes >= 1, table.pairable
    units = np.bincount(group, rated, minlength=groups)
    share = ratio(units, np.bincount(group, paired, minlength=groups))
    value = 1 - ratio(share * np.bincount(group, apart, minlength=groups), units * expected)
    part = share[group] * ratio(expected[group] * paired - apart, expected[group])
    if chance is not None:
        part -= 2 * (1 - value)[group] * (1 - ratio(chance, expected[group]))
    squares = np.bincount(group, np.where(rated, (part - value[group]) ** 2, 0.0), minlength=groups)
    return np.sqrt(ratio(squares, units * (units - 1))), units - 1
