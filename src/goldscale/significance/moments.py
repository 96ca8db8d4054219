"""Of differences (units x pairs), all that is asked of them more than once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from goldscale.kernels.intervals import SAME


@dataclass(frozen=True, eq=False)
class Moments:
    """One entry per pair."""

    units: np.ndarray
    """On how many units both runs have a value."""
    changing: np.ndarray
    """On how many of them the runs differ."""
    mean: np.ndarray
    deviation: np.ndarray
    """Standard deviation; 0 where all differences are the same."""
    size: np.ndarray
    """Sum of the differences without their signs."""

    @property
    def error(self) -> np.ndarray:
        """Standard error of the mean."""
        return np.asarray(self.deviation / np.sqrt(self.units))

    @property
    def scatter(self) -> np.ndarray:
        """Root of the sum of squares: how far sums scatter whose signs are drawn."""
        return np.sqrt(self.deviation**2 * (self.units - 1) + self.mean**2 * self.units)

    @staticmethod
    def joined(parts: list[Moments]) -> Moments:
        """Those of some pairs and of further ones."""
        columns = [(one.units, one.changing, one.mean, one.deviation, one.size) for one in parts]
        return Moments(*(np.concatenate(column) for column in zip(*columns, strict=True)))


def moments(differences: np.ndarray) -> Moments:
    """Of each pair; NaN is no difference.

    >>> moments(np.array([[0.1], [0.2], [0.3]])).deviation.round(4).tolist()
    [0.1]
    """
    missing = np.isnan(differences)
    filled = np.where(missing, 0.0, differences)
    units = len(differences) - missing.sum(axis=0)
    mean = filled.sum(axis=0) / units
    from_mean = np.where(missing, 0.0, differences - mean)
    squares = np.square(from_mean, out=from_mean).sum(axis=0)
    # Equal differences have no deviation, whatever rounding left of it.
    lowest, highest = np.fmin.reduce(differences, axis=0), np.fmax.reduce(differences, axis=0)
    same = highest - lowest <= SAME * np.maximum(np.abs(lowest), np.abs(highest))
    deviation = np.where(same, 0.0, np.sqrt(squares / np.maximum(units - 1, 1)))
    changing = np.count_nonzero(filled, axis=0)
    return Moments(units, changing, np.where(same, lowest, mean), deviation, np.abs(filled).sum(axis=0))
