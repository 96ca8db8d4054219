"""Weighted sums of differences: those of runs, subtracted, against sums of each pair's own differences."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from goldscale.significance import sums as module
from goldscale.significance.paired import TESTS
from goldscale.significance.pairing import PairedValues
from goldscale.significance.sums import weighted

RUNS, UNITS, REPLICATES = 6, 40, 9


def values_with_gaps() -> np.ndarray:
    """Two runs without gaps, two with the same, one with others, one nearly equal to another; a unit nobody has."""
    rng = np.random.default_rng(4)
    values = rng.random((RUNS, UNITS))
    values[5] = values[0] + 1e-10 * (1 + rng.random(UNITS))
    values[2:4, 3:9] = np.nan
    values[4, 7:20] = np.nan
    values[:, 30] = np.nan
    return values


@pytest.mark.parametrize("at_once", [1, 100, 1 << 22])
def test_sums_over_shared_units(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NUMBERS_AT_ONCE", at_once)
    values, pairs = values_with_gaps(), list(combinations(range(RUNS), 2))
    weights = np.random.default_rng(5).integers(0, 4, (UNITS, REPLICATES)).astype(float)
    paired = PairedValues(values, pairs)
    assert len(paired.gaps) == 3
    assert 0 < np.count_nonzero(~paired.subtractable) < len(pairs)
    found = list(weighted(paired, [weights]))
    everything = np.arange(len(pairs))
    of_differences = np.concatenate([one.of_differences(everything) for one in found], axis=1)
    of_units = np.concatenate([one.of_units(everything) for one in found], axis=1)
    for pair, (i, j) in enumerate(pairs):
        difference = values[i] - values[j]
        known = ~np.isnan(difference)
        np.testing.assert_allclose(of_differences[pair], difference[known] @ weights[known], rtol=1e-6, atol=1e-13)
        np.testing.assert_array_equal(of_units[pair], weights[known].sum(axis=0))


@pytest.mark.parametrize("test", ["randomisation", "bootstrap", "t", "wilcoxon", "sign"])
def test_a_pair_is_tested_as_if_alone_whatever_the_gaps(test: str) -> None:
    values, pairs = values_with_gaps(), list(combinations(range(RUNS), 2))
    together = TESTS[test](PairedValues(values, pairs), 300, 1).p
    alone = [TESTS[test](PairedValues(values, [pair]), 300, 1).p[0] for pair in pairs]
    np.testing.assert_allclose(together, alone, rtol=1e-12)
