"""Could a rank correlation be chance, and how far is it known? One p-value and one interval for every coefficient.

The systems count as a sample: p is the probability of a coefficient as far from chance under orders that have nothing
to do with each other, the interval is for other systems of the same kind. Ties are those of ``rank_correlation``.
"""

from __future__ import annotations

from itertools import permutations
from math import atanh, nan, sqrt, tanh

import numpy as np

from goldscale.kernels.orderings import DIGITS
from goldscale.kernels.rank_correlation import COEFFICIENTS, chance_within, depth_weights, place_weights

ROUNDS = 1999
"""Orders that are drawn where all of them would be too many."""
FEW = 7
"""Of so many systems all orders are tried."""


def correlation_p(one: np.ndarray, other: np.ndarray, coefficient: str, rng: np.random.Generator) -> float:
    """The p-value of a coefficient, two-sided; NaN where the coefficient is undefined.

    As scipy has them: Kendall's taus exactly where nothing is tied and there are 33 systems or fewer (else by the
    normal approximation with ties), Spearman's rho and Pearson's r by Student's t, exact for r of normal scores. The
    others by reordering: all orders of up to seven systems, ``ROUNDS`` drawn ones of more; of rank-biased overlap only
    more than by chance counts, of D only less.

    >>> better = np.array([5.0, 4.0, 3.0, 2.0, 1.0])
    >>> round(correlation_p(better, better, "tau-b", np.random.default_rng(0)), 4)
    0.0167
    """
    from scipy import stats

    value = COEFFICIENTS[coefficient](one, other)
    if np.isnan(value):
        return nan
    first, second = np.round(one, DIGITS), np.round(other, DIGITS)
    if coefficient in ("tau-b", "tau-c"):
        return float(stats.kendalltau(first, second, variant=coefficient[-1]).pvalue)
    if coefficient in ("spearman", "pearson"):
        if len(one) < 3:
            return nan if coefficient == "spearman" else 1.0
        if coefficient == "spearman":
            return float(stats.spearmanr(first, second).pvalue)
        return float(stats.pearsonr(one, other).pvalue)
    orders, whole = _orders(len(one), rng)
    if coefficient == "rbo":
        chance = _reordered_overlap(first, second, orders)
        seen = np.count_nonzero(chance >= value - 1e-12)
    elif coefficient == "D":
        seen = np.count_nonzero(_reordered_move(first, second, orders) <= value + 1e-12)
    else:
        seen = np.count_nonzero(np.abs(_reordered_tau_ap(first, second, orders)) >= abs(value) - 1e-12)
    return seen / len(orders) if whole else (seen + 1) / (len(orders) + 1)


def correlation_interval(
    one: np.ndarray, other: np.ndarray, coefficient: str, level: float = 0.95
) -> tuple[float, float]:
    """The interval of a coefficient, from Fisher's z.

    The variance of z is 1 / (n - 3) for Pearson's r (Fisher), (1 + r^2 / 2) / (n - 3) for Spearman's rho (Bonett &
    Wright, Psychometrika 65, 2000) and 0.437 / (n - 4) for Kendall's taus (Fieller, Hartley & Pearson, Biometrika 44,
    1957); for tau-ap it is that of the jackknife over systems, with Student's t. D and rank-biased overlap describe the
    systems at hand, and have none. NaN too with fewer than five systems, and where the orders are the same or reversed:
    nothing tells then how far others would differ.

    >>> low, high = correlation_interval(np.arange(6.0), np.array([0, 1, 2, 4, 3, 5.0]), "pearson")
    >>> round(low, 3), round(high, 3)
    (0.559, 0.994)
    """
    from scipy.stats import norm, t

    value, count = COEFFICIENTS[coefficient](one, other), len(one)
    if count < 5 or coefficient in ("D", "rbo") or not abs(value) < 1 - 1e-12:
        return nan, nan
    quantile = float(norm.ppf(0.5 + level / 2))
    match coefficient:
        case "pearson":
            deviation = sqrt(1 / (count - 3))
        case "spearman":
            deviation = sqrt((1 + value**2 / 2) / (count - 3))
        case "tau-ap":
            quantile = float(t.ppf(0.5 + level / 2, count - 1))
            deviation = _jackknife(one, other, coefficient) / (1 - value**2)
        case _:
            deviation = sqrt(0.437 / (count - 4))
    middle = atanh(value)
    return tanh(middle - quantile * deviation), tanh(middle + quantile * deviation)


def _jackknife(one: np.ndarray, other: np.ndarray, coefficient: str) -> float:
    """The standard deviation of a coefficient, from leaving out one system after the other."""
    function, count = COEFFICIENTS[coefficient], len(one)
    without = [function(np.delete(one, i), np.delete(other, i)) for i in range(count)]
    return sqrt((count - 1) * float(np.var(without)))


def _orders(count: int, rng: np.random.Generator) -> tuple[np.ndarray, bool]:
    """Orders of so many systems, and whether these are all."""
    if count <= FEW:
        return np.array(list(permutations(range(count)))), True
    return rng.permuted(np.tile(np.arange(count), (ROUNDS, 1)), axis=1), False


def _reordered_tau_ap(one: np.ndarray, other: np.ndarray, orders: np.ndarray) -> np.ndarray:
    """tau-ap under each order of the reference: a sum over pairs, whose weights the first side alone gives."""
    weights, rest = place_weights(one)
    right = 0.5 + 0.5 * np.sign(other[None, :] - other[:, None])
    total = np.full(len(orders), rest)
    for below, above in np.argwhere(one[None, :] > one[:, None]):
        total += weights[below] * right[orders[:, below], orders[:, above]]
    return np.asarray(2 * total / (len(one) - 1) - 1)


def _reordered_move(one: np.ndarray, other: np.ndarray, orders: np.ndarray) -> np.ndarray:
    """The furthest move under each order of the other side."""
    first, second = (np.searchsorted(np.sort(side), side) / len(side) for side in (one, other))
    return np.asarray(np.abs(first - second[orders]).max(axis=1))


def _reordered_overlap(one: np.ndarray, other: np.ndarray, orders: np.ndarray) -> np.ndarray:
    """Rank-biased overlap under each order of the other side: what a system adds depends on both its places."""
    shared = (chance_within(one) * depth_weights(len(one))) @ chance_within(other).T
    return np.asarray(shared[np.arange(len(one)), orders].sum(axis=1))
