"""Scales are round, digits are those that the intervals carry, and nothing breaks where nothing is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from report_scores import TRUTH, made_up_scores

import goldscale as gs
from goldscale.report.content import content_of
from goldscale.report.digits import digits_of
from goldscale.report.page import page
from goldscale.report.page.axes import labels_apart
from goldscale.report.page.drawing import SharedScale


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0.18, 0.71], [0, 0.2, 0.4, 0.6, 0.8]),
        ([0.31, 0.34], [0.31, 0.32, 0.33, 0.34]),
        ([0.7, 1.0], [0.7, 0.8, 0.9, 1.0]),
        ([-3.0, 41.0], [-10, 0, 10, 20, 30, 40, 50]),
        ([0.5, 0.5], [0.5, 0.6]),
        ([float("nan")], [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ],
)
def test_ticks_are_round_and_hold_all_values(values: list[float], ticks: list[float]) -> None:
    assert SharedScale.around(values).ticks == pytest.approx(ticks)


@pytest.mark.parametrize(("half", "digits"), [(0.011, 3), (0.0024, 4), (0.00002, 4), (0.25, 2), (12.0, 0), (0.0, 3)])
def test_digits_follow_the_interval(half: float, digits: int) -> None:
    result = made_up_scores()["AP"]
    assert digits_of(replace(result, low=result.aggregate - half, high=result.aggregate + half)) == digits


@pytest.mark.parametrize("truth", [np.zeros_like(TRUTH), np.ones_like(TRUTH), TRUTH[:1], TRUTH[:, :1]])
@pytest.mark.parametrize("runs", [1, 2, 4])
def test_a_page_of_next_to_nothing(truth: np.ndarray, runs: int) -> None:
    same = [gs.Run(np.full(truth.shape, 0.5), name=f"made_up_{i}") for i in range(runs)]
    text = page(content_of(gs.evaluate(same, truth, ["AP", "AUC", "F1:item", "P:item"], ci=0.95, replicates=20)))
    assert text.endswith("</html>\n")


def test_labels_stay_apart_and_inside_the_plot() -> None:
    low = labels_apart([200.0] * 10, 14, 22, 242)
    assert np.diff(low) == pytest.approx([14] * 9)
    assert low[-1] <= 242
    assert np.mean(labels_apart([130.0] * 4, 14, 22, 242)) == pytest.approx(130)
    crowd = labels_apart([100.0] * 40, 14, 22, 242)
    assert (crowd[0], crowd[-1]) == (22, 242)
    free = [30.0, 80.0, 200.0]
    assert labels_apart(free, 14, 22, 242) == free
