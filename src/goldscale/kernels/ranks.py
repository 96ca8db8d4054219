"""Arithmetic of measures that look at single ranks. Notation as in precision.py."""

from __future__ import annotations

import numpy as np

from goldscale.kernels.ranking import Hits


def first_rank(hits: Hits) -> np.ndarray:
    """(Expected) rank of the first relevant cell; unranked cells stand behind all ranked ones."""
    whole = hits.complete
    rank = np.full(whole.units, np.nan)
    group = whole.first_groups
    s, t, r = whole.above[group], whole.size[group], whole.relevant[group]
    rank[whole.unit[group]] = s + t if whole.grouped else s + (t + 1) / (r + 1)
    return rank


def last_rank(hits: Hits) -> np.ndarray:
    """(Expected) rank of the last relevant cell; unranked cells stand behind all ranked ones."""
    whole = hits.complete
    rank = np.full(whole.units, np.nan)
    group = whole.last_groups
    s, t, r = whole.above[group], whole.size[group], whole.relevant[group]
    rank[whole.unit[group]] = s + t if whole.grouped else s + r * (t + 1) / (r + 1)
    return rank


def coverage(hits: Hits, form: str) -> np.ndarray:
    """How far one goes down to cover all relevant cells, beyond their number (thesis) or the first rank (schapire)."""
    return last_rank(hits) - (hits.total_relevant if form == "thesis" else 1)


def one_error(hits: Hits) -> np.ndarray:
    """Probability that the first ranked cell is not relevant; 1 where nothing is ranked."""
    error = np.ones(hits.units)
    group = hits.first_groups
    top = group[hits.above[group] == 0]
    error[hits.unit[top]] = 1.0 - hits.relevant[top] / hits.size[top]
    return np.where(hits.total_relevant > 0, error, np.nan)
