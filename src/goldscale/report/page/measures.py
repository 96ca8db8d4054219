"""Which measures rank alike: correlations, a dendrogram, and any two measures against each other."""

from __future__ import annotations

import math

from goldscale.data.number_format import shown
from goldscale.metaevaluation.correlation import MeasureCorrelation
from goldscale.report.content import ReportContent
from goldscale.report.findings import measures_finding
from goldscale.report.page.dendrogram import dendrogram
from goldscale.report.page.drawing import heat
from goldscale.report.page.markup import Html, tag
from goldscale.report.page.tables import Cell, ColumnHead, as_table, number_cell, page_table


def measures(content: ReportContent) -> Html | None:
    """The section; None where there is nothing to correlate."""
    found = content.correlation
    if found is None:
        return None
    matrix = found.concordance
    heads = [
        ColumnHead("measure", falling=False),
        *(ColumnHead(name, number=True) for name in found.measures),
        ColumnHead("mean", number=True),
    ]
    averages = matrix.averages()
    rows = []
    for i, name in enumerate(found.measures):
        cells = [Cell(name, name)]
        for j in range(len(found.measures)):
            value = math.nan if i == j else float(matrix.correlation[i, j])
            cells.append(
                Cell("" if i == j else shown(value, 2), None if math.isnan(value) else value, heat(value, -1, 1))
            )
        cells.append(number_cell(averages[name], 3))
        rows.append((cells, ""))
    table = page_table(
        heads, rows, caption="Kendall's tau between rankings", copies=found.tables()[0], class_="heatmap square"
    )
    chosen = [_choice(found, "Across", "across", 0), _choice(found, "Up", "up", 1)]
    return tag(
        "section",
        tag("h2", "Measures"),
        tag("p", measures_finding(found), class_="finding"),
        table,
        *([dendrogram(found.mergers), as_table(found.tables()[1])] if found.mergers else []),
        tag(
            "div",
            tag("h3", "Two measures"),
            tag("div", *chosen, class_="choices"),
            tag("div", id="scatter"),
            tag("p", "The ", tag("a", "leaderboard", href="#leaderboard"), " has the same numbers.", class_="how"),
            class_="needs-script",
        ),
        id="measures",
    )


def _choice(found: MeasureCorrelation, label: str, name: str, chosen: int) -> Html:
    options = (tag("option", m, value=i, selected=i == chosen) for i, m in enumerate(found.measures))
    return tag("label", label, tag("select", *options, name=name))
