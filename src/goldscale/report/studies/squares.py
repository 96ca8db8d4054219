"""Correlations to look at: a heatmap in the order of a dendrogram (figures 8.2 and 9.2)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from goldscale.metaevaluation.correlation import ItemCorrelation, MeasureCorrelation, Merger, cluster
from goldscale.metaevaluation.rankings import Influence
from goldscale.report.look import LIGHT
from goldscale.report.matrix import MOST_NAMES, draw_matrix
from goldscale.report.plots import figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CELL, MARGIN, TREE = 0.42, 1.6, 1.5
"""Inches: of a cell, of the names beside the cells, and of the dendrogram."""
LARGEST = 12.0
"""Inches that the cells may take."""
ACROSS = 2
"""Heatmaps that stand side by side."""

Square = tuple[str, str, Sequence[str], np.ndarray]
"""A title, what is correlated by, names, and the correlation between them."""


def plot_concordance(path: str | os.PathLike[str], found: MeasureCorrelation) -> None:
    """The correlation of measures over runs, and which belong together."""
    known = found.concordance
    title = f"{known.coefficient} between rankings of {len(known.compared)} runs"
    plot_squares(path, [(title, known.coefficient, found.measures, known.correlation)])


def plot_item_correlation(path: str | os.PathLike[str], found: ItemCorrelation) -> None:
    """The correlation of measures over items, the mean over runs."""
    title = f"{found.coefficient} between rankings of items, the mean over {len(found.runs)} runs"
    plot_squares(path, [(title, found.coefficient, found.measures, found.correlation)])


def plot_influence(path: str | os.PathLike[str], found: Influence) -> None:
    """The correlation of rankings under different truths, a heatmap for each measure."""
    plot_squares(path, [(f"tau-b between truths, {r.measure}", "tau-b", r.truths, r.tau) for r in found])


def plot_squares(path: str | os.PathLike[str], squares: Sequence[Square]) -> None:
    """Draw heatmaps, each with its dendrogram at the right; without one where a correlation is undefined."""
    across = min(len(squares), ACROSS)
    down = -(-len(squares) // across)
    side = min(max(CELL * max(len(names) for _, _, names, _ in squares), 1.5), LARGEST)
    with figure(path, across * (side + MARGIN + TREE), down * (side + MARGIN)) as drawn:
        grid = drawn.subplots(down, across, squeeze=False).ravel()
        for heat in grid[len(squares) :]:
            heat.set_axis_off()
        for heat, (title, coefficient, names, matrix) in zip(grid, squares, strict=False):
            steps = cluster(matrix, tuple(names))
            order = _leaves(steps, names)
            draw_matrix(drawn, heat, title, [names[i] for i in order], matrix[np.ix_(order, order)])
            if steps and len(names) <= MOST_NAMES:
                # Inside the heatmap's axes, so that branches meet its rows whatever room there is.
                tree = heat.inset_axes((1.03, 0.0, TREE / side, 1.0))
                _draw_tree(tree, steps, [names[i] for i in order], coefficient)
                tree.set_ylim(heat.get_ylim())


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
    axes.set_xlabel(f"1 \N{MINUS SIGN} {coefficient}")
