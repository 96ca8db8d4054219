"""CrowdFlower (Figure Eight): the full report, one judgement per row, and the aggregated one, one unit per row.

The aggregated report tells the winning answer and its confidence. For yes/no questions the number of yes votes
follows, if all people were trusted alike; the annotators are then seats. Any other answer must be unanimous.
Which fields of a full report are answers is seen from a column ``FIELD_gold``, or from values that differ within a
unit; ``labels=`` names them otherwise. The item is the unit's picture where a column holds one for each unit.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from datetime import datetime

import numpy as np

from goldscale.data import Annotators, Concepts, Items, Judgements, Votes
from goldscale.data.occasions import occasions
from goldscale.data.vote_views import sheet_judgements
from goldscale.errors import GoldscaleWarning
from goldscale.files import Source
from goldscale.formats.registry import LIKELY, NO, SURE, Format, Hints, Sample
from goldscale.formats.votes.answers import Question, answered, sheet_votes
from goldscale.formats.votes.headings import seats
from goldscale.formats.votes.table import VoteColumn, VoteTable, looks_like_picture, read_table
from goldscale.text.batches import LineNumbers
from goldscale.text.numbers import ANSWERS

UNIT, WORKER, COUNT = "_unit_id", "_worker_id", "_trusted_judgments"
CONFIDENCE, GOLD = ":confidence", "_gold"
KINDS = ("annotator", "item", "comment")
TAINTED = "tainted"
MOST = 10_000
"""More judgements of one unit than this are taken for a mistake."""
ROUNDING = 0.05
"""How far from a whole number the yes votes may be before we doubt that all people were trusted alike."""


def _read(source: Source, hints: Hints) -> Votes:
    table = read_table(source, hints, KINDS)
    item = table.required(hints.columns.get("item") or _item(table))
    if COUNT in table.columns:
        return _read_aggregated(table, hints, item)
    if WORKER not in table.columns and "annotator" not in hints.columns:
        raise table.missing(f"a column {WORKER} (full report) or {COUNT} (aggregated report)")
    return _read_full(table, hints, item)


def _item(table: VoteTable) -> str:
    """The first column of pictures that has one for each unit, else the unit."""
    unit = table.required(UNIT)
    for name, column in table.columns.items():
        if not name.startswith("_") and looks_like_picture(name) and not name.endswith((GOLD, CONFIDENCE)):
            pairs = np.unique(np.column_stack([unit.codes, column.codes]), axis=0)
            if len(pairs) == len(unit.texts) == len(column.texts) and column.filled.all():
                return name
    return UNIT


def _read_full(table: VoteTable, hints: Hints, item: VoteColumn) -> Votes:
    worker = table.required(hints.columns.get("annotator", WORKER))
    fields = _fields(table, hints, item)
    found = answered(table, [Question(name, table.columns[name]) for name in fields])
    details = {}
    if {"_started_at", "_created_at"} <= set(table.columns):
        details["seconds"] = _seconds(table)[found.sheet]
    if "_tainted" in table.columns:
        tainted = table.columns["_tainted"].each(lambda text: TAINTED if text.casefold() == "true" else "", object)
        details["status"] = tainted[found.sheet]
    remarks = table.remarks(hints)
    if remarks:
        details["comment"] = table.comments(remarks, found.sheet)
    return sheet_votes(found, worker, item, _items(item), details, hints.name or table.source.stem)


def _read_aggregated(table: VoteTable, hints: Hints, item: VoteColumn) -> Votes:
    fields = _fields(table, hints, item)
    told = table.numbers(COUNT, f"a number of judgements up to {MOST}", lambda n: 0 <= n <= MOST and n == int(n))
    count = np.nan_to_num(told).astype(int)
    unit = np.repeat(np.arange(len(count)), count)
    seat = occasions(unit)
    found = answered(table, [Question(name, _seated(table, name, count, unit, seat)) for name in fields])
    details = {"status": table.texts("_unit_state")[unit][found.sheet]} if "_unit_state" in table.columns else {}
    people, name = seats(int(count.max())), hints.name or table.source.stem
    return found.votes(seat, item.codes[unit], people, _items(item), name, details=details, anonymous=True)


def _seated(table: VoteTable, name: str, count: np.ndarray, unit: np.ndarray, seat: np.ndarray) -> VoteColumn:
    """What each seat of each unit answered."""
    column = table.columns[name]
    confidence = table.numbers(name + CONFIDENCE, "a confidence from 0 to 1", lambda c: 0 <= c <= 1)
    table.refuse(column.filled & np.isnan(confidence), name + CONFIDENCE, "a confidence from 0 to 1")
    numbers = table.answers(column)
    if numbers is None or not np.isin(numbers[~np.isnan(numbers)], (0, 1)).all():
        hint = "Only yes/no answers can be counted from the aggregated report; use the full report."
        open_ = column.filled & (confidence < 1)
        words = column.each(lambda text: text.casefold() not in ANSWERS, bool)
        for bad in (open_ & words, open_):
            table.refuse(bad, name, "yes or no, or an answer that all gave", hint)
        return replace(column, codes=column.codes[unit])
    weight = confidence * count
    uneven = column.filled & (np.abs(weight - np.rint(weight)) > ROUNDING)
    if uneven.any():
        first = table.lines[int(np.flatnonzero(uneven)[0])]
        warnings.warn(
            f"{table.source.name}, field {name}: in {uneven.sum()} units (the first in line {first}) the confidence "
            "is no whole number of votes, as it is weighted by trust; the nearest number is taken",
            GoldscaleWarning,
            stacklevel=2,
        )
    backing = np.rint(np.nan_to_num(weight)).astype(int)
    yes = np.where(numbers[column.codes] == 1, backing, count - backing)
    codes = np.where(column.filled[unit], 1 + (seat < yes[unit]), 0)
    return VoteColumn(name, codes, ("", "no", "yes"))


def _fields(table: VoteTable, hints: Hints, item: VoteColumn) -> list[str]:
    """The columns that hold answers."""
    if hints.labels is not None and set(hints.labels) <= set(table.columns):
        return list(hints.labels)
    aggregated = COUNT in table.columns
    others = {item.name, *table.remarks(hints)}
    plain = [n for n in table.columns if n and n not in others and not n.startswith("_") and not n.endswith(GOLD)]
    if aggregated:
        fields = [name for name in plain if name + CONFIDENCE in table.columns]
    else:
        unit = table.required(UNIT)
        fields = [n for n in plain if n + GOLD in table.columns or _varies(unit, table.columns[n])]
    if not fields:
        expected = f"a column FIELD{CONFIDENCE}" if aggregated else "a column of answers"
        raise table.missing(expected, None if aggregated else "Name the columns of answers with labels=.")
    return fields


def _varies(unit: VoteColumn, column: VoteColumn) -> bool:
    return len(np.unique(unit.codes.astype(np.int64) * len(column.texts) + column.codes)) > len(unit.texts)


def _items(item: VoteColumn) -> Items:
    return Items(item.texts, "image" if looks_like_picture(item.name) else "unit" if item.name == UNIT else "item")


def _seconds(table: VoteTable) -> np.ndarray:
    """The time between the two stamps, NaN where one is missing."""
    expected = "a time as 7/22/2012 14:28:55"
    began, ended = (table.numbers(name, expected, parse=_stamp) for name in ("_started_at", "_created_at"))
    spent = ended - began
    table.refuse(spent < 0, "_created_at", "a time after _started_at")
    return spent


def _stamp(text: str) -> float:
    if "/" in text:
        moment = datetime.strptime(text, "%m/%d/%Y %H:%M:%S")
    else:
        moment = datetime.fromisoformat(text.removesuffix(" UTC"))
    return (moment.replace(tzinfo=None) - datetime(2000, 1, 1)).total_seconds()


def gold_answers(path: str | os.PathLike[str], *, labels: Concepts | None = None) -> Judgements:
    """The answers to the test questions of a CrowdFlower report: unjudged where a unit is no test question.

    A question for one of several words becomes one label per word, as ``ungrouped`` makes them of the votes. Several
    answers of one gold cell are all right. A report without a column ``FIELD_gold`` is an error.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".csv") as file:
    ...     _ = file.write(b"_unit_id,_worker_id,sky,sky_gold\\n1,x,no,yes\\n2,x,yes,\\n")
    ...     file.flush()
    ...     gold_answers(file.name).values.tolist()
    [[1], [-1]]
    """
    source = Source(path)
    hints = Hints(labels)
    table = read_table(source, hints, KINDS)
    item = table.required(_item(table))
    fields = _fields(table, hints, item)
    if not any(name + GOLD in table.columns for name in fields):
        raise table.missing(f"a column FIELD{GOLD}")
    # Answers and gold are understood together, so that their labels are the same.
    rows = len(table)
    lines = LineNumbers()
    for _ in range(2):
        lines.extend([table.lines[row] for row in range(rows)])
    gold = {name: table.columns.get(name + GOLD, VoteColumn(name, np.zeros(rows, int), ("",))) for name in fields}
    columns = {name: _stacked(table.columns[name], gold[name]) for name in fields}
    both = VoteTable(source, table.header_line, columns, lines)
    found = answered(both, [Question(name, column) for name, column in columns.items()])
    said = np.column_stack([gold[question].filled for question in found.questions])
    first = np.zeros(rows, dtype=bool)
    first[np.unique(item.codes, return_index=True)[1]] = True
    row = found.sheet - rows
    kept = (row >= 0) & first[row] & said[row, found.label]
    kept_only = replace(found, sheet=row[kept], label=found.label[kept], values=found.values[kept])
    gold_votes = kept_only.votes(np.zeros(rows, dtype=int), item.codes, Annotators(["gold"]), _items(item), "gold")
    return sheet_judgements(gold_votes, "gold")


def _stacked(above: VoteColumn, below: VoteColumn) -> VoteColumn:
    codes = np.concatenate([above.codes, below.codes + len(above.texts)])
    return VoteColumn.merged(above.name, above.texts + below.texts, codes)


def _sniff(sample: Sample) -> int:
    if UNIT not in sample.header:
        return NO
    return SURE if WORKER in sample.header or COUNT in sample.header else LIKELY


FORMATS = (
    Format(
        name="crowdflower",
        title="votes: full or aggregated report of CrowdFlower / Figure Eight (CSV)",
        sniff=_sniff,
        suffixes=(".csv",),
        read_votes=_read,
    ),
)
