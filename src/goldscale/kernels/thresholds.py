"""Thresholds that turn scores into decisions, found from scores and truth."""

from __future__ import annotations

import numpy as np


def best_f1(scores: np.ndarray, relevant: np.ndarray, total_relevant: int) -> float:
    """The score at or above which saying yes gives the highest F1; +inf where nothing is relevant.

    This looks at the truth: it is an oracle, an upper bound on what any single threshold reaches. Among
    equal F1 the highest threshold (fewest labels) is taken.
    """
    if total_relevant == 0 or scores.size == 0:
        return float("inf")
    order = np.argsort(-scores, kind="stable")
    ranked = scores[order]
    count = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True)) + 1
    hit = np.cumsum(relevant[order])[count - 1]
    f1 = 2 * hit / (count + total_relevant)
    best = int(np.argmax(f1))
    return float(ranked[count[best] - 1]) if f1[best] > 0 else float("inf")


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
