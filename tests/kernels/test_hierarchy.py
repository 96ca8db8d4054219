"""Label sets in a hierarchy against sets and loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import arrays

from goldscale.kernels import hierarchy as kernel

ABOVE = {0: set(), 1: {0}, 2: {0}, 3: {0, 1}, 4: {0, 1}, 5: set()}
"""Two trees: 0 over 1 (over 3 and 4) and 2; 5 alone."""
ANCESTOR = np.array([[a in ABOVE[c] for a in range(6)] for c in range(6)])
SETS = arrays(np.bool_, (4, 6))


def as_sets(matrix: np.ndarray) -> list[set[int]]:
    return [{int(i) for i in np.flatnonzero(row)} for row in matrix]


@given(chosen=SETS)
def test_sets_with_what_is_above_and_below(chosen: np.ndarray) -> None:
    up = [set().union(own, *(ABOVE[c] for c in own)) for own in as_sets(chosen)]
    down = [own | {c for c in range(6) if ABOVE[c] & own} for own in as_sets(chosen)]
    assert as_sets(kernel.with_ancestors(chosen, ANCESTOR)) == up
    assert as_sets(kernel.with_descendants(chosen, ANCESTOR)) == down


@given(said=SETS, relevant=SETS)
def test_losses_and_overlap(said: np.ndarray, relevant: np.ndarray) -> None:
    weights = np.array([1.0, 0.5, 0.5, 0.25, 0.25, 1.0])
    loss = kernel.h_loss(said, relevant, ANCESTOR)
    distance = kernel.weighted_euclidean(said, relevant, weights)
    counts = kernel.overlap(said, relevant)
    for item, (guess, truth) in enumerate(zip(as_sets(said), as_sets(relevant), strict=True)):
        wrong = guess ^ truth
        assert loss[item] == sum(not ABOVE[c] & wrong for c in wrong)
        assert distance[item] == pytest.approx(sum(weights[c] for c in wrong) ** 0.5)
        found = (counts.both[item], counts.predicted[item], counts.relevant[item], counts.cells[item])
        assert found == (len(guess & truth), len(guess), len(truth), 6)
