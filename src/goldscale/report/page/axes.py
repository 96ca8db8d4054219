"""The frame of a plot as SVG: two axes with few ticks, places for values, lines and marks with direct labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize

from goldscale.report.look import SERIES
from goldscale.report.page.markup import Child, Html, tag

LEFT, TOP, FOOT = 44, 22, 36
"""Room for the ticks of the upward axis, its name, and the other axis."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 2")
"""Lines are told apart without colour, too."""


@dataclass(frozen=True)
class Axes:
    """A plot of this size; its axes run from low to high."""

    across: str
    up: str
    x: tuple[float, float] = (0.0, 1.0)
    y: tuple[float, float] = (0.0, 1.0)
    width: int = 300
    height: int = 240
    right: int = 12
    """Room for labels behind the end of the axis."""

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a value stands, in pixels."""
        over, above = (_share(value, *ends) for value, ends in ((x, self.x), (y, self.y)))
        return round(LEFT + over * self.width, 1), round(TOP + (1 - above) * self.height, 1)

    @property
    def heights(self) -> tuple[float, float]:
        """Where the plot begins and ends from top to bottom, in pixels."""
        return TOP, TOP + self.height

    def lines(self, given: Iterable[tuple[int, Iterable[tuple[float, float]]]]) -> Html:
        """Lines through values, each with its number, which says its colour and dashes.

        Their points are thousandths of the axes: short to write, and the page's script can read values from them.
        """
        drawn = [
            tag(
                "polyline",
                points=" ".join(f"{1000 * _share(x, *self.x):.0f},{1000 * _share(y, *self.y):.0f}" for x, y in points),
                stroke=colour_of(number),
                stroke_dasharray=DASHES[(number + number // len(DASHES)) % len(DASHES)] or None,
            )
            for number, points in given
        ]
        scaled = f"translate({LEFT} {TOP + self.height}) scale({self.width / 1000:g} {-self.height / 1000:g})"
        return tag("g", *drawn, transform=scaled)

    def drawing(self, told: str, *children: Child, ticks: Sequence[float] | None = None) -> Html:
        """The plot; ``told`` says in words what it shows, ``ticks`` are those of the axis that runs across."""
        drawn = [tag("path", d=f"M{LEFT},{TOP}v{self.height}h{self.width}", class_="axis")]
        for value in _thirds(*self.x) if ticks is None else ticks:
            x, y = self.place(value, self.y[0])
            drawn.append(tag("text", f"{value:.3g}", x=x, y=y + 15, text_anchor="middle", class_="scale"))
        for value in _thirds(*self.y):
            x, y = self.place(self.x[0], value)
            drawn.append(tag("text", f"{value:.3g}", x=x - 6, y=y + 4, text_anchor="end", class_="scale"))
        foot = TOP + self.height + FOOT
        drawn.append(tag("text", self.across, x=LEFT + self.width / 2, y=foot - 5, text_anchor="middle"))
        drawn.append(tag("text", self.up, x=LEFT, y=TOP - 8, text_anchor="start"))
        size = {"viewBox": f"0 0 {LEFT + self.width + self.right} {foot}", "width": LEFT + self.width + self.right}
        return tag("svg", tag("title", told), *drawn, *children, role="img", aria_label=told, class_="curves", **size)


def colour_of(number: int) -> str:
    """The colour of a line: one of those that are seen on light and on dark paper."""
    return SERIES[number % len(DASHES)]


def labels_apart(places: Sequence[float], apart: float, top: float, foot: float) -> list[float]:
    """Heights of labels between top and foot, moved as little as possible so that none covers another.

    They are given from top to bottom. Where there is no room for so many, they stand as far apart as there is.

    >>> labels_apart([50, 50, 90], 10, 0, 100), labels_apart([99, 99], 10, 0, 100)
    ([45.0, 55.0, 90.0], [90.0, 100.0])
    """
    steps = min(apart, (foot - top) / max(len(places) - 1, 1)) * np.arange(len(places))
    # Less their steps, labels that do not cover each other are in rising order.
    moved = optimize.isotonic_regression(np.asarray(places) - steps).x
    return np.round(np.clip(moved, top, foot - steps[-1]) + steps, 1).tolist()


def _share(value: float, low: float, high: float) -> float:
    return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 0.5


def _thirds(low: float, high: float) -> tuple[float, float, float]:
    return low, (low + high) / 2, high
