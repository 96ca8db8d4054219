"""Which measures rank alike: their correlations with a dendrogram, and the two that disagree most."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from goldscale.data.number_format import shown
from goldscale.metaevaluation.correlation import MeasureCorrelation, Merger
from goldscale.report.content import ReportContent
from goldscale.report.figures.concepts import draw_heatmap
from goldscale.report.figures.drawn import ReportFigure
from goldscale.report.findings import measures_finding
from goldscale.report.look import LIGHT, SERIES
from goldscale.report.short_names import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAMED = 8
"""So many points of the scatter plot are named: those whose places differ most."""
WIDE, HIGH = 0.4, 0.05
"""What a name takes of the drawing."""


def correlation_figure(found: MeasureCorrelation) -> ReportFigure:
    """Kendall's tau between the rankings, and which measures belong together."""
    side = 0.42 * len(found.measures)
    width = 1.8 + side + (2.4 if found.mergers else 0.0)
    return ReportFigure("measures", measures_finding(found), width, 1.6 + side, partial(_draw_correlation, found))


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
    matrix, order = found.concordance.correlation.astype(float), list(range(len(found.measures)))
    side = 0.42 * len(order)
    axes = figure.subplots(1, 2, width_ratios=[side + 1.6, 2.4]) if found.mergers else [figure.subplots()]
    if found.mergers:
        last = found.mergers[-1]
        order = [found.measures.index(name) for name in last.first + last.second]
        _draw_dendrogram(axes[1], found.mergers)
    ordered = matrix[np.ix_(order, order)]
    np.fill_diagonal(ordered, np.nan)  # every measure agrees with itself
    names = [label(found.measures[i]) for i in order]
    if np.isfinite(ordered).any():
        draw_heatmap(axes[0], ordered, names, names, numbers=True)
    axes[0].set_xlabel("Kendall's tau between rankings")


def _draw_dendrogram(axes: Axes, mergers: Sequence[Merger]) -> None:
    """Beside the rows of the matrix: joined where they belong together, the closest at the left."""
    leaves = mergers[-1].first + mergers[-1].second
    place: dict[tuple[str, ...], tuple[float, float]] = {(leaf,): (1.0, float(at)) for at, leaf in enumerate(leaves)}
    for step in mergers:
        (near, top), (far, bottom) = place[step.first], place[step.second]
        at = 1 - step.distance
        axes.plot([near, at, at, far], [top, top, bottom, bottom], color=LIGHT.ink, linewidth=1.1)
        place[step.first + step.second] = (at, (top + bottom) / 2)
    axes.set_ylim(len(leaves) - 0.5, -0.5)
    axes.invert_xaxis()
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("mean correlation")


def _draw_scatter(content: ReportContent, across: str, up: str, figure: Figure) -> None:
    axes, scores = figure.subplots(), content.scores
    x, y = scores[across].aggregate, scores[up].aggregate
    baseline = np.array([run in content.baselines for run in scores.runs])
    axes.scatter(x[~baseline], y[~baseline], s=22, color=SERIES[0])
    if baseline.any():
        axes.scatter(x[baseline], y[baseline], s=26, facecolor="none", edgecolor=SERIES[1])
        axes.set_title("open circles are baselines", color=LIGHT.soft, fontsize=8)
    middle = (np.nanmin(x) + np.nanmax(x)) / 2
    for run in _named(content, across, up):
        right = x[run] > middle
        axes.annotate(
            label(scores.runs[run]),
            (x[run], y[run]),
            xytext=(-6 if right else 6, 0),
            textcoords="offset points",
            ha="right" if right else "left",
            va="center",
            fontsize=7,
            fontstyle="italic" if baseline[run] else "normal",
        )
    axes.set_xlabel(across)
    axes.set_ylabel(up)


def _named(content: ReportContent, across: str, up: str) -> list[int]:
    """The runs whose places by the two measures differ most, without those whose names would stand on another's."""
    scores = content.scores
    place = np.stack([scores[across].aggregate, scores[up].aggregate])
    room = np.nanmax(place, axis=1) - np.nanmin(place, axis=1)
    shares = place / np.where(room > 0, room, 1.0)[:, np.newaxis]
    ranks = [{run: i for i, run in enumerate(scores.ranking(name))} for name in (across, up)]
    moved = [abs(ranks[0][run] - ranks[1][run]) for run in scores.runs]
    named: list[int] = []
    for run in sorted(range(len(moved)), key=lambda i: -moved[i]):
        apart = np.abs(shares[:, run, np.newaxis] - shares[:, named])
        if moved[run] and np.isfinite(shares[:, run]).all() and not ((apart[0] < WIDE) & (apart[1] < HIGH)).any():
            named.append(run)
    return named[:NAMED]
