"""What Student's t says of mean differences: is there one, within what limits, and how small."""

from __future__ import annotations

import numpy as np
from scipy.special import stdtr, stdtrit

from goldscale.significance.found import Found
from goldscale.significance.moments import Moments
from goldscale.significance.pairing import PairedValues


def student(paired: PairedValues, replicates: int, seed: int) -> Found:
    """Student's paired t-test (Biometrika 6, 1908). Where all differences are the same and not 0, p = 0.

    >>> student(PairedValues(np.array([[0.1, 0.2, 0.3], [0, 0, 0]]), [(0, 1)]), 0, 0).p.round(4).tolist()
    [0.0742]
    """
    found = paired.moments
    p = 2 * stdtr(found.units - 1, -_errors_from_0(np.abs(found.mean), found))
    return Found(p, np.ones(len(p), dtype=bool), np.zeros(len(p)))


def student_interval(found: Moments, alpha: float) -> np.ndarray:
    """Low and high (2 x pairs) of the mean differences at confidence 1 - alpha, as Student's t has it."""
    reach = stdtrit(found.units - 1, 1 - alpha / 2) * found.error
    return np.stack([found.mean - reach, found.mean + reach])


def equivalence(found: Moments, margin: float) -> np.ndarray:
    """p of each pair: two one-sided t-tests against a mean difference of the margin or more, on either side.

    The larger of the two p-values is that of equivalence (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics
    15, 1987, doi:10.1007/BF01068419). It is at most alpha where the interval at confidence 1 - 2 alpha lies within the
    margin.

    >>> from goldscale.significance.moments import moments
    >>> equivalence(moments(np.array([[0.1], [0.2], [0.3]])), 0.5).round(4).tolist()
    [0.0175]
    """
    return np.asarray(stdtr(found.units - 1, -_errors_from_0(margin - np.abs(found.mean), found)))


def _errors_from_0(distance: np.ndarray, found: Moments) -> np.ndarray:
    """t: the distance in standard errors of the mean; infinite, with its sign, where there is no error."""
    beyond = np.where(distance == 0, 0.0, np.copysign(np.inf, distance))
    return np.divide(distance, found.error, out=beyond, where=found.error > 0)
