"""Concepts x runs as a heatmap, and what a concept's own page is made of."""

from __future__ import annotations

import math

import numpy as np

from goldscale.data.number_format import shown
from goldscale.report.content import ReportContent
from goldscale.report.findings import units_finding
from goldscale.report.items import easiest_first, item_means
from goldscale.report.page.drawing import heat
from goldscale.report.page.markup import Html, tag
from goldscale.report.page.tables import Cell, ColumnHead, number_cell, page_table

MOST_NUMBERS = 30
"""With more runs than this a cell has no room for its number."""


def concepts(content: ReportContent) -> Html | None:
    """The heatmap of the first measure that has a value per label; the best concept on average first."""
    if not content.by_label:
        return None
    result = content.by_label[0]
    mean, order = item_means(result), easiest_first(result)
    low, high = float(np.nanmin(result.values)), float(np.nanmax(result.values))
    noun = result.units.noun
    heads = [ColumnHead(noun, falling=False), ColumnHead("mean", number=True)]
    if content.prevalence:
        heads.append(ColumnHead("share", number=True, about=f"Share of the items that hold the {noun}."))
    heads += [ColumnHead(run, number=True, about=run) for run in content.scores.runs]
    rows = []
    for unit in order:
        name = result.units.names[unit]
        cells = [Cell(tag("a", name, href=f"#unit-{unit}"), name), number_cell(float(mean[unit]))]
        if content.prevalence:
            share = content.prevalence.get(name, math.nan)
            cells.append(Cell(f"{100 * share:.1f} %", share))
        cells += [
            _cell(float(v), low, high, name, run, len(content.scores.runs))
            for v, run in zip(result.values[:, unit], content.scores.runs, strict=True)
        ]
        rows.append((cells, ""))
    drawn = page_table(
        heads,
        rows,
        caption=f"{result.measure} of each {noun} and run",
        filter_label=f"Filter {result.units.plural}",
        class_="heatmap",
    )
    about = tag("p", units_finding(result), class_="finding")
    detail = tag("div", id="unit", class_="detail needs-script", aria_live="polite")
    return tag("section", tag("h2", result.units.plural.capitalize()), about, drawn, detail, id="concepts")


def _cell(value: float, low: float, high: float, unit: str, run: str, runs: int) -> Cell:
    told = f"{run}, {unit}: {'undefined' if math.isnan(value) else shown(value, 3)}"
    inner = "" if math.isnan(value) or runs > MOST_NUMBERS else shown(value, 2).removeprefix("0")
    return Cell(inner, None if math.isnan(value) else value, heat(value, low, high), told)
