"""Studies whose answer is a correlation between measures or truths: heatmaps with dendrograms."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from goldscale.metaevaluation.correlation import ItemCorrelation, MeasureCorrelation
from goldscale.metaevaluation.rankings import Influence
from goldscale.report.dendrograms import clustered_size, draw_clustered
from goldscale.report.plots import figure

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
    title = f"{found.coefficient} between rankings of {found.ranked}, the mean over {len(found.runs)} runs"
    plot_squares(path, [(title, found.coefficient, found.measures, found.correlation)])


def plot_influence(path: str | os.PathLike[str], found: Influence) -> None:
    """The correlation of rankings under different truths, a heatmap for each measure."""
    plot_squares(path, [(f"tau-b between truths, {r.measure}", "tau-b", r.truths, r.tau) for r in found])


def plot_squares(path: str | os.PathLike[str], squares: Sequence[Square]) -> None:
    """Draw heatmaps, each with its dendrogram."""
    across = min(len(squares), ACROSS)
    down = -(-len(squares) // across)
    width, height = clustered_size(max(len(names) for _, _, names, _ in squares))
    with figure(path, across * width, down * height) as drawn:
        grid = drawn.subplots(down, across, squeeze=False).ravel()
        for axes in grid[len(squares) :]:
            axes.set_axis_off()
        for axes, square in zip(grid, squares, strict=False):
            draw_clustered(axes, *square)
