"""Writing votes as a table, one per row, and what that cannot hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO

import numpy as np

from goldscale.data import Axis, Votes
from goldscale.data.votes import DETAILS
from goldscale.errors import ParameterError
from goldscale.formats.votes.headings import CATEGORY, PEOPLE, QUESTIONS, SEAT, THINGS
from goldscale.text.names import is_text, require_cells
from goldscale.text.output import numbering_losses, quoted, write_lines

STEP = 1 << 14
"""Votes that are turned into text in one go."""


def write(delimiter: str, votes: Votes, stream: IO[bytes]) -> None:
    """One row per vote, then rows that declare what the votes alone would not tell.

    The order of names, which says nothing, becomes that in which the votes have them.
    """
    _require(votes)
    kinds = [kind for kind in DETAILS if kind in votes.details]
    if votes.occasion.any():
        kinds.append("occasion")
    header = [
        _heading(votes.annotators, PEOPLE) if not votes.anonymous else SEAT,
        _heading(votes.items, THINGS),
        _heading(votes.labels, QUESTIONS),
        "value" if votes.categories is None else CATEGORY,
    ]
    write_lines(stream, [delimiter.join((*header, *kinds))])
    rest = [""] * len(kinds)
    write_lines(stream, (delimiter.join(row) for row in _rows(votes, kinds)))
    write_lines(stream, (delimiter.join((*row, *rest)) for row in (*_declarations(votes), *_choices(votes))))


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


def _choices(votes: Votes) -> Iterator[list[str]]:
    """The labels' choices."""
    for label, levels in votes.choices.items():
        values = _value_texts(votes, np.array(levels))
        yield from (["", "", name, value] for name, value in zip(quoted([label]) * len(values), values, strict=True))


def _rows(votes: Votes, kinds: Sequence[str]) -> Iterator[tuple[str, ...]]:
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


def _heading(axis: Axis, words: tuple[str, ...]) -> str:
    return axis.noun if axis.noun in words else words[0]


def _require(votes: Votes) -> None:
    if not len(votes):
        raise ParameterError("votes-csv needs at least one vote; there is none")
    for axis in (votes.annotators, votes.items, votes.labels):
        require_cells(axis, "votes-csv")
    if votes.categories is not None:
        require_cells(Axis(votes.categories, "category"), "votes-csv")
    for kind, column in votes.details.items():
        if kind == "seconds":
            if (column < 0).any() or np.isinf(column).any():
                raise ParameterError("votes-csv holds times of 0 seconds or more; some votes have others")
        elif not all(is_text(str(text)) for text in column):
            raise ParameterError(f"votes-csv holds text; the {kind} of some vote is none")
    if (votes.occasion < 0).any():
        raise ParameterError("votes-csv holds occasions from 0 on; some votes have others")


def losses(votes: Votes) -> list[str]:
    """What the table drops."""
    found = numbering_losses(votes.items, votes.labels)
    people = (SEAT,) if votes.anonymous else PEOPLE
    for axis, words in ((votes.annotators, people), (votes.items, THINGS), (votes.labels, QUESTIONS)):
        if axis.noun not in words:
            found.append(f"the word {axis.noun!r} for the {axis.plural}")
    for kind in DETAILS[1:]:
        if any(str(text) != _plain(str(text)) for text in votes.details.get(kind, ())):
            found.append(f"blanks around the {kind}")
    return found
