"""Thresholds that turn scores into decisions, found from scores and truth; and the steps of the curves over them."""

from __future__ import annotations

import numpy as np


def steps(scores: np.ndarray, relevant: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Distinct scores from high to low, and how many cells and relevant cells score at least that much."""
    order = np.argsort(-scores, kind="stable")
    ranked = scores[order]
    last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], len(ranked) > 0))
    return ranked[last], last + 1, np.cumsum(relevant[order])[last]


def best_f1(scores: np.ndarray, relevant: np.ndarray, total_relevant: int) -> float:
    """The score at or above which saying yes gives the highest F1; +inf where nothing is relevant.

    This looks at the truth: it is an oracle, an upper bound on what any single threshold reaches. Among
    equal F1 the highest threshold (fewest labels) is taken.
    """
    if total_relevant == 0 or scores.size == 0:
        return float("inf")
    levels, predicted, hit = steps(scores, relevant)
    f1 = 2 * hit / (predicted + total_relevant)
    best = int(np.argmax(f1))
    return float(levels[best]) if f1[best] > 0 else float("inf")


def matching_count(scores: np.ndarray, target: int) -> float:
    """The score at or above which the number of cells comes nearest to ``target`` (fewer when in doubt)."""
    if target <= 0 or scores.size == 0:
        return float("inf")
    ranked = np.sort(scores)[::-1]
    cut = min(target, scores.size)
    value = ranked[cut - 1]
    with_ties = int(np.searchsorted(-ranked, -value, side="right"))
    without = int(np.searchsorted(-ranked, -value, side="left"))
    if with_ties - target < target - without:
        return float(value)
    return float(ranked[without - 1]) if without else float("inf")
