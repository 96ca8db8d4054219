"""Steps of a ranking against scikit-learn's ROC curve."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from ranked_units import RELEVANCE, TIED, WIDTH
from sklearn.metrics import roc_curve

from goldscale.kernels.curves import steps


@given(scores=TIED, relevant=RELEVANCE)
def test_steps_are_the_corners_of_the_roc_curve(scores: np.ndarray, relevant: np.ndarray) -> None:
    for row, truth in zip(scores, relevant, strict=True):
        total = int(truth.sum())
        value, cells, found = steps(row, truth)
        if 0 < total < WIDTH:
            misses, hits, limits = roc_curve(truth, row, drop_intermediate=False)
            np.testing.assert_array_equal(value, limits[1:])
            np.testing.assert_allclose(found, hits[1:] * total)
            np.testing.assert_allclose(cells - found, misses[1:] * (WIDTH - total))
        else:
            assert (cells[-1], found[-1]) == (WIDTH, total)


def test_nothing_ranked_has_no_steps() -> None:
    assert [part.tolist() for part in steps(np.empty(0), np.empty(0, dtype=int))] == [[], [], []]
