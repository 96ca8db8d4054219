"""What the page's script draws from: runs, measures, the values of units, pairs of runs."""

from __future__ import annotations

import os
from typing import Any

from goldscale.data import MeasureScores
from goldscale.data.axis import Axis
from goldscale.data.number_format import json_number
from goldscale.data.table_forms import printable
from goldscale.report.content import ReportContent
from goldscale.report.digits import digits_of
from goldscale.report.page.markup import Html, data_block
from goldscale.report.page.packing import ALPHABET, pack
from goldscale.report.page.tables import LONG_NAME
from goldscale.significance import Comparison

MOST_VALUES = 1_200_000
"""Of a measure with more values than this the page holds none: it would weigh more than two megabytes."""


def page_data(content: ReportContent) -> Html:
    """The values behind the plots, the concepts' pages and the comparison of two runs; names are made visible."""
    units = held_units(content)
    axes = list(dict.fromkeys(result.units for result in units))
    return data_block(
        "data",
        {
            "runs": [printable(run) for run in content.scores.runs],
            "baselines": [run in content.baselines for run in content.scores.runs],
            "scores": [_aggregates(content, result) for result in content.scores],
            "items": content.item_noun,
            "longName": LONG_NAME,
            "alphabet": ALPHABET,
            "axes": [_axis(content, axis) for axis in axes],
            "units": [_values(content, result, axes.index(result.units)) for result in units],
            "comparison": None if content.comparison is None else _comparison(content, content.comparison),
        },
    )


def held_units(content: ReportContent) -> list[MeasureScores]:
    """The measures whose values per unit the page holds: all by label, and the first by item."""
    by_item = [] if content.by_item is None else [content.by_item]
    return [result for result in (*content.by_label, *by_item) if result.values.size <= MOST_VALUES]


def _aggregates(content: ReportContent, result: MeasureScores) -> dict[str, Any]:
    sides = {"values": result.aggregate, "low": result.low, "high": result.high}
    return {
        "measure": result.measure,
        "higher": result.higher_is_better,
        "digits": digits_of(result),
        "chance": json_number(round(content.chance.get(result.measure, float("nan")), 5)),
        **{
            name: None if side is None else [json_number(round(float(v), 5)) for v in side]
            for name, side in sides.items()
        },
    }


def _axis(content: ReportContent, axis: Axis) -> dict[str, Any]:
    names = [printable(name) for name in axis.names]
    # Thousands of items are mostly called alike but for a number; letter by letter is what is wanted.
    start = os.path.commonprefix(names)  # noqa: RUF071
    shares = [content.prevalence.get(name, float("nan")) for name in axis.names] if content.prevalence else []
    return {
        "noun": axis.noun,
        "plural": axis.plural,
        "start": start,
        "ends": [name[len(start) :] for name in names],
        "shares": [json_number(round(share, 5)) for share in shares],
    }


def _values(content: ReportContent, result: MeasureScores, axis: int) -> dict[str, Any]:
    return {
        "measure": result.measure,
        "axis": axis,
        "byItem": result is content.by_item,
        "higher": result.higher_is_better,
        **pack(result.values),
    }


def _comparison(content: ReportContent, found: Comparison) -> dict[str, Any]:
    place = {run: i for i, run in enumerate(content.scores.runs)}
    return {
        "measure": found.measure,
        "test": f"{found.test} test, {found.correction}",
        "plural": found.units.plural,
        "pairs": [
            [
                place[pair.first],
                place[pair.second],
                *(json_number(round(v, 5)) for v in (pair.difference, pair.low, pair.high, pair.corrected)),
                int(pair.significant),
                pair.units,
            ]
            for pair in found.pairs
        ],
    }
