"""Sums of flipped numbers against a product with the signs themselves."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale.kernels import flips
from goldscale.kernels.flips import flipped_sums


@pytest.mark.parametrize("units", [1, 8, 13, 600])
def test_the_sums_are_a_product_with_random_signs(units: int) -> None:
    # One column per unit, 1 for its own: the sums are then the signs that were drawn.
    replicates = flips.ROWS + 7
    signs = flipped_sums(np.random.default_rng(3), np.eye(units), replicates)
    assert set(np.unique(signs)) == {-1.0, 1.0}
    values = np.random.default_rng(1).normal(size=(units, 4))
    sums = flipped_sums(np.random.default_rng(3), values, replicates)
    np.testing.assert_allclose(sums, signs @ values, atol=1e-10)


def test_every_unit_flips_on_its_own() -> None:
    replicates = 20_000
    signs = flipped_sums(np.random.default_rng(0), np.eye(20), replicates)
    # Means and correlations of fair, independent coins: five standard deviations.
    within = 5 / np.sqrt(replicates)
    assert np.abs(signs.mean(axis=0)).max() < within
    assert np.abs(np.corrcoef(signs.T) - np.eye(20)).max() < within


def test_nothing_to_flip() -> None:
    assert flipped_sums(np.random.default_rng(0), np.empty((0, 2)), 3).tolist() == [[0.0, 0.0]] * 3
