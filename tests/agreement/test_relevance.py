"""Grades to relevance: what a printed threshold means, and what is made of the votes on a cell."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from statistics import fmean, median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldscale.agreement.relevance import By, CellValues, Threshold, lowest_passing, relevance
from goldscale.data import Judgements, Run, Votes
from goldscale.data import matrix as mx
from goldscale.errors import ParameterError, UnknownNameError


@pytest.mark.parametrize(
    ("value", "threshold", "meets"),
    [
        (Fraction(2, 3), 0.66, True),
        (Fraction(2, 3), 0.67, True),
        (Fraction(2, 3), "0.667", True),
        (Fraction(2, 3), "2/3", True),
        (Fraction(2, 3), Fraction(2, 3), True),
        (Fraction(2, 3), 0.68, False),
        (Fraction(2, 3), 0.7, False),  # one digit is exact
        (Fraction(10, 3), 3.33, True),
        (Fraction(10, 3), 3.3, True),
        (Fraction(10, 3), 3.34, False),
        (Fraction(11, 3), 3.67, True),
        (Fraction(11, 3), "11/3", True),
        (Fraction(11, 3), 4, False),
        (Fraction(11, 3), 4.0, False),
        (Fraction(6, 13), 0.5, False),  # a minority is no half
        (Fraction(3, 5), 0.6, True),
        (Fraction(7, 10), 0.7, True),
        (Fraction(4, 6), 0.67, True),
    ],
)
def test_what_meets_a_printed_threshold(value: Fraction, threshold: Threshold, meets: bool) -> None:
    assert (float(value) >= lowest_passing(threshold)) is meets


@given(st.integers(1, 30).flatmap(lambda n: st.tuples(st.integers(0, 4 * n), st.just(n))), st.integers(2, 6))
def test_a_value_meets_itself_however_it_is_printed(share: tuple[int, int], digits: int) -> None:
    value = share[0] / share[1]
    cut = Fraction(int(Fraction(*share) * 10**digits), 10**digits)
    assert value >= lowest_passing(f"{value:.{digits}f}")
    assert value >= lowest_passing(f"{float(cut):.{digits}f}")


@pytest.mark.parametrize("wrong", ["many", "1/0", float("nan"), float("inf"), "", "1/2/3"])
def test_what_is_no_threshold(wrong: Threshold) -> None:
    with pytest.raises(ParameterError, match="a threshold is a number or a fraction like '2/3'"):
        lowest_passing(wrong)


def grades(*per_cell: list[float]) -> Votes:
    """One item per list, a vote of one annotator after the other."""
    return Votes.from_records(
        [(f"rater {r}", f"{i}.jpg", "s", v) for i, votes in enumerate(per_cell) for r, v in enumerate(votes)]
    )


@pytest.mark.parametrize(
    ("by", "expected"),
    [("mean", [1, 0, 0]), ("median", [1, 1, 0]), ("lowest", [0, 0, 0]), ("highest", [1, 1, 1])],
)
def test_the_votes_of_a_cell_summed_up(by: By, expected: list[int]) -> None:
    votes = grades([3, 3, 4, 2], [1, 3, 3], [1, 4])
    assert relevance(votes, 3, by=by).values[:, 0].tolist() == expected


@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 2), st.sampled_from([0.0, 1.0, 2.5, 4.0])),
        unique_by=lambda row: row[:3],
    )
)
def test_every_summary_against_plain_python(rows: list[tuple[int, int, int, float]]) -> None:
    names = (["a", "b", "c", "d", "e"], ["1", "2", "3", "4"], ["x", "y", "z"])
    columns = [[row[k] for row in rows] for k in range(4)]
    votes = Votes(*columns, *names)
    cells: dict[tuple[int, int], list[float]] = {}
    for _, item, label, value in rows:
        cells.setdefault((item, label), []).append(value)
    plain = {"mean": fmean, "median": median, "lowest": min, "highest": max}
    for by, summary in plain.items():
        found = CellValues.of(votes, by)  # type: ignore[arg-type]
        got = {(int(i), int(j)): float(v) for i, j, v in zip(found.item, found.label, found.values, strict=True)}
        assert got == pytest.approx({cell: summary(values) for cell, values in cells.items()})


def test_a_cell_without_votes_is_unjudged() -> None:
    votes = Votes([0, 0], [0, 1], [0, 1], [1, 0], ["a"], ["1", "2"], ["x", "y"])
    assert relevance(votes, 0.5).values.tolist() == [[1, -1], [-1, 0]]
    assert relevance(votes, 0.5).name == "votes >= 0.5"
    assert relevance(votes, 0.5, name="mine").name == "mine"


def test_mostly_empty_votes_stay_sparse_and_say_the_same() -> None:
    size = 30
    votes = Votes([0] * size, range(size), range(size), [i % 2 for i in range(size)], ["a"], _names(size), _names(size))
    truth = relevance(votes, 0.5)
    assert truth.is_sparse
    assert (truth.relevant, truth.unjudged) == (size // 2, size * size - size)
    row, column, value = mx.coordinates(truth.values)
    assert row.tolist() == column.tolist() == list(range(size))
    assert value.tolist() == [i % 2 for i in range(size)]


def test_a_second_vote_of_the_same_person_does_not_count() -> None:
    votes = Votes([0, 0], [0, 0], [0, 0], [1, 0], ["a"], ["1"], ["x"], occasion=[0, 1])
    assert relevance(votes, 1).values.tolist() == [[1]]


def test_refusals() -> None:
    with pytest.raises(ParameterError, match="a fraction of yes needs votes of yes"):
        relevance(grades([1, 4]), 0.5, by="share")
    with pytest.raises(ParameterError, match="votes for one of a group have no mean"):
        relevance(Votes.from_records([("a", "1", "Place", "Indoor")]), 0.5)
    with pytest.raises(UnknownNameError, match="median"):
        relevance(grades([1, 4]), 3, by="medain")  # type: ignore[arg-type]


def test_no_votes_at_all() -> None:
    votes = Votes([], [], [], [], [], ["1"], ["x"])
    assert relevance(votes, 0.5).unjudged == 1


def test_cells_of_judgements_and_runs() -> None:
    truth = Judgements([[3, -1], [0, 1]])
    found = CellValues.of(truth)
    assert list(zip(found.item.tolist(), found.label.tolist(), found.values.tolist(), strict=True)) == [
        (0, 0, 3),
        (1, 0, 0),
        (1, 1, 1),
    ]
    run = Run(scores=[[0.5, -np.inf]])
    assert CellValues.of(run).values.tolist() == [0.5]  # -inf says: not retrieved
    assert CellValues.of(Run(decisions=[[1, 0]])).values.tolist() == [True, False]


def test_the_expert_scores_of_flickr8k(data_folder: Path) -> None:
    """5822 pairs on 1000 x 977; counts by hand with integer sums, no division."""
    text = (data_folder / "flickr8k_text" / "ExpertAnnotations.txt").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines()]
    votes = Votes.from_records(
        [(f"seat {s}", image, caption, float(g)) for image, caption, *three in rows for s, g in enumerate(three)]
    )
    truth = relevance(votes, 3.33)
    assert truth.is_sparse
    assert truth.relevant == sum(sum(map(int, three)) >= 10 for _, _, *three in rows)
    assert relevance(votes, 3.67).relevant == sum(sum(map(int, three)) >= 11 for _, _, *three in rows)


def _names(count: int) -> list[str]:
    return [str(i) for i in range(count)]
