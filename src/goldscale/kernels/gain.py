"""Arithmetic of discounted cumulative gain."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from goldscale.kernels.ranking import Hits, Ranking
from goldscale.kernels.ratio import ratio

GAINS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "linear": lambda grade: grade.astype(np.float64),
    "exp": lambda grade: np.exp2(grade.astype(np.float64)) - 1.0,
}
"""Gain of a grade: the grade itself (as trec_eval and scikit-learn), or 2^grade - 1 (Burges et al. 2005)."""


@lru_cache(maxsize=4)
def discounts(top: int) -> np.ndarray:
    """Sums of 1 / log2(rank + 1) over the first 0, 1, ..., top ranks."""
    return np.concatenate([[0.0], np.cumsum(1.0 / np.log2(np.arange(2, top + 2)))])


def normalised_gain(ranking: Ranking, gain: str, cutoff: int | None) -> np.ndarray:
    """Discounted gain over that of the ideal order; each cell of a tie group has the group's mean gain."""
    hits = ranking.gains(GAINS[gain])
    longest = max(int(hits.end.max(initial=1)), int(ranking.candidates.max(initial=1)))
    table = discounts(1 << int(longest).bit_length())
    limit = len(table) - 1 if cutoff is None else min(cutoff, len(table) - 1)
    found = hits.total(_discounted(hits, table, limit))
    return ratio(found, _ideal(ranking.grade_counts, GAINS[gain], table, limit))


def _discounted(hits: Hits, table: np.ndarray, limit: int) -> np.ndarray:
    end, above = np.minimum(hits.end, limit), np.minimum(hits.above, limit)
    return np.asarray(hits.relevant / hits.size * (table[end] - table[above]))


def _ideal(
    grade_counts: np.ndarray, gain: Callable[[np.ndarray], np.ndarray], table: np.ndarray, limit: int
) -> np.ndarray:
    """Discounted gain of each unit with its grades in falling order."""
    grades = np.arange(grade_counts.shape[1])[::-1]
    upto = np.cumsum(grade_counts[:, ::-1], axis=1)
    from_ = upto - grade_counts[:, ::-1]
    weights = table[np.minimum(upto, limit)] - table[np.minimum(from_, limit)]
    return np.asarray(weights @ gain(grades))
