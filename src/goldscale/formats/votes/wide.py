"""Votes as a table of items x raters: ``item,rater 1,rater 2``, a row per item, a column per person.

Cells are answers, empty where somebody gave none. It is recognised where the first column is headed by a word for items
and all others begin with a word for people; elsewhere such a table may as well be one person's labels, so that the
format has to be named. The column of the items is the first, or the one that ``columns=`` names.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from goldscale.data import Votes
from goldscale.files import Source
from goldscale.formats.registry import LIKELY, NO, Format, Hints, Sample
from goldscale.formats.votes.headings import PEOPLE, THINGS, noun_of
from goldscale.formats.votes.long import votes_in
from goldscale.formats.votes.table import VoteColumn, VoteTable, read_table
from goldscale.text.batches import LineNumbers

NAME = "votes-wide"


def _read(source: Source, hints: Hints) -> Votes:
    return votes_across(read_table(source, hints, ("item",)), hints)


def votes_across(table: VoteTable, hints: Hints) -> Votes:
    """The votes of a table that has a column for each person: its cells one below the other."""
    item = hints.columns.get("item", next(iter(table.columns)))
    people = [column for name, column in table.columns.items() if name != item]
    if not people:
        raise table.missing("a column of items and one for each person")
    lines, of_rows = LineNumbers(), [table.lines[row] for row in range(len(table))]
    for _ in people:
        lines.extend(of_rows)
    values = VoteColumn.merged(
        "value",
        (text for column in people for text in column.texts),
        np.concatenate([column.codes + start for column, start in zip(people, _starts(people), strict=True)]),
    )
    who = VoteColumn("annotator", np.repeat(np.arange(len(people)), len(table)), tuple(c.name for c in people))
    what = VoteColumn("item", np.tile(table.column(item).codes, len(people)), table.column(item).texts)
    stacked = replace(table, columns={"annotator": who, "item": what, "value": values}, lines=lines)
    votes = votes_in(stacked, replace(hints, columns={}))
    noun = noun_of(item, THINGS)
    return votes if noun is None else votes.replace(items=type(votes.items)(votes.items, noun))


def _starts(columns: list[VoteColumn]) -> list[int]:
    """Where the texts of each column begin when all are put one behind the other."""
    return [0, *np.cumsum([len(column.texts) for column in columns]).tolist()][:-1]


def _sniff(sample: Sample) -> int:
    words = [name.casefold() for name in sample.header]
    if len(words) < 3 or noun_of(words[0], THINGS) is None:
        return NO
    return LIKELY if all(word.startswith(PEOPLE) and word not in PEOPLE for word in words[1:]) else NO


FORMATS = (
    Format(
        name=NAME,
        title="votes as CSV or TSV, a row per item, a column per person",
        sniff=_sniff,
        read_votes=_read,
    ),
)
