"""Corrections for testing many pairs at once. NaN is no test: it stays NaN and does not count."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldscale.data.registry import Registry

Correction = Callable[[np.ndarray], np.ndarray]


def bonferroni(p: np.ndarray) -> np.ndarray:
    """Each p times the number of tests.

    >>> bonferroni(np.array([0.01, 0.04, 0.6])).round(2).tolist()
    [0.03, 0.12, 1.0]
    """
    return np.minimum(p * np.count_nonzero(~np.isnan(p)), 1.0)


def holm(p: np.ndarray) -> np.ndarray:
    """The step-down correction: the smallest p times the number of tests, the next times one less, never falling.

    Keeps the chance of any false alarm below alpha, as Bonferroni does, and finds at least as much (Holm,
    Scandinavian Journal of Statistics 6, 1979).

    >>> holm(np.array([0.01, 0.04, 0.03])).round(2).tolist()
    [0.03, 0.06, 0.06]
    """
    return _by_rank(p, lambda ordered, place: np.maximum.accumulate(ordered * (len(ordered) + 1 - place)))


def benjamini_hochberg(p: np.ndarray) -> np.ndarray:
    """The step-up correction: keeps the expected fraction of false discoveries among the findings below alpha.

    doi:10.1111/j.2517-6161.1995.tb02031.x

    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03])).round(2).tolist()
    [0.03, 0.04, 0.04]
    """
    return _by_rank(p, lambda ordered, place: np.minimum.accumulate((ordered * len(ordered) / place)[::-1])[::-1])


def _by_rank(p: np.ndarray, adjust: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
    """Adjust the sorted p-values by their places (from 1) and put them back."""
    order = np.argsort(p, kind="stable")[: np.count_nonzero(~np.isnan(p))]  # NaN sorts last
    found = np.full(len(p), np.nan)
    found[order] = np.minimum(adjust(p[order], np.arange(1, len(order) + 1)), 1.0)
    return found


CORRECTIONS: Registry[Correction] = Registry(
    "correction",
    {"none": lambda p: p, "bonferroni": bonferroni, "holm": holm, "benjamini-hochberg": benjamini_hochberg},
)
