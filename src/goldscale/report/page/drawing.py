"""Small drawings in a page, as SVG: what a number's interval is, how values spread, how a cell is coloured."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from goldscale.report.page.markup import Html, tag

STEPS = 20
"""How many colours a heatmap tells apart."""
WIDTH, HEIGHT = 260, 16


@dataclass(frozen=True)
class SharedScale:
    """A scale that the bars of a column share."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """Where a value stands, in pixels."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return round(min(max(share, 0.0), 1.0) * WIDTH, 1)


def interval_bar(
    axis: SharedScale, value: float, low: float, high: float, chance: float | None, told: str
) -> Html | None:
    """A bar from low to high with a tick at the value, and a dotted line at chance."""
    if math.isnan(value):
        return None
    at, middle = axis.place(value), HEIGHT / 2
    drawn = []
    if chance is not None and not math.isnan(chance):
        place = axis.place(chance)
        drawn.append(tag("line", x1=place, x2=place, y1=0, y2=HEIGHT, class_="chance"))
    if not math.isnan(low):
        left, right = axis.place(low), axis.place(high)
        drawn.append(tag("rect", x=left, y=middle - 4, width=max(right - left, 1), height=8, rx=2, class_="reach"))
    drawn.append(tag("line", x1=at, x2=at, y1=1, y2=HEIGHT - 1, class_="tick"))
    box = f"-2 0 {WIDTH + 4} {HEIGHT}"
    return tag("svg", tag("title", told), *drawn, viewBox=box, class_="bar", role="img", aria_label=told)


def heat(value: float, low: float, high: float) -> str:
    """The class of a cell's colour; higher is lighter, and nothing where there is no value."""
    if math.isnan(value):
        return "none"
    share = (value - low) / (high - low) if high > low else 0.5
    return f"heat{round(min(max(share, 0.0), 1.0) * STEPS)}"


def histogram(values: np.ndarray, told: str, plural: str, bins: int = 30) -> Html:
    """How values spread, each bar with its count on hover."""
    counts, edges = np.histogram(values, bins=bins)
    wide, tall, foot = 560, 120, 18
    step, most = wide / bins, max(int(counts.max(initial=0)), 1)
    bars = []
    for at, count in enumerate(counts.tolist()):
        height = round(count / most * tall, 1)
        said = f"{edges[at]:.2f} to {edges[at + 1]:.2f}: {count} {plural}"
        bars.append(
            tag(
                "rect",
                tag("title", said),
                x=round(at * step, 1),
                y=tall - height,
                width=round(step - 1, 1),
                height=height,
            )
        )
    ends = [(0, "start", edges[0]), (wide, "end", edges[-1])]
    scale = [
        tag("text", f"{value:.2f}", x=x, y=tall + 14, text_anchor=anchor, class_="scale") for x, anchor, value in ends
    ]
    size = {"viewBox": f"0 0 {wide} {tall + foot}", "width": wide, "height": tall + foot}
    return tag("svg", tag("title", told), *bars, *scale, role="img", aria_label=told, class_="histogram", **size)
