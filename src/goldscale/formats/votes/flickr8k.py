"""The judgements of the Flickr8k collection: pairs of image and caption, without a header.

- ``flickr8k-expert``: image, caption, three grades from 1 (describes it not at all) to 4 (describes it well).
- ``flickr8k-crowd``: image, caption, fraction of yes, number of yes, number of no.

Neither says who voted how (the grades of a row are sorted): the annotators are seats. See Hodosh, Young and
Hockenmaier (2013), section 4.2, doi:10.1613/jair.3994.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import numpy as np

from goldscale.data import Concepts, Items, Votes
from goldscale.data.occasions import occasions
from goldscale.errors import FormatError
from goldscale.files import Source
from goldscale.formats.registry import NO, SURE, Format, Hints, Sample
from goldscale.formats.votes.headings import seats
from goldscale.text import numbers
from goldscale.text.batches import blank_separated
from goldscale.text.long import COLUMNS, Cells, Layout
from goldscale.text.names import Codes
from goldscale.text.spans import look_up

GRADED = {"first grade": 2, "second grade": 3, "third grade": 4}
EXPERT = Layout(("image", "caption", *GRADED), 0, 1, GRADED)
CROWD = Layout(("image", "caption", "share", "yes", "no"), 0, 1, {"yes": 3, "no": 4})
WHOLE = dict.fromkeys((*EXPERT.values, *CROWD.values), COLUMNS["grade"])
GRADES = (1, 4)


def _read_expert(source: Source, hints: Hints) -> Votes:
    cells = Cells(source, EXPERT.values, pair="pair", own=WHOLE)
    for batch in blank_separated(source, hints.progress):
        cells.add(batch, EXPERT)
    values = np.column_stack([np.frombuffer(column, dtype=np.int16) for column in cells.values.values()])
    bad = (values < GRADES[0]) | (values > GRADES[1])
    if bad.any():
        row, which = (int(x) for x in np.argwhere(bad)[0])
        found, field = str(values[row, which]), EXPERT.fields[which + 2]
        raise source.error("a grade from 1 to 4", line=cells.lines[row], field=field, found=found)
    pair, seat = np.divmod(np.arange(values.size), values.shape[1])
    return _votes(cells, hints, pair, seat, values.ravel())


def _read_crowd(source: Source, hints: Hints) -> Votes:
    cells = Cells(source, CROWD.values, pair="pair", own=WHOLE)
    shares = Codes(strip=False)
    share = array("i")
    for batch in blank_separated(source, hints.progress):
        share.extend(look_up(cells.add(batch, CROWD)[2], shares))
    yes, no = (np.frombuffer(column, dtype=np.int16).astype(np.int64) for column in cells.values.values())
    _refuse(cells, yes < 0, "yes", "a number of votes", lambda row: str(yes[row]))
    _refuse(cells, no < 0, "no", "a number of votes", lambda row: str(no[row]))
    _refuse(cells, yes + no == 0, "yes", "at least one vote", lambda row: "0 yes and 0 no")
    _check_shares(cells, shares.names, np.frombuffer(share, dtype=np.int32), yes / (yes + no))
    total = yes + no
    pair = np.repeat(np.arange(len(total)), total)
    seat = occasions(pair)
    return _votes(cells, hints, pair, seat, seat < yes[pair])


def _refuse(cells: Cells, bad: np.ndarray, field: str, expected: str, found: Callable[[int], str]) -> None:
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        raise FormatError(cells.source.name, expected, line=cells.lines[row], field=field, found=found(row))


def _check_shares(cells: Cells, spellings: Sequence[str], share: np.ndarray, counted: np.ndarray) -> None:
    """The share must be that of the counts, to as many digits as it is printed with."""
    printed, step = np.full(len(spellings), np.nan), np.ones(len(spellings))
    for code, text in enumerate(spellings):
        try:
            printed[code] = numbers.number(text)
        except ValueError as error:
            _refuse(cells, share == code, "share", str(error), lambda row: spellings[share[row]])
        step[code] = 10.0 ** -min(len(text.partition(".")[2]), 15)
    wrong = np.abs(printed[share] - counted) >= np.maximum(step[share], 1e-12)
    _refuse(
        cells,
        wrong,
        "share",
        "the fraction of yes among the votes counted",
        lambda row: f"{spellings[share[row]]} where it is {counted[row]:.6g}",
    )


def _votes(cells: Cells, hints: Hints, pair: np.ndarray, seat: np.ndarray, values: np.ndarray) -> Votes:
    if not cells.lines.count:
        raise FormatError(cells.source.name, "at least one row of data", instead="none")
    cells.refuse_doubles()
    image, caption = (np.frombuffer(codes, dtype=np.int32) for codes in (cells.rows, cells.columns))
    return Votes(
        seat,
        image[pair],
        caption[pair],
        values,
        seats(int(seat.max()) + 1),
        Items(cells.items.names, "image"),
        Concepts(cells.labels.names, "caption"),
        hints.name or cells.source.stem,
        anonymous=True,
    )


def _share(sample: Sample, fits: Callable[[list[float]], bool]) -> float:
    """The part of the lines that are a pair and three numbers of this kind."""
    return sample.share(lambda row: len(row) == 5 and "#" in row[1] and fits(_numbers(row[2:])))


def _numbers(texts: Sequence[str]) -> list[float]:
    try:
        return list(numbers.floats(texts))
    except ValueError:
        return []


def _is_graded(found: list[float]) -> bool:
    return bool(found) and all(grade in range(GRADES[0], GRADES[1] + 1) for grade in found)


def _is_counted(found: list[float]) -> bool:
    if not found or found[1] + found[2] <= 0:
        return False
    return abs(found[0] - found[1] / (found[1] + found[2])) < 0.1


FORMATS = (
    Format(
        name="flickr8k-expert",
        title="votes: Flickr8k experts, image, caption and three grades from 1 to 4",
        sniff=lambda sample: SURE if _share(sample, _is_graded) > 0.3 else NO,
        suffixes=(".txt",),
        read_votes=_read_expert,
    ),
    Format(
        name="flickr8k-crowd",
        title="votes: Flickr8k crowd, image, caption, fraction of yes, number of yes and no",
        sniff=lambda sample: SURE if _share(sample, _is_counted) > 0.3 else NO,
        suffixes=(".txt",),
        read_votes=_read_crowd,
    ),
)
