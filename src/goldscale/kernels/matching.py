"""Semantic comparison of label sets: matching costs (thesis eqs. 7.1-7.3) and optimal assignment (eqs. 9.1-9.4)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

MAX_SUBSETS = 1000
"""Up to so many ways of cutting a tie group are tried one by one."""
DRAWS = 32
"""With more ways, so many of them are tried, the same ones each time."""


def matching_costs(
    predicted: np.ndarray,
    relevant: np.ndarray,
    costs: np.ndarray,
    agreement: np.ndarray | None = None,
    penalised: np.ndarray | None = None,
) -> np.ndarray:
    """Cost of each item's label set, from 0 (the same set) to 1 (eq. 7.1 over the size of the union).

    ``predicted`` and ``relevant`` are items x labels; ``costs`` is labels x labels. Every false label is matched to its
    nearest relevant one and every missed label to its nearest predicted one. Penalised labels cost 1 each and leave
    the false labels and the relevant ones, but may still be matched by missed ones. A label with nothing left to
    match costs 1. Among equally near labels the one with the higher agreement counts, so that order does not.
    """
    factor = np.ones(len(costs)) if agreement is None else agreement
    false, target = predicted & ~relevant, relevant
    total = np.zeros(len(predicted))
    if penalised is not None:
        total += np.count_nonzero(penalised, axis=1)
        false, target = false & ~penalised, relevant & ~penalised
    missed = target & ~predicted
    nearest, weight = _nearest(target, costs, factor)
    total += np.where(false, nearest * weight, 0.0).sum(axis=1)
    nearest, _ = _nearest(predicted, costs.T, factor)
    any_predicted = predicted.any(axis=1, keepdims=True)
    total += np.where(missed, np.where(any_predicted, nearest * factor, 1.0), 0.0).sum(axis=1)
    union = np.count_nonzero(predicted | relevant, axis=1)
    return np.divide(total, union, out=np.full(len(predicted), np.nan), where=union > 0)


def _nearest(chosen: np.ndarray, costs: np.ndarray, factor: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each item and label: the lowest cost to a chosen label of the item, and that label's factor.

    Label by label over the items that have it: the work is the number of chosen cells times the number of labels.
    """
    nearest = np.full(chosen.shape, np.inf)
    weight = np.ones(chosen.shape)
    # From the highest agreement down, so that the first of equally near labels is the one that counts.
    for label in np.argsort(-factor, kind="stable"):
        rows = np.flatnonzero(chosen[:, label])
        known, cost = nearest[rows], costs[:, label]
        nearer = cost < known
        nearest[rows] = np.where(nearer, cost, known)
        weight[rows] = np.where(nearer, factor[label], weight[rows])
    return np.where(np.isinf(nearest), 1.0, nearest), weight


def semantic_r_precision(
    scores: np.ndarray, relevant: np.ndarray, relatedness: np.ndarray, ties: str, by_name: np.ndarray, tie_order: bool
) -> np.ndarray:
    """Per item: highest total relatedness of one-to-one pairs of its first R labels and its R relevant ones, over R.

    ``scores`` are items x labels (``-inf``: not ranked). Tied labels stand in the order ``by_name``, so that
    the order of columns does not matter; with ``tie_order`` that order also decides which of them are first.
    """
    order = by_name[np.argsort(-scores[:, by_name], axis=1, kind="stable")]
    ranked = np.take_along_axis(scores, order, axis=1)
    sizes = np.count_nonzero(relevant, axis=1)
    values = np.full(len(scores), np.nan)
    for item in np.flatnonzero(sizes):
        size = int(sizes[item])
        truth = np.flatnonzero(relevant[item])
        sure, tied = _first(ranked[item], order[item], size, tie_order)
        if len(tied):
            values[item] = _cut_ties(relatedness, sure, tied, size - len(sure), truth, ties) / size
        else:
            values[item] = assign(relatedness, sure, truth) / size
    return values


def _first(scores: np.ndarray, order: np.ndarray, size: int, tie_order: bool) -> tuple[np.ndarray, np.ndarray]:
    """Which labels are surely among the first of a ranking, and those that are tied for the places left."""
    falling = -scores
    length = int(np.searchsorted(falling, np.inf))
    if size >= length or scores[size - 1] != scores[size] or tie_order:
        return order[: min(size, length)], order[:0]
    begin, end = (int(np.searchsorted(falling, falling[size - 1], side)) for side in ("left", "right"))
    return order[:begin], order[begin:end]


def _cut_ties(
    relatedness: np.ndarray, sure: np.ndarray, tied: np.ndarray, places: int, truth: np.ndarray, ties: str
) -> float:
    """Total relatedness when only some of the tied labels fit."""
    if ties == "best":
        return _best_cut(relatedness, sure, tied, truth)
    near = relatedness[tied[:, None], truth]
    # Drawn ways should not depend on what labels are called or where they stand: order them by what they are worth.
    tied = tied[np.lexsort((relatedness[tied].sum(axis=1), near.sum(axis=1), near.max(axis=1)))]
    ways = [np.concatenate([sure, some]) for some in _subsets(tied, places)]
    totals = np.array([assign(relatedness, way, truth) for way in ways])
    if ties == "worst":
        return float(totals.min())
    if comb(len(tied), places) <= MAX_SUBSETS:
        return float(totals.mean())
    # Not all ways were tried. How many labels are right is known in the mean, so only what relatedness adds to that
    # is estimated: exact where it adds nothing, and never below R-precision.
    right = np.array([np.isin(way, truth).sum() for way in ways])
    expected = np.isin(sure, truth).sum() + places / len(tied) * np.isin(tied, truth).sum()
    return min(float(expected + (totals - right).mean()), float(len(truth)))


def _best_cut(relatedness: np.ndarray, sure: np.ndarray, tied: np.ndarray, truth: np.ndarray) -> float:
    """The best way is one assignment, in which a bonus makes sure that no sure label is left out."""
    bonus = float(len(truth) + 1)
    rows = np.concatenate([sure, tied])
    table = relatedness[rows[:, None], truth] + np.where(np.arange(len(rows)) < len(sure), bonus, 0.0)[:, None]
    return _highest_total(table) - bonus * len(sure)


def _subsets(tied: np.ndarray, places: int) -> Iterable[np.ndarray]:
    """All ways to choose that many of the tied labels, or where these are too many, a fixed few."""
    if comb(len(tied), places) <= MAX_SUBSETS:
        return map(np.array, combinations(tied, places))
    return (tied[chosen] for chosen in _draws(len(tied), places))


@lru_cache(maxsize=4096)
def _draws(count: int, places: int) -> np.ndarray:
    """Some subsets of so many labels, drawn once for all."""
    rng = np.random.default_rng([count, places])
    return np.stack([rng.permutation(count)[:places] for _ in range(DRAWS)])


def assign(relatedness: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> float:
    """Highest total relatedness of one-to-one pairs (the linear assignment problem, eq. 9.3)."""
    table = relatedness[rows[:, None], columns]
    return _highest_total(table) if table.size else 0.0


def _highest_total(table: np.ndarray) -> float:
    from scipy.optimize import linear_sum_assignment  # costs 0.2 s, which other measures need not wait for

    return float(table[linear_sum_assignment(table, maximize=True)].sum())


def best_similarity(chosen: np.ndarray, others: np.ndarray, similarity: np.ndarray) -> np.ndarray:
    """Per item: mean over the chosen labels of the highest similarity to one of the others; NaN if none is chosen."""
    nearest, _ = _nearest(others, 1.0 - similarity, np.ones(len(similarity)))
    count = np.count_nonzero(chosen, axis=1)
    total = np.where(chosen, 1.0 - nearest, 0.0).sum(axis=1)
    return np.divide(total, count, out=np.full(len(chosen), np.nan), where=count > 0)


def hausdorff_distance(predicted: np.ndarray, relevant: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """Per item: the largest cost from a label of either set to its nearest one in the other; 1 if one set is empty."""
    one = np.ones(len(costs))
    to_relevant, _ = _nearest(relevant, costs, one)
    to_predicted, _ = _nearest(predicted, costs.T, one)
    apart = np.maximum(
        np.where(predicted, to_relevant, 0.0).max(axis=1, initial=0.0),
        np.where(relevant, to_predicted, 0.0).max(axis=1, initial=0.0),
    )
    return np.where((predicted | relevant).any(axis=1), apart, np.nan)


def padded_assignment(predicted: np.ndarray, relevant: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """Per item: mean cost of the cheapest one-to-one pairing, the smaller set filled up with labels that cost 1."""
    values = np.full(len(predicted), np.nan)
    for item in np.flatnonzero((predicted | relevant).any(axis=1)):
        rows, columns = np.flatnonzero(predicted[item]), np.flatnonzero(relevant[item])
        paired = min(len(rows), len(columns))
        similar = assign(1.0 - costs, rows, columns)
        larger = max(len(rows), len(columns))
        values[item] = (paired - similar + larger - paired) / larger
    return values


def category_contributions(
    predicted: np.ndarray, relevant: np.ndarray, contribution: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Per label: what near labels make up for its false positives and its misses (Sun & Lim 2001).

    A wrongly assigned item contributes by its true labels, a missed one by the labels that it was given; each
    item's contribution is clipped to [-1, 1].
    """
    false, missed = predicted & ~relevant, relevant & ~predicted
    by_truth = np.clip(relevant.astype(np.float64) @ contribution, -1.0, 1.0)
    by_predicted = np.clip(predicted.astype(np.float64) @ contribution, -1.0, 1.0)
    return np.where(false, by_truth, 0.0).sum(axis=0), np.where(missed, by_predicted, 0.0).sum(axis=0)


def top_fraction(
    scores: np.ndarray, relevant: np.ndarray, accepted: np.ndarray, ties: str, tie_order: np.ndarray | None
) -> np.ndarray:
    """Per item: whether the first label is accepted for one of the relevant ones; of tied ones, what fraction is."""
    top = (scores == scores.max(axis=1, keepdims=True)) & (scores > -np.inf)
    if ties in ("order", "id"):
        columns = np.arange(scores.shape[1]) if tie_order is None else tie_order
        first = columns[np.argmax(top[:, columns], axis=1)]
        top &= np.arange(scores.shape[1]) == first[:, None]
    good = relevant.astype(np.float32) @ accepted.astype(np.float32) > 0
    found, tied = np.count_nonzero(top & good, axis=1), np.count_nonzero(top, axis=1)
    fraction = found / np.maximum(tied, 1)
    if ties in ("best", "worst"):
        fraction = np.where(found > 0, 1.0, 0.0) if ties == "best" else np.where((found == tied) & (tied > 0), 1.0, 0.0)
    return np.where(relevant.any(axis=1), fraction, np.nan)


def top_error(
    scores: np.ndarray, relevant: np.ndarray, distance: np.ndarray, cutoff: int, ties: str, tie_order: np.ndarray | None
) -> np.ndarray:
    """Per item: mean over the relevant labels of the distance to the nearest of the first labels; 1 if none."""
    columns = np.arange(scores.shape[1]) if tie_order is None else tie_order
    order = columns[np.argsort(-scores[:, columns], axis=1, kind="stable")]
    ranked = np.take_along_axis(scores, order, axis=1)
    values = np.full(len(scores), np.nan)
    for item in np.flatnonzero(relevant.any(axis=1)):
        sure, tied = _first(ranked[item], order[item], cutoff, ties in ("order", "id"))
        far = distance[:, relevant[item]]
        if len(tied):
            values[item] = _cut_error(far, sure, tied, cutoff - len(sure), ties)
        else:
            values[item] = far[sure].min(axis=0, initial=1.0).mean()
    return values


def _cut_error(far: np.ndarray, sure: np.ndarray, tied: np.ndarray, places: int, ties: str) -> float:
    """Mean distance when only some of the tied labels fit: the expectation of a minimum over a random subset."""
    least = far[sure].min(axis=0, initial=1.0)
    if ties in ("best", "worst"):
        ways = [float(np.minimum(least, far[some].min(axis=0)).mean()) for some in _subsets(tied, places)]
        return min(ways) if ties == "best" else max(ways)
    # The i-th smallest of the tied distances is the smallest drawn if it is drawn and none before it is.
    steps = np.sort(np.minimum(far[tied], least), axis=0)
    total = comb(len(tied), places)
    chance = np.array([comb(len(tied) - 1 - i, places - 1) / total for i in range(len(tied))])
    return float((chance @ steps).mean())
