"""A matrix as a picture: colours that everybody can tell apart, and the number in the cell where it fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from goldscale.data.table_forms import printable
from goldscale.report.look import HEAT, LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NAMES = 60
"""A matrix of more than this shows no names."""
MOST_NUMBERS = 16
"""A matrix of more than this shows colours without numbers, and a scale beside them."""


def draw_matrix(drawn: Figure, axes: Axes, title: str, names: Sequence[str], matrix: np.ndarray) -> None:
    """A square of values between things; that of a thing with itself is left blank."""
    shown = matrix.astype(float).copy()
    np.fill_diagonal(shown, np.nan)  # everybody agrees with themselves
    known = shown[np.isfinite(shown)]
    low, high = min(known.min(initial=1.0), 0.0), max(known.max(initial=0.0), 1.0)
    image = axes.imshow(shown, cmap=HEAT, aspect="equal", vmin=low, vmax=high)
    if len(names) <= MOST_NAMES:
        shown_names = [printable(name) for name in names]
        axes.set_xticks(range(len(names)), shown_names, rotation=90)
        axes.set_yticks(range(len(names)), shown_names)
    if len(names) <= MOST_NUMBERS:
        for row, column in zip(*np.nonzero(np.isfinite(shown)), strict=True):
            value = shown[row, column]
            # The middle of the scale is where black and white are equally far in lightness.
            colour = LIGHT.card if value < (low + high) / 2 else LIGHT.ink
            axes.text(column, row, f"{value:.2f}", ha="center", va="center", color=colour, fontsize=7)
    else:
        drawn.colorbar(image, ax=axes, fraction=0.046).outline.set_visible(False)
    axes.set_title(title, loc="left")
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
