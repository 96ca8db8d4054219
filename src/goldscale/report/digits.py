"""How many digits a measure's numbers deserve: as many as their intervals carry."""

from __future__ import annotations

import math

import numpy as np

from goldscale.data import MeasureScores
from goldscale.report.content import DIGITS

MOST = 4


def digits_of(result: MeasureScores) -> int:
    """After the point: those that show two digits of the middle interval's half width; of a column all the same.

    >>> import goldscale as gs
    >>> digits_of(gs.evaluate([[0.9, 0.1]], [[1, 0]], "AP:item")["AP:item"])
    3
    """
    if result.low is None or result.high is None:
        return DIGITS
    widths = (result.high - result.low) / 2
    known = widths[np.isfinite(widths) & (widths > 0)]
    if not known.size:
        return DIGITS
    return int(np.clip(1 - math.floor(math.log10(float(np.median(known)))), 0, MOST))
