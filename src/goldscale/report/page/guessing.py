"""What guessing and over-annotation earn: scores against label density (thesis 7.5, figure 7.6)."""

from __future__ import annotations

import math

from goldscale.data import MeasureScores
from goldscale.data.number_format import shown
from goldscale.metaevaluation.density import Density
from goldscale.report.content import DIGITS, ReportContent
from goldscale.report.page.axes import Axes
from goldscale.report.page.markup import Html, tag


def guessing(content: ReportContent) -> Html | None:
    """The section: a plot per set measure; None where label density was not studied."""
    found = content.density
    if found is None:
        return None
    return tag(
        "section",
        tag("h2", "Guessing"),
        tag("p", _finding(found), class_="finding"),
        tag("div", *(_scatter(found, result) for result in found.scores), class_="pair"),
        tag(
            "p",
            "Label density is the share of all labels that a run predicts per item. ● run, × random run, ◆ the truth, "
            "△ the truth with labels added at random; those that are not in the campaign were made for this plot, "
            f"seed {found.seed}.",
            class_="how",
        ),
        id="guessing",
    )


def _finding(found: Density) -> str:
    total = found.kinds.count("random")
    taken = {m: len(found.among_systems(m)) for m in found.scores.measures}
    fooled = [f"{count} of {total} by {m}" for m, count in taken.items() if count]
    if not fooled:
        return f"No random run ranks above a system of sensible label density, by {', '.join(taken)}."
    return f"Random runs that rank above a system of sensible label density: {', '.join(fooled)}."


def _scatter(found: Density, result: MeasureScores) -> Html:
    values = [float(v) for v in result.aggregate]
    known = [v for v in values if not math.isnan(v)]
    ends = (min([0.0, *known]), max([1.0, *known]))
    axes = Axes("label density", result.measure, (0.0, 1.0), ends)
    marks = []
    for run, kind, dense, value in zip(found.scores.runs, found.kinds, found.densities, values, strict=True):
        if not math.isnan(value):
            told = f"{run} ({kind}): density {shown(dense, 2)}, {result.measure} {shown(value, DIGITS)}"
            marks.append(_mark(kind, *axes.place(dense, value), told))
    return axes.drawing(f"{result.measure} against label density", *marks)


def _mark(kind: str, x: float, y: float, told: str) -> Html:
    shapes = {
        "random": f"M{x - 4:g},{y - 4:g}l8,8m0,-8l-8,8",
        "truth": f"M{x:g},{y - 7:g}l7,7l-7,7l-7,-7z",
        "over-annotated": f"M{x:g},{y - 5:g}l5,9h-10z",
    }
    about, given = tag("title", told), {"tabindex": 0, "aria_label": told, "class_": kind}
    if kind in shapes:
        return tag("path", about, d=shapes[kind], **given)
    return tag("circle", about, cx=x, cy=y, r=4, **given)
