"""Alpha holds memory in proportion to the ratings, whatever the number of values."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from goldscale.agreement import alpha
from goldscale.kernels.agreement.distances import BLOCK


def peak(table: np.ndarray, metric: str) -> int:
    tracemalloc.start()
    try:
        alpha(table, metric)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("values", [5, 50, 2400])
@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio"])
def test_the_peak_is_a_small_multiple_of_the_ratings(values: int, metric: str) -> None:
    """units x values x values numbers would be 40 MB for 50 values and 92 GB for 2400; the ratings are 1.6 MB."""
    rng = np.random.default_rng(0)
    table = rng.integers(0, values, (100, 2000)).astype(np.float64)
    table[rng.random(table.shape) < 0.2] = np.nan
    blocks = 8 * BLOCK * 8 if metric == "ratio" else 0
    assert peak(table, metric) < 12 * table.nbytes + blocks
