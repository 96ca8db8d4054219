"""Runs x concepts as a heatmap (thesis table 10.4 has two of its columns), the easiest concept at the top."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from goldscale.data import MeasureScores
from goldscale.data.number_format import shown
from goldscale.report.content import ReportContent
from goldscale.report.figures.drawn import ReportFigure
from goldscale.report.findings import units_finding
from goldscale.report.items import easiest_first
from goldscale.report.look import HEAT, LIGHT
from goldscale.report.short_names import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.17
"""Side of a cell without a number, in inches."""
WIDE_ROW = 0.33
"""Width of a cell that has room for its number."""
MOST_NUMBERS = 40
"""With more columns than this cells show colours alone."""
MOST_UNITS = 120
"""Of more units the easiest and the hardest are drawn."""


def concepts_figure(content: ReportContent) -> ReportFigure | None:
    """The heatmap of the first measure that has a value per label; None where there is none."""
    if not content.by_label:
        return None
    result = content.by_label[0]
    order = easiest_first(result)
    if len(order) > MOST_UNITS:
        order = np.concatenate([order[: MOST_UNITS // 2], order[-MOST_UNITS // 2 :]])
    runs = len(content.scores.runs)
    width = 2.6 + (WIDE_ROW if runs <= MOST_NUMBERS else ROW) * runs
    height = 2.2 + ROW * len(order)
    return ReportFigure("concepts", units_finding(result), width, height, partial(_draw, content, result, order))


def draw_heatmap(axes: Axes, values: np.ndarray, rows: list[str], columns: list[str], numbers: bool) -> None:
    """A matrix in colours with names at the left and above, and the number in each cell where there is room."""
    low, high = (float(f(values)) for f in (np.nanmin, np.nanmax))
    image = axes.imshow(values, cmap=HEAT, aspect="auto")
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xticks(range(len(columns)), columns, rotation=90)
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    axes.spines[:].set_visible(False)
    if numbers:
        for row, column in zip(*np.nonzero(np.isfinite(values)), strict=True):
            value = float(values[row, column])
            dark = high > low and (value - low) / (high - low) < 0.55
            told = shown(value, 2).replace("0.", ".", 1)
            colour = "white" if dark else "black"
            text = axes.text(column, row, told, ha="center", va="center", color=colour, fontsize=6)
            text.set_in_layout(False)  # thousands of them, none of which stands outside
    else:
        bar = axes.figure.colorbar(image, ax=axes, location="bottom", fraction=0.03, pad=0.01, aspect=40)
        bar.outline.set_visible(False)


def _draw(content: ReportContent, result: MeasureScores, order: np.ndarray, figure: Figure) -> None:
    axes, runs = figure.subplots(), content.scores.runs
    if np.isnan(result.values[:, order]).all():
        axes.set_axis_off()
        return
    names = [label(result.units.names[unit]) for unit in order]
    draw_heatmap(axes, result.values[:, order].T, names, [label(run) for run in runs], len(runs) <= MOST_NUMBERS)
    for tick, run in zip(axes.get_xticklabels(), runs, strict=True):
        if run in content.baselines:
            tick.set_fontstyle("italic")
    told = f"{result.measure} of each {result.units.noun} and run"
    if len(order) < len(result.units):
        axes.axhline(len(order) // 2 - 0.5, color=LIGHT.card, linewidth=3)
        told += f"; {len(result.units) - len(order)} between the easiest and the hardest are not drawn"
    axes.set_xlabel(told)
