"""Arithmetic of ranked measures: a block's ``Hits`` in, one value per unit out, NaN where undefined.

Notation in the comments: a tie group of t cells, r of them relevant, has s cells and b relevant ones above it;
the unit has R relevant among N candidate cells. Expectations over the orders of tied cells follow McSherry and
Najork, "Computing information retrieval performance measures efficiently in the presence of tied scores", ECIR 2008.
"""

from __future__ import annotations

import numpy as np

from goldscale.kernels.ranking import Hits


def divide(numerator: np.ndarray, denominator: np.ndarray) -> np.ndarray:
    """Element by element; NaN where the denominator is zero."""
    top = np.asarray(numerator, dtype=np.float64)
    bottom = np.asarray(denominator, dtype=np.float64)
    shape = np.broadcast_shapes(top.shape, bottom.shape)
    return np.divide(top, bottom, out=np.full(shape, np.nan), where=bottom != 0)


def harmonic(top: int) -> np.ndarray:
    """Harmonic numbers H(0) to H(top), summed in extended precision because differences of them are taken."""
    steps = 1.0 / np.arange(1, top + 1, dtype=np.longdouble)
    return np.concatenate([[0.0], np.cumsum(steps)]).astype(np.float64)


def average_precision(hits: Hits) -> np.ndarray:
    """Mean precision at the relevant cells; unranked relevant cells add nothing."""
    if hits.grouped:
        parts = hits.relevant * (hits.relevant_above + hits.relevant) / hits.end
    elif hits.strict:
        parts = (hits.relevant_above + 1) / hits.end
    else:
        parts = _expected_precisions(hits)
    return divide(hits.total(parts), hits.total_relevant)


def _expected_precisions(hits: Hits) -> np.ndarray:
    # The i-th cell of the group is relevant with probability r/t; given that, (i-1)(r-1)/(t-1) of the i-1
    # before it are. With c = (r-1)/(t-1): r/t * sum_i (b + 1 + (i-1)c) / (s+i)
    #                                     = r/t * (c t + (b + 1 - c(s+1)) (H(s+t) - H(s))).
    table = harmonic(int(hits.end.max(initial=0)))
    s, t, b, r = hits.above, hits.size, hits.relevant_above, hits.relevant
    c = (r - 1) / np.maximum(t - 1, 1)
    return np.asarray(r / t * (c * t + (b + 1 - c * (s + 1)) * (table[hits.end] - table[s])))


def area_under_roc(hits: Hits) -> np.ndarray:
    """Share of (relevant, irrelevant) pairs in the right order; a tied pair counts half."""
    negatives = hits.candidates - hits.total_relevant
    beside = hits.size - hits.relevant
    below = negatives[hits.unit] - (hits.above - hits.relevant_above) - beside
    unranked_relevant = hits.total_relevant - hits.ranked_relevant
    unranked_others = hits.candidates - hits.length - unranked_relevant
    right = hits.total(hits.relevant * (below + 0.5 * beside))
    right += hits.unranked_pair * unranked_relevant * unranked_others
    return divide(right, hits.total_relevant * negatives)
