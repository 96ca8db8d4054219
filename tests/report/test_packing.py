"""Packed numbers come back as they were, to a step of the packing."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale.report.page import packing
from goldscale.report.page.packing import ALPHABET, pack


def unpacked(held: dict[str, object], row: str) -> list[float]:
    """One number after the other, as the format says."""
    low, high, width = (held[name] for name in ("low", "high", "width"))
    steps = len(ALPHABET) ** width - 2
    values = []
    for at in range(0, len(row), width):
        code = 0
        for letter in row[at : at + width]:
            code = code * len(ALPHABET) + ALPHABET.index(letter)
        values.append(float("nan") if code == 0 else low + (code - 1) / steps * (high - low))
    return values


@pytest.mark.parametrize(("fine", "step"), [(10**6, 1e-4), (0, 1 / 80)])
def test_numbers_come_back(monkeypatch: pytest.MonkeyPatch, fine: int, step: float) -> None:
    monkeypatch.setattr(packing, "FINE", fine)
    values = np.random.default_rng(0).normal(size=(3, 200))
    values[1, 5] = np.nan
    held = pack(values)
    back = np.array([unpacked(held, row) for row in held["rows"]])
    np.testing.assert_allclose(back, values, atol=step * np.ptp(values[0].tolist() + values[2].tolist()) * 1.2)


@pytest.mark.parametrize("values", [np.full((2, 3), np.nan), np.full((2, 3), 0.25), np.zeros((1, 0))])
def test_nothing_to_spread(values: np.ndarray) -> None:
    held = pack(values)
    back = np.array([unpacked(held, row) for row in held["rows"]]).reshape(values.shape)
    np.testing.assert_array_equal(back, values)


def test_the_digits_need_no_escape() -> None:
    assert not set(ALPHABET) & set('"\\<>& ')
