"""Kernels of a person going down the ranking, against every order of tied cells and against slow second versions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranked_units import GRADES, PARTLY_RANKED, WIDTH, orders, ranking

from goldscale.errors import ParameterError
from goldscale.kernels import browsing as kernel


def stopping(found: list[int], top: int, cutoff: int = WIDTH) -> float:
    """ERR as its paper writes it down."""
    value, reading = 0.0, 1.0
    for rank, grade in enumerate(found[:cutoff], start=1):
        satisfied = (2**grade - 1) / 2**top
        value += reading * satisfied / rank
        reading *= 1 - satisfied
    return value


def biased(found: list[int], p: float, cutoff: int = WIDTH) -> float:
    return (1 - p) * sum(gain * p**i for i, gain in enumerate(found[:cutoff]))


def over_orders(value: Callable[[list[int]], float], scores: np.ndarray, grades: np.ndarray) -> list[float]:
    return [
        float(np.mean([value([int(unit[i]) for i in order]) for order in orders(row, ranked_only=True)]))
        if unit.any()
        else np.nan
        for row, unit in zip(scores, grades, strict=True)
    ]


@given(scores=PARTLY_RANKED, grades=GRADES, cutoff=st.sampled_from([None, 1, 2, 4]), top=st.sampled_from(["truth", 4]))
def test_expected_reciprocal_rank_is_the_mean_over_all_orders(
    scores: np.ndarray, grades: np.ndarray, cutoff: int | None, top: str | int
) -> None:
    highest = max(int(grades.max()), 1) if top == "truth" else 4
    ours = kernel.expected_reciprocal_rank(ranking(scores, grades), top, cutoff)
    expected = over_orders(lambda found: stopping(found, highest, cutoff or WIDTH), scores, grades)
    np.testing.assert_allclose(ours, expected, atol=1e-12)


@given(scores=PARTLY_RANKED, grades=GRADES, cutoff=st.sampled_from([None, 2]), p=st.sampled_from([0.5, 0.8]))
def test_rank_biased_precision_is_the_mean_over_all_orders(
    scores: np.ndarray, grades: np.ndarray, cutoff: int | None, p: float
) -> None:
    def checked(gain: str, gains: np.ndarray) -> None:
        ours = kernel.rank_biased_precision(ranking(scores, grades), p, gain, 2, cutoff)
        lists = [[[gains[u][i] for i in o] for o in orders(row, ranked_only=True)] for u, row in enumerate(scores)]
        expected = [
            np.mean([biased(found, p, cutoff or WIDTH) for found in of_unit]) if gains[u].any() else np.nan
            for u, of_unit in enumerate(lists)
        ]
        np.testing.assert_allclose(ours, expected, atol=1e-12)

    checked("binary", (grades >= 2).astype(float))
    checked("graded", grades / max(int(grades.max()), 1))


def test_a_large_tie_group_is_as_exact_as_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a second way to the same expectation: cells join the group one at a time."""
    rng = np.random.default_rng(1)
    grades = rng.choice([0, 1, 2], size=(3, 900), p=[0.8, 0.15, 0.05]).astype(np.int8)
    scores = np.round(rng.random((3, 900)) * 2).astype(np.float32)
    for batch in (1, 1 << 20):
        monkeypatch.setattr(kernel, "BATCH_CELLS", batch)
        ours = kernel.expected_reciprocal_rank(ranking(scores, grades), "truth", None)
        np.testing.assert_allclose(ours, [one_at_a_time(s, g) for s, g in zip(scores, grades, strict=True)], atol=1e-11)


def one_at_a_time(scores: np.ndarray, grades: np.ndarray) -> float:
    value, reading, above = 0.0, 1.0, 0
    for score in np.unique(scores)[::-1]:
        onward = np.ones(1)
        for n, grade in enumerate(grades[scores == score]):
            i = np.arange(n + 2)
            padded, shifted = np.append(onward, 0.0), np.append(0.0, onward)
            onward = ((n + 1 - i) * padded + i * (1 - (2**grade - 1) / 4) * shifted) / (n + 1)
        value += reading * float(np.sum((onward[:-1] - onward[1:]) / (above + np.arange(1, len(onward)))))
        reading *= onward[-1]
        above += len(onward) - 1
    return value


@pytest.mark.parametrize(("highest", "top"), [(3, 60), (3, 1100), (60, "truth"), (1100, "truth"), (1100, 1200)])
def test_scales_of_any_height(highest: int, top: str | int) -> None:
    rng = np.random.default_rng(2)
    grades = rng.choice([0, 0, 1, 2, highest], size=(4, 5)).astype(np.int16)
    grades[0] = [highest, 1, 0, highest, 1]
    grades[1] = [1, 0, 0, 0, 0]
    for scores in (np.ones((4, 5)), np.round(rng.random((4, 5))), np.arange(20.0).reshape(4, 5)):
        ours = kernel.expected_reciprocal_rank(ranking(scores.astype(np.float32), grades), top, None)
        scale = Fraction(2) ** (highest if top == "truth" else int(top))
        expected = over_orders(lambda found, scale=scale: float(exactly(found, scale)), scores, grades)
        np.testing.assert_allclose(ours, expected, atol=1e-12)


def exactly(found: list[int], scale: Fraction) -> Fraction:
    """ERR in fractions, which neither overflow nor round."""
    value, reading = Fraction(0), Fraction(1)
    for rank, grade in enumerate(found, start=1):
        satisfied = (2**grade - 1) / scale
        value += reading * satisfied / rank
        reading *= 1 - satisfied
    return value


def test_a_grade_above_the_scale_is_refused() -> None:
    with pytest.raises(ParameterError, match="the truth has the grade 3, which is above top=2"):
        kernel.expected_reciprocal_rank(ranking(np.ones((1, 2)), np.array([[0, 3]], dtype=np.int8)), 2, None)
