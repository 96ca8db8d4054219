from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldscale.data import Groups, Items
from goldscale.errors import MismatchError, ParameterError, UnknownNameError
from goldscale.kernels.groups import group_means, nested_mean

ITEMS = ["1", "2", "3", "4"]
LEVELS = {"author": ["x", "x", "y", "y"], "plant": ["p", "q", "p", "p"]}


def test_a_group_below_another_is_its_own() -> None:
    groups = Groups(ITEMS, LEVELS)
    assert groups.levels == ("author", "plant")
    assert groups.names_of("plant") == ("x / p", "x / q", "y / p")
    assert [parent.tolist() for parent in groups.parents] == [[0, 1, 2, 2], [0, 0, 1]]
    assert groups.outer("author").levels == ("author",)


def test_groups_are_found_by_item_name() -> None:
    groups = Groups(ITEMS, LEVELS)
    turned = groups.align(Items(["4", "1"]))
    assert turned.names_of("plant") == ("y / p", "x / p")
    assert Groups(ITEMS[::-1], {k: v[::-1] for k, v in LEVELS.items()}).hash == groups.hash
    with pytest.raises(MismatchError, match="without author and plant"):
        groups.align(Items(["1", "5"]))


def test_bad_groups_are_refused() -> None:
    with pytest.raises(ParameterError, match="at least one level"):
        Groups(ITEMS, {})
    with pytest.raises(ParameterError, match="author: 1 groups given for 4 items"):
        Groups(ITEMS, {"author": ["x"]})
    with pytest.raises(UnknownNameError, match="author"):
        Groups(ITEMS, LEVELS).axis("autor")


def slow_nested_mean(tree: object) -> float | None:
    """The mean of the means of what is inside, leaving out what has no value."""
    if not isinstance(tree, dict):
        return None if np.isnan(tree) else float(tree)  # type: ignore[call-overload]
    found = [value for value in map(slow_nested_mean, tree.values()) if value is not None]
    return sum(found) / len(found) if found else None


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from("pqr"), st.sampled_from([0.0, 0.5, 1.0, float("nan")])),
        min_size=1,
        max_size=20,
    )
)
def test_nested_mean_is_the_mean_of_means(rows: list[tuple[str, str, float]]) -> None:
    groups = Groups([str(i) for i in range(len(rows))], {"a": [r[0] for r in rows], "p": [r[1] for r in rows]})
    tree: dict[str, dict[str, dict[int, float]]] = {}
    for i, (author, plant, value) in enumerate(rows):
        tree.setdefault(author, {}).setdefault(plant, {})[i] = value
    values = np.array([[r[2] for r in rows]] * 2)
    found, expected = nested_mean(values, groups.parents), slow_nested_mean(tree)
    np.testing.assert_allclose(found, [np.nan if expected is None else expected] * 2, atol=1e-12)
    by_author = group_means(values, groups.parents)
    for author, mean in zip(groups.names_of("a"), by_author[0], strict=True):
        slow = slow_nested_mean(tree[author])
        np.testing.assert_allclose(mean, np.nan if slow is None else slow, atol=1e-12)
