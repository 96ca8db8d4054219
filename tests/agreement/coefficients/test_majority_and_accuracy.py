"""Majority agreement and example-based accuracy beside slow, obvious second implementations."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from vote_tables import made_up_cube, votes_of_cube

from goldscale.agreement import agree
from goldscale.errors import ParameterError

CUBES = st.builds(made_up_cube, st.integers(0, 999), gap=st.sampled_from([0.0, 0.3, 0.7]))


def cells(cube: np.ndarray, reading: str) -> dict[tuple[int, int], list[float]]:
    found = {}
    for item in range(cube.shape[1]):
        for label in range(cube.shape[2]):
            said = [float(v) for v in cube[:, item, label] if not np.isnan(v)]
            if len(said) >= 2 and (reading == "all" or 1.0 in said):
                found[item, label] = said
    return found


def share_with_majority(said: list[float]) -> float:
    return max(said.count(v) for v in said) / len(said)


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("nan")


@pytest.mark.parametrize("reading", ["all", "selected"])
@settings(max_examples=30)
@given(cube=CUBES)
def test_majority_is_averaged_over_items_per_label_and_over_labels_per_item(reading: str, cube: np.ndarray) -> None:
    shares = {cell: share_with_majority(said) for cell, said in cells(cube, reading).items()}
    votes = votes_of_cube(cube)
    name = f"majority(reading={reading})"
    for by, axis in (("label", 1), ("item", 0)):
        found = agree(votes, name, by=by, ci=None)[name]  # type: ignore[arg-type]
        wanted = [mean([s for cell, s in shares.items() if cell[axis] == i]) for i in range(cube.shape[axis + 1])]
        assert found.values == pytest.approx(wanted, nan_ok=True)
        assert found.overall.value == pytest.approx(mean(list(shares.values())), nan_ok=True)


@settings(max_examples=30)
@given(cube=CUBES)
def test_majority_of_an_annotator_shares_ties(cube: np.ndarray) -> None:
    votes = votes_of_cube(cube)
    found = agree(votes, "majority", by="annotator", ci=None)["majority"].values
    for annotator, value in enumerate(found):
        credits = []
        for (item, label), said in cells(cube, "all").items():
            own = cube[annotator, item, label]
            if not np.isnan(own):
                top = max(said.count(v) for v in said)
                winners = [v for v in set(said) if said.count(v) == top]
                credits.append((own in winners) / len(winners))
        assert value == pytest.approx(mean(credits), nan_ok=True)


@pytest.mark.parametrize("reading", ["all", "selected"])
@pytest.mark.parametrize("identical", ["pairs", "everybody"])
@settings(max_examples=20)
@given(cube=CUBES)
def test_example_based_accuracy_averages_each_item_first(reading: str, identical: str, cube: np.ndarray) -> None:
    def alike(said: list[float]) -> float:
        if identical == "everybody":
            return float(len(set(said)) == 1)
        return mean([float(a == b) for a, b in combinations(said, 2)])

    held = {cell: alike(said) for cell, said in cells(cube, reading).items()}
    per_item = [mean([v for cell, v in held.items() if cell[0] == i]) for i in range(cube.shape[1])]
    name = f"accuracy_ex(reading={reading}, identical={identical})"
    found = agree(votes_of_cube(cube), name, by="item", ci=None)[name]
    assert found.values == pytest.approx(per_item, nan_ok=True)
    assert found.overall.value == pytest.approx(mean([v for v in per_item if not np.isnan(v)]), nan_ok=True)


def test_nine_of_eleven_agree_to_82_percent() -> None:
    """The example of thesis 6.4.1: nine of eleven annotators did not select the concept."""
    cube = np.zeros((11, 1, 1))
    cube[:2] = 1
    for name in ("majority", "majority(reading=selected)"):
        assert agree(votes_of_cube(cube), name, ci=None).results[0].overall.value == pytest.approx(9 / 11)


def test_selections_need_yes_and_no() -> None:
    with pytest.raises(ParameterError, match="select nothing"):
        agree(votes_of_cube(made_up_cube() * 3), "majority(reading=selected)")


def test_with_all_votes_the_pairwise_and_the_pooled_accuracy_are_one_number() -> None:
    votes = votes_of_cube(made_up_cube(gap=0.0))
    names = ("accuracy", "accuracy(over=pooled)", "accuracy_ex", "observed")
    found = [agree(votes, name, ci=None).results[0].overall.value for name in names]
    assert found == pytest.approx([found[0]] * 4)
