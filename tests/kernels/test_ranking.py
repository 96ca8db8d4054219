"""The tie groups of a ranking against a loop over its cells."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from ranked_units import GRADES, PARTLY_RANKED, ranking

from goldscale.kernels.ranking import Hits, running_within


def slow_groups(scores: np.ndarray, worth: np.ndarray) -> list[tuple[int, float, int, float, float]]:
    """Unit, cells above, cells in the group, worth above and worth in it, of all groups that are worth something."""
    found = []
    for unit, (row, value) in enumerate(zip(scores, worth, strict=True)):
        cells = sorted((i for i in range(len(row)) if row[i] > -np.inf), key=lambda i: -row[i])
        above, before = 0, 0.0
        for _, group in groupby(cells, key=lambda i: row[i]):
            inside = list(group)
            gain = float(sum(value[i] for i in inside))
            if gain:
                found.append((unit, above, len(inside), before, gain))
            above, before = above + len(inside), before + gain
    return found


def listed(hits: Hits) -> list[tuple[int, float, int, float, float]]:
    parts = (hits.unit, hits.above, hits.size, hits.relevant_above, hits.relevant)
    return list(zip(*(part.tolist() for part in parts), strict=True))


@given(scores=PARTLY_RANKED, grade=GRADES)
def test_groups_that_hold_something_relevant(scores: np.ndarray, grade: np.ndarray) -> None:
    found = ranking(scores, grade)
    for rel in range(1, int(grade.max()) + 1):
        hits = found.hits(rel)
        assert listed(hits) == slow_groups(scores, grade >= rel)
        assert hits.total_relevant.tolist() == (grade >= rel).sum(axis=1).tolist()
        assert hits.ranked_relevant.tolist() == ((grade >= rel) & (scores > -np.inf)).sum(axis=1).tolist()
        assert hits.candidates.tolist() == [5, 5, 5]
        assert hits.length.tolist() == (scores > -np.inf).sum(axis=1).tolist()
        first = [next((i for i, g in enumerate(listed(hits)) if g[0] == unit), None) for unit in range(3)]
        assert hits.first_groups.tolist() == [i for i in first if i is not None]


@given(scores=PARTLY_RANKED, grade=GRADES)
def test_groups_that_hold_gain(scores: np.ndarray, grade: np.ndarray) -> None:
    hits = ranking(scores, grade).gains(lambda g: g**2 / 4)
    assert listed(hits) == slow_groups(scores, grade**2 / 4)
    assert hits.total_relevant.tolist() == (grade**2 / 4).sum(axis=1).tolist()


@given(scores=PARTLY_RANKED, grade=GRADES)
def test_what_is_not_ranked_is_one_more_group_behind(scores: np.ndarray, grade: np.ndarray) -> None:
    whole = ranking(scores, grade).hits().complete
    low = np.where(scores > -np.inf, scores, np.float32(-1))
    assert listed(whole) == slow_groups(low, grade >= 1)
    unranked = ((grade >= 1) & (scores == -np.inf)).any(axis=1)
    assert (whole.closed is None and not unranked.any()) or whole.closed.tolist() == unranked.tolist()


@given(scores=PARTLY_RANKED, grade=GRADES)
def test_neighbours_that_are_relevant_throughout_can_be_merged(scores: np.ndarray, grade: np.ndarray) -> None:
    members = ranking(scores, grade).members(1)
    merged = members.merged()
    worth = members.value.astype(float)
    assert merged.sums(worth).sum() == worth.sum()
    unit = np.repeat(np.arange(3), np.diff(merged.starts))
    whole = merged.end - merged.begin == merged.sums(worth)
    touch = (merged.begin[1:] == merged.end[:-1]) & whole[1:] & whole[:-1] & (unit[1:] == unit[:-1])
    assert not touch.any()
    cells = [set(range(b, e)) for b, e in zip(merged.begin, merged.end, strict=True)]
    before = [set(range(b, e)) for b, e in zip(members.begin, members.end, strict=True)]
    assert set().union(*cells) == set().union(*before)


@pytest.mark.parametrize(("ties", "above"), [("best", [1, 2]), ("worst", [1, 3])])
def test_best_and_worst_say_where_the_unranked_stand(ties: str, above: list[int]) -> None:
    scores, grade = np.float32([[0.9, 0.5, -np.inf, -np.inf]]), np.int8([[0, 1, 1, 0]])
    whole = ranking(scores, grade, ties).hits().complete
    assert whole.size.tolist() == [1, 1]
    assert whole.above.tolist() == above


def test_a_running_sum_begins_anew_in_each_unit() -> None:
    assert running_within(np.array([0, 2, 2, 5]), np.array([3, 1, 4, 1, 5])).tolist() == [0, 3, 0, 4, 5]
