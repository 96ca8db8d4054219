"""Names beside points: none stands on another point or name, or outside of the drawing."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from matplotlib.figure import Figure

from goldscale.report.matrix import cell_text, draw_heatmap
from goldscale.report.points import LINE, draw_points, name_points


@pytest.mark.parametrize("seed", range(8))
def test_names_cover_nothing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.random((2, 40))
    x[:2], y[:2] = (0.0, 1.0), (0.0, 1.0)  # so that shares of the range are the values
    names = [f"run_{'long_' * (i % 4)}{i}" for i in range(40)]
    spans = name_points(Figure().subplots(), names, list(range(40)), x, y, most=12)
    assert 0 < len(spans) <= 12
    for named, (begin, end) in spans.items():
        assert 0 <= begin < end <= 1
        covered = [i for i in range(40) if i != named and abs(y[i] - y[named]) < LINE and begin <= x[i] <= end]
        assert covered == []
    for one, other in combinations(spans, 2):
        if abs(y[one] - y[other]) < LINE:
            assert spans[one][1] <= spans[other][0] or spans[other][1] <= spans[one][0]


@pytest.mark.parametrize("seed", range(3))
def test_as_drawn_no_point_is_under_a_name(seed: int) -> None:
    x, y = np.random.default_rng(seed).random((2, 30))
    names = [f"simulated_run_{i}" for i in range(30)]
    figure = Figure(figsize=(6.0, 4.5), layout="constrained")
    axes = figure.subplots()
    draw_points(axes, np.array(["run"] * 30), x, y)
    spans = name_points(axes, names, list(range(30)), x, y, most=8)
    figure.draw_without_rendering()
    spots = axes.transData.transform(np.stack([x, y], axis=1))
    boxes = {text.get_text(): text.get_window_extent() for text in axes.texts}
    assert set(boxes) == {names[i] for i in spans}
    for name, box in boxes.items():
        assert not [i for i, spot in enumerate(spots) if names[i] != name and box.contains(*spot)]


def test_a_point_without_a_score_gets_no_name() -> None:
    x, y = np.array([0.0, np.nan, 1.0]), np.array([0.0, 0.5, 1.0])
    assert set(name_points(Figure().subplots(), ["a", "b", "c"], [1, 0, 2], x, y, most=3)) == {0, 2}


@pytest.mark.parametrize(
    ("value", "told"), [(0.5, ".50"), (-0.25, "-.25"), (10.0, "10.00"), (20.5, "20.50"), (-0.001, ".00"), (1.0, "1.00")]
)
def test_numbers_in_cells_lose_no_digit(value: float, told: str) -> None:
    assert cell_text(value) == told


def test_every_cell_has_its_number_in_its_middle() -> None:
    """Dark cells have white ones; what has no value has no number. Far quicker than a text per cell."""
    values = np.array([[0.1, 0.9, np.nan], [0.9, 0.1, 0.12]])
    figure = Figure()
    axes = figure.subplots()
    draw_heatmap(axes, values, ["a", "b"], ["x", "y", "z"], numbers=True)
    drawn = {
        tuple(place): (mark.get_label(), sum(mark.get_facecolor()[0][:3]) > 2)
        for mark in axes.collections
        for place in mark.get_offsets().astype(int).tolist()
    }
    assert drawn == {
        (0, 0): (".10", True),
        (1, 0): (".90", False),
        (0, 1): (".90", False),
        (1, 1): (".10", True),
        (2, 1): (".12", True),
    }
    for mark in axes.collections:
        box = mark.get_paths()[0].transformed(mark.get_transform()).get_extents()
        assert (box.x0 + box.x1, box.y0 + box.y1) == pytest.approx((0, 0), abs=1e-6)
        assert box.height == pytest.approx(6.5 * 0.75 * figure.dpi / 72, rel=0.1), "letters of 6.5 points"
