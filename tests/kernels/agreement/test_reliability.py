"""Cronbach's alpha from sums against its formula with NumPy's variances."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale.kernels.agreement.alpha import cronbach


def from_table(table: np.ndarray) -> float:
    """Observations x test items."""
    full = np.column_stack([table, table.sum(axis=1)])
    return float(cronbach(np.array(len(table)), full.sum(axis=0), (full**2).sum(axis=0), np.array(table.shape[1])))


@pytest.mark.parametrize("seed", range(5))
def test_from_sums(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.integers(1, 6, (12, 1)) + rng.integers(0, 3, (12, 4))
    wanted = 4 / 3 * (1 - table.var(axis=0).sum() / table.sum(axis=1).var())
    assert from_table(table.astype(float)) == pytest.approx(wanted)


def test_nothing_that_varies_is_undefined() -> None:
    assert np.isnan(from_table(np.full((5, 3), 0.1)))  # sums of 0.1 are not exact
    assert np.isnan(from_table(np.arange(5.0)[:, None]))  # a single test item
