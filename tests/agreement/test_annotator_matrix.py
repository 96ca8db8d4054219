"""The matrix of annotators (thesis table 6.2)."""

from __future__ import annotations

import json
import math
from itertools import combinations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score
from vote_tables import NAN, made_up_cube, votes_of, votes_of_cube

from goldscale import Votes
from goldscale.agreement import agree, annotator_matrix
from goldscale.errors import ParameterError, UnknownNameError

PEERS = {"accuracy": accuracy_score, "cohen": cohen_kappa_score}


def both(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    known = ~np.isnan(first) & ~np.isnan(second)
    return first[known], second[known]


@pytest.mark.parametrize("coefficient", PEERS)
@pytest.mark.parametrize("gap", [0.0, 0.3])
def test_every_pair_and_the_merged_column_equal_scikit_learn(coefficient: str, gap: float) -> None:
    cube = made_up_cube(3, shape=(5, 20, 4), gap=gap)
    found = annotator_matrix(votes_of_cube(cube), coefficient)
    flat = cube.reshape(5, -1)
    for a, b in combinations(range(5), 2):
        assert found.values[a, b] == found.values[b, a] == pytest.approx(PEERS[coefficient](*both(flat[a], flat[b])))
    votes = (~np.isnan(flat)).sum(axis=0)
    merged = np.where(votes == 0, NAN, np.nansum(flat, axis=0) > votes / 2)
    assert found.merged is not None
    for a in range(5):
        assert found.merged[a] == pytest.approx(PEERS[coefficient](*both(flat[a], merged)))


def test_its_mean_is_the_coefficient_over_pairs() -> None:
    votes = votes_of_cube(made_up_cube())
    for coefficient in PEERS:
        assert annotator_matrix(votes, coefficient).mean() == pytest.approx(
            agree(votes, coefficient)[coefficient].overall.value
        )
        per_person = agree(votes, coefficient, by="annotator", ci=None)[coefficient].values
        assert np.nanmean(annotator_matrix(votes, coefficient).values, axis=1) == pytest.approx(per_person)


def test_extremes_table_and_json() -> None:
    table = np.array([[1.0, 1, 0, 0], [1, 1, 0, 1], [0, 1, 1, 1]])
    found = annotator_matrix(votes_of(table))
    assert found.lowest() == ("r0", "r2", 0.25)
    assert found.highest(merged=True) == ("r1", "Merged", 1.0)
    assert found.highest() == ("r0", "r1", 0.75)
    assert found.mean(merged=True) == pytest.approx((0.75 + 0.25 + 0.5 + 0.75 + 1 + 0.5) / 6)
    columns = {column.heading: column.cells() for column in found.table(2).columns}
    assert columns.pop("annotator") == ["r0", "r1", "r2"]
    assert columns == {
        "r0": ["", "0.75", "0.25"],
        "r1": ["0.75", "", "0.50"],
        "r2": ["0.25", "0.50", ""],
        "Merged": ["0.75", "1.00", "0.50"],
    }
    held = json.loads(json.dumps(found.to_dict()))
    assert held["lowest"] == ["r0", "r2", 0.25]
    assert held["values"][0][0] is None


def test_a_tie_between_yes_and_no_is_no_and_other_ties_are_left_out() -> None:
    found = annotator_matrix(votes_of(np.array([[1.0, 1.0], [0.0, 1.0]])))
    assert found.merged == pytest.approx([0.5, 1.0])
    graded = annotator_matrix(votes_of(np.array([[2.0, 4.0], [3.0, 4.0]])))
    assert graded.merged == pytest.approx([1.0, 1.0])
    only_ties = annotator_matrix(votes_of(np.array([[2.0], [3.0]])))
    assert only_ties.merged is not None
    assert np.isnan(only_ties.merged).all()


def test_seats_are_no_people_and_unknown_coefficients_are_named() -> None:
    votes = votes_of(np.array([[1.0, 1.0], [0.0, 1.0]]))
    with pytest.raises(ParameterError, match="do not tell who gave them"):
        annotator_matrix(votes.replace(anonymous=True))
    with pytest.raises(UnknownNameError, match="did you mean 'cohen'"):
        annotator_matrix(votes, "cohens")


def test_one_annotator_has_nobody_beside_him_but_the_majority() -> None:
    found = annotator_matrix(votes_of(np.array([[1.0, 0.0]])))
    assert math.isnan(found.mean())
    assert found.pairs(merged=True) == [("r0", "Merged", 1.0)]


def test_a_row_per_annotator_has_the_mean_and_the_lowest_of_the_matrix() -> None:
    said = {"A": [1, 0, 1, 1], "B": [1, 1, 1, 0], "C": [1, 0, 1, 0]}
    rows = [(who, str(i), "Sky", v) for who, row in said.items() for i, v in enumerate(row)]
    matrix = annotator_matrix(Votes.from_records(rows))
    table = matrix.people_table()
    assert table["annotator"].values == ("A", "B", "C")
    np.testing.assert_allclose(table["with others"].values, [0.625, 0.625, 0.75])
    np.testing.assert_allclose(table["lowest"].values, [0.5, 0.5, 0.75])
    assert table["with"].values == ("B", "A", "A")
    assert len(matrix.people_table(most=2)) == 2


def test_of_two_annotators_there_is_one_number_to_tell() -> None:
    votes = Votes.from_records([("A", "x", "Sky", 1), ("B", "x", "Sky", 1)])
    assert annotator_matrix(votes).summary == "accuracy between A and B 1.000"


def test_a_crowd_has_no_matrix_but_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldscale.agreement.annotators.MOST_COMPARED", 2)
    with pytest.raises(ParameterError, match=r"at most 2 annotators, not 3; agree\(by='annotator'\)"):
        annotator_matrix(votes_of(np.ones((3, 2))))
