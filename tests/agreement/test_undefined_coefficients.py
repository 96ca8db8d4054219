"""Where there is nothing to compare, the answer is stated: no crash, no silent NaN."""

from __future__ import annotations

import math

import numpy as np
import pytest
from coefficient_names import EVERY
from vote_tables import NAN, votes_of, votes_of_cube

from goldscale import ParameterError, Votes
from goldscale.agreement import agree, annotator_matrix, coefficient, cronbach
from goldscale.data.vote_views import on_labels


@pytest.mark.parametrize("name", EVERY)
def test_without_votes(name: str) -> None:
    for empty in (Votes.from_records([]), votes_of_cube(np.full((2, 3, 2), NAN))):
        estimate = agree(empty, name)[name].overall
        assert math.isnan(estimate.value)
        assert estimate.note in ("nobody voted", "nobody selected it", "no cell has everybody's vote")


@pytest.mark.parametrize("name", EVERY)
def test_one_annotator(name: str) -> None:
    estimate = agree(votes_of(np.array([[0.0, 1.0, 1.0]])), name)[name].overall
    assert math.isnan(estimate.value)
    assert estimate.note in ("only one annotator voted", "no cell has everybody's vote")


@pytest.mark.parametrize("name", EVERY)
def test_nobody_shares_a_unit(name: str) -> None:
    result = agree(votes_of(np.array([[0.0, 1.0, NAN], [NAN, NAN, 1.0]])), name)[name]
    assert math.isnan(result.overall.value)
    assert "has two votes" in result.overall.note or "everybody's vote" in result.overall.note


def test_units_with_one_vote_enter_no_pair_and_are_counted() -> None:
    table = np.array([[1.0, 0.0, 1.0, 1.0], [1.0, 0.0, 0.0, NAN]])
    for name in ("alpha", "accuracy", "majority", "accuracy_ex", "observed", "randolph"):
        with_single = agree(votes_of(table), name, ci=None)[name].overall
        without = agree(votes_of(table[:, :3]), name, ci=None)[name].overall
        assert with_single.value == pytest.approx(without.value)
        assert (with_single.units, with_single.single, with_single.votes) == (3, 1, 7)


def test_a_label_that_nobody_selected_has_no_value_of_selections() -> None:
    cube = np.zeros((3, 4, 2))
    cube[:2, 0, 0] = 1
    result = agree(votes_of_cube(cube), "majority(reading=selected)", by="label", ci=None).results[0]
    assert result["l0"].value == pytest.approx(2 / 3)
    assert result["l0"].units == 1
    assert math.isnan(result["l1"].value)
    assert result["l1"].note == "nobody selected it"
    assert result.mean is not None
    assert result.mean.value == pytest.approx(2 / 3)
    assert result.mean.note == "1 of 2 are undefined and left out"


def test_labels_that_offer_different_values_are_not_pooled_under_chance_that_counts_values() -> None:
    votes = votes_of_cube(np.array([[[0, 2], [1, 3], [0, 4]], [[0, 2], [0, 3], [0, 3]]], dtype=float)).replace(
        categories=["Indoor", "Outdoor", "Spring", "Summer", "Autumn"], choices={"l0": [0, 1], "l1": [2, 3, 4]}
    )
    for name in ("randolph", "gwet"):
        result = agree(votes, name, by="label", ci=None)[name]
        assert math.isnan(result.overall.value)
        assert "different values" in result.overall.note
        assert result.mean is not None
        assert result.mean.value == pytest.approx(np.mean(result.values))
    for name in ("alpha", "fleiss", "conger", "cohen"):
        result = agree(votes, name, by="label", ci=None)[name]
        assert "read the mean over labels" in result.overall.note
        assert not any(estimate.note for estimate in result.groups)
    assert not agree(votes, "observed", ci=None)["observed"].overall.note
    agreed = agree(votes, "randolph", by="label", ci=None)["randolph"].values
    assert agreed == pytest.approx([(2 / 3 - 1 / 2) / (1 - 1 / 2), (2 / 3 - 1 / 3) / (1 - 1 / 3)])


def test_weights_are_not_laid_over_labels_of_different_scales() -> None:
    cube = np.array([[[1, 2], [0, 4], [1, 3]], [[0, 3], [0, 4], [1, 3]]], dtype=float)
    votes = votes_of_cube(cube).replace(choices={"l0": [0, 1]})
    for name in ("gwet(weights=quadratic)", "randolph(weights=linear)", "observed(weights=ordinal)"):
        with pytest.raises(ParameterError, match="offer different values"):
            agree(votes, name, by="label")
    assert not any("weights" in name for name in agree(votes, ci=None).coefficients)
    for label in ("l0", "l1"):
        alone = on_labels(votes, [label])
        own = votes_of_cube(cube[:, :, [int(label[1])]])
        found, wanted = (agree(v, "gwet(weights=quadratic)", ci=None).results[0].overall for v in (alone, own))
        assert found.value == pytest.approx(wanted.value)
    together = agree(votes, "fleiss(weights=quadratic)", by="label", ci=None).results[0]
    alone = agree(on_labels(votes, ["l0"]), "fleiss(weights=quadratic)", ci=None).results[0].overall
    assert together["l0"].value == pytest.approx(alone.value)


def test_one_thing_to_draw_gives_no_interval() -> None:
    cube = np.full((2, 3, 2), NAN)
    cube[:, :, 0] = [[0, 1, 1], [0, 1, 0]]
    cube[:, 0, 1] = [1, 0]
    result = agree(votes_of_cube(cube), "observed", by="label", replicates=20).results[0]
    assert not math.isnan(result["l0"].low)
    assert result["l1"].value == 0
    assert math.isnan(result["l1"].low)
    assert result["l1"].note == "no interval: there is only one thing to resample"


def test_replicates_without_a_value_are_counted() -> None:
    estimate = agree(votes_of(np.array([[0.0, 1.0, 1.0], [0.0, 1.0, 1.0]])), "alpha", replicates=200).results[0].overall
    assert estimate.value == estimate.low == estimate.high == 1
    assert estimate.note.endswith("of 200 replicates are undefined and left out")


def test_cronbach_without_variation_or_rows() -> None:
    assert math.isnan(cronbach([[1.0, 2.0], [1.0, 2.0]]))
    assert math.isnan(cronbach([[1.0, 2.0]]))
    assert math.isnan(cronbach([[1.0], [2.0]]))
    assert math.isnan(cronbach(np.full((4, 3), 0.1)))


def test_the_matrix_of_people_who_share_nothing() -> None:
    found = annotator_matrix(votes_of(np.array([[1.0, NAN], [NAN, 1.0]])), merged=False)
    assert np.isnan(found.values).all()
    assert math.isnan(found.mean())
    assert found.lowest() is None
    assert [column.cells() for column in found.table().columns] == [["r0", "r1"], ["", "-"], ["-", ""]]


def test_the_reason_that_the_votes_give_comes_before_the_general_rule() -> None:
    estimate = agree(votes_of(np.array([[1.0, 1.0], [1.0, 1.0]])), "cohen")["cohen"].overall
    assert estimate.note == "all votes are 1: agreement cannot be told from chance"
    apart = np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0]])
    estimate = agree(votes_of(apart[:, :1]), "cronbach")["cronbach"].overall
    assert estimate.note == coefficient("cronbach").definition.degenerate
