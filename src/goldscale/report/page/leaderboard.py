"""The leaderboard: who can be told apart is seen before any digit is read."""

from __future__ import annotations

import math

from goldscale.data import MeasureScores
from goldscale.data.number_format import shown
from goldscale.report.content import DIGITS, ReportContent, ends_of
from goldscale.report.digits import digits_of
from goldscale.report.findings import baseline_finding, leaderboard_finding, tier_rule
from goldscale.report.page.drawing import SharedScale, interval_bar
from goldscale.report.page.markup import Html, tag
from goldscale.report.page.tables import Cell, ColumnHead, number_cell, page_table
from goldscale.report.tables import with_tiers


def leaderboard(content: ReportContent) -> Html:
    """Runs from best to worst with their tiers, intervals and all measures."""
    official, scores = content.official, content.scores
    others = [scores[name] for name in scores.measures[1:]]
    axis = _axis(content)
    heads = [ColumnHead("tier", number=True, falling=False)] if content.tiers else []
    heads += [ColumnHead("run", falling=False), _head(official)]
    if axis is not None:
        heads.append(
            ColumnHead(f"{official.measure} with its interval", sortable=False, drawn=axis.axis(), kind="bars")
        )
    heads += [_head(result) for result in others]
    rows = []
    for i, run in enumerate(scores.runs):
        cells = [Cell(run, run), _number(official, i, beside=True)]
        if axis is not None:
            cells.append(Cell(_bar(content, axis, i)))
        cells += [_number(result, i) for result in others]
        kind = "baseline" if run in content.baselines else ""
        if content.tiers is not None:
            tier = content.tiers.of(run)
            first = tier is not None and content.tiers.groups[tier - 1][0] == run
            shown_tier = None if tier is None else tag("span", f"{tier}", class_=None if first else "again")
            cells.insert(0, Cell(shown_tier, tier))
            if tier is not None:
                kind = f"{kind} {'odd' if tier % 2 else 'even'}{' leads' if first else ''}".strip()
        rows.append((cells, kind))
    drawn = page_table(
        heads,
        rows,
        caption=f"Runs by {official.measure}",
        filter_label="Filter runs",
        copies=with_tiers(content, scores.table(DIGITS, rank_by=official.measure)),
        class_="board tiered" if content.tiers else "board",
    )
    remark = baseline_finding(content)
    return tag(
        "section",
        tag("h2", "Leaderboard"),
        tag("p", leaderboard_finding(content), class_="finding"),
        drawn,
        tag("p", tier_rule(content), class_="how") if content.tiers else None,
        tag("p", remark, " ", tag("a", "See Measures.", href="#measures"), class_="remark") if remark else None,
        id="leaderboard",
    )


def _head(result: MeasureScores) -> ColumnHead:
    return ColumnHead(result.measure, number=True, falling=result.higher_is_better, about=ReportContent.about(result))


def _number(result: MeasureScores, run: int, beside: bool = False) -> Cell:
    """A value with its interval and what it rests on; the interval stands beside it where there is room.

    Both ends are given: an interval from resamples may reach further to one side than to the other.
    """
    value, digits = float(result.aggregate[run]), digits_of(result)
    low, high = ends_of(result, run)
    rests = len(result.units) - int(result.undefined[run])
    why = result.run_notes[run] or f"no {result.units.noun} has a value"
    noun = result.units.noun if rests == 1 else result.units.plural
    if math.isnan(low) or math.isnan(high):
        return number_cell(value, digits, why, about=f"over {rests} {noun}")
    ends = shown(low, digits), shown(high, digits)
    more = tag("small", f" [{', '.join(ends)}]") if beside else None
    return number_cell(value, digits, why, more, f"between {' and '.join(ends)}, over {rests} {noun}")


def _axis(content: ReportContent) -> SharedScale | None:
    """The scale of the bars: all intervals and chance; None where there are no intervals."""
    result = content.official
    if result.low is None or result.high is None:
        return None
    chance = content.chance.get(result.measure, math.nan)
    return SharedScale.around([*result.low.tolist(), *result.high.tolist(), *result.aggregate.tolist(), chance])


def _bar(content: ReportContent, axis: SharedScale, run: int) -> Html | None:
    result = content.official
    if result.low is None or result.high is None:
        return None
    value, low, high = (float(side[run]) for side in (result.aggregate, result.low, result.high))
    digits = digits_of(result)
    told = f"{shown(value, digits)}, between {shown(low, digits)} and {shown(high, digits)}"
    return interval_bar(axis, value, low, high, content.chance.get(result.measure), told)
