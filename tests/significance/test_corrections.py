from __future__ import annotations

from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from statsmodels.stats.multitest import multipletests

from goldscale.significance.corrections import CORRECTIONS

THEIRS = {"bonferroni": "bonferroni", "holm": "holm", "benjamini-hochberg": "fdr_bh"}
P_VALUES = arrays.arrays(
    np.float64, st.integers(1, 12), elements=st.sampled_from([0.0, 0.001, 0.01, 0.04, 0.05, 0.3, 1.0])
)


@pytest.mark.parametrize("name", THEIRS)
@given(p=P_VALUES)
def test_corrections_equal_statsmodels(name: str, p: np.ndarray) -> None:
    with mock.patch("gc.collect"):  # their Holm collects garbage each time, which takes a second in a large process
        theirs = multipletests(p, method=THEIRS[name])[1]
    np.testing.assert_allclose(CORRECTIONS[name](p), theirs, atol=1e-12)


@pytest.mark.parametrize("name", CORRECTIONS)
def test_what_was_not_tested_does_not_count(name: str) -> None:
    plain = CORRECTIONS[name](np.array([0.01, 0.02]))
    found = CORRECTIONS[name](np.array([0.01, np.nan, 0.02]))
    np.testing.assert_allclose(found, [plain[0], np.nan, plain[1]])
