"""Runs x concepts as a heatmap (thesis table 10.4 has two of its columns), the easiest concept at the top."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from goldscale.data import MeasureScores
from goldscale.report.content import ReportContent
from goldscale.report.figures.drawn import ReportFigure
from goldscale.report.findings import units_finding
from goldscale.report.items import easiest_first
from goldscale.report.look import LIGHT
from goldscale.report.matrix import draw_heatmap
from goldscale.report.short_names import label

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROW = 0.17
"""Side of a cell without a number, in inches."""
WIDE_ROW = 0.33
"""Width of a cell that has room for its number."""
LETTER = 0.085
"""What a letter of a run's name takes above its column, in inches."""
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
    height = 1.0 + LETTER * max(len(label(run)) for run in content.scores.runs) + ROW * len(order)
    return ReportFigure("concepts", units_finding(result), width, height, partial(_draw, content, result, order))


def _draw(content: ReportContent, result: MeasureScores, order: np.ndarray, figure: Figure) -> None:
    axes, runs = figure.subplots(), content.scores.runs
    if np.isnan(result.values[:, order]).all():
        axes.set_axis_off()
        return
    names = [result.units.names[unit] for unit in order]
    draw_heatmap(axes, result.values[:, order].T, names, runs, numbers=len(runs) <= MOST_NUMBERS)
    for tick, run in zip(axes.get_xticklabels(), runs, strict=True):
        if run in content.baselines:
            tick.set_fontstyle("italic")
    told = f"{result.measure} of each {result.units.noun} and run"
    if len(order) < len(result.units):
        axes.axhline(len(order) // 2 - 0.5, color=LIGHT.card, linewidth=3)
        told += f"; {len(result.units) - len(order)} between the easiest and the hardest are not drawn"
    axes.set_xlabel(told)
