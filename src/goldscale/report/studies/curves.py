"""Studies whose answer is a curve per measure: errors in the truth, and differences that halves agree on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from goldscale.metaevaluation.power import TOLERATED, Power
from goldscale.metaevaluation.stability import Stability
from goldscale.report.look import LIGHT, SERIES, YELLOW
from goldscale.report.plots import figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = tuple(colour for colour in SERIES if colour != YELLOW)
"""Of lines on white paper, where yellow is hardly seen."""
STROKES = ("-", "--", ":", "-.")
"""Colours come round after seven lines; then the strokes differ."""
MOST_SHADES = 4
"""Shades of more lines than this would hide each other."""
LABEL = 0.055
"""How far labels stand apart, as a share of the axis."""


def plot_stability(path: str | os.PathLike[str], found: Stability) -> None:
    """The correlation with the original ranking against the share of flipped judgements, a line per measure."""
    share = 100 * np.array([0.0, *found.stages])
    shaded = len(found.merit) > 1 and len(found.measures) <= MOST_SHADES
    with figure(path, 6.4, max(3.8, 0.24 * len(found.measures) + 1.2)) as drawn:
        axes = drawn.subplots()
        ends = []
        for place, measure in enumerate(found.measures):
            repeats = found.by_repeat[:, place]
            if shaded and np.isfinite(repeats).all():
                low, high = repeats.min(axis=0), repeats.max(axis=0)
                colour = stroke(place)["color"]
                axes.fill_between(share, [1.0, *low], [1.0, *high], color=colour, alpha=0.10, linewidth=0)
            line = np.array([1.0, *found.to_original[place]])
            axes.plot(share, line, marker="o", markersize=3, linewidth=1.4, **stroke(place))
            ends.append((measure, line[-1], place))
        axes.set_xlim(0.0, share[-1])
        axes.set_xticks(share, [f"{at:g}" for at in share])
        axes.set_ylim(top=1.0)
        axes.grid(axis="y")
        axes.set_xlabel("judgements flipped (%)")
        axes.set_ylabel(f"{found.coefficient} with the original ranking")
        shades = ", shades from the lowest to the highest" if shaded else ""
        axes.set_title(f"{len(found.runs)} runs, mean of {len(found.merit)} repeats{shades}", loc="left")
        label_ends(axes, share[-1], ends)


def plot_power(path: str | os.PathLike[str], found: Power) -> None:
    """How often halves of the units disagree on a difference, and the share of pairs that a test separates."""
    rows = sorted(found.found, key=lambda row: (np.isnan(row.separated), -row.separated))
    with figure(path, 9.6, max(3.6, 0.26 * len(rows) + 1.2)) as drawn:
        left, right = drawn.subplots(1, 2, width_ratios=[3, 2])
        left.axhline(100 * TOLERATED, color=LIGHT.soft, linewidth=0.8, linestyle=":")
        left.annotate(
            f"{100 * TOLERATED:g} %", (1, 100 * TOLERATED), color=LIGHT.soft, fontsize=7, ha="right", va="bottom"
        )
        for place, row in enumerate(rows):
            size, rate = np.array(row.swap_curve).T
            known = np.isfinite(rate)
            left.plot(size[known] / size[-1], 100 * rate[known], linewidth=1.4, **stroke(place))
        left.set_xlim(0.0, 1.0)
        left.set_ylim(bottom=0.0)
        left.grid(axis="y")
        left.set_xlabel("difference on one half of the units (share of the largest)")
        left.set_ylabel("the other half says the opposite (%)")
        left.set_title(f"Swaps over {found.splits} splits", loc="left")
        places = np.arange(len(rows))
        share = np.array([100 * row.separated for row in rows])
        right.hlines(places, 0.0, share, color=LIGHT.line, linewidth=1.0, zorder=1)
        for at, value in zip(places.tolist(), share, strict=True):
            # The same stroke as in the curves, so that names stand once.
            right.plot([-16.0, -3.0], [at, at], clip_on=False, linewidth=1.6, **stroke(at))
            if np.isfinite(value):
                right.plot(value, at, marker="o", color=stroke(at)["color"], markersize=5)
                right.annotate(f"{value:.0f}", (value, at), (6, 0), textcoords="offset points", va="center")
        right.set_yticks(places, [row.measure for row in rows])
        right.tick_params(axis="y", length=0, pad=34)
        right.set_ylim(len(rows) - 0.5, -0.5)
        right.set_xlim(0.0, 108.0)
        right.spines["left"].set_visible(False)
        right.set_xlabel(f"pairs of runs separated (%), p \N{LESS-THAN OR EQUAL TO} {found.alpha:g}")
        right.set_title(f"{len(found.runs)} runs, paired t-test", loc="left")


def stroke(place: int) -> dict[str, Any]:
    """The colour and stroke of a line."""
    return {"color": COLOURS[place % len(COLOURS)], "linestyle": STROKES[place // len(COLOURS) % len(STROKES)]}


def label_ends(axes: Axes, x: float, ends: Sequence[tuple[str, float, int]]) -> None:
    """Names where the lines end, moved apart where they would cover each other."""
    low, high = axes.get_ylim()
    known = sorted((end for end in ends if np.isfinite(end[1])), key=lambda end: end[1])
    places = spread([end[1] for end in known], min(LABEL, 1 / max(len(known), 1)) * (high - low))
    for (name, value, place), at in zip(known, places, strict=True):
        axes.annotate(
            name,
            (x, value),
            (1.06, (at - low) / (high - low)),
            textcoords="axes fraction",
            va="center",
            ha="left",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "linewidth": 0.6,
                "color": stroke(place)["color"],
                "shrinkA": 0,
                "relpos": (0, 0.5),
            },
        )


def spread(values: Sequence[float], apart: float) -> np.ndarray:
    """Rising values, moved as little as needed to stand this far apart.

    >>> spread([0.0, 0.0, 5.0], 1.0).tolist()
    [-0.5, 0.5, 5.0]
    """
    blocks: list[list[float]] = []  # of each: the mean of what its first wants, and how many it holds
    for place, value in enumerate(values):
        blocks.append([value - place * apart, 1.0])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (one, some), (other, more) = blocks[-2:]
            blocks[-2:] = [[(one * some + other * more) / (some + more), some + more]]
    wanted = np.repeat([block[0] for block in blocks], [int(block[1]) for block in blocks])
    return np.asarray(wanted + apart * np.arange(len(values)))
