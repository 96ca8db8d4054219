"""What Student's t says of mean differences (units x pairs): is there one, within what limits, and how small."""

from __future__ import annotations

import numpy as np
from scipy.special import stdtr, stdtrit

from goldscale.kernels.intervals import SAME
from goldscale.significance.found import Found


def moments(differences: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each pair: units, mean and standard deviation of the differences."""
    known = ~np.isnan(differences)
    units = known.sum(axis=0)
    mean = np.where(known, differences, 0.0).sum(axis=0) / units
    squares = np.where(known, (differences - mean) ** 2, 0.0).sum(axis=0)
    # Equal differences have no deviation, whatever rounding left of it.
    lowest, highest = np.nanmin(differences, axis=0), np.nanmax(differences, axis=0)
    same = highest - lowest <= SAME * np.maximum(np.abs(lowest), np.abs(highest))
    return units, np.where(same, lowest, mean), np.where(same, 0.0, np.sqrt(squares / (units - 1)))


def student(differences: np.ndarray) -> Found:
    """Student's paired t-test (Biometrika 6, 1908). Where all differences are the same and not 0, p = 0.

    >>> student(np.array([[0.1], [0.2], [0.3]])).p.round(4).tolist()
    [0.0742]
    """
    units, mean, deviation = moments(differences)
    p = 2 * stdtr(units - 1, -_errors_from_0(np.abs(mean), units, deviation))
    return Found(p, np.ones(len(mean), dtype=bool), np.zeros(len(mean)))


def student_interval(differences: np.ndarray, alpha: float) -> np.ndarray:
    """Low and high (2 x pairs) of the mean differences at confidence 1 - alpha, as Student's t has it."""
    units, mean, deviation = moments(differences)
    reach = stdtrit(units - 1, 1 - alpha / 2) * deviation / np.sqrt(units)
    return np.stack([mean - reach, mean + reach])


def equivalence(differences: np.ndarray, margin: float) -> np.ndarray:
    """p of each pair: two one-sided t-tests against a mean difference of the margin or more, on either side.

    The larger of the two p-values is that of equivalence (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics
    15, 1987, doi:10.1007/BF01068419). It is at most alpha where the interval at confidence 1 - 2 alpha lies within the
    margin.

    >>> equivalence(np.array([[0.1], [0.2], [0.3]]), 0.5).round(4).tolist()
    [0.0176]
    """
    units, mean, deviation = moments(differences)
    return np.asarray(stdtr(units - 1, -_errors_from_0(margin - np.abs(mean), units, deviation)))


def _errors_from_0(distance: np.ndarray, units: np.ndarray, deviation: np.ndarray) -> np.ndarray:
    """t: the distance in standard errors of the mean; infinite, with its sign, where there is no error."""
    error = deviation / np.sqrt(units)
    beyond = np.where(distance == 0, 0.0, np.copysign(np.inf, distance))
    return np.divide(distance, error, out=beyond, where=error > 0)
