"""How many cells of a unit are relevant, counted cell by cell."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import goldscale as gs
from goldscale.measures.prevalence import Prevalence

GRADES = np.array([[2, 0, -1], [1, 1, 0], [0, 3, -1]])


def slow(measure: gs.Measure) -> tuple[list[int], list[int]]:
    units = GRADES if measure.direction == "item" else GRADES.T
    relevant = [sum(int(grade >= measure.rel) for grade in unit) for unit in units]
    return relevant, [sum(int(grade >= 0) for grade in unit) for unit in units]


@pytest.mark.parametrize("name", ["AP", "AP:item", "AP(rel=2)", "P:item"])
def test_dense_and_listed_truths_count_alike(name: str) -> None:
    measure = gs.measure(name)
    row, column = np.nonzero(GRADES >= 0)
    listed = sparse.csr_array((GRADES[row, column], (row, column)), shape=GRADES.shape)
    for values in (GRADES, listed):
        relevant, judged = Prevalence(gs.Judgements(values))(measure)
        assert (relevant.tolist(), judged.tolist()) == slow(measure)
        assert relevant.dtype.kind == "i"


def test_pooled_and_uncertain() -> None:
    relevant, judged = Prevalence(gs.Judgements(GRADES))(gs.measure("P(avg=micro)"))
    assert (relevant.tolist(), judged.tolist()) == ([4], [7])
    relevant, judged = Prevalence(gs.Judgements([[0.5, 1.0], [0.25, np.nan]]))(gs.measure("AP"))
    assert (relevant.tolist(), judged.tolist()) == ([0.75, 1.0], [2, 1])
