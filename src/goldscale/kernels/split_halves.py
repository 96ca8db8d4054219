"""Do two halves of the units order two runs alike? (Voorhees & Buckley, SIGIR 2002)"""

from __future__ import annotations

import numpy as np

from goldscale.kernels.variance import complete


def half_differences(values: np.ndarray, splits: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Splits x pairs of runs: the difference of their means on one half of the units, and on the other.

    Units are split anew each time; with an odd number one stays out. Runs without any value are left out, and units
    that lack one of some run.
    """
    known = complete(values)
    runs, units = known.shape
    half = units // 2
    order = rng.permuted(np.tile(np.arange(units), (splits, 1)), axis=1)
    first, second = np.triu_indices(runs, 1)
    sides = []
    for chosen in (order[:, :half], order[:, half : 2 * half]):
        member = np.zeros((splits, units))
        np.put_along_axis(member, chosen, 1.0, axis=1)
        means = member @ known.T / max(half, 1)
        sides.append(means[:, first] - means[:, second])
    return sides[0], sides[1]


def swap_rates(one: np.ndarray, other: np.ndarray, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """By size of the difference on one half (between the edges): how often the other half says the opposite, and of
    how many. Both halves take their turn; NaN where no difference is of that size."""
    size = np.abs(np.concatenate([one.ravel(), other.ravel()]))
    opposite = np.tile(np.sign(one.ravel()) * np.sign(other.ravel()) < 0, 2)
    bins = np.digitize(size, edges[1:-1])
    counted = np.bincount(bins, minlength=len(edges) - 1)
    swapped = np.bincount(bins, weights=opposite, minlength=len(edges) - 1)
    return np.divide(swapped, counted, out=np.full(len(counted), np.nan), where=counted > 0), counted
