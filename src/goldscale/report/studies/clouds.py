"""Studies whose answer is a cloud of points: runs by label density, runs by two measures, items by two measures."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from goldscale.data.table_forms import printable
from goldscale.metaevaluation.density import SENSIBLE, Density, Kind
from goldscale.metaevaluation.scatter import ItemScatter, RunScatter
from goldscale.report.look import LIGHT, SERIES
from goldscale.report.plots import figure
from goldscale.report.points import MARKS, draw_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PANEL = 3.1
"""Inches of a panel's side."""
ACROSS = 3
MOST_PANELS = 24
BARS = 30
"""Of the distribution beside a panel."""
LARGEST = 12.0
"""How much larger a spot of many items is than that of one."""
NAMES: dict[Kind, str] = {
    "run": "runs",
    "random": "random runs",
    "truth": "the truth itself",
    "over-annotated": "the truth with labels added",
}


def plot_density(path: str | os.PathLike[str], found: Density) -> None:
    """Scores against label density (figure 7.6); what stands above the weakest system and is a guess can be counted."""
    dense, kinds = np.array(found.densities), np.array(found.kinds)
    truth = dense[kinds == "truth"][0]
    near = (kinds == "run") & (dense >= truth / SENSIBLE) & (dense <= truth * SENSIBLE)
    total = int(np.count_nonzero(kinds == "random"))
    measures = found.scores.measures[:MOST_PANELS]
    with figure(path, *_size(len(measures), extra=0.4)) as drawn:
        panels = _panels(drawn, len(measures))
        for axes, measure in zip(panels, measures, strict=True):
            result = found.scores[measure]
            value = result.aggregate
            axes.axvspan(truth / SENSIBLE, truth * SENSIBLE, color=LIGHT.tint, linewidth=0, zorder=0)
            longer = np.flatnonzero((kinds == "over-annotated") | (kinds == "truth"))
            longer = longer[np.argsort(dense[longer])]
            axes.plot(dense[longer], value[longer], color=LIGHT.gold, linewidth=1.0, zorder=1)
            draw_points(axes, kinds, dense, value)
            if near.any() and np.isfinite(value[near]).any():
                weakest = (np.nanmin if result.higher_is_better else np.nanmax)(value[near])
                axes.axhline(weakest, color=LIGHT.ink, linewidth=0.7, linestyle=":", zorder=1)
            guesses = len(found.among_systems(measure))
            told = f"{guesses} of {total} random runs above a system" if guesses else "no random run above a system"
            axes.set_title(f"{measure}: {told}", loc="left", fontsize=8)
            axes.set_xlim(-0.02, 1.02)
            axes.set_xlabel("label density")
            axes.set_ylabel(measure)
        _key(drawn, kinds, near.any())


def plot_runs(path: str | os.PathLike[str], found: RunScatter) -> None:
    """A panel for every two measures: runs, random runs and the truth (figures 7.8 and 9.3)."""
    clouds, kinds = found.clouds[:MOST_PANELS], np.array(found.kinds)
    with figure(path, *_size(len(clouds), extra=0.4)) as drawn:
        for axes, cloud in zip(_panels(drawn, len(clouds)), clouds, strict=True):
            one, other = (found.scores[measure].aggregate for measure in (cloud.first, cloud.second))
            _diagonal(axes, one, other)
            draw_points(axes, kinds, one, other)
            axes.set_xlabel(cloud.first)
            axes.set_ylabel(cloud.second)
            axes.set_title(f"tau-b {cloud.correlation['tau-b']:.2f}", loc="left")
        _key(drawn, kinds)


def plot_items(path: str | os.PathLike[str], found: ItemScatter) -> None:
    """A panel for every run and two measures: its items, and how each measure spreads them (figures 9.4 and 9.5)."""
    pairs = [
        (run, first, second)
        for run in range(len(found.runs))
        for first, second in combinations(range(len(found.measures)), 2)
    ][:MOST_PANELS]
    with figure(path, *_size(len(pairs))) as drawn:
        for axes, (run, first, second) in zip(_panels(drawn, len(pairs)), pairs, strict=True):
            one, other = found.values[first, run], found.values[second, run]
            both = ~(np.isnan(one) | np.isnan(other))
            spots, size = np.unique(np.stack([one[both], other[both]]).round(3), axis=1, return_counts=True)
            area = 14 * size * min(1.0, LARGEST / max(size.max(initial=1), 1))
            _diagonal(axes, one, other)
            axes.scatter(spots[0], spots[1], s=area, color=SERIES[0], alpha=0.45, linewidths=0)
            _margin(axes, one[both], "vertical")
            _margin(axes, other[both], "horizontal")
            axes.set_xlabel(found.measures[first])
            axes.set_ylabel(found.measures[second])
            axes.set_title(printable(found.runs[run]), loc="left", fontsize=8)


def _margin(axes: Axes, values: np.ndarray, orientation: Literal["vertical", "horizontal"]) -> None:
    """How many points there are along an axis, as bars outside of the panel."""
    above = orientation == "vertical"
    margin = axes.inset_axes((0.0, 1.0, 1.0, 0.16) if above else (1.0, 0.0, 0.16, 1.0))
    low, high = axes.get_xlim() if above else axes.get_ylim()
    bins = np.linspace(low, high, BARS + 1).tolist()
    margin.hist(values, bins=bins, color=LIGHT.soft, alpha=0.5, orientation=orientation)
    (margin.set_xlim if above else margin.set_ylim)(low, high)
    margin.set_axis_off()


def _diagonal(axes: Axes, one: np.ndarray, other: np.ndarray) -> None:
    """Where both measures say the same, which helps the eye where both run from 0 to 1."""
    known = np.concatenate([one[np.isfinite(one)], other[np.isfinite(other)]])
    if len(known) and known.min() >= 0 and known.max() <= 1:
        axes.plot([0, 1], [0, 1], color=LIGHT.line, linewidth=1.0, zorder=0)
        axes.set_xlim(-0.03, 1.03)
        axes.set_ylim(-0.03, 1.03)
        axes.set_aspect("equal")


def _key(drawn: Any, kinds: np.ndarray, sensible: bool = False) -> None:
    """One key for all panels, below them: the marks are the same in each."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    shown = [kind for kind in MARKS if (kinds == kind).any()]
    names = [NAMES[kind] for kind in shown]
    handles: list[Any] = [
        Line2D(
            [],
            [],
            linestyle="-" if kind == "over-annotated" else "",
            marker=MARKS[kind]["marker"],
            color=MARKS[kind]["color"],
            markersize=9 if kind == "truth" else 6,
        )
        for kind in shown
    ]
    if sensible:
        handles += [Patch(color=LIGHT.tint), Line2D([], [], color=LIGHT.ink, linewidth=0.7, linestyle=":")]
        names += [f"density within a factor of {SENSIBLE:g}", "weakest run there"]
    place = {"loc": "outside lower left", "ncols": len(names), "frameon": False, "fontsize": 8, "columnspacing": 1.2}
    drawn.legend(handles, names, **place)


def _size(count: int, extra: float = 0.0) -> tuple[float, float]:
    across = min(max(count, 1), ACROSS)
    return across * PANEL + 0.3, -(-max(count, 1) // across) * (PANEL + 0.25) + extra


def _panels(drawn: Any, count: int) -> Sequence[Axes]:
    """So many axes in a grid; what is left over of it stays empty."""
    across = min(max(count, 1), ACROSS)
    grid = drawn.subplots(-(-max(count, 1) // across), across, squeeze=False).ravel()
    for axes in grid[count:]:
        axes.set_axis_off()
    return list(grid[:count])
