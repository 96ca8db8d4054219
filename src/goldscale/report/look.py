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

YELLOW = "#f0e442"
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", YELLOW, "#000000")
"""The palette of Okabe and Ito, which colour-blind readers can tell apart; blue and vermilion first."""
HEAT = "cividis"
"""The colours of heatmaps: even steps of lightness, the same to colour-blind readers."""
HEAT_COLOURS = (
    *("#00224e", "#083370", "#35456c", "#4f576c", "#666970", "#7d7c78"),
    *("#948e77", "#aea371", "#c8b866", "#e5cf52", "#fee838"),
)
"""The same in even steps from low to high, for pages."""

STYLE = {
    "font.size": 9,
    "text.parse_math": False,  # names are no formulas
    "text.color": LIGHT.ink,
    "axes.labelcolor": LIGHT.ink,
    "axes.edgecolor": LIGHT.soft,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": LIGHT.soft,
    "ytick.color": LIGHT.soft,
    "xtick.labelcolor": LIGHT.ink,
    "ytick.labelcolor": LIGHT.ink,
    "grid.color": LIGHT.line,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
}
"""What every figure has: ink and paper of the page, no frames."""


def contrast(one: str, other: str) -> float:
    """How well two colours stand out from each other, from 1 to 21 (WCAG 2.2); text needs 4.5."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def heat_colour(share: float) -> str:
    """A colour of the heatmap, between the lowest (0) and the highest (1) value."""
    place = share * (len(HEAT_COLOURS) - 1)
    first = min(int(place), len(HEAT_COLOURS) - 2)
    ends = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in HEAT_COLOURS[first : first + 2]]
    mixed = [round(a + (b - a) * (place - first)) for a, b in zip(*ends, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)
