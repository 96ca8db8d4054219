"""How the values behind each run's number spread over its units."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from goldscale.data.number_format import shown
from goldscale.kernels.ratio import known_mean
from goldscale.report.content import DIGITS, ReportContent
from goldscale.report.figures.drawn import ReportFigure
from goldscale.report.figures.leaderboard import ROW, draw_tiers, name_rows
from goldscale.report.look import LIGHT, SERIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FEWEST = 5
"""Units that a spread takes."""


def distributions_figure(content: ReportContent) -> ReportFigure | None:
    """Quartiles of the units' values by the measure that ranks, a row per run; None for too few units."""
    result = content.official
    known = ~np.isnan(result.values)
    if known.sum(axis=1).max(initial=0) < FEWEST:
        return None
    best = result.values[0][known[0]]
    told = f"No {result.units.noun} of {content.scores.runs[0]} has a value by {result.measure}."
    if best.size:
        low, high = (shown(float(end), DIGITS) for end in np.quantile(best, [0.25, 0.75]))
        told = (
            f"Half of the {result.units.plural} of {content.scores.runs[0]}, the best run, lie between {low} and "
            f"{high} by {result.measure}."
        )
    height = 0.9 + ROW * len(content.scores.runs)
    return ReportFigure("distributions", told, 6.5, height, partial(_draw, content))


def _draw(content: ReportContent, figure: Figure) -> None:
    axes, result = figure.subplots(), content.official
    rows = [row[~np.isnan(row)] for row in result.values]
    draw_tiers(axes, content)
    grey = {"color": LIGHT.soft, "linewidth": 0.8}
    axes.boxplot(
        rows,
        positions=range(len(rows)),
        orientation="horizontal",
        widths=0.55,
        patch_artist=True,
        boxprops={"facecolor": LIGHT.card, "edgecolor": LIGHT.soft, "linewidth": 0.8},
        medianprops={"color": LIGHT.ink, "linewidth": 1.2},
        whiskerprops=grey,
        capprops=grey,
        flierprops={"marker": ".", "markersize": 3, "markerfacecolor": LIGHT.soft, "markeredgecolor": "none"},
        manage_ticks=False,
    )
    axes.scatter(known_mean(result.values, axis=1), range(len(rows)), s=12, color=SERIES[0], zorder=4)
    name_rows(axes, content)
    axes.set_xlabel(f"{result.measure} of {result.units.plural}: quartiles, median (line) and mean (dot)")
