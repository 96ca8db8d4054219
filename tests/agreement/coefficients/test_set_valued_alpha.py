"""Alpha over sets of labels beside nltk's AnnotationTask."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import jaccard_distance, masi_distance
from vote_tables import NAN, votes_of_cube

from goldscale.agreement import agree
from goldscale.errors import ParameterError

DISTANCES = {"jaccard": jaccard_distance, "masi": masi_distance}


@st.composite
def sheets(draw: st.DrawFn) -> np.ndarray:
    """Annotators x items x labels; some annotators leave an item out. Nobody selects nothing: nltk cannot tell that."""
    shape = draw(st.tuples(st.integers(2, 4), st.integers(1, 6), st.integers(2, 4)))
    cube = draw(arrays.arrays(np.float64, shape, elements=st.sampled_from([0.0, 1.0])))
    cube[..., 0] = np.where(cube.sum(axis=-1) == 0, 1.0, cube[..., 0])
    cube[draw(arrays.arrays(np.bool_, shape[:2], elements=st.sampled_from([False, False, False, True])))] = NAN
    return cube


@pytest.mark.parametrize("metric", DISTANCES)
@given(cube=sheets())
def test_equals_nltk(metric: str, cube: np.ndarray) -> None:
    triples = [
        (f"r{a}", f"i{i}", frozenset(np.flatnonzero(cube[a, i] > 0).tolist()))
        for a, i in np.ndindex(cube.shape[:2])
        if not np.isnan(cube[a, i, 0])
    ]
    found = agree(votes_of_cube(cube), f"alpha(metric={metric})", ci=None).results[0].overall
    met = [i for i in {t[1] for t in triples} if sum(t[1] == i for t in triples) > 1]
    if len({t[2] for t in triples if t[1] in met}) < 2:
        assert math.isnan(found.value)
    else:
        wanted = AnnotationTask(triples, distance=DISTANCES[metric]).alpha()
        assert found.value == pytest.approx(wanted, abs=1e-9)
        assert found.units == len(met)


def test_many_different_sets_are_taken_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    cube = (np.random.default_rng(1).random((3, 20, 6)) < 0.4).astype(float)
    whole = agree(votes_of_cube(cube), "alpha(metric=masi)", ci=None).results[0].overall.value
    monkeypatch.setattr("goldscale.kernels.agreement.distances.BLOCK", 50)
    assert agree(votes_of_cube(cube), "alpha(metric=masi)", ci=None).results[0].overall.value == pytest.approx(whole)


def test_two_empty_sets_are_the_same_and_an_empty_one_shares_nothing() -> None:
    alike = np.array([[[0.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [1.0, 0.0]]])
    unlike = np.array([[[0.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 0.0]]])
    for metric in DISTANCES:
        name = f"alpha(metric={metric})"
        assert agree(votes_of_cube(alike), name, ci=None).results[0].overall.value == 1
        # Four votes, two of each set: expected disagreement 2/3, observed 1.
        assert agree(votes_of_cube(unlike), name, ci=None).results[0].overall.value == pytest.approx(-0.5)


def test_sets_need_yes_and_no_and_are_not_read_per_label() -> None:
    with pytest.raises(ParameterError, match="sets of labels"):
        agree(votes_of_cube(np.full((2, 2, 2), 3.0)), "alpha(metric=masi)")
    with pytest.raises(ParameterError, match="no value per label"):
        agree(votes_of_cube(np.ones((2, 2, 2))), "alpha(metric=masi)", by="label")
