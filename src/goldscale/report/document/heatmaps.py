"""Heatmaps on paper: each cell with its colour and, where there is room, its number."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from goldscale.data.number_format import shown
from goldscale.report.content import ReportContent
from goldscale.report.findings import measures_finding, units_finding
from goldscale.report.items import easiest_first
from goldscale.report.look import heat_colour
from goldscale.report.short_names import label

MOST_NUMBERS = 30
"""With more columns than this a cell has no room for its number."""
DARK_BELOW = 0.55
"""Share of the scale below which a cell's number is white."""


def concepts(content: ReportContent) -> dict[str, Any] | None:
    """Concepts x runs of the first measure that has a value per label."""
    if not content.by_label:
        return None
    result = content.by_label[0]
    order = easiest_first(result)
    names = [result.units.names[unit] for unit in order]
    table = _table(result.values[:, order].T, names, content.scores.runs, content.baselines)
    caption = f"{result.measure} of each {result.units.noun} and run, the easiest {result.units.noun} first."
    return {"title": result.units.plural.capitalize(), "finding": units_finding(result), "caption": caption} | table


def measures(content: ReportContent) -> dict[str, Any] | None:
    """Correlations of the measures, those that rank alike beside each other."""
    found = content.correlation
    if found is None:
        return None
    last = found.mergers[-1] if found.mergers else None
    order = [found.measures.index(m) for m in (found.measures if last is None else last.first + last.second)]
    matrix = found.concordance.correlation.astype(float)[np.ix_(order, order)]
    np.fill_diagonal(matrix, np.nan)
    names = [found.measures[i] for i in order]
    caption = "Kendall's tau between the rankings of runs by two measures."
    return {"title": "Measures", "finding": measures_finding(found), "caption": caption} | _table(matrix, names, names)


def _table(
    values: np.ndarray, rows: Sequence[str], columns: Sequence[str], baselines: Collection[str] = ()
) -> dict[str, Any]:
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    numbers = len(columns) <= MOST_NUMBERS
    return {
        "columns": [{"name": label(name), "slanted": name in baselines} for name in columns],
        "rows": [
            {"name": label(name), "cells": [_cell(float(value), low, high, numbers) for value in line]}
            for name, line in zip(rows, values, strict=True)
        ],
    }


def _cell(value: float, low: float, high: float, number: bool) -> list[Any]:
    """Colour, number and whether that is white."""
    if math.isnan(value):
        return [None, "", False]
    share = (value - low) / (high - low) if high > low else 0.5
    return [heat_colour(share), shown(value, 2).replace("0.", ".", 1) if number else "", share < DARK_BELOW]
