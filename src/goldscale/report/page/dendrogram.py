"""A dendrogram as SVG: which measures rank alike, the closest joined first."""

from __future__ import annotations

from collections.abc import Sequence

from goldscale.data.number_format import shown
from goldscale.metaevaluation.correlation import Merger
from goldscale.report.page.markup import Html, tag

ROW, LEFT, WIDTH, FOOT = 22, 150, 420, 34
"""Height of a leaf's line, room for the leaves' names, width of the drawing, room for the scale."""


def dendrogram(mergers: Sequence[Merger]) -> Html:
    """Leaves from top to bottom, joined at the distance (1 - correlation) at which they belong together."""
    leaves = _leaves(mergers)
    longest = max(step.distance for step in mergers) or 1.0
    place: dict[tuple[str, ...], tuple[float, float]] = {
        (leaf,): (0.0, ROW * (at + 0.5)) for at, leaf in enumerate(leaves)
    }
    drawn: list[Html] = [
        tag("text", leaf, x=LEFT - 8, y=ROW * (at + 0.5) + 4, text_anchor="end") for at, leaf in enumerate(leaves)
    ]
    for step in mergers:
        (near, top), (far, bottom) = place[step.first], place[step.second]
        at = step.distance
        told = f"{', '.join(step.first)} with {', '.join(step.second)}: correlation {shown(1 - at, 3)}"
        line = f"M{_x(near, longest)},{top}H{_x(at, longest)}V{bottom}H{_x(far, longest)}"
        drawn.append(tag("path", tag("title", told), d=line))
        place[step.first + step.second] = (at, (top + bottom) / 2)
    height = ROW * len(leaves)
    for share in (0.0, 0.5, 1.0):
        value = shown(1 - share * longest, 2)
        drawn.append(
            tag("text", value, x=_x(share * longest, longest), y=height + 18, text_anchor="middle", class_="scale")
        )
    drawn.append(tag("text", "correlation", x=LEFT, y=height + 32, class_="scale"))
    told = f"{', '.join(mergers[0].first + mergers[0].second)} are the closest."
    size = {"viewBox": f"0 0 {LEFT + WIDTH + 30} {height + FOOT}", "width": LEFT + WIDTH + 30, "height": height + FOOT}
    return tag("svg", tag("title", told), *drawn, role="img", aria_label=told, class_="dendrogram", **size)


def _leaves(mergers: Sequence[Merger]) -> tuple[str, ...]:
    """The measures in an order in which no lines cross."""
    last = mergers[-1]
    return last.first + last.second


def _x(distance: float, longest: float) -> float:
    return round(LEFT + WIDTH * distance / longest, 1)
