"""Amazon Mechanical Turk: the CSV of a batch's results, one assignment per row.

``Input.*`` tells the item, ``Answer.*`` the votes (see ``answers``); a box ``Answer.Sky.on`` is the label Sky. Answers
that are JSON in ``Answer.taskAnswers`` are taken apart first. All are read, or those that ``labels=`` names. The worker
is WorkerId, the time WorkTimeInSeconds, the batch HITTypeId, the status AssignmentStatus: nothing is left out because
it was rejected. Who works on the same item again does so on another occasion.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from goldscale.data import Items, Votes
from goldscale.errors import GoldscaleWarning
from goldscale.files import Source
from goldscale.formats.registry import NO, SURE, Format, Hints, Sample
from goldscale.formats.votes.answers import Question, answered, sheet_votes
from goldscale.formats.votes.headings import say_which
from goldscale.formats.votes.table import VoteTable, looks_like_picture, read_table
from goldscale.formats.votes.task_answers import SEVERAL, unpacked
from goldscale.text.repeats import refuse_doubles

DETAILS = {"seconds": "WorkTimeInSeconds", "batch": "HITTypeId", "status": "AssignmentStatus"}
KINDS = ("annotator", "item", "comment", *DETAILS)
TRAILING = ("Approve", "Reject")
"""Columns for the requester to fill in; they are in the header before they are in the rows."""
INPUT, ANSWER = "Input.", "Answer."
PACKED = "Answer.taskAnswers"
"""All answers of a newer form in one text."""
BOX, CHOSEN = ".on", ".label"
"""How the newer forms end the name of a box to tick, and of a word that was chosen."""


def _read(source: Source, hints: Hints) -> Votes:
    table = _unpacked(read_table(source, hints, KINDS, TRAILING))
    worker = table.required(hints.columns.get("annotator", "WorkerId"))
    item = table.required(hints.columns.get("item") or _item(table))
    _refuse_repeated_assignments(table)
    remarks = table.remarks(hints, ANSWER)
    found = answered(table, _questions(table, hints, remarks))
    silent = np.setdiff1d(np.arange(len(table)), found.sheet)
    if silent.size:
        warnings.warn(
            f"{source.name}: {silent.size} assignments hold no vote, the first in line {table.lines[int(silent[0])]}",
            GoldscaleWarning,
            stacklevel=2,
        )
    columns = {kind: hints.columns.get(kind, name) for kind, name in DETAILS.items()}
    known = {kind: name for kind, name in columns.items() if name in table.columns}
    details = {kind: table.detail(kind, name)[found.sheet] for kind, name in known.items()}
    if remarks:
        details["comment"] = table.comments(remarks, found.sheet)
    items = Items(item.texts, "image" if looks_like_picture(item.name) else "item")
    return sheet_votes(found, worker, item, items, details, hints.name or source.stem)


def _unpacked(table: VoteTable) -> VoteTable:
    if PACKED not in table.columns:
        return table
    others = {name: column for name, column in table.columns.items() if name != PACKED}
    found = unpacked(table, PACKED, ANSWER)
    for name in found:
        if name in others:
            raise table.missing(f"{name} once, not also in {PACKED}")
    return replace(table, columns={**others, **found})


def _item(table: VoteTable) -> str:
    """The input that varies and looks most like an image; without any input, the task itself."""
    inputs = [name for name in table.columns if name.startswith(INPUT)]
    varying = [name for name in inputs if len(table.columns[name].texts) > 1] or inputs
    pictures = [name for name in varying if looks_like_picture(name.removeprefix(INPUT))]
    if len(pictures) > 1:
        warnings.warn(
            f"{table.source.name}: {' and '.join(pictures)} look like pictures; all answers are taken to be about the "
            f"first. {say_which('item')}",
            GoldscaleWarning,
            stacklevel=2,
        )
    return next(iter((*pictures, *varying, "HITId")))


def _questions(table: VoteTable, hints: Hints, remarks: Sequence[str]) -> list[Question]:
    asked: dict[str, str] = {}
    for name in table.columns:
        if name.startswith(ANSWER) and name not in remarks:
            whole = name.removeprefix(ANSWER)
            short = whole.removesuffix(BOX).removesuffix(CHOSEN).removesuffix(SEVERAL)
            asked[whole if short in asked else short] = name
    if hints.labels is not None and set(hints.labels) <= set(asked):
        asked = {label: asked[label] for label in hints.labels}
    if not asked:
        raise table.missing("at least one column Answer.NAME")
    return [
        Question(label, table.columns[name], name.endswith(BOX), name.endswith(SEVERAL))
        for label, name in asked.items()
    ]


def _refuse_repeated_assignments(table: VoteTable) -> None:
    column = table.columns.get("AssignmentId")
    if column is not None:
        refuse_doubles(
            table.source,
            column.codes,
            line=lambda row: table.lines[row],
            what=lambda row: column.texts[column.codes[row]],
            noun="AssignmentId",
            hint="Take the doubled row out.",
        )


def _sniff(sample: Sample) -> int:
    return SURE if {"HITId", "WorkerId"} <= set(sample.header) else NO


FORMATS = (
    Format(
        name="mturk",
        title="votes: results of a Mechanical Turk batch (CSV)",
        sniff=_sniff,
        suffixes=(".csv",),
        read_votes=_read,
    ),
)
