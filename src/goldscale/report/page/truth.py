"""How far the truth can be trusted: how people agreed on it, and what errors in it would do to the ranking."""

from __future__ import annotations

import math

import numpy as np

from goldscale.data.number_format import shown
from goldscale.metaevaluation.stability import Stability
from goldscale.report.content import DIGITS, ReportContent
from goldscale.report.page.axes import Axes, labels_apart
from goldscale.report.page.drawing import SharedScale, interval_bar
from goldscale.report.page.markup import Html, join, tag
from goldscale.report.page.tables import Cell, ColumnHead, number_cell, page_table


def truth(content: ReportContent) -> Html | None:
    """The section; None where neither is known."""
    parts = [part for part in (_agreement(content), _stability(content)) if part is not None]
    return tag("section", tag("h2", "Truth"), *parts, id="truth") if parts else None


def _agreement(content: ReportContent) -> Html | None:
    """Agreement on each label with its interval, the lowest first."""
    found = content.agreement
    if found is None or not found.results:
        return None
    charted = found.charted
    others = [result for result in found.results if result is not charted]
    ends = [v for estimate in charted.groups for v in (estimate.low, estimate.high) if not math.isnan(v)]
    axis = SharedScale.around([0.0, 1.0, *ends])
    heads = [
        ColumnHead(found.noun, falling=False),
        ColumnHead(charted.coefficient, number=True, falling=False, about=charted.title),
        ColumnHead("interval", sortable=False),
        *(ColumnHead(other.coefficient, number=True, falling=False, about=other.title) for other in others),
        ColumnHead("votes", number=True),
    ]
    rows = []
    for place in charted.ascending():
        estimate = charted.groups[place]
        why = estimate.note or "no item has two votes"
        bar = interval_bar(axis, *estimate.between, None, estimate.shown(DIGITS))
        cells = [Cell(estimate.name, estimate.name), number_cell(estimate.value, DIGITS, why), Cell(bar)]
        cells += [number_cell(other.groups[place].value, DIGITS, why) for other in others]
        rows.append(([*cells, Cell(f"{estimate.votes}", estimate.votes)], ""))
    table = page_table(
        heads,
        rows,
        caption=f"Agreement by {found.noun}, lowest first",
        filter_label=f"Filter {found.plural}",
        copies=found.group_table(),
        class_="agreement",
    )
    known = [charted.groups[place] for place in charted.ascending() if not math.isnan(charted.groups[place].value)]
    lowest = f"; lowest on {known[0].name} ({shown(known[0].value, DIGITS)})" if known else ""
    told = f"People agree with {charted.coefficient} {charted.overall.shown(DIGITS)} over all {found.plural}{lowest}."
    return join(
        tag("h3", "How far people agree"),
        tag("p", told, class_="finding"),
        table,
        tag("p", f"{charted.title}. {found.legend}.", class_="how"),
    )


def _stability(content: ReportContent) -> Html | None:
    """The correlation with the original ranking against the share of flipped judgements, a line per measure."""
    found = content.stability
    if found is None or np.isnan(found.to_original).all():
        return None
    stages, repeats = (0.0, *found.stages), len(found.merit)
    low = math.floor(10 * min(float(np.nanmin(found.to_original)), 0.9)) / 10
    axes = Axes("share of flipped judgements", found.coefficient, (0.0, stages[-1]), (low, 1.0), 420, 220, 130)
    order = [int(i) for i in np.argsort(-np.nan_to_num(found.to_original[:, -1], nan=-2.0), kind="stable")]
    ends = [axes.place(stages[-1], float(np.nan_to_num(found.to_original[i, -1], nan=low))) for i in order]
    known = {
        i: [(stages[at], float(v)) for at, v in enumerate((1.0, *found.to_original[i])) if not math.isnan(v)]
        for i in order
    }
    drawn = [axes.lines(enumerate(known.values()))]
    for i, (x, _), height in zip(order, ends, labels_apart([y for _, y in ends], 14, *axes.heights), strict=True):
        for at, v in known[i][1:]:
            told = f"{found.measures[i]}, {100 * at:g} % flipped: {shown(v, DIGITS)}"
            cx, cy = axes.place(at, v)
            drawn.append(tag("circle", tag("title", told), cx=cx, cy=cy, r=4, tabindex=0, aria_label=told))
        drawn.append(tag("text", found.measures[i], x=x + 8, y=height + 4))
    return join(
        tag("h3", "If some of it were wrong"),
        tag("p", _stability_finding(found), class_="finding"),
        axes.drawing("Correlation with the original ranking, by share of flipped judgements", *drawn, ticks=stages),
        _stability_table(found),
        tag(
            "p",
            f"A share of the judgements is flipped at random and the runs are ranked anew: mean of {repeats} "
            f"repeat{'' if repeats == 1 else 's'}, seed {found.seed}. 'goldscale meta stability' repeats more often.",
            class_="how",
        ),
    )


def _stability_finding(found: Stability) -> str:
    """Which ranking changes most and least, at the last stage that has a ranking at all."""
    stage = int(np.flatnonzero(~np.isnan(found.to_original).all(axis=0))[-1])
    last = found.to_original[:, stage]
    best, worst = int(np.nanargmax(last)), int(np.nanargmin(last))
    share = f"With {100 * found.stages[stage]:g} % of the judgements flipped"
    if best == worst:
        return f"{share}, the ranking by {found.measures[best]} keeps a {found.coefficient} of {shown(last[best], 2)}."
    return (
        f"{share}, the ranking by {found.measures[best]} changes least ({found.coefficient} {shown(last[best], 2)}), "
        f"that by {found.measures[worst]} most ({shown(last[worst], 2)})."
    )


def _stability_table(found: Stability) -> Html:
    heads = [ColumnHead("measure", falling=False)]
    heads += [ColumnHead(f"{100 * stage:g} %", number=True) for stage in found.stages]
    rows = [
        ([Cell(name, name), *(number_cell(float(v), DIGITS, "no ranking") for v in values)], "")
        for name, values in zip(found.measures, found.to_original, strict=True)
    ]
    caption = "Correlation with the original ranking, by share of flipped judgements"
    return page_table(heads, rows, caption=caption, copies=found.tables()[0], class_="stability")
