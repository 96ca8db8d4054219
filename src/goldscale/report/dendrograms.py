"""Correlations as a heatmap in the order of a dendrogram, which stands beside it (figures 8.2 and 9.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from goldscale.kernels.rank_correlation import DISTANCES
from goldscale.metaevaluation.correlation import Merger, cluster
from goldscale.report.look import LIGHT
from goldscale.report.matrix import MOST_NAMES, draw_square

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CELL, MARGIN, TREE = 0.42, 1.6, 1.5
"""Inches: of a cell, of the names beside the cells, and of the dendrogram."""
SMALLEST, LARGEST = 1.5, 12.0
"""Inches that the cells take."""


def clustered_size(things: int) -> tuple[float, float]:
    """Width and height of the drawing of so many things, in inches."""
    side = _side(things)
    return side + MARGIN + TREE, side + MARGIN


def draw_clustered(axes: Axes, title: str, coefficient: str, names: Sequence[str], matrix: np.ndarray) -> None:
    """The heatmap with its dendrogram at the right; without one where a correlation is undefined."""
    steps = cluster(matrix, tuple(names), coefficient)
    order = _leaves(steps, names)
    leaves = [names[i] for i in order]
    draw_square(axes, title, leaves, matrix[np.ix_(order, order)])
    if steps and len(names) <= MOST_NAMES:
        # Inside the heatmap's axes, so that branches meet its rows whatever room there is.
        tree = axes.inset_axes((1.03, 0.0, TREE / _side(len(names)), 1.0))
        _draw_tree(tree, steps, leaves, coefficient)
        tree.set_ylim(axes.get_ylim())


def _side(things: int) -> float:
    return min(max(CELL * things, SMALLEST), LARGEST)


def _leaves(steps: Sequence[Merger], names: Sequence[str]) -> list[int]:
    """The order in which no branches of the dendrogram cross."""
    if not steps:
        return list(range(len(names)))
    joined = {(*step.first, *step.second): step for step in steps}

    def ordered(members: tuple[str, ...]) -> list[str]:
        step = joined.get(members)
        return [*members] if step is None else [*ordered(step.first), *ordered(step.second)]

    last = steps[-1]
    return [list(names).index(name) for name in ordered((*last.first, *last.second))]


def _draw_tree(axes: Axes, steps: Sequence[Merger], leaves: Sequence[str], coefficient: str) -> None:
    """Branches from the rows of the heatmap to the right: the further, the less alike."""
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    tips: dict[tuple[str, ...], tuple[float, float]] = {(name,): (float(at), 0.0) for at, name in enumerate(leaves)}
    for step in steps:
        (one, start), (other, begin) = tips[step.first], tips[step.second]
        axes.plot([start, step.distance, step.distance, begin], [one, one, other, other], color=LIGHT.ink, linewidth=1)
        tips[(*step.first, *step.second)] = ((one + other) / 2, step.distance)
    axes.set_xlim(0.0, steps[-1].distance * 1.05 or 1.0)
    axes.set_xlabel(coefficient if coefficient in DISTANCES else f"1 \N{MINUS SIGN} {coefficient}")
