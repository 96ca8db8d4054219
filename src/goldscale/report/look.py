"""How figures and pages look, declared once: quiet paper, one accent of gold, colours that everybody can tell apart."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """The colours of a page; text reaches a contrast of 4.5 on paper, card and tint."""

    paper: str
    card: str
    ink: str
    soft: str
    line: str
    gold: str
    tint: str


LIGHT = Palette("#fcfbf7", "#ffffff", "#1d2126", "#5d6570", "#e4dfd3", "#8a6100", "#f6ecd2")
DARK = Palette("#14161a", "#1b1e24", "#e9e6df", "#a2a8b3", "#30343c", "#e6b84c", "#332a12")

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#f0e442", "#000000")
"""The palette of Okabe and Ito, which colour-blind readers can tell apart; blue and vermilion first."""
HEAT = "cividis"
"""The colours of heatmaps: even steps of lightness, the same to colour-blind readers."""
HEAT_COLOURS = (
    *("#00224e", "#083370", "#35456c", "#4f576c", "#666970", "#7d7c78"),
    *("#948e77", "#aea371", "#c8b866", "#e5cf52", "#fee838"),
)
"""The same in even steps from low to high, for pages."""

PLOT_STYLE = {
    "figure.facecolor": LIGHT.card,
    "font.size": 9,
    "text.color": LIGHT.ink,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.labelcolor": LIGHT.soft,
    "axes.edgecolor": LIGHT.soft,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": LIGHT.soft,
    "ytick.color": LIGHT.soft,
    "xtick.labelcolor": LIGHT.ink,
    "ytick.labelcolor": LIGHT.ink,
}
"""The same for matplotlib, by its own names."""


def heat_colour(share: float) -> str:
    """A colour of the heatmap, between the lowest (0) and the highest (1) value."""
    place = share * (len(HEAT_COLOURS) - 1)
    first = min(int(place), len(HEAT_COLOURS) - 2)
    ends = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in HEAT_COLOURS[first : first + 2]]
    mixed = [round(a + (b - a) * (place - first)) for a, b in zip(*ends, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)
