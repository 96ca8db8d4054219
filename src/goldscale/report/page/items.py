"""Items: how their scores spread, and which of them are hard or easy for all runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldscale.data import MeasureScores
from goldscale.report.content import DIGITS, ReportContent
from goldscale.report.items import ItemStory
from goldscale.report.page.markup import Child, Html, tag
from goldscale.report.page.spread import spread
from goldscale.report.page.tables import Cell, ColumnHead, number_cell, page_table


def items(content: ReportContent) -> Html | None:
    """The section; None where no measure has a value per item."""
    result = content.by_item
    if result is None or not content.hardest:
        return None
    plural = result.units.plural
    return tag(
        "section",
        tag("h2", plural.capitalize()),
        spread(content, result),
        tag("h3", "Hardest"),
        _stories(content.hardest, content.pictures, f"The hardest {plural}", result),
        tag("h3", "Easiest"),
        _stories(content.easiest, content.pictures, f"The easiest {plural}", result),
        _key(content),
        id="items",
    )


def _stories(told: Sequence[ItemStory], pictures: Mapping[str, str], caption: str, result: MeasureScores) -> Html:
    labelled = any(story.found or story.missed or story.wrong for story in told)
    seen = any(story.name in pictures for story in told)
    heads = [ColumnHead("picture", sortable=False)] if seen else []
    heads += [ColumnHead(result.units.noun, falling=False), ColumnHead(result.measure, number=True)]
    heads += [ColumnHead("labels", sortable=False)] if labelled else []
    rows = []
    for story in told:
        cells = [Cell(_picture(story.name, pictures))] if seen else []
        cells += [Cell(story.name, story.name), number_cell(story.mean, DIGITS)]
        cells += [Cell(_labels(story))] if labelled else []
        rows.append((cells, ""))
    return page_table(heads, rows, caption=caption, class_="stories")


def _picture(name: str, pictures: Mapping[str, str]) -> Html | None:
    return tag("img", src=pictures[name], alt=f"Picture of {name}", loading="lazy") if name in pictures else None


def _labels(story: ItemStory) -> list[Child]:
    parts = (("found", "✓", story.found), ("missed", "○", story.missed), ("wrong", "✗", story.wrong))
    return [tag("span", f"{mark} {label}", class_=kind, title=kind) for kind, mark, labels in parts for label in labels]


def _key(content: ReportContent) -> Html | None:
    if not any(story.found or story.missed for story in (*content.hardest, *content.easiest)):
        return None
    return tag("p", f"Labels by {content.scores.runs[0]}: ✓ found, ○ missed, ✗ wrong.", class_="how")
