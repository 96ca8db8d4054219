"""Small drawings in a page, as SVG: what a number's interval is, how values spread, how a cell is coloured."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from goldscale.data.number_format import shown
from goldscale.report.page.markup import Html, tag

STEPS = 20
"""How many colours a heatmap tells apart."""
WIDTH, HEIGHT, MARGIN = 240, 16, 12
"""Of a bar in a table; the margin is for the numbers at the ends of the axis."""
BINS = 40
"""Of a histogram."""


@dataclass(frozen=True)
class SharedScale:
    """A scale that the bars of a column share."""

    low: float
    high: float
    step: float
    """From tick to tick."""

    @classmethod
    def around(cls, values: Iterable[float]) -> SharedScale:
        """From the least to the greatest, and on to the next round numbers; 0 to 1 where nothing is known."""
        known = [value for value in values if math.isfinite(value)] or [0.0, 1.0]
        step = _step(min(known), max(known))
        # 0.7 is a little less than 7 x 0.1.
        first, last = math.floor(min(known) / step + 1e-9), math.ceil(max(known) / step - 1e-9)
        return cls(first * step, max(last, first + 1) * step, step)

    @property
    def ticks(self) -> list[float]:
        """Round numbers from end to end."""
        return [at * self.step for at in range(round(self.low / self.step), round(self.high / self.step) + 1)]

    @property
    def digits(self) -> int:
        """After the point, of the ticks."""
        return max(0, -math.floor(math.log10(self.step)))

    def place(self, value: float) -> float:
        """Where a value stands, in pixels."""
        share = (value - self.low) / (self.high - self.low)
        return round(min(max(share, 0.0), 1.0) * WIDTH, 1)

    def axis(self) -> Html:
        """The ticks with their numbers, for the heading of the column."""
        numbers = (
            tag("text", shown(tick, self.digits), x=self.place(tick), y=10, text_anchor="middle", class_="scale")
            for tick in self.ticks
        )
        return tag("svg", *numbers, viewBox=_box(12), class_="bar axis", aria_hidden="true")

    def grid(self) -> Html:
        """A thin line at each tick."""
        return tag("path", d="".join(f"M{self.place(tick):g},0V{HEIGHT}" for tick in self.ticks), class_="grid")


def interval_bar(
    axis: SharedScale, value: float, low: float, high: float, chance: float | None, told: str
) -> Html | None:
    """A bar from low to high with a tick at the value, and a dotted line at chance."""
    if math.isnan(value):
        return None
    at, middle = axis.place(value), HEIGHT / 2
    drawn = [axis.grid()]
    if chance is not None and not math.isnan(chance):
        place = axis.place(chance)
        drawn.append(tag("line", x1=place, x2=place, y1=0, y2=HEIGHT, class_="chance"))
    if not math.isnan(low):
        left, right = axis.place(low), axis.place(high)
        drawn.append(
            tag("rect", x=left, y=middle - 4, width=round(max(right - left, 1), 1), height=8, rx=2, class_="reach")
        )
    drawn.append(tag("line", x1=at, x2=at, y1=1, y2=HEIGHT - 1, class_="tick"))
    return tag("svg", tag("title", told), *drawn, viewBox=_box(HEIGHT), class_="bar", role="img", aria_label=told)


def heat(value: float, low: float, high: float) -> str:
    """The class of a cell's colour; higher is lighter, and nothing where there is no value."""
    if math.isnan(value):
        return "none"
    share = (value - low) / (high - low) if high > low else 0.5
    return f"heat{round(min(max(share, 0.0), 1.0) * STEPS)}"


def histogram(values: np.ndarray, scale: SharedScale, told: str, plural: str) -> Html:
    """How values spread, each bar with its count on hover."""
    counts, edges = np.histogram(values, bins=BINS, range=(scale.low, scale.high))
    wide, tall, foot, side = 560, 120, 18, 12
    step, most = wide / BINS, max(int(counts.max(initial=0)), 1)
    bars = []
    for at, count in enumerate(counts.tolist()):
        if not count:
            continue
        height = round(count / most * tall, 1)
        said = tag("title", f"{edges[at]:.3f} to {edges[at + 1]:.3f}: {count} {plural}")
        size = {"x": round(at * step, 1), "width": round(step - 1, 1), "height": height}
        bars.append(tag("rect", said, y=round(tall - height, 1), **size))
    numbers = [
        tag("text", f"{tick:g}", x=scale.place(tick) / WIDTH * wide, y=tall + 14, text_anchor="middle", class_="scale")
        for tick in (round(tick, 9) for tick in scale.ticks)
    ]
    box = {"viewBox": f"{-side} 0 {wide + 2 * side} {tall + foot}", "width": wide + 2 * side, "height": tall + foot}
    line = tag("path", d=f"M0,{tall}H{wide}", class_="axis")
    return tag("svg", tag("title", told), *bars, line, *numbers, role="img", aria_label=told, class_="histogram", **box)


def _box(height: int) -> str:
    return f"{-MARGIN} 0 {WIDTH + 2 * MARGIN} {height}"


def _step(low: float, high: float) -> float:
    """A round distance (1, 2 or 5 times a power of ten) that cuts the range into three to seven parts."""
    rough = (high - low) / 5 or 0.1
    power = 10.0 ** math.floor(math.log10(rough))
    return power * next(nice for nice in (1, 2, 5, 10) if nice * power >= rough * 0.999999)
