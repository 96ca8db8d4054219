"""Which measures rank alike: their correlations with a dendrogram, and the two that disagree most."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from goldscale.data.number_format import shown
from goldscale.metaevaluation.correlation import MeasureCorrelation
from goldscale.report.content import ReportContent
from goldscale.report.dendrograms import clustered_size, draw_clustered
from goldscale.report.figures.drawn import ReportFigure
from goldscale.report.findings import measures_finding
from goldscale.report.look import LIGHT
from goldscale.report.points import draw_points, name_points

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMED = 8
"""So many points of the scatter plot are named: those whose places differ most."""


def correlation_figure(found: MeasureCorrelation) -> ReportFigure:
    """The correlation between the rankings, and which measures belong together."""
    size = clustered_size(len(found.measures))
    return ReportFigure("measures", measures_finding(found), *size, partial(_draw_correlation, found))


def disagreement_figure(content: ReportContent, found: MeasureCorrelation) -> ReportFigure | None:
    """The two measures that disagree most, a point per run; None where no correlation is defined."""
    pairs = np.where(np.triu(np.ones(found.concordance.correlation.shape, bool), 1), found.concordance.correlation, 2)
    if not (pairs < 2).any():
        return None
    across, up = (int(i) for i in np.unravel_index(np.nanargmin(pairs), pairs.shape))
    names = found.measures[across], found.measures[up]
    told = f"{names[0]} and {names[1]} rank the runs least alike (tau {shown(float(pairs[across, up]), 3)})."
    return ReportFigure("disagreement", told, 6.0, 4.5, partial(_draw_scatter, content, *names))


def _draw_correlation(found: MeasureCorrelation, figure: Figure) -> None:
    known = found.concordance
    title = f"{known.coefficient} between rankings"
    draw_clustered(figure.subplots(), title, known.coefficient, found.measures, known.correlation)


def _draw_scatter(content: ReportContent, across: str, up: str, figure: Figure) -> None:
    axes, scores = figure.subplots(), content.scores
    x, y = scores[across].aggregate, scores[up].aggregate
    baseline = np.array([run in content.baselines for run in scores.runs])
    draw_points(axes, np.where(baseline, "random", "run"), x, y)
    if baseline.any():
        axes.set_title("crosses are baselines", color=LIGHT.soft, fontsize=8)
    name_points(axes, list(scores.runs), _moved_most(content, across, up), x, y, NAMED)
    axes.set_xlabel(across)
    axes.set_ylabel(up)


def _moved_most(content: ReportContent, across: str, up: str) -> list[int]:
    """The runs whose places by the two measures differ, those that differ most first."""
    runs = content.scores.runs
    ranks = [{run: i for i, run in enumerate(content.scores.ranking(name))} for name in (across, up)]
    moved = [abs(ranks[0][run] - ranks[1][run]) for run in runs]
    return [run for run in sorted(range(len(runs)), key=lambda i: -moved[i]) if moved[run]]
