"""Agreement to look at: each label with its interval, and each annotator against every other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from goldscale.report.look import LIGHT, SERIES
from goldscale.report.matrix import draw_square
from goldscale.report.plots import figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from goldscale.agreement import AgreementOverview

MOST_LABELS = 100
"""Of more labels than this the lowest are drawn."""


def plot_agreement(
    path: str | os.PathLike[str],
    title: str,
    names: Sequence[str],
    values: np.ndarray,
    low: np.ndarray | None = None,
    high: np.ndarray | None = None,
    matrix: tuple[str, Sequence[str], np.ndarray] | None = None,
) -> None:
    """Draw the agreement on each label, from high to low, and where given a matrix (title, names, values).

    A label without a value is drawn as a gap at the end. The file's ending says in which form: png, svg or pdf.
    """
    if len(names) > MOST_LABELS:
        lowest = np.argsort(values, kind="stable")[:MOST_LABELS]
        title = f"{title}, the {MOST_LABELS} lowest of {len(names)}"
        names, values = [names[i] for i in lowest], values[lowest]
        low, high = (None if limit is None else limit[lowest] for limit in (low, high))
    rows = len(names)
    side = 0.0 if matrix is None else min(0.45 * len(matrix[1]) + 2.0, 12.0)
    height = max(0.2 * rows + 1.2, min(side, 8.0), 2.5)
    with figure(path, 6.0 + side, min(height, 40.0)) as drawn:
        widths = [6.0] if matrix is None else [6.0, side]
        axes = drawn.subplots(1, len(widths), squeeze=False, width_ratios=widths)[0]
        _draw_labels(axes[0], title, names, values, low, high)
        if matrix is not None:
            draw_square(axes[1], *matrix)


def plot_overview(path: str | os.PathLike[str], found: AgreementOverview) -> None:
    """Draw one coefficient of every part, and the matrix of annotators."""
    drawn = [part.charted for part in found.parts.values()]
    estimates = [estimate for result in drawn for estimate in (result.groups or (result.overall,))]
    values, low, high = np.array([estimate.between for estimate in estimates]).T
    matrix = found.matrix
    plot_agreement(
        path,
        " and ".join(dict.fromkeys(result.title for result in drawn)),
        [estimate.name for estimate in estimates],
        values,
        low,
        high,
        None if matrix is None else (f"{matrix.coefficient} between annotators", *matrix.square()),
    )


def _draw_labels(
    axes: Axes, title: str, names: Sequence[str], values: np.ndarray, low: np.ndarray | None, high: np.ndarray | None
) -> None:
    order = np.argsort(-values, kind="stable")  # NaN comes last
    place = np.arange(len(order))
    axes.barh(place, values[order], color=SERIES[0], height=0.7)
    if low is not None and high is not None:
        axes.hlines(place, low[order], high[order], color=LIGHT.ink, linewidth=1.2)
    axes.set_yticks(place, [names[i] for i in order])
    axes.set_ylim(len(order) - 0.4, -0.6)
    least = np.nanmin([0.0, *values, *([] if low is None else low)])
    axes.set_xlim(min(least * 1.05, 0.0), 1.02)
    axes.axvline(0.0, color=LIGHT.ink, linewidth=0.8)
    axes.set_title(title, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
