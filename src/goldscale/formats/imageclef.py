"""ImageCLEF photo annotation: text without header, an id and then numbers between blanks.

- ``imageclef-2009``: id, one number per concept. A file with nothing but 0 and 1 is read as decisions.
- ``imageclef-2010``: all rows with confidences, then the same ids again with 0/1 decisions.
- ``imageclef-2012``: id, then confidence and decision of each concept in turn.

A ground truth has the same shapes (of the last two the decisions count) with grades or probabilities in place
of decisions; a negative number is unjudged. Columns have no names: give them as ``labels``, else they are
numbered and matched by position. Lines that begin with # are comments.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any

from goldscale.data import Judgements, Run
from goldscale.data.matrix import Matrix, compact
from goldscale.errors import ParameterError, counted
from goldscale.files import Source
from goldscale.formats.registry import LIKELY, MAYBE, NO, Format, Hints, Sample
from goldscale.text.batches import Batch, blank_separated
from goldscale.text.names import first_word, require_names, split_blanks, word_needs
from goldscale.text.numbers import floats
from goldscale.text.output import (
    about_losses,
    below_all,
    kind_losses,
    noun_losses,
    one_matrix,
    require_finite,
    require_shape,
    text_rows,
    unretrieved,
    world_losses,
    write_lines,
)
from goldscale.text.wide import Rows

BINARY = {"0", "1"}
Both = Callable[[Source, Hints], tuple[Rows, Rows]]
"""Reads the confidences and the decisions of a file."""
HINT_2010 = "Where confidences come first and decisions after them, the format is imageclef-2010."


def _lines(source: Source, batch: Batch) -> Iterator[tuple[int, str, list[str]]]:
    """Line number, id and values of each row."""
    for line, row in zip(batch.lines, batch.rows, strict=True):
        if len(row) == 1:
            raise source.error("an id and numbers", line=line, field=2, found=row[0])
        yield line, row[0], row[1:]


def _rows(source: Source, hints: Hints) -> Rows:
    rows = _new_rows(source, 0)
    for batch in blank_separated(source, hints.progress):
        if not rows.width:
            rows = _new_rows(source, _width(batch))
        if rows.width and rows.add_block(batch):
            continue
        for line, name, texts in _lines(source, batch):
            if name in rows.names:
                raise rows.doubled(line, name, HINT_2010)
            rows.add(line, name, texts)
    return rows


def _width(batch: Batch) -> int:
    """How many values the first row has; 0 where there is none."""
    start = batch.behead()
    return 0 if start is None else len(start[1]) - 1


def _new_rows(source: Source, width: int) -> Rows:
    return Rows(source, width, field=lambda i: i + 2)


def _halves(source: Source, hints: Hints) -> tuple[Rows, Rows]:
    """Confidence rows and decision rows of the 2010 form, the latter in whatever order they come."""
    first, second = _new_rows(source, 0), _new_rows(source, 0)
    for batch in blank_separated(source, hints.progress):
        if not first.width:
            first, second = (_new_rows(source, _width(batch)) for _ in range(2))
        if first.width and ((not second and first.add_block(batch)) or second.add_block(batch, first.names)):
            continue
        for line, name, texts in _lines(source, batch):
            if name not in first.names and second:
                raise source.error("an id that has a confidence row above", line=line, field=1, found=name)
            (second if name in first.names else first).add(line, name, texts)
    missing = [name for name in first.names if name not in second.names]
    if missing:
        raise source.error(
            f"a second row, with decisions, for each of the {len(first)} ids",
            line=first.lines[first.names[missing[0]]],
            field=1,
            instead=f"{missing[0]} only once",
            hint=f"{len(missing)} ids have no decisions.",
        )
    return first, second


def _axes(rows: Rows, hints: Hints) -> dict[str, Any]:
    return {"items": rows.items("image"), "labels": rows.numbered_or_given(hints.labels)}


def _read_run_2009(source: Source, hints: Hints) -> Run:
    rows = _rows(source, hints)
    return Run(**rows.predictions(), **_axes(rows, hints), name=hints.name or source.stem)


def _read_truth_2009(source: Source, hints: Hints) -> Judgements:
    rows = _rows(source, hints)
    return Judgements(rows.relevance(), **_axes(rows, hints))


def _pairs(source: Source, hints: Hints) -> tuple[Rows, Rows]:
    """Confidences and decisions of the 2012 form."""
    rows = _rows(source, hints)
    if rows.width % 2:
        raise source.error(
            "an even number of values (confidence and decision of each concept)",
            line=rows.lines[0],
            field=rows.width + 1,
            instead=counted(rows.width, "value"),
        )
    return rows.every(2, 0), rows.every(2, 1)


def _read_run_of_both(read: Both, expected: str, source: Source, hints: Hints) -> Run:
    confidences, rows = read(source, hints)
    decisions = rows.decisions(expected)[[rows.names[name] for name in confidences.names]]
    return Run(compact(confidences.values), decisions, **_axes(confidences, hints), name=hints.name or source.stem)


def _read_truth_of_both(read: Both, source: Source, hints: Hints) -> Judgements:
    confidences, rows = read(source, hints)
    relevance = rows.relevance()[[rows.names[name] for name in confidences.names]]
    return Judgements(relevance, **_axes(confidences, hints))


def _require(data: Run | Judgements, format: str) -> None:
    require_shape(data, format)
    require_names(format, word_needs, data.items)


def _rows_of_both(run: Run, format: str) -> tuple[Iterator[list[str]], Iterator[list[str]]]:
    _require(run, format)
    if run.scores is None or run.decisions is None:
        has = "decisions" if run.scores is None else "scores"
        raise ParameterError(
            f"{format} needs scores and decisions; run {run.name!r} has only {has}. Try imageclef-2009"
        )
    require_finite(run.scores, format)
    return text_rows(run.scores, blank=repr(_lower(run.scores))), text_rows(run.decisions, blank="0")


def _lower(scores: Matrix) -> float:
    """What cells that were not retrieved are written as."""
    return below_all(scores) if unretrieved(scores) else 0.0


def _write(stream: IO[bytes], names: tuple[str, ...], rows: Iterator[list[str]]) -> None:
    write_lines(stream, (f"{name} {' '.join(row)}" for name, row in zip(names, rows, strict=True)))


def _write_run_2009(run: Run, stream: IO[bytes]) -> None:
    _require(run, "imageclef-2009")
    matrix = one_matrix(run, "imageclef-2009")
    _write(stream, run.items.names, text_rows(matrix, blank="0" if run.scores is None else repr(_lower(matrix))))


def _write_run_2010(run: Run, stream: IO[bytes]) -> None:
    for rows in _rows_of_both(run, "imageclef-2010"):
        _write(stream, run.items.names, rows)


def _write_run_2012(run: Run, stream: IO[bytes]) -> None:
    pairs = zip(*_rows_of_both(run, "imageclef-2012"), strict=True)
    _write(stream, run.items.names, ([t for pair in zip(*both, strict=True) for t in pair] for both in pairs))


def _write_truth(format: str, times: int, truth: Judgements, stream: IO[bytes]) -> None:
    _require(truth, format)
    for _ in range(times):
        _write(stream, truth.items.names, text_rows(truth.values, blank="-1"))


def _losses(data: Run | Judgements) -> list[str]:
    losses = ["label names"] if data.labels.named else []
    losses += noun_losses(data.items, "image") + noun_losses(data.labels, "concept")
    return losses + ([] if data.items.named else ["that the items are numbers, not names"])


def _run_losses(run: Run) -> list[str]:
    losses = about_losses(run) + _losses(run)
    if run.scores is not None and unretrieved(run.scores):
        losses.append(f"which cells were not retrieved (written as {below_all(run.scores)!r}, below all others)")
    return losses


def _run_losses_2009(run: Run) -> list[str]:
    losses = _run_losses(run)
    if run.scores is not None:
        losses += (["decisions"] if run.decisions is not None else []) + kind_losses(run.scores, _lower(run.scores))
    return losses


def _truth_losses(truth: Judgements) -> list[str]:
    return _losses(truth) + world_losses(truth)


def _recognise(sample: Sample) -> tuple[str, int]:
    """Which of the three forms it is, and how surely; a few broken rows do not hide what a file is meant to be."""
    rows = sample.rows
    if not rows:
        return "", NO
    width = Counter(map(len, rows)).most_common(1)[0][0]
    good = [row for row in rows if len(row) == width > 1 and _are_numbers(row[1:])]
    if 2 * len(good) < len(rows) or not good:
        values = [text for row in rows for text in row[1:]]
        doubtful = 2 * sum(_are_numbers([text]) for text in values) > len(values)
        return ("imageclef-2009", MAYBE) if doubtful else ("", NO)
    if _comes_again(sample.source, rows[0]):
        return "imageclef-2010", LIKELY
    if _looks_paired(good):
        return "imageclef-2012", LIKELY
    ids = {row[0] for row in rows}
    return "imageclef-2009", LIKELY if 2 * len(ids) > len(rows) else MAYBE


def _are_numbers(texts: list[str]) -> bool:
    try:
        floats(texts)
    except ValueError:
        return False
    return True


def _looks_paired(rows: list[list[str]]) -> bool:
    """Every second value a plain 0 or 1 (in most rows), the others not all whole numbers."""
    if len(rows[0]) % 2 == 0 or 2 * sum(set(row[2::2]) <= BINARY for row in rows) < len(rows):
        return False
    return not all(_are_whole(row[1::2]) for row in rows)


def _comes_again(source: Source, first: list[str]) -> bool:
    """Whether the ids come twice: nearly all of them, the first one again with whole numbers or the same ones.

    A few doubled ids are a mistake in another form, and get a better message there.
    """
    if _lines_under(source, first[0]) < 2:
        return False
    count, again = 0, False
    ids: set[str] = set()
    for _, text in source.blocks():
        for line in text.split("\n"):
            name = first_word(line)
            if not name or name.startswith("#"):
                continue
            if name == first[0] and count and not again:
                row = split_blanks(line)
                again = row == first or _are_whole(row[1:])
            ids.add(name)
            count += 1
    return again and len(ids) < 0.6 * count


def _lines_under(source: Source, name: str) -> int:
    """How many lines begin with this id; nothing is cut or decoded for that, so that it costs next to nothing."""
    word = name.encode()
    begins = re.compile(rb"\n[ \t\v\f\x1c-\x1f]*+" + re.escape(word) + rb"(?=[\s\x1c-\x1f]|\Z)")
    pieces = (piece.removeprefix(codecs.BOM_UTF8).replace(b"\r", b"\n") for piece in source.pieces() if word in piece)
    return sum(len(begins.findall(b"\n" + piece)) for piece in pieces)


def _are_whole(texts: list[str]) -> bool:
    return all(text.lstrip("+-").isdigit() for text in texts)


def _sniff(name: str, sample: Sample) -> int:
    found, rating = sample.once(_recognise)
    return rating if found == name else NO


FORMATS = (
    Format(
        name="imageclef-2009",
        title="ImageCLEF 2009: id and one number per concept",
        sniff=partial(_sniff, "imageclef-2009"),
        suffixes=(".txt",),
        read_run=_read_run_2009,
        read_judgements=_read_truth_2009,
        write_run=_write_run_2009,
        write_judgements=partial(_write_truth, "imageclef-2009", 1),
        run_losses=_run_losses_2009,
        judgement_losses=_truth_losses,
    ),
    Format(
        name="imageclef-2010",
        title="ImageCLEF 2010: all rows with confidences, then all rows with decisions",
        sniff=partial(_sniff, "imageclef-2010"),
        read_run=partial(_read_run_of_both, _halves, "0 or 1 in the second row of an id"),
        read_judgements=partial(_read_truth_of_both, _halves),
        write_run=_write_run_2010,
        write_judgements=partial(_write_truth, "imageclef-2010", 2),
        run_losses=_run_losses,
        judgement_losses=_truth_losses,
    ),
    Format(
        name="imageclef-2012",
        title="ImageCLEF 2012 to 2014: id, then confidence and decision of each concept in turn",
        sniff=partial(_sniff, "imageclef-2012"),
        read_run=partial(_read_run_of_both, _pairs, "0 or 1"),
        read_judgements=partial(_read_truth_of_both, _pairs),
        write_run=_write_run_2012,
        run_losses=_run_losses,
    ),
)
