"""Nested means and draws against loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldscale.kernels.groups import group_means, nested_draws, nested_mean

PLANT = np.array([0, 0, 1, 2, 2, 2])
AUTHOR = np.array([0, 0, 1])
VALUES = st.lists(st.sampled_from([0.0, 0.5, 1.0, np.nan]), min_size=6, max_size=6)


def slow_mean(values: list[float]) -> float:
    known = [v for v in values if not np.isnan(v)]
    return sum(known) / len(known) if known else float("nan")


def slow_plants(values: list[float]) -> list[float]:
    return [slow_mean([v for v, p in zip(values, PLANT, strict=True) if p == plant]) for plant in range(3)]


@given(rows=st.lists(VALUES, min_size=1, max_size=3))
def test_means_of_means(rows: list[list[float]]) -> None:
    plants = [slow_plants(row) for row in rows]
    authors = [[slow_mean(row[:2]), slow_mean(row[2:])] for row in plants]
    values = np.array(rows)
    np.testing.assert_allclose(group_means(values, [PLANT]), plants)
    np.testing.assert_allclose(group_means(values, [PLANT, AUTHOR]), authors)
    np.testing.assert_allclose(nested_mean(values, [PLANT, AUTHOR]), [slow_mean(row) for row in authors])
    np.testing.assert_allclose(nested_mean(values, []), [slow_mean(row) for row in rows])


def test_draws_keep_items_in_their_groups_and_groups_as_large_as_they_are() -> None:
    values = np.arange(6.0)
    replicates = list(nested_draws(np.random.default_rng(2), [PLANT, AUTHOR], 100))
    assert [int(drawn.parents[-1].max()) + 1 for drawn in replicates] == [64, 36]
    for drawn in replicates:
        slot_of_item, slot_of_plant, replicate = drawn.parents
        means = drawn.means(values)
        assert len(replicate) == 2 * len(means)
        for number in range(len(means)):
            authors = []
            for author_slot in np.flatnonzero(replicate == number):
                plants, own = [], set()
                plant_slots = np.flatnonzero(slot_of_plant == author_slot)
                for plant_slot in plant_slots:
                    items = drawn.items[slot_of_item == plant_slot]
                    (plant,) = {int(p) for p in PLANT[items]}
                    assert len(items) == np.count_nonzero(plant == PLANT)
                    own.add(int(AUTHOR[plant]))
                    plants.append(values[items].mean())
                (author,) = own
                assert len(plant_slots) == np.count_nonzero(author == AUTHOR)
                authors.append(np.mean(plants))
            assert means[number] == pytest.approx(np.mean(authors))
