"""Runs as points by two scores: the same marks wherever they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from goldscale.metaevaluation.density import Kind
from goldscale.report.look import LIGHT, SERIES
from goldscale.report.short_names import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTER, LINE = 0.0125, 0.045
"""What a letter of a name takes of the drawing's width, and a name of its height."""
NEAR = 0.015
"""Where a name begins beside its point, as a share of the width."""
MARKS: dict[Kind, dict[str, Any]] = {
    "run": {"marker": "o", "s": 18, "color": SERIES[0], "alpha": 0.8, "linewidths": 0},
    "random": {"marker": "x", "s": 26, "color": SERIES[1], "linewidths": 1.2},
    "truth": {"marker": "*", "s": 130, "color": LIGHT.gold, "linewidths": 0},
    "over-annotated": {"marker": ".", "s": 24, "color": LIGHT.gold, "linewidths": 0},
}
"""As in figure 7.6: dots for runs, crosses for random ones, a star for the truth."""


def draw_points(axes: Axes, kinds: np.ndarray, x: np.ndarray, y: np.ndarray) -> None:
    """A point for each, by what it is."""
    for kind, mark in MARKS.items():
        chosen = kinds == kind
        axes.scatter(x[chosen], y[chosen], zorder=4 if kind == "truth" else 3, clip_on=False, **mark)
    axes.grid(linewidth=0.5)


def name_points(
    axes: Axes, names: list[str], wanted: list[int], x: np.ndarray, y: np.ndarray, most: int
) -> dict[int, tuple[float, float]]:
    """Name points, the first wanted first, where the name stands on no other point or name; at most so many.

    Gives back where each name begins and ends along the axis, as shares of its range.
    """
    across, up = _shares(x), _shares(y)
    taken: dict[int, tuple[float, float]] = {}
    for point in wanted:
        told = label(names[point])
        length = LETTER * len(told)
        left, right = across[point] - NEAR - length, across[point] + NEAR
        for begin in (right, left) if across[point] <= 0.5 else (left, right):
            span = (begin, begin + length)
            if span[0] >= 0 and span[1] <= 1 and _free(point, span, across, up, taken):
                side, offset = ("left", 6) if begin == right else ("right", -6)
                spot = (x[point], y[point])
                axes.annotate(told, spot, (offset, 0), textcoords="offset points", ha=side, va="center", fontsize=7)
                taken[point] = span
                break
        if len(taken) == most:
            break
    return taken


def _free(
    point: int, span: tuple[float, float], across: np.ndarray, up: np.ndarray, taken: dict[int, tuple[float, float]]
) -> bool:
    """Whether no other point and no other name is where this name would stand."""
    level = np.abs(up - up[point]) < LINE
    level[point] = False
    covered = level & (across > span[0] - NEAR) & (across < span[1] + NEAR)
    beside = (span[0] < end and begin < span[1] for other, (begin, end) in taken.items() if level[other])
    return bool(np.isfinite(across[point] + up[point]) and not covered.any() and not any(beside))


def _shares(values: np.ndarray) -> np.ndarray:
    """Where values stand between the lowest (0) and the highest (1)."""
    room = np.nanmax(values) - np.nanmin(values)
    return np.asarray((values - np.nanmin(values)) / (room if room > 0 else 1.0))
