"""The leaderboard drawn: a tick per run, its interval, chance, and the tiers as bands."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from goldscale.data.number_format import shown
from goldscale.report.content import DIGITS, ReportContent
from goldscale.report.figures.drawn import ReportFigure
from goldscale.report.findings import leaderboard_finding
from goldscale.report.look import LIGHT
from goldscale.report.short_names import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.19
"""Height of a run's line, in inches."""


def leaderboard_figure(content: ReportContent) -> ReportFigure:
    """Runs from best to worst by the measure that ranks."""
    height = 0.9 + ROW * len(content.scores.runs)
    return ReportFigure("leaderboard", leaderboard_finding(content), 6.5, height, partial(_draw, content))


def name_rows(axes: Axes, content: ReportContent) -> None:
    """A line per run from the top down, with its name at the left; baselines in italics."""
    runs = content.scores.runs
    ticks = axes.set_yticks(range(len(runs)), [label(run) for run in runs])
    for tick, run in zip(ticks, runs, strict=True):
        if run in content.baselines:
            tick.label1.set_fontstyle("italic")
    axes.set_ylim(len(runs) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def draw_tiers(axes: Axes, content: ReportContent) -> None:
    """Bands behind the rows, each with its number at the right."""
    if content.tiers is None:
        return
    first = 0
    for number, group in enumerate(content.tiers.groups, start=1):
        after = first + len(group)
        if number % 2 == 0:
            axes.axhspan(first - 0.5, after - 0.5, color=LIGHT.tint, alpha=0.5, linewidth=0, zorder=0)
        place = axes.get_yaxis_transform()
        axes.text(1.02, first, f"{number}", transform=place, va="center", color=LIGHT.gold, weight="bold")
        first = after
    axes.text(1.02, -1.1, "tier", transform=axes.get_yaxis_transform(), va="center", color=LIGHT.soft, fontsize=8)


def _draw(content: ReportContent, figure: Figure) -> None:
    axes, result = figure.subplots(), content.official
    rows = np.arange(len(content.scores.runs))
    draw_tiers(axes, content)
    if result.low is not None and result.high is not None:
        axes.barh(rows, result.high - result.low, left=result.low, height=0.5, color=LIGHT.gold, alpha=0.45)
    axes.scatter(result.aggregate, rows, marker="|", s=60, color=LIGHT.ink, linewidths=1.3, zorder=3)
    chance = content.chance.get(result.measure)
    if chance is not None and not np.isnan(chance):
        axes.axvline(chance, color=LIGHT.soft, linestyle=":", linewidth=1)
        told = f" chance {shown(chance, DIGITS)}"
        axes.text(chance, 1.0, told, transform=axes.get_xaxis_transform(), va="bottom", color=LIGHT.soft, fontsize=8)
    name_rows(axes, content)
    axes.use_sticky_edges = False  # a bar would else begin on the axis
    axes.margins(x=0.04)
    axes.set_xlabel(f"{result.measure}{'' if result.low is None else ', with its interval'}")
