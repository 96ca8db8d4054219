"""Votes as a table with a header, one vote per row: ``annotator,item,label,value``.

After these may come seconds, batch, comment, status and occasion; the order of columns is free. A table without a
column of values (``item,worker,label``) has one question, "answer", and its column of labels holds what people said;
but where ``columns=`` names the label, the table lists what people selected, and every row is a yes to its label. A
value is a number, yes/no, true/false or on/off; where other words occur, all values are categories, and so they are
under the heading ``category``. An empty value is no vote. Who votes again on a cell does so on another occasion: that
of the column, else counted in the order of the rows, with a warning where no other batch explains it. The heading
``seat`` says that the annotators are places for unknown people.

A row without a value says that its names exist; one with only a label and a value that this is one of the label's
choices; one with only a category that it exists. What we write has such rows where they are needed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import IO

import numpy as np

from goldscale.data import Annotators, Axis, Concepts, Items, Votes
from goldscale.data.occasions import MOST_OCCASIONS, occasions, repeats_note
from goldscale.data.votes import DETAILS
from goldscale.errors import FormatError, GoldscaleWarning, ParameterError
from goldscale.files import Source
from goldscale.formats.registry import LIKELY, NO, Format, Hints, Sample
from goldscale.formats.votes.headings import (
    ANSWER,
    CATEGORY,
    HEADINGS,
    PEOPLE,
    QUESTIONS,
    SEAT,
    THINGS,
    columns_by_kind,
    noun_of,
    say_which,
)
from goldscale.formats.votes.table import VoteColumn, VoteTable, read_table
from goldscale.text.names import cell_needs, is_text, require_names
from goldscale.text.output import heading_of, numbering_losses, quoted, write_lines
from goldscale.text.repeats import refuse_doubles

NAMES = ("annotator", "item", "label")
STEP = 1 << 14
"""Votes that are turned into text in one go."""


def _read(source: Source, hints: Hints) -> Votes:
    return votes_in(read_table(source, hints, tuple(HEADINGS)), hints)


def votes_in(table: VoteTable, hints: Hints) -> Votes:
    """The votes of a table that has one in each row."""
    heading = _headings(table, hints)
    said = _said(table, heading)
    rows = _rows(table, heading, said)
    values, categories = _values(table, said)
    vote, named = rows.vote, rows.named
    codes = {kind: position[vote] for kind, (position, _) in named.items()}
    if "label" not in named:
        codes["label"] = np.zeros(int(vote.sum()), dtype=np.int32)
    details = {kind: table.detail(kind, heading[kind])[vote] for kind in DETAILS if kind in heading}
    return Votes(
        codes["annotator"],
        codes["item"],
        codes["label"],
        values[vote],
        Annotators(named["annotator"][1], noun_of(heading["annotator"], (*PEOPLE, SEAT))),
        Items(named["item"][1], noun_of(heading["item"], THINGS)),
        _labels(named, heading, hints),
        hints.name or table.source.stem,
        categories=categories,
        choices=_choices(rows, values),
        occasion=_occasion(table, heading, rows, codes),
        details=details,
        anonymous=heading["annotator"].casefold() == SEAT,
    )


def _headings(table: VoteTable, hints: Hints) -> dict[str, str]:
    """The column of each kind of thing."""
    found = columns_by_kind(table.columns, hints.columns)
    for kind, names in found.items():
        if len(names) > 1:
            raise table.missing(f"one column for the {kind}, not {' and '.join(names)}", say_which(kind))
    heading = {kind: names[0] for kind, names in found.items() if names}
    if "value" not in heading and "label" in heading and "label" not in hints.columns:
        heading["value"] = heading.pop("label")
    needed = ("annotator", "item", *(() if "label" in heading else ("value",)))
    lacking = [kind for kind in needed if kind not in heading]
    if lacking:
        raise table.missing(f"a column for the {lacking[0]}", say_which(lacking[0]))
    unused = [name for name in table.columns if name and name not in heading.values()]
    if unused:
        warnings.warn(f"{table.source.name}: columns not read: {', '.join(unused)}", GoldscaleWarning, stacklevel=2)
    return heading


def _said(table: VoteTable, heading: dict[str, str]) -> VoteColumn:
    """The column of values; where there is none, every row that has a label is a yes to it."""
    if "value" in heading:
        return table.columns[heading["value"]]
    return VoteColumn("value", table.columns[heading["label"]].filled.astype(np.int32), ("", "yes"))


@dataclass(frozen=True)
class _Rows:
    """Which rows are votes, which declare a choice, and the names of people, items and labels in each."""

    vote: np.ndarray
    choice: np.ndarray
    named: dict[str, tuple[np.ndarray, list[str]]]


def _rows(table: VoteTable, heading: dict[str, str], said: VoteColumn) -> _Rows:
    named = {kind: table.columns[heading[kind]].names() for kind in NAMES if kind in heading}
    given = {kind: position >= 0 for kind, (position, _) in named.items()}
    valued = said.filled
    vote = valued & np.all(list(given.values()), axis=0)
    declaring = valued & ~given["annotator"] & ~given["item"]
    choice = declaring & given["label"] if {"label", "value"} <= set(heading) else np.zeros_like(valued)
    category = declaring & ~choice & (said.name.casefold() == CATEGORY)
    for kind, present in given.items():
        table.refuse(valued & ~vote & ~choice & ~category & ~present, heading[kind], "a name")
    if not vote.any():
        raise FormatError(table.source.name, "at least one vote", instead="none")
    return _Rows(vote, choice, named)


def _values(table: VoteTable, said: VoteColumn) -> tuple[np.ndarray, list[str] | None]:
    """The number of each row's value, NaN where it is empty; and the categories, if they are such."""
    numbers = None if said.name.casefold() == CATEGORY else table.answers(said)
    if numbers is not None:
        return numbers[said.codes], None
    codes, categories = said.names()
    return np.where(codes < 0, np.nan, codes), categories


def _labels(named: dict[str, tuple[np.ndarray, list[str]]], heading: dict[str, str], hints: Hints) -> Concepts:
    if "label" in named:
        return Concepts(named["label"][1], noun_of(heading["label"], QUESTIONS))
    return hints.labels if hints.labels is not None and len(hints.labels) == 1 else Concepts([ANSWER])


def _choices(rows: _Rows, values: np.ndarray) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for row in np.flatnonzero(rows.choice):
        position, names = rows.named["label"]
        found.setdefault(names[position[row]], []).append(float(values[row]))
    return found


def _occasion(
    table: VoteTable, heading: dict[str, str], rows: _Rows, codes: dict[str, np.ndarray]
) -> np.ndarray | None:
    """As the table says; else counted in the order of the rows, and told where no batch explains it."""
    places = np.flatnonzero(rows.vote)
    key = codes["annotator"].astype(np.int64)
    for kind in NAMES[1:]:
        key = key * (int(codes[kind].max()) + 1) + codes[kind]

    def what(vote: int) -> str:
        return ", ".join(names[position[places[vote]]] for position, names in rows.named.values())

    def line(vote: int) -> int:
        return table.lines[int(places[vote])]

    if "occasion" in heading:
        expected = f"a whole number from 0 to {MOST_OCCASIONS}"
        told = table.numbers(heading["occasion"], expected, lambda n: 0 <= n <= MOST_OCCASIONS and n == int(n))
        told = np.nan_to_num(told[rows.vote])
        refuse_doubles(table.source, key, told, line=line, what=what, noun="vote")
        return told
    found = occasions(key)
    again = np.flatnonzero(found)
    if not again.size:
        return None
    if found.max() > MOST_OCCASIONS:
        often = int(found.argmax())
        raise table.source.error(f"each vote at most {MOST_OCCASIONS + 1} times", line=line(often), found=what(often))
    batches = table.columns[heading["batch"]].codes[rows.vote] if "batch" in heading else np.zeros_like(key)
    unexplained = np.flatnonzero(occasions(key, batches))
    if unexplained.size:
        first = int(unexplained[0])
        message = repeats_note(len(unexplained), f"{what(first)} in line {line(first)}")
        name = heading.get("value", "")
        if "label" not in heading and noun_of(name, QUESTIONS):
            how = f"--column label={name} (columns= in Python)"
            message += f". Where people may choose several, {how} makes each choice a label"
        warnings.warn(f"{table.source.name}: {message}", GoldscaleWarning, stacklevel=2)
    return found


def _write(delimiter: str, votes: Votes, stream: IO[bytes]) -> None:
    """One row per vote, then rows that declare what the votes alone would not tell.

    The order of names, which says nothing, becomes that in which the votes have them.
    """
    _require(votes)
    kinds = [kind for kind in DETAILS if kind in votes.details]
    if votes.occasion.any():
        kinds.append("occasion")
    header = [
        heading_of(votes.annotators, PEOPLE) if not votes.anonymous else SEAT,
        heading_of(votes.items, THINGS),
        heading_of(votes.labels, QUESTIONS),
        "value" if votes.categories is None else CATEGORY,
    ]
    write_lines(stream, [delimiter.join((*header, *kinds))])
    rest = [""] * len(kinds)
    write_lines(stream, (delimiter.join(row) for row in _vote_rows(votes, kinds)))
    write_lines(stream, (delimiter.join((*row, *rest)) for row in (*_declarations(votes), *_choice_rows(votes))))


def _declarations(votes: Votes) -> Iterator[list[str]]:
    """Names and categories that no vote has."""
    columns: list[tuple[Sequence[str], np.ndarray]] = [
        (votes.annotators.names, votes.annotator),
        (votes.items.names, votes.item),
        (votes.labels.names, votes.label),
        (votes.categories or (), votes.values),
    ]
    for place, (names, used) in enumerate(columns):
        unused = np.setdiff1d(np.arange(len(names)), used)
        yield from ([""] * place + [name] + [""] * (3 - place) for name in quoted(names[i] for i in unused))


def _choice_rows(votes: Votes) -> Iterator[list[str]]:
    """The labels' choices."""
    for label, levels in votes.choices.items():
        values = _value_texts(votes, np.array(levels))
        yield from (["", "", name, value] for name, value in zip(quoted([label]) * len(values), values, strict=True))


def _vote_rows(votes: Votes, kinds: Sequence[str]) -> Iterator[tuple[str, ...]]:
    names = [quoted(axis.names) for axis in (votes.annotators, votes.items, votes.labels)]
    for start in range(0, len(votes), STEP):
        part = slice(start, start + STEP)
        columns = [
            map(axis.__getitem__, position[part].tolist())
            for axis, position in zip(names, (votes.annotator, votes.item, votes.label), strict=True)
        ]
        yield from zip(
            *columns,
            _value_texts(votes, votes.values[part]),
            *(_detail_texts(votes, kind, part) for kind in kinds),
            strict=True,
        )


def _value_texts(votes: Votes, values: np.ndarray) -> list[str]:
    found, codes = np.unique(values, return_inverse=True)
    texts = _number_texts(found) if votes.categories is None else quoted(votes.categories[int(v)] for v in found)
    return [texts[code] for code in codes]


def _number_texts(values: np.ndarray) -> list[str]:
    """Whole numbers without a decimal point, all others as Python writes them; nothing for NaN."""
    return ["" if v != v else str(int(v)) if v == int(v) else repr(v) for v in values.tolist()]


def _detail_texts(votes: Votes, kind: str, part: slice) -> list[str]:
    if kind == "occasion":
        return list(map(str, votes.occasion[part].tolist()))
    column = votes.details[kind][part]
    return _number_texts(column) if kind == "seconds" else quoted(_plain(str(text)) for text in column)


def _plain(text: str) -> str:
    """A text as reading gives it back."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _require(votes: Votes) -> None:
    if not len(votes):
        raise ParameterError("votes-csv needs at least one vote; there is none")
    categories = Axis(votes.categories or (), "category")
    require_names("votes-csv", cell_needs, votes.annotators, votes.items, votes.labels, categories)
    for kind, column in votes.details.items():
        if kind == "seconds":
            if (column < 0).any() or np.isinf(column).any():
                raise ParameterError("votes-csv holds times of 0 seconds or more; some votes have others")
        elif not all(is_text(str(text)) for text in column):
            raise ParameterError(f"votes-csv holds text; the {kind} of some vote is none")
    if (votes.occasion < 0).any():
        raise ParameterError("votes-csv holds occasions from 0 on; some votes have others")


def _losses(votes: Votes) -> list[str]:
    """What the table drops."""
    found = numbering_losses(votes.items, votes.labels)
    if votes.scale == "ordinal":
        found.append("that grades have an order only (scale=ordinal)")
    people = (SEAT,) if votes.anonymous else PEOPLE
    for axis, words in ((votes.annotators, people), (votes.items, THINGS), (votes.labels, QUESTIONS)):
        if axis.noun not in words:
            found.append(f"the word {axis.noun!r} for the {axis.plural}")
    for kind in DETAILS[1:]:
        if any(str(text) != _plain(str(text)) for text in votes.details.get(kind, ())):
            found.append(f"blanks around the {kind}")
    return found


def _sniff(delimiters: str, sample: Sample) -> int:
    if sample.delimiter is None or sample.delimiter not in delimiters:
        return NO
    found = columns_by_kind(sample.header, {})
    return LIKELY if found["annotator"] and found["item"] and (found["value"] or found["label"]) else NO


FORMATS = tuple(
    Format(
        name=name,
        title=title,
        sniff=partial(_sniff, delimiters),
        suffixes=(suffix,),
        read_votes=_read,
        write_votes=partial(_write, delimiters[0]),
        vote_losses=_losses,
    )
    for name, title, delimiters, suffix in (
        ("votes-csv", "votes as CSV, one per row: annotator,item,label,value", ",;", ".csv"),
        ("votes-tsv", "votes as TSV, one per row, as votes-csv", "\t", ".tsv"),
    )
)
