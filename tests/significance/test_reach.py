"""Whether a test could have found anything: its smallest p, against all outcomes tried one by one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from paired_differences import GRADED, paired

import goldscale as gs
from goldscale.data import Axis, MeasureScores
from goldscale.significance import CORRECTIONS, TESTS


def of(*runs: list[float]) -> gs.Scores:
    values = np.array(runs)
    units = values.shape[1]
    names = [chr(ord("a") + i) for i in range(len(runs))]
    result = MeasureScores("RR:item", values, Axis(units, "item"), values.mean(axis=1), np.zeros(len(runs)), names)
    return gs.Scores(names, [result])


@pytest.mark.parametrize("test", ["randomisation", "wilcoxon", "sign"])
@pytest.mark.parametrize("sizes", [[0.1, 0.2, 0.3, 0.4], [0.1, 0.1, 0.0, 0.3, 0.1], [0.2], [0.0, 0.0]])
def test_the_lowest_p_is_that_of_all_outcomes(test: str, sizes: list[float]) -> None:
    outcomes = [np.array(signs) * sizes for signs in product((-1, 1), repeat=len(sizes))]
    found = TESTS[test](paired(np.array(outcomes).T), 100, 0)
    np.testing.assert_allclose(found.lowest, found.p.min())


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_drawing_gives_no_less_than_one_in_all_replicates(test: str) -> None:
    found = TESTS[test](paired(np.full((40, 1), 0.2)), 99, 0)
    assert found.lowest.tolist() == found.p.tolist() == [0.01]


@pytest.mark.parametrize("test", GRADED)
@pytest.mark.parametrize("correction", CORRECTIONS)
def test_no_corrected_p_is_below_the_lowest(test: str, correction: str) -> None:
    rng = np.random.default_rng(0)
    values = rng.random((4, 6)) + np.arange(4)[:, None] * 0.3
    for pair in gs.compare(of(*values.tolist()), "RR:item", test, correction=correction, replicates=30).pairs:
        assert pair.corrected >= pair.lowest
        assert pair.p > 0


def test_four_units_cannot_be_significant_and_that_is_said() -> None:
    scores = of([0.9, 0.8, 0.7, 0.9], [0.1, 0.2, 0.3, 0.4], [0.0, 0.1, 0.2, 0.1])
    (first, *_) = found = gs.compare(scores, "RR:item", "sign").pairs
    assert (first.p, first.lowest, first.significant) == (0.125, 0.375, False)
    assert {pair.lowest for pair in found} == {0.375}
    table = gs.compare(scores, "RR:item", "sign").table()
    assert table.notes[1] == (
        "3 of 3 pairs cannot be significant: with so few items that differ, p (holm) is at least 0.3750; more items, "
        "or fewer pairs (a baseline), would lower that."
    )
    assert gs.compare(scores, "RR:item", "sign").matrix_table().notes[1:] == table.notes[1:]
    assert gs.compare(scores, "RR:item", "sign").to_dict()["pairs"][0]["lowest"] == 0.375
    assert not any("cannot be significant" in note for note in gs.compare(scores, "RR:item", "t").table().notes)
    alone = gs.compare(scores.select(["a", "b"]), "RR:item", "sign").table().notes[1]
    assert alone.startswith(
        "this pair cannot be significant: with so few items that differ, p (holm) is at least 0.1250"
    )


def test_runs_that_are_the_same_are_said_to_be() -> None:
    values = [0.9, 0.8, 0.7, 0.9]
    same = gs.compare(of(values, values), "RR:item")
    assert list(same.table().notes[1:]) == ["the runs do not differ."]
    three = gs.compare(of(values, values, [0.1, 0.2, 0.3, 0.4]), "RR:item")
    assert three.table().notes[1] == "of 1 of 3 pairs the runs do not differ."
    assert three.table().notes[2].startswith("2 of 3 pairs cannot be significant")


def test_too_few_replicates_are_said() -> None:
    runs = np.random.default_rng(1).random((3, 60)) + np.arange(3)[:, None]
    found = gs.compare(of(*runs.tolist()), "RR:item", replicates=50)
    assert (
        "3 of 3 pairs cannot be significant: with 50 replicates, p (holm) is at least 0.0588" in found.table().notes[1]
    )
    assert not any(
        "cannot be significant" in note
        for note in gs.compare(of(*runs.tolist()), "RR:item", replicates=60).table().notes
    )
