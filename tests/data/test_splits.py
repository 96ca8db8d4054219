from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldscale.data import Groups, Split, find_leaks, folds_by_group, split_by_group
from goldscale.errors import MismatchError, ParameterError, UnknownNameError


def made_up(plants: int, seed: int = 0) -> tuple[Groups, list[str]]:
    """Plants with one to nine pictures each, of ten species, by fewer authors than plants."""
    rng = np.random.default_rng(seed)
    plant = np.repeat(np.arange(plants), rng.integers(1, 10, plants))
    names = [f"{i}.jpg" for i in range(len(plant))]
    groups = Groups(names, {"author": [f"a{p % 7}" for p in plant], "plant": [f"p{p}" for p in plant]})
    return groups, [f"s{p % 10}" for p in plant]


def squares(groups: Groups, part: list[int], shares: list[float], species: list[str] | None) -> float:
    """What a split is to keep small: squared distances from the sizes asked for, in all and of each species."""
    total = 0.0
    for number, share in enumerate(shares):
        inside = [i for i in range(len(groups)) if part[i] == number]
        total += (len(inside) - share * len(groups)) ** 2
        if species is not None:
            here, everywhere = Counter(species[i] for i in inside), Counter(species)
            total += sum((here[s] - share * count) ** 2 for s, count in everywhere.items())
    return total


@given(st.integers(2, 12), st.integers(0, 50), st.sampled_from([0.1, 0.25, 0.5, 0.7]), st.booleans())
def test_no_group_is_on_both_sides_and_no_move_would_improve_a_split(
    plants: int, seed: int, test: float, stratified: bool
) -> None:
    groups, species = made_up(plants, seed)
    wanted = species if stratified else None
    split = split_by_group(groups, "plant", test, stratify=wanted, seed=seed)
    assert sorted([*split.train, *split.test]) == list(range(len(groups)))
    assert len(split.train)
    assert len(split.test)
    own = groups.select(["plant"]).of_items("plant")
    sides = [{own[i] for i in side} for side in (split.train, split.test)]
    assert not sides[0] & sides[1]
    part = [int(i in set(split.test.tolist())) for i in range(len(groups))]
    found = squares(groups, part, [1 - test, test], wanted)
    for side, other in ((0, 1), (1, 0)):
        if len(sides[side]) > 1:
            for plant in sides[side]:
                moved = [other if name == plant else p for name, p in zip(own, part, strict=True)]
                assert squares(groups, moved, [1 - test, test], wanted) >= found - 1e-6


def test_sizes_are_near_what_was_asked() -> None:
    groups, species = made_up(300)
    split = split_by_group(groups, "plant", 0.3, stratify=species, seed=1)
    assert len(split.test) == pytest.approx(0.3 * len(groups), abs=2)
    tested = Counter(species[i] for i in split.test)
    for name, count in Counter(species).items():
        assert tested[name] == pytest.approx(0.3 * count, abs=3)


def test_seeds_give_splits_of_their_own() -> None:
    groups, _ = made_up(40)
    one, again, other = (split_by_group(groups, "plant", seed=seed).test_items for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_every_item_is_tested_in_one_fold() -> None:
    groups, species = made_up(60)
    folds = folds_by_group(groups, "plant", 4, stratify=species)
    assert sorted(i for fold in folds for i in fold.test) == list(range(len(groups)))
    for fold in folds:
        assert find_leaks(fold.train_items, fold.test_items, groups, "plant") == []
        assert len(fold.test) == pytest.approx(len(groups) / 4, abs=3)


def test_a_plant_of_two_authors_stays_whole() -> None:
    groups = Groups("abcd", {"author": ["x", "y", "x", "y"], "plant": ["p", "p", "q", "q"]})
    for seed in range(10):
        assert set(split_by_group(groups, "plant", 0.5, seed=seed).test_items) in ({"a", "b"}, {"c", "d"})


def test_leaks_are_named_and_counted() -> None:
    groups = Groups("abcdef", {"author": ["x", "x", "x", "y", "y", "y"], "plant": ["p", "p", "q", "r", "r", "p"]})
    leaks = find_leaks("acd", "bdef", groups)
    assert [str(leak) for leak in leaks] == [
        "item d: 1 to train, 1 to test",
        "plant p: 1 to train, 2 to test",
        "plant r: 1 to train, 2 to test",
    ]
    assert [(leak.name, leak.train, leak.test) for leak in find_leaks("acd", "bf", groups, "author")] == [
        ("x", 2, 1),
        ("y", 1, 1),
    ]
    with pytest.raises(MismatchError, match="without plant: 1 missing"):
        find_leaks("az", "b", groups)
    with pytest.raises(UnknownNameError, match="did you mean 'plant'"):
        find_leaks("a", "b", groups, "plants")


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda g: split_by_group(g, "plant", 0.0), "between 0 and 1"),
        (lambda g: split_by_group(g, "plant", stratify=["oak"]), "1 labels given to stratify"),
        (lambda g: folds_by_group(g, "plant", 1), "at least 2 folds"),
        (lambda g: folds_by_group(g, "plant", 4), "3 plants cannot be on 4 sides"),
    ],
)
def test_bad_requests(call, match: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ParameterError, match=match):
        call(made_up(3)[0])


def test_a_split_says_how_large_it_is() -> None:
    groups, _ = made_up(2)
    split = split_by_group(groups, "plant")
    assert isinstance(split, Split)
    assert repr(split) == f"Split({len(split.train)} to train, {len(split.test)} to test)"


def plant_of_pictures(folder: Path) -> dict[str, str]:
    found = {}
    for path in folder.glob("*.xml"):
        text = path.read_text("utf-8", errors="replace")
        name, plant = (re.search(rf"<{tag}>(.*?)</{tag}>", text) for tag in ("FileName", "IndividualPlantId"))
        assert name is not None
        assert plant is not None
        found[name[1]] = plant[1]
    return found


def test_the_plant_task_of_2011_keeps_plants_apart(data_folder: Path) -> None:
    data = data_folder / "imageclef2011_plant" / "data"
    train, test = (plant_of_pictures(data / name) for name in ("Train", "TestXmlWithGroundTruth"))
    assert len(train) + len(test) == 5412  # as section 2.1 of the package's README says
    every = train | test
    groups = Groups(every, {"plant": every.values()})
    assert find_leaks(train, test, groups) == []
    again = split_by_group(groups, "plant", len(test) / len(every))
    assert len(again.test) == len(test)
    assert find_leaks(again.train_items, again.test_items, groups) == []
