"""Concepts x runs as a heatmap, and what a concept's own page is made of."""

from __future__ import annotations

import math

import numpy as np

from goldscale.data.number_format import shown
from goldscale.report.content import ReportContent
from goldscale.report.findings import units_finding
from goldscale.report.items import easiest_first, item_means
from goldscale.report.page.concept_pages import concept_pages
from goldscale.report.page.drawing import heat
from goldscale.report.page.markup import Html, tag
from goldscale.report.page.spread import spread
from goldscale.report.page.tables import Cell, ColumnHead, number_cell, page_table

MOST_NUMBERS = 30
"""With more runs than this a cell has no room for its number; it is still there to be read out."""


def concepts(content: ReportContent) -> Html | None:
    """The heatmap of the first measure that has a value per label; the best concept on average first."""
    if not content.by_label:
        return None
    result = content.by_label[0]
    mean, order = item_means(result), easiest_first(result)
    known = result.values[~np.isnan(result.values)]
    low, high = float(known.min(initial=np.inf)), float(known.max(initial=-np.inf))
    noun, runs = result.units.noun, content.scores.runs
    heads = [ColumnHead(noun, falling=False), ColumnHead("mean", number=True)]
    if content.prevalence:
        heads.append(ColumnHead("share", number=True, about=f"Share of the {content.item_noun} that hold the {noun}."))
    heads += [ColumnHead(run, number=True, about=run, kind="tall") for run in runs]
    rows = []
    for unit in order:
        name = result.units.names[unit]
        cells = [Cell(tag("a", name, href=f"#unit-{unit}"), name), number_cell(float(mean[unit]))]
        if content.prevalence:
            share = content.prevalence.get(name, math.nan)
            cells.append(Cell(f"{100 * share:.1f} %", share))
        cells += [_cell(float(value), low, high) for value in result.values[:, unit]]
        rows.append((cells, ""))
    drawn = page_table(
        heads,
        rows,
        caption=f"{result.measure} of each {noun} and run",
        filter_label=f"Filter {result.units.plural}",
        copies=content.scores.per_unit().table(result.measure),
        class_="heatmap dense" if len(runs) > MOST_NUMBERS else "heatmap",
    )
    return tag(
        "section",
        tag("h2", result.units.plural.capitalize()),
        tag("p", units_finding(result), class_="finding"),
        drawn,
        _key(low, high) if known.size else None,
        spread(content, result),
        concept_pages(content),
        _unit_page(noun),
        id="concepts",
    )


def _cell(value: float, low: float, high: float) -> Cell:
    if math.isnan(value):
        return Cell(tag("span", "undefined", class_="unseen"), None, "none")
    return Cell(shown(value, 2).removeprefix("0"), value, heat(value, low, high))


def _key(low: float, high: float) -> Html:
    """What the colours mean."""
    ends = (tag("span", shown(end, 2)) for end in (low, high))
    missing = [tag("i", class_="none"), tag("span", "undefined")]
    return tag("p", next(ends), tag("i", class_="ramp"), next(ends), *missing, class_="key", aria_hidden="true")


def _unit_page(noun: str) -> Html:
    """Where the script shows one unit: all runs by all measures."""
    steps = [("previous", f"Previous {noun}", "←"), ("next", f"Next {noun}", "→"), ("close", "Close", "✕")]
    buttons = (tag("button", sign, type="button", name=name, aria_label=told) for name, told, sign in steps)
    return tag(
        "dialog",
        tag("div", *buttons, class_="steps"),
        tag("div", id="unit"),
        id="unit-page",
        aria_labelledby="unit-name",
    )
