"""How well two orders of the same systems agree: one coefficient a function, scores of both in, one number out.

Higher scores are better, the sequence of systems does not matter. Scores that differ only behind the twelfth digit are
tied. A coefficient is NaN where a side ranks nothing apart, or where there are fewer than two systems.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldscale.kernels.orderings import DIGITS, displacement

Coefficient = Callable[[np.ndarray, np.ndarray], float]

PERSISTENCE = 0.9
"""Of rank-biased overlap: the chance to look one rank further."""


def tau_b(one: np.ndarray, other: np.ndarray) -> float:
    """Kendall's tau-b: concordant minus discordant pairs, over the mean number of pairs that a side orders (eq. 4.3).

    Without ties it is Kendall's tau. It sorts, so that it serves thousands of items too.

    >>> round(tau_b(np.array([4.0, 3.0, 2.0, 1.0]), np.array([4.0, 3.0, 1.0, 2.0])), 4)
    0.6667
    """
    return _kendall(one, other, "b")


def tau_c(one: np.ndarray, other: np.ndarray) -> float:
    """Stuart's tau-c: the same difference over the most that tables of this shape allow, for scales of few values."""
    return _kendall(one, other, "c")


def _kendall(one: np.ndarray, other: np.ndarray, variant: str) -> float:
    from scipy.stats import kendalltau  # costs half a second, which only its users have to wait for

    if not (_ranks_apart(one) and _ranks_apart(other)):
        return float("nan")
    # The p-value is asked for elsewhere; 'asymptotic' spares the exact one, which takes longer than the coefficient.
    # Of two systems there is no asymptotic one.
    method = "asymptotic" if len(one) > 2 else "exact"
    found = kendalltau(np.round(one, DIGITS), np.round(other, DIGITS), variant=variant, method=method)
    return float(found.statistic)


def tau_ap(one: np.ndarray, other: np.ndarray) -> float:
    r"""The AP correlation of an order ``one`` with a reference ``other``: mistakes at the top weigh more.

    2 / (n - 1) times the sum over ranks i from 2 to n of the share of systems above i that belong there, minus 1
    (Yilmaz, Aslam & Robertson, SIGIR 2008). It is not symmetric. Systems that ``one`` ties count as the expectation
    over their orders; pairs that the reference ties are half right in either order.

    >>> round(tau_ap(np.array([4.0, 3.0, 2.0, 1.0]), np.array([4.0, 3.0, 1.0, 2.0])), 4)
    0.7778
    """
    if not (_ranks_apart(one) and _ranks_apart(other)):
        return float("nan")
    scores, reference = np.round(one, DIGITS), np.round(other, DIGITS)
    order = np.argsort(-scores, kind="stable")
    weights, total = place_weights(scores)
    weights, reference, start = weights[order], reference[order], 0
    for size in _group_sizes(scores[order]):
        group = slice(start, start + size)
        above = np.sort(reference[:start])
        right = above.size - sum(np.searchsorted(above, reference[group], side) for side in ("left", "right")) / 2
        total += float(weights[group] @ right)
        start += size
    return 2 * total / (len(scores) - 1) - 1


def place_weights(scores: np.ndarray) -> tuple[np.ndarray, float]:
    """How much a system that stands rightly above this one adds to tau-ap, and what tied systems add in any case."""
    weights, rest, start = np.zeros(len(scores)), 0.0, 0
    order = np.argsort(-scores, kind="stable")
    for size in _group_sizes(scores[order]):
        place = np.arange(start, start + size)  # how many stand above each rank of the group
        shares = np.divide(1.0, place, out=np.zeros(size), where=place > 0)
        weights[order[place]] = shares.mean()
        rest += float(shares @ (place - start)) / 2
        start += size
    return weights, rest


def spearman(one: np.ndarray, other: np.ndarray) -> float:
    """Spearman's rho: the Pearson correlation of the ranks; tied systems share the mean of theirs."""
    from scipy.stats import rankdata

    return pearson(rankdata(np.round(one, DIGITS)), rankdata(np.round(other, DIGITS)))


def pearson(one: np.ndarray, other: np.ndarray) -> float:
    """Pearson's r of the scores themselves (thesis eq. 4.6): how near they are to a line."""
    if not (_ranks_apart(one) and _ranks_apart(other)):
        return float("nan")
    first, second = one - one.mean(), other - other.mean()
    bound = np.linalg.norm(first) * np.linalg.norm(second)
    return float(np.clip(first @ second / bound, -1.0, 1.0))


def largest_move(one: np.ndarray, other: np.ndarray) -> float:
    """Kolmogorov-Smirnov's D on rankings: the furthest that a system moves, over their number (thesis eq. 4.4)."""
    return float(displacement(np.array([one, other]))[0, 1]) if len(one) else float("nan")


def overlap(one: np.ndarray, other: np.ndarray, persistence: float = PERSISTENCE) -> float:
    """Rank-biased overlap, extrapolated: what the first d of both share, with a weight that falls by persistence.

    The weight of depth d is (1 - persistence) persistence^(d - 1). Both orders hold the same systems, so that beyond
    the last rank they agree wholly. Tied systems count as the expectation over independent orders of the ties
    (Webber, Moffat & Zobel, TOIS 28(4), 2010, eq. 32 for no ties).

    >>> overlap(np.array([3.0, 2.0, 1.0]), np.array([3.0, 2.0, 1.0]))
    1.0
    """
    if len(one) == 0:
        return float("nan")
    shared = chance_within(one) * chance_within(other)
    return float(shared.sum(axis=0) @ depth_weights(len(one), persistence))


def depth_weights(count: int, persistence: float = PERSISTENCE) -> np.ndarray:
    """What one system that both orders hold among their first d adds to rank-biased overlap, for every depth d."""
    depth = np.arange(1, count + 1)
    weights = (1 - persistence) * persistence ** (depth - 1.0)
    weights[-1] += persistence**count  # beyond the last rank
    return np.asarray(weights / depth)


def chance_within(scores: np.ndarray) -> np.ndarray:
    """Systems x depths: the probability to be among the first d when ties fall at random."""
    rounded = np.sort(np.round(scores, DIGITS))
    own = np.round(scores, DIGITS)
    above = len(own) - np.searchsorted(rounded, own, "right")
    tied = np.searchsorted(rounded, own, "right") - np.searchsorted(rounded, own, "left")
    depth = np.arange(1, len(own) + 1)
    return np.clip((depth[None, :] - above[:, None]) / tied[:, None], 0.0, 1.0)


def _group_sizes(ordered: np.ndarray) -> np.ndarray:
    """How many systems share each score, from the best down."""
    ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)) + 1
    return np.diff(ends, prepend=0)


def _ranks_apart(scores: np.ndarray) -> bool:
    return len(scores) > 1 and bool(np.ptp(np.round(scores, DIGITS)) > 0)


COEFFICIENTS: dict[str, Coefficient] = {
    "tau-b": tau_b,
    "tau-c": tau_c,
    "tau-ap": tau_ap,
    "spearman": spearman,
    "pearson": pearson,
    "D": largest_move,
    "rbo": overlap,
}
"""Every coefficient by the name that people use for it."""
DISTANCES = frozenset({"D"})
"""Those that are 0 for the same order and grow as orders differ."""


def all_pairs(scores: np.ndarray, coefficient: str = "tau-b") -> np.ndarray:
    """The coefficient between all rankings (rows): the row's with the column's as the reference."""
    function = COEFFICIENTS[coefficient]
    return np.array([[function(one, other) for other in scores] for one in scores]).reshape(len(scores), len(scores))
