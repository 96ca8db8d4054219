"""The three ways of sorting against a slow, obvious one."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale.kernels.sorting import LONG_ROW, falling_key, sort_block

WIDTHS = (1, 7, LONG_ROW - 1, LONG_ROW, LONG_ROW + 300)


def block(width: int, dtype: type, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(4, width)).astype(dtype)
    scores[1] = np.round(scores[1])  # many ties, 0.0 and -0.0 among them
    scores[2] = rng.choice([-np.inf, -1e30, 0.0, 1e-30, np.inf], size=width)
    scores[3] = 5
    return scores, rng.integers(0, 4, (4, width)).astype(np.int8)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("among", ["any", "low", "high", "position"])
def test_against_python_sorted(width: int, dtype: type, among: str) -> None:
    scores, grade = block(width, dtype, width)
    found = sort_block(scores, grade, among, want_position=True)
    for row in range(4):
        second = {
            "any": lambda i: 0,
            "position": lambda i: i,
            "low": lambda i, row=row: grade[row, i],
            "high": lambda i, row=row: -grade[row, i],
        }[among]
        order = sorted(range(width), key=lambda i, row=row, second=second: (-scores[row, i], second(i)))
        ranked = int((scores[row] > -np.inf).sum())
        assert found.length[row] == ranked
        assert sorted(found.position[row].tolist()) == list(range(width))
        np.testing.assert_array_equal(scores[row][found.position[row]], scores[row][order])
        expected_first = [True, *(scores[row][order][1:] != scores[row][order][:-1])]
        assert found.first[row].tolist() == expected_first[:width]
        assert found.grade[row, ranked:].tolist() == [0] * (width - ranked)
        if among != "any":
            np.testing.assert_array_equal(found.grade[row, :ranked], grade[row][order][:ranked])
        np.testing.assert_array_equal(found.grade[row, :ranked], grade[row][found.position[row]][:ranked])


def test_grades_beyond_a_byte_are_kept() -> None:
    grade = np.array([[300, 0, 5]], dtype=np.int16)
    assert sort_block(np.array([[1, 3, 2]], dtype=np.float32), grade).grade.tolist() == [[0, 5, 300]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_keys_fall_as_scores_rise(dtype: type) -> None:
    scores = np.array([-np.inf, -2.5, -1e-30, -0.0, 0.0, 1e-30, 2.5, np.inf], dtype=dtype)
    keys = falling_key(scores).astype(object)
    assert all((a > b) == (x < y) for a, b, x, y in zip(keys, keys[1:], scores, scores[1:], strict=False))
