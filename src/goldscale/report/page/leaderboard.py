"""The leaderboard: who can be told apart is seen before any digit is read."""

from __future__ import annotations

import math

import numpy as np

from goldscale.data.number_format import shown
from goldscale.report.content import DIGITS, ReportContent, half_width
from goldscale.report.findings import leaderboard_finding, tier_rule
from goldscale.report.page.drawing import SharedScale, interval_bar
from goldscale.report.page.markup import Html, tag
from goldscale.report.page.tables import Cell, ColumnHead, number_cell, page_table


def leaderboard(content: ReportContent) -> Html:
    """Runs from best to worst with their tiers, intervals and all measures."""
    official, scores = content.official, content.scores
    tiered = content.tiers is not None
    heads = [ColumnHead("tier", number=True, falling=False)] if tiered else []
    heads += [
        ColumnHead("run", falling=False),
        ColumnHead(official.measure, number=True, falling=official.higher_is_better),
    ]
    if official.low is not None:
        heads.append(ColumnHead("interval", sortable=False))
    others = [scores[name] for name in scores.measures[1:]]
    heads += [ColumnHead(r.measure, number=True, falling=r.higher_is_better) for r in others]
    rows = []
    for i, run in enumerate(scores.runs):
        cells = [Cell(run, run)]
        cells += [_official(content, i)]
        if official.low is not None:
            cells.append(Cell(_bar(content, i)))
        cells += [number_cell(float(r.aggregate[i]), DIGITS) for r in others]
        kind = "baseline" if run in content.baselines else ""
        if content.tiers is not None:
            tier = content.tiers.of(run)
            first = content.tiers.groups[tier - 1][0] == run
            cells.insert(0, Cell(tag("span", f"{tier}", class_=None if first else "again"), tier))
            kind = f"{kind} {'odd' if tier % 2 else 'even'}{' leads' if first else ''}".strip()
        rows.append((cells, kind))
    drawn = page_table(
        heads,
        rows,
        caption=f"Runs by {official.measure}",
        filter_label="Filter runs",
        copies=scores.table(DIGITS, rank_by=official.measure),
        class_="board",
    )
    return tag(
        "section",
        tag("h2", "Leaderboard"),
        tag("p", leaderboard_finding(content), class_="finding"),
        drawn,
        tag("p", tier_rule(content), class_="how") if content.tiers else None,
        id="leaderboard",
    )


def _official(content: ReportContent, run: int) -> Cell:
    value, width = float(content.official.aggregate[run]), half_width(content.official, run)
    more = None if math.isnan(width) else tag("small", f" ±{shown(width, DIGITS)}")
    return number_cell(value, DIGITS, more=more)


def _bar(content: ReportContent, run: int) -> Html | None:
    result = content.official
    if result.low is None or result.high is None:
        return None
    chance = content.chance.get(result.measure)
    ends = [*result.low, *result.high, *([] if chance is None else [chance])]
    axis = SharedScale(float(np.nanmin(ends)), float(np.nanmax(ends)))
    value, low, high = (float(side[run]) for side in (result.aggregate, result.low, result.high))
    told = f"{shown(value, DIGITS)}, between {shown(low, DIGITS)} and {shown(high, DIGITS)}"
    return interval_bar(axis, value, low, high, chance, told)
