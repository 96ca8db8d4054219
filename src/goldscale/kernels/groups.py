"""Averages over nested groups: the mean of group means, from the innermost level out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def nested_mean(values: np.ndarray, parents: Sequence[np.ndarray], weights: Sequence[np.ndarray] = ()) -> np.ndarray:
    """The mean over groups of the mean over subgroups ... of the mean over items, for each row of values.

    ``parents[0]`` gives the innermost group of each item, ``parents[1]`` the group of each of those, and so on;
    ``weights`` (rows x members each, from the items outwards) says how often each counts in its group. What is NaN
    is left out, and so is a group of which nothing is left.

    >>> nested_mean(np.array([[1.0, 0.0, 0.0]]), [np.array([0, 0, 1])])
    array([0.25])
    """
    for level, parent in enumerate([*parents, np.zeros(_count(values, parents), dtype=np.intp)]):
        weight = weights[level] if level < len(weights) else None
        values = _group_means(values, parent, weight)
    return values[:, 0]


def group_means(values: np.ndarray, parents: Sequence[np.ndarray]) -> np.ndarray:
    """Rows x groups: nested means of the groups that the last of the parents lists; NaN where nothing is left."""
    for parent in parents:
        values = _group_means(values, parent, None)
    return values


def _count(values: np.ndarray, parents: Sequence[np.ndarray]) -> int:
    return int(parents[-1].max(initial=-1)) + 1 if parents else values.shape[1]


def _group_means(values: np.ndarray, parent: np.ndarray, weight: np.ndarray | None) -> np.ndarray:
    groups = int(parent.max(initial=-1)) + 1
    counts = ~np.isnan(values) * (1.0 if weight is None else weight)
    # One bincount for all rows: row r's groups are numbered from r * groups.
    rows = len(values)
    slot = (np.arange(rows)[:, None] * groups + parent).ravel()
    total = np.bincount(slot, counts.ravel(), rows * groups)
    sums = np.bincount(slot, np.where(counts > 0, values, 0.0).ravel() * counts.ravel(), rows * groups)
    means = np.divide(sums, total, out=np.full(rows * groups, np.nan), where=total > 0)
    return means.reshape(rows, groups)
