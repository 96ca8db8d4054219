"""Chances of what stands first among tied cells, all of whose orders are equally likely."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln


def path_chance(x: np.ndarray, y: np.ndarray, m: np.ndarray, r: np.ndarray) -> np.ndarray:
    """Chance that x of m irrelevant and y of r relevant cells are the first x + y of a group; 0 where impossible.

    >>> path_chance(*np.array([1, 1, 2, 2])).round(4).tolist()
    0.6667
    """
    possible = (x >= 0) & (x <= m) & (y >= 0) & (y <= r)
    x, y = np.where(possible, x, 0), np.where(possible, y, 0)
    log = _log_choose(m, x) + _log_choose(r, y) - _log_choose(m + r, x + y)
    return np.where(possible, np.exp(log), 0.0)


def _log_choose(n: np.ndarray, k: np.ndarray) -> np.ndarray:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))
