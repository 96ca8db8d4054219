"""A matrix as a picture: colours that everybody can tell apart, and the number in the cell where it fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from goldscale.data.number_format import shown
from goldscale.report.look import HEAT, LIGHT
from goldscale.report.short_names import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_NAMES = 60
"""A square of more than this shows no names."""
MOST_NUMBERS = 16
"""A square of more than this shows colours without numbers, and a scale below them."""

NUMBER_SIZE = 6.5
"""Of the letters in a cell, in points."""


def draw_heatmap(
    axes: Axes,
    values: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    numbers: bool,
    limits: tuple[float, float] | None = None,
    aspect: Literal["auto", "equal"] = "auto",
) -> None:
    """A matrix in colours with names at the left and above, and the number in each cell or a scale below.

    Colours go from the lowest to the highest value, or from one of the limits to the other.
    """
    known = values[np.isfinite(values)]
    low, high = limits or (float(known.min(initial=np.inf)), float(known.max(initial=-np.inf)))
    image = axes.imshow(values, cmap=HEAT, aspect=aspect, vmin=low, vmax=high)
    axes.set_yticks(range(len(rows)), [label(name) for name in rows])
    axes.set_xticks(range(len(columns)), [label(name) for name in columns], rotation=90)
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    axes.spines[:].set_visible(False)
    if numbers:
        # The middle of the scale is where black and white are equally far in lightness.
        _draw_numbers(axes, values, (values < (low + high) / 2) if high > low else np.zeros(values.shape, bool))
    else:
        bar = axes.figure.colorbar(image, ax=axes, location="bottom", fraction=0.03, pad=0.01, aspect=40)
        bar.outline.set_visible(False)


def _draw_numbers(axes: Axes, values: np.ndarray, white: np.ndarray) -> None:
    """The number in each cell that has one: an outline per text and colour, since thousands of texts take seconds."""
    from matplotlib.collections import PathCollection
    from matplotlib.textpath import TextPath
    from matplotlib.transforms import Affine2D

    cells: dict[tuple[str, bool], list[tuple[int, int]]] = {}
    for row, column in zip(*np.nonzero(np.isfinite(values)), strict=True):
        told = cell_text(float(values[row, column]))
        cells.setdefault((told, bool(white[row, column])), []).append((column, row))
    # Axes that are drawn on stand in a figure.
    inches = axes.get_figure(root=True).dpi_scale_trans  # type: ignore[union-attr]
    for (told, is_white), places in cells.items():
        outline = TextPath((0, 0), told, size=NUMBER_SIZE)
        box = outline.get_extents()
        centred = Affine2D().translate(-(box.x0 + box.x1) / 2, -(box.y0 + box.y1) / 2).scale(1 / 72)
        drawn = PathCollection([outline], offsets=places, offset_transform=axes.transData, linewidths=0)
        drawn.set_transform(centred + inches)
        drawn.set_facecolor(LIGHT.card if is_white else LIGHT.ink)
        drawn.set_label(told)
        drawn.set_in_layout(False)  # none of them stands outside
        axes.add_collection(drawn, autolim=False)


def cell_text(value: float) -> str:
    """Two digits in little room: without the zero before the point.

    >>> cell_text(0.5), cell_text(-0.25), cell_text(10.0)
    ('.50', '-.25', '10.00')
    """
    told = shown(abs(value), 2).removeprefix("0")
    return f"-{told}" if value < 0 and float(told) else told


def draw_square(axes: Axes, title: str, names: Sequence[str], matrix: np.ndarray) -> None:
    """Values between things; that of a thing with itself is left blank. Colours start at 0 and end at 1 at least."""
    values = matrix.astype(float).copy()
    np.fill_diagonal(values, np.nan)  # everybody agrees with themselves
    known = values[np.isfinite(values)]
    limits = float(min(known.min(initial=1.0), 0.0)), float(max(known.max(initial=0.0), 1.0))
    named = names if len(names) <= MOST_NAMES else []
    draw_heatmap(axes, values, named, named, len(names) <= MOST_NUMBERS, limits, "equal")
    axes.tick_params(labeltop=False, labelbottom=True)
    axes.set_title(title, loc="left")
