"""Signs that flip at random: fair, independent, and as many as were asked for."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale.kernels import flips as module
from goldscale.kernels.flips import flips


def drawn(units: int, replicates: int, seed: int = 0) -> np.ndarray:
    return np.concatenate(list(flips(np.random.default_rng(seed), units, replicates)), axis=1)


@pytest.mark.parametrize("units", [0, 1, 8, 13, 600])
def test_each_unit_has_a_sign_in_each_replicate(units: int) -> None:
    signs = drawn(units, module.ROWS + 7)
    assert signs.shape == (units, module.ROWS + 7)
    assert set(np.unique(signs)) <= {-1.0, 1.0}


def test_every_unit_flips_on_its_own() -> None:
    replicates = 20_000
    signs = drawn(20, replicates)
    # Means and correlations of fair, independent coins: five standard deviations.
    within = 5 / np.sqrt(replicates)
    assert np.abs(signs.mean(axis=1)).max() < within
    assert np.abs(np.corrcoef(signs) - np.eye(20)).max() < within


def test_how_many_are_in_memory_at_a_time_changes_no_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = drawn(30, 1500)
    monkeypatch.setattr(module, "SIGNS_AT_ONCE", 30 * 100)
    assert len(list(flips(np.random.default_rng(0), 30, 1500))) == 16
    np.testing.assert_array_equal(drawn(30, 1500), whole)
