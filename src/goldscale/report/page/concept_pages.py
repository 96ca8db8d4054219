"""A page for each concept, shown when its name is followed, also without a script: curves, best runs, hard items."""

from __future__ import annotations

import math

import numpy as np

from goldscale.data.number_format import shown
from goldscale.report.concepts import ConceptRun, ConceptStory, Line
from goldscale.report.content import DIGITS, ReportContent, counted
from goldscale.report.page.axes import Axes, colour_of
from goldscale.report.page.drawing import SharedScale, interval_bar
from goldscale.report.page.markup import Html, join, tag
from goldscale.report.page.tables import Cell, ColumnHead, number_cell, page_table

PR = Axes("recall", "precision")
ROC = Axes("false positive rate", "true positive rate")


def concept_pages(content: ReportContent) -> Html | None:
    """All of them; None where the report knows no curves."""
    if not content.concepts:
        return None
    return join(*(_page(content, story) for story in content.concepts))


def _page(content: ReportContent, story: ConceptStory) -> Html:
    result = content.by_label[0]
    drawn = [run for run in story.runs if run.precision_recall]
    return tag(
        "article",
        tag("h3", story.name),
        tag("p", _finding(content, story), class_="finding"),
        tag("div", _precision_recall(story), _roc(story), class_="pair") if drawn else None,
        tag("p", class_="readout how needs-script", aria_live="off") if drawn else None,
        _runs(content, story),
        _hard(content, story),
        tag("p", tag("a", f"Back to all {result.units.plural}", href="#concepts"), class_="back"),
        id=f"unit-{story.unit}",
        class_="concept",
        tabindex=-1,
    )


def _finding(content: ReportContent, story: ConceptStory) -> str:
    held = f"{story.relevant} of {story.judged} {content.item_noun} hold {story.name} ({100 * story.prevalence:.1f} %)"
    if not story.relevant or not story.runs:
        return f"{held}; no run has a value."
    best, measure = story.runs[0], content.by_label[0].measure
    return f"{held}, which is the precision of a guess. {best.name} is best by {measure} ({shown(best.value, DIGITS)})."


def _precision_recall(story: ConceptStory) -> Html:
    (left, y), (right, _) = (PR.place(x, story.prevalence) for x in (0.0, 1.0))
    chance = [
        tag("line", x1=left, x2=right, y1=y, y2=y, class_="chance"),
        tag("text", f"chance {shown(story.prevalence, 2)}", x=left + 4, y=y - 4, class_="scale"),
    ]
    told = f"Precision against recall on {story.name}, runs numbered as in the table."
    return PR.drawing(told, *chance, *_lines(PR, [run.precision_recall for run in story.runs]))


def _roc(story: ConceptStory) -> Html:
    (left, low), (right, high) = ROC.place(0, 0), ROC.place(1, 1)
    chance = [tag("line", x1=left, x2=right, y1=low, y2=high, class_="chance")]
    told = f"ROC curves on {story.name}, runs numbered as in the table."
    return ROC.drawing(told, *chance, *_lines(ROC, [run.roc for run in story.runs]))


def _lines(axes: Axes, lines: list[Line]) -> list[Html]:
    """The curves, each with its number at a place of its own, so that numbers do not cover each other."""
    drawn = [axes.lines((number, line) for number, line in enumerate(lines) if line)]
    for number, line in enumerate(lines):
        if line:
            across, up = np.array(line).T
            at = np.clip((number + 1) / (len(lines) + 1), across[0], across[-1])
            x, y = axes.place(float(at), float(np.interp(at, across, up)))
            drawn.append(tag("text", f"{number + 1}", x=x, y=y + 4, text_anchor="middle", class_="number"))
    return drawn


def _runs(content: ReportContent, story: ConceptStory) -> Html | None:
    if not story.runs:
        return None
    result = content.by_label[0]
    known = [v for run in story.runs for v in (run.value, run.low, run.high) if not math.isnan(v)]
    axis = SharedScale.around(known) if known else None
    heads = [
        ColumnHead("no.", number=True, falling=False),
        ColumnHead("run", falling=False),
        ColumnHead(result.measure, number=True, falling=result.higher_is_better),
        *([] if all(math.isnan(run.low) for run in story.runs) else [ColumnHead("interval", sortable=False)]),
    ]
    rows = []
    for number, run in enumerate(story.runs):
        swatch = tag("i", class_="swatch", style=f"background:{colour_of(number)}")
        cells = [Cell([swatch, f"{number + 1}"], number + 1), Cell(run.name, run.name), number_cell(run.value, DIGITS)]
        if len(heads) > 3 and axis is not None:
            cells.append(Cell(interval_bar(axis, run.value, run.low, run.high, None, _between(run))))
        rows.append((cells, "baseline" if run.name in content.baselines else ""))
    return page_table(heads, rows, caption=f"Best runs on {story.name}", class_="runs")


def _between(run: ConceptRun) -> str:
    value, low, high = (shown(v, DIGITS) for v in (run.value, run.low, run.high))
    return f"{value}, between {low} and {high}"


def _hard(content: ReportContent, story: ConceptStory) -> Html | None:
    if not story.hard:
        return None
    entries = (
        tag("li", item.name, tag("small", f" {'missed' if item.relevant else 'wrongly predicted'} by {item.wrong}"))
        for item in story.hard
    )
    told = f"{content.item_noun.capitalize()} that most of {counted(story.counted, 'run')} get wrong"
    return join(tag("p", f"{told}, the worst first:", class_="how"), tag("ul", *entries, class_="hard"))
