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
from goldscale.report.page.tables import Cell, ColumnHead, number_cell, page_table


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
        for j, other in enumerate(found.measures):
            value = math.nan if i == j else float(matrix.correlation[i, j])
            told = f"{name} and {other}: {shown(value, 3)}"
            cells.append(
                Cell("" if i == j else shown(value, 2), None if math.isnan(value) else value, heat(value, -1, 1), told)
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
        dendrogram(found.mergers) if found.mergers else None,
        tag("div", *chosen, class_="choices needs-script"),
        tag("div", id="scatter", class_="needs-script"),
        id="measures",
    )


def _choice(found: MeasureCorrelation, label: str, name: str, chosen: int) -> Html:
    options = (tag("option", m, value=m, selected=i == chosen) for i, m in enumerate(found.measures))
    return tag("label", label, tag("select", *options, name=name))
