"""Counts of two decisions for many thresholds against one comparison each; kappa against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import cohen_kappa_score

from goldscale.kernels.contingency import joint_counts, kappa

NUMBERS = st.sampled_from([0.1, 0.3, 0.5, 0.7, 0.9])
LIMITS = arrays(np.float64, st.integers(1, 4), elements=NUMBERS)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@given(
    first=arrays(np.float64, 7, elements=NUMBERS),
    second=arrays(np.float64, 7, elements=NUMBERS),
    limits=LIMITS,
    others=LIMITS,
)
def test_every_pair_of_limits(
    dtype: type, first: np.ndarray, second: np.ndarray, limits: np.ndarray, others: np.ndarray
) -> None:
    counts = joint_counts(first.astype(dtype), second, limits, others)
    agreement = kappa(counts)
    for i, low in enumerate(limits):
        for j, high in enumerate(others):
            said, relevant = first >= low, second >= high
            assert counts.both[i, j] == (said & relevant).sum()
            assert (counts.predicted[i, 0], counts.relevant[0, j]) == (said.sum(), relevant.sum())
            if len({*said.tolist(), *relevant.tolist()}) > 1:
                assert agreement[i, j] == pytest.approx(cohen_kappa_score(said, relevant))
            else:
                assert np.isnan(agreement[i, j])
    assert counts.cells.tolist() == [[7]]
