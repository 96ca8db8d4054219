"""Sums over cells that count, as they stand and as they were drawn."""

from __future__ import annotations

import math

import numpy as np
import pytest

from goldscale.kernels import forecasts as kernel
from goldscale.kernels.forecasts import Forecasts

PROBABILITY = np.array([[0.9, 0.2, 0.5, 0.0], [1.0, 0.4, 0.4, 0.6]])
RELEVANT = np.array([[True, False, True, False], [False, True, False, True]])
COUNTED = np.array([[True, True, False, True], [False, False, False, False]])


def cells() -> list[tuple[float, bool]]:
    """Those of the first unit that count."""
    return [(p, y) for p, y, counts in zip(PROBABILITY[0], RELEVANT[0], COUNTED[0], strict=True) if counts]


def test_only_what_counts_is_summed_and_a_unit_without_cells_has_no_value() -> None:
    given = Forecasts(PROBABILITY, RELEVANT, COUNTED)
    brier = sum((p - y) ** 2 for p, y in cells()) / 3
    assert kernel.brier_score(given).tolist() == pytest.approx([brier, math.nan], nan_ok=True)
    loss = -sum(math.log(p if y else 1 - p) for p, y in cells()) / 3
    assert kernel.log_loss(given, 1e-9).tolist() == pytest.approx([loss, math.nan], nan_ok=True)


def test_a_bin_has_its_upper_edge() -> None:
    sure = Forecasts(np.array([[0.5, 0.51]]), np.array([[True, False]]), np.ones((1, 2), bool))
    # 0.5 is in the lower half, 0.51 in the upper one.
    assert kernel.calibration_error(sure, 2).tolist() == pytest.approx([(0.5 + 0.51) / 2])
    assert kernel.calibration_error(sure, 1).tolist() == pytest.approx([0.01 / 2])


@pytest.mark.parametrize(
    "value", [kernel.brier_score, lambda f: kernel.log_loss(f, 0.01), lambda f: kernel.calibration_error(f, 3)]
)
@pytest.mark.parametrize("counting", [0.8, 1.0])
def test_drawing_is_repeating(value: object, counting: float) -> None:
    rng = np.random.default_rng(0)
    p, y, counts = rng.random((3, 6)), rng.random((3, 6)) < 0.5, rng.random((3, 6)) < counting
    drawn = rng.integers(0, 3, (5, 6))
    found = value(Forecasts(p, y, counts, drawn.T))
    for times, values in zip(drawn, found, strict=True):
        repeated = [np.repeat(part, times, axis=1) for part in (p, y, counts)]
        np.testing.assert_allclose(values, value(Forecasts(*repeated)), atol=1e-12)


@pytest.mark.parametrize("bins", [1, 7, 10**6])
def test_calibration_error_bin_by_bin(bins: int) -> None:
    """Against a loop over the bins of each unit."""
    rng = np.random.default_rng(3)
    p, y, counts = rng.random((4, 50)), rng.random((4, 50)) < 0.4, rng.random((4, 50)) < 0.9
    p[:, :3] = 0.0, 0.5, 1.0
    expected = []
    for unit in range(4):
        held: dict[int, float] = {}
        for probability, relevant in zip(p[unit][counts[unit]], y[unit][counts[unit]], strict=True):
            number = max(int(np.ceil(probability * bins)), 1)
            held[number] = held.get(number, 0.0) + probability - relevant
        expected.append(sum(map(abs, held.values())) / counts[unit].sum())
    np.testing.assert_allclose(kernel.calibration_error(Forecasts(p, y, counts), bins), expected, atol=1e-12)


def test_bins_cost_no_pass_over_the_cells_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resample of a large run took a product for each bin."""
    passes = []
    total = Forecasts.total
    monkeypatch.setattr(Forecasts, "total", lambda self, per_cell: passes.append(1) or total(self, per_cell))
    p = np.random.default_rng(4).random((2, 40))
    kernel.calibration_error(Forecasts(p, p > 0.5, np.ones_like(p, dtype=bool), np.ones((40, 3))), 30)
    assert not passes


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_no_cells_have_no_calibration_error(shape: tuple[int, int]) -> None:
    nothing = np.zeros(shape)
    assert (
        np.isnan(kernel.calibration_error(Forecasts(nothing, nothing > 0, nothing == 0), 5)).tolist()
        == [True] * shape[0]
    )
