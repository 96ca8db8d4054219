"""Items: how their scores spread, and which of them are hard or easy for all runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goldscale.report.content import DIGITS, ReportContent
from goldscale.report.findings import items_finding
from goldscale.report.items import ItemStory, item_means
from goldscale.report.page.drawing import histogram
from goldscale.report.page.markup import Child, Html, tag
from goldscale.report.page.tables import Cell, ColumnHead, number_cell, page_table


def items(content: ReportContent) -> Html | None:
    """The section; None where no measure has a value per item."""
    result = content.by_item
    if result is None or not content.hardest:
        return None
    means = item_means(result)
    known = means[~np.isnan(means)]
    plural = result.units.plural
    drawn = histogram(known, f"Mean {result.measure} of {plural} over runs", plural)
    return tag(
        "section",
        tag("h2", plural.capitalize()),
        tag("p", items_finding(result), class_="finding"),
        drawn,
        tag("h3", "Hardest"),
        _stories(content.hardest, f"The hardest {plural}", result.measure),
        tag("h3", "Easiest"),
        _stories(content.easiest, f"The easiest {plural}", result.measure),
        _key(content),
        id="items",
    )


def _stories(told: Sequence[ItemStory], caption: str, measure: str) -> Html:
    labelled = any(story.found or story.missed or story.wrong for story in told)
    heads = [ColumnHead("item", falling=False), ColumnHead(measure, number=True)]
    heads += [ColumnHead("labels", sortable=False)] if labelled else []
    rows = []
    for story in told:
        cells = [Cell(story.name, story.name), number_cell(story.mean, DIGITS)]
        cells += [Cell(_labels(story))] if labelled else []
        rows.append((cells, ""))
    return page_table(heads, rows, caption=caption, class_="stories")


def _labels(story: ItemStory) -> list[Child]:
    parts = (("found", "✓", story.found), ("missed", "○", story.missed), ("wrong", "✗", story.wrong))
    return [tag("span", f"{mark} {label}", class_=kind, title=kind) for kind, mark, labels in parts for label in labels]


def _key(content: ReportContent) -> Html | None:
    if not any(story.found or story.missed for story in (*content.hardest, *content.easiest)):
        return None
    return tag("p", f"Labels by {content.scores.runs[0]}: ✓ found, ○ missed, ✗ wrong.", class_="how")
