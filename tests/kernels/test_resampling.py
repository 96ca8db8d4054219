"""A re-weighted ranking is the ranking of the drawn cells themselves, sorted anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ranked_units import AMONG, GRADES, PARTLY_RANKED, TIED, WIDTH, ranking

from goldscale.kernels import browsing, gain, precision, roc
from goldscale.kernels.ranking import Ranking
from goldscale.kernels.resampling import PackedDraws, RankedCells, draws, lanes_per_word, pack
from goldscale.kernels.sorting import sort_block

KERNELS: dict[str, Callable[[Any], np.ndarray]] = {
    "AP": lambda r: precision.average_precision(r.hits()),
    "AP of grade 2": lambda r: precision.average_precision(r.hits(2)),
    "RPrec": lambda r: precision.r_precision(r.hits()),
    "RR": lambda r: precision.reciprocal_rank(r.hits(), None),
    "AUC": lambda r: roc.area_under_roc(r.hits()),
    "EER": lambda r: roc.equal_error_rate(r.hits()),
    "last rank": lambda r: precision.last_rank(r.hits()),
    "nDCG": lambda r: gain.normalised_gain(r, "linear", None),
    "nDCG@2": lambda r: gain.normalised_gain(r, "exp", 2),
    "ERR": lambda r: browsing.expected_reciprocal_rank(r, 3, None),
}


def prepared(scores: np.ndarray, grade: np.ndarray, ties: str) -> RankedCells:
    block = sort_block(scores, grade, AMONG[ties], want_position=True)
    return RankedCells(Ranking(block, ranking(scores, grade).grade_counts, ties), block.position)


def repeated(matrix: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return np.repeat(matrix, weights, axis=1)


@pytest.mark.parametrize("ties", ["expected", "group"])
@settings(max_examples=25)
@given(scores=TIED, grade=GRADES, seed=st.integers(0, 1000))
def test_every_kernel_where_all_is_ranked(ties: str, scores: np.ndarray, grade: np.ndarray, seed: int) -> None:
    grade[0, 0] = 3  # so that all rankings know the same grades
    (drawn,) = draws(np.random.default_rng(seed), WIDTH, 6)
    cells = prepared(scores, grade, ties)
    found = [PackedDraws(cells, words).replicate(lane) for words in pack(drawn) for lane in range(4)]
    for weights, one in zip(drawn, found, strict=False):
        many = ranking(repeated(scores, weights), repeated(grade, weights), ties)
        grades = many.grade_counts.shape[1]
        assert one.grade_counts[:, :grades].tolist() == many.grade_counts.tolist()
        for name, kernel in KERNELS.items():
            if grades > 2 or name != "AP of grade 2":
                np.testing.assert_allclose(kernel(one), kernel(many), atol=1e-12, err_msg=name)


@given(scores=PARTLY_RANKED, grade=GRADES, seed=st.integers(0, 1000))
def test_every_kernel_with_totals_given(scores: np.ndarray, grade: np.ndarray, seed: int) -> None:
    (drawn,) = draws(np.random.default_rng(seed), WIDTH, 1)
    many = ranking(repeated(scores, drawn[0]), repeated(grade, drawn[0]))
    if int(grade.max()) + 1 == many.grade_counts.shape[1]:
        (words,) = pack(drawn)
        one = PackedDraws(prepared(scores, grade, "expected"), words).replicate(0, many.grade_counts)
        for name in ("AP", "RPrec", "RR", "AUC", "EER", "last rank", "nDCG"):
            np.testing.assert_allclose(KERNELS[name](one), KERNELS[name](many), atol=1e-12, err_msg=name)


@pytest.mark.parametrize(("cells", "lanes"), [(5, 4), (65_535, 4), (65_536, 2)])
def test_words_hold_as_many_replicates_as_the_cells_allow(cells: int, lanes: int) -> None:
    drawn = np.concatenate(list(draws(np.random.default_rng(1), cells, 5, batch=2)))
    assert drawn.shape == (5, cells)
    assert drawn.sum(axis=1).tolist() == [cells] * 5
    assert lanes_per_word(cells) == lanes
    words = pack(drawn)
    assert len(words) == -(-5 // lanes)
    flat = np.zeros((1, cells), dtype=np.float32)
    ranked = prepared(flat, np.ones((1, cells), dtype=np.int8), "expected")
    held = [PackedDraws(ranked, word) for word in words]
    unpacked = [part.unpack(part.words, lane) for part in held for lane in range(lanes)]
    np.testing.assert_array_equal(unpacked[:5], drawn[:, ranked.number[0]])
    assert not any(row.any() for row in unpacked[5:])
