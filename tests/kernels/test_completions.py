"""Completions of a sorted block, and that nothing of them outlives its use."""

from __future__ import annotations

import gc
import weakref

import numpy as np

from goldscale.kernels.completions import UNJUDGED, Completions
from goldscale.kernels.sorting import sort_block

SCORES = np.array([[0.9, 0.5, 0.5, 0.5, 0.1]])
CODES = np.array([[0, UNJUDGED, UNJUDGED, 0, UNJUDGED]], dtype=np.int8)


def patterns(ties: str, among: str, from_top: bool) -> list[str]:
    one = np.array([0])
    found = Completions(sort_block(SCORES, CODES, among), one, np.array([3]), np.array([5]), ties)
    made = [ranking.block.grade for _, ranking in found.rankings(np.array([2]), np.array([3]), from_top)]
    return ["".join(map(str, row)) for row in np.concatenate(made)]


def test_cells_become_relevant_from_the_top_or_the_end_and_ties_stand_as_the_rule_says() -> None:
    assert patterns("best", "high", True) == ["00000", "01000", "01100", "01101"]
    assert patterns("best", "high", False) == ["00000", "00001", "01001", "01101"]
    assert patterns("worst", "low", True) == ["00000", "00010", "00110", "00111"]
    assert patterns("worst", "low", False) == ["00000", "00001", "00011", "00111"]
    assert patterns("id", "position", True) == ["00000", "01000", "01100", "01101"]
    assert patterns("id", "position", False) == ["00000", "00001", "00101", "01101"]


def test_hits_of_a_full_ranking_are_freed_with_their_last_name() -> None:
    found = Completions(sort_block(SCORES, CODES), np.array([0]), np.array([3]), np.array([5]), "expected")
    ((_, ranking),) = found.rankings(np.array([3]), np.array([3]), True)
    hits = ranking.hits()
    assert hits.complete is hits
    seen = weakref.ref(hits)
    gc.disable()
    try:
        del ranking, hits
        assert seen() is None
    finally:
        gc.enable()
