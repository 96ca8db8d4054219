"""What a test found of every pair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from goldscale.significance.pairing import PairedValues


@dataclass(frozen=True)
class Found:
    """p-value of each pair, whether it is exact, and the lowest that the test could have given."""

    p: np.ndarray
    exact: np.ndarray
    """Whether p comes from no random draws and no approximation."""
    lowest: np.ndarray
    """With every difference of the same sign, and no replicate as extreme."""


Test = Callable[[PairedValues, int, int], Found]
"""Takes the pairs, replicates and a seed."""


def by_block(test: Callable[[np.ndarray], Found]) -> Test:
    """A test of all pairs from one of differences (units x pairs) that draws nothing."""

    def of_all(paired: PairedValues, replicates: int, seed: int) -> Found:
        found = (test(paired.differences(pairs)) for pairs in paired.blocks())
        parts = [(one.p, one.exact, one.lowest) for one in found]
        return Found(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    return of_all
