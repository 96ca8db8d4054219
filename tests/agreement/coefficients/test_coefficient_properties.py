"""Properties over the whole catalogue: a new coefficient is held to all of them the day it is declared."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from coefficient_names import EVERY, spellings
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from vote_tables import NAN, votes_of_cube

from goldscale import Votes
from goldscale.agreement import CoefficientDefinition, agree, coefficient, list_coefficients
from goldscale.agreement.coefficients.definition import PROPERTIES

DEFINITIONS = list_coefficients()


SETS = ("alpha(metric=jaccard)", "alpha(metric=masi)")
YES_NO_ONLY = [name for name in EVERY if "selected" in name or name in SETS]
GRADED = [name for name in EVERY if name not in YES_NO_ONLY]


def claiming(promise: str, names: list[str] = EVERY) -> list[str]:
    found = (coefficient(name) for name in names)
    return [str(one) for one in found if promise in one.definition.properties(one)]


def cubes(values: tuple[float, ...] = (0.0, 1.0), gaps: bool = True) -> st.SearchStrategy[np.ndarray]:
    """Annotators x items x labels."""
    shape = st.tuples(st.integers(1, 4), st.integers(1, 5), st.integers(1, 3))
    return arrays.arrays(np.float64, shape, elements=st.sampled_from((*values, NAN) if gaps else values))


def overall(votes: Votes, name: str) -> float:
    return agree(votes, name, ci=None)[name].overall.value


def test_every_coefficient_says_what_it_is() -> None:
    required = {
        field.name for field in dataclasses.fields(CoefficientDefinition) if field.default is dataclasses.MISSING
    }
    assert required >= {"properties", "degenerate", "needs", "equation", "reference", "build"}
    for definition in DEFINITIONS:
        assert all(getattr(definition, text) for text in ("title", "summary", "equation", "needs", "degenerate"))
        assert definition.high == 1
        for name in spellings(definition):
            one = coefficient(name)
            assert one.definition.properties(one) <= set(PROPERTIES)
            assert "all" in one.definition.by(one)
    for promise in PROPERTIES:
        assert claiming(promise)


@pytest.mark.parametrize("name", EVERY)
@given(cube=cubes())
def test_a_value_is_in_its_range_or_says_why_it_is_undefined(name: str, cube: np.ndarray) -> None:
    one = coefficient(name)
    for by in one.definition.by(one):
        result = agree(votes_of_cube(cube), name, by=by, ci=None)[name]
        for estimate in (result.overall, *result.groups):
            if math.isnan(estimate.value):
                assert estimate.note
            else:
                assert one.definition.low - 1e-9 <= estimate.value <= 1 + 1e-12


@pytest.mark.parametrize("name", GRADED)
@given(cube=cubes((0.0, 0.5, 2.0, 7.0)))
def test_a_value_of_grades_is_in_its_range(name: str, cube: np.ndarray) -> None:
    value = overall(votes_of_cube(cube), name)
    assert math.isnan(value) or coefficient(name).definition.low - 1e-9 <= value <= 1 + 1e-12


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=25)
@given(cube=cubes(), seed=st.integers(0, 99))
def test_the_order_of_votes_annotators_items_and_labels_is_nothing(name: str, cube: np.ndarray, seed: int) -> None:
    rng = np.random.default_rng(seed)
    shuffled = cube[np.ix_(*(rng.permutation(side) for side in cube.shape))]
    votes = votes_of_cube(shuffled)
    mixed = votes.select(rng.permutation(len(votes)))
    assert overall(mixed, name) == pytest.approx(overall(votes_of_cube(cube), name), abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=25)
@given(truth=cubes(gaps=False).map(lambda cube: cube[0]), raters=st.integers(2, 4))
def test_perfect_agreement_gives_one(name: str, truth: np.ndarray, raters: int) -> None:
    value = overall(votes_of_cube(np.repeat(truth[None], raters, axis=0)), name)
    assert math.isnan(value) or value == pytest.approx(1, abs=1e-12)
    varied = np.vstack([np.zeros(truth.shape[1]), np.ones(truth.shape[1])])
    assert overall(votes_of_cube(np.repeat(varied[None], raters, axis=0)), name) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("name", claiming("perfect-only"))
@given(cube=cubes(gaps=False))
def test_only_perfect_agreement_gives_one(name: str, cube: np.ndarray) -> None:
    if overall(votes_of_cube(cube), name) > 1 - 1e-9:
        assert (cube == cube[:1]).all()


@pytest.mark.parametrize("name", sorted(set(EVERY) - set(claiming("perfect-only"))))
def test_who_does_not_promise_it_gives_one_for_less(name: str) -> None:
    shifted = np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]])[:, :, None]
    assert overall(votes_of_cube(shifted), name) == pytest.approx(1)


@pytest.mark.parametrize("name", claiming("any-names"))
@settings(max_examples=25)
@given(cube=cubes((0.0, 1.0, 2.0)), order=st.permutations(range(3)))
def test_other_names_of_the_values_change_nothing(name: str, cube: np.ndarray, order: list[int]) -> None:
    votes = votes_of_cube(cube).replace(categories=["Day", "Night", "Unclear"])
    renamed = votes.replace(values=np.array(order)[votes.values.astype(int)])
    assert overall(renamed, name) == pytest.approx(overall(votes, name), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", claiming("any-scale", GRADED))
@settings(max_examples=25)
@given(cube=cubes((0.0, 1.0, 4.0, 5.0)), factor=st.sampled_from([0.1, 3.0, 1000.0]))
def test_a_longer_scale_changes_nothing(name: str, cube: np.ndarray, factor: float) -> None:
    cube[0, 0, 0] = 5.0  # So that votes are grades on both sides: 0 and 1 alone are yes and no.
    value = overall(votes_of_cube(cube), name)
    assert overall(votes_of_cube(cube * factor), name) == pytest.approx(value, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("said", [0.0, 1.0])
def test_one_value_only_has_the_stated_answer(name: str, said: float) -> None:
    estimate = agree(votes_of_cube(np.full((3, 4, 2), said)), name)[name].overall
    one = coefficient(name)
    if said == 0 and "selected" in name:
        assert math.isnan(estimate.value)
        assert estimate.note == "nobody selected it"
    elif "one-value" in one.definition.properties(one):
        assert (estimate.value, estimate.low, estimate.high) == (1, 1, 1)
    else:
        assert math.isnan(estimate.value)
        assert math.isnan(estimate.low)
        assert estimate.note.startswith("all votes are ")
