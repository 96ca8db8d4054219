"""CSV and TSV with a header; comma, tab or semicolon is recognised, fields may be quoted as in RFC 4180.

- ``csv``, ``tsv`` (wide): the first column is the item, then one column per label. A blank cell is unjudged in a
  truth, unretrieved in a run. A run file with nothing but 0 and 1 is read as decisions.
- ``csv-long``, ``tsv-long``: one cell per row, ``item,label,score[,decision]`` or ``item,label,relevance``, read
  in one pass and in memory that grows with the cells only. A table in which every item meets every label becomes
  dense, any other sparse. A row that names only an item or only a label says that it exists.

The heading says what the items and labels are called: image, document, picture; concept, topic, species...
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from heapq import merge
from operator import itemgetter
from typing import IO, Any

from goldscale.data import Concepts, Judgements, Run
from goldscale.data.headings import (
    ITEM_WORDS,
    LABEL_WORDS,
    VALUE,
    counter_columns,
    item_noun,
    label_heading,
    label_noun,
    word_of,
)
from goldscale.data.matrix import cells
from goldscale.files import Source
from goldscale.formats.registry import NO, Format, Hints, Sample
from goldscale.formats.table_shapes import recognise_table
from goldscale.text.batches import Batch
from goldscale.text.decimal_marks import DecimalMark
from goldscale.text.headers import is_long_row, is_wide_row, long_layout, open_table
from goldscale.text.long import COLUMNS, Cells, Layout
from goldscale.text.names import cell_needs, is_text, require_names
from goldscale.text.numbers import answer, texts
from goldscale.text.output import (
    about_losses,
    axis_losses,
    cell_blocks,
    cell_kinds,
    heading_of,
    kind_losses,
    one_matrix,
    quoted,
    require_finite,
    require_shape,
    text_rows,
    world_losses,
    write_lines,
)
from goldscale.text.wide import Rows, require_width

NAMES_HINT = "Names of labels stand under the heading label, or labels if a cell holds several."
ANSWERED = {"score": replace(COLUMNS["score"], one=answer)}
"""A column of values that are yes or no in words is one of scores until all are seen."""


def _read_rows(source: Source, hints: Hints) -> tuple[Rows, dict[str, Any]]:
    table = open_table(source, hints.progress)
    if is_wide_row(table.header, table.delimiter):
        rows = Rows(source, len(table.header) - 1, lambda i: i + 2, blank="", mark=DecimalMark(table.delimiter))
        _take_rows(rows, table.all_rows, field=1)
        return rows, {"items": rows.items("item"), "labels": rows.numbered_or_given(hints.labels)}
    first = counter_columns(table.header)
    heading, *names = table.header[first:]
    _check_labels(source, table.line, names, start=first + 2)
    require_width(source, len(names), hints.labels)
    rows = Rows(source, len(names), names.__getitem__, blank="", mark=DecimalMark(table.delimiter))
    rows.hint = NAMES_HINT if len(names) == 1 else None
    _take_rows(rows, table.below, heading or 1, first)
    noun = item_noun(heading)
    return rows, {"items": rows.items(noun), "labels": Concepts(names, label_noun(noun))}


def _take_rows(rows: Rows, batches: Iterator[Batch], field: str | int, first: int = 0) -> None:
    """Take all rows of a wide table whose names are in the column ``first``, under this heading."""
    for batch in batches:
        if not first and rows.add_block(batch):
            continue
        for line, row in zip(batch.lines, batch.rows, strict=True):
            item = row[first].strip() if len(row) > first else ""
            if not item:
                raise rows.source.error("an item's name", line=line, field=field, found=item)
            rows.add(line, item, row[first + 1 :])


def _check_labels(source: Source, line: int, names: list[str], start: int) -> None:
    if not names:
        raise source.error("a column for each label", line=line, field=start, instead="one column")
    seen: set[str] = set()
    for position, name in enumerate(names, start=start):
        if not name or name in seen or not is_text(name):
            expected = "each label once" if name else "a label's name"
            raise source.error(expected, line=line, field=position, found=name)
        seen.add(name)


def _read_run_wide(source: Source, hints: Hints) -> Run:
    rows, axes = _read_rows(source, hints)
    rows.settle_blanks(hints.blank)
    return Run(**rows.predictions(), **axes, name=hints.name or source.stem)


def _read_truth_wide(source: Source, hints: Hints) -> Judgements:
    rows, axes = _read_rows(source, hints)
    return Judgements(rows.relevance(), **axes)


def _read_cells(source: Source, hints: Hints, wanted: tuple[str, ...]) -> tuple[Cells, Layout]:
    table = open_table(source, hints.progress)
    header, batches = table.header, table.below
    layout = long_layout(header, wanted[0])
    if layout is None and is_long_row(header, table.delimiter):
        layout = Layout(("item", "label", wanted[0]), 0, 1, {wanted[0]: 2}, blanks=True)
        header, batches = list(layout.fields), table.all_rows
    if layout is None or not set(layout.values) <= set(wanted):
        expected = "item, label, relevance" if wanted == ("relevance",) else "item, label, score or decision or both"
        raise source.error(f"a header with {expected}", line=table.line, field=1, found=", ".join(header))
    pair = f"{header[layout.item]}, {header[layout.label]}"
    gathered = Cells(source, layout.values, pair=pair, own=ANSWERED, mark=DecimalMark(table.delimiter))
    for batch in batches:
        gathered.add(batch, layout)
    return gathered, layout


def _nouns(layout: Layout) -> tuple[str, str]:
    return item_noun(layout.fields[layout.item]), label_heading(layout.fields[layout.label]) or "label"


def _read_run_long(source: Source, hints: Hints) -> Run:
    gathered, layout = _read_cells(source, hints, ("score", "decision"))
    if "score" in layout.values:
        heading = layout.fields[layout.values["score"]]
        # A column of values does not say of which kind they are; a wide table does not, either.
        if word_of(heading) != VALUE or not gathered.as_decisions():
            gathered.settle_blanks(hints.blank, heading)
    return Run(**gathered.run(*_nouns(layout)), name=hints.name or source.stem)


def _read_truth_long(source: Source, hints: Hints) -> Judgements:
    gathered, layout = _read_cells(source, hints, ("relevance",))
    return gathered.judgements(*_nouns(layout))


def _write_wide(delimiter: str, data: Run | Judgements, stream: IO[bytes]) -> None:
    """One row per item with its relevance, its scores or, where there are no scores, its decisions."""
    matrix = data.values if isinstance(data, Judgements) else one_matrix(data, "csv")
    require_shape(data, "csv")
    require_names("csv", cell_needs, data.items, data.labels)
    header = [heading_of(data.items, ITEM_WORDS), *quoted(data.labels.names)]
    write_lines(stream, [delimiter.join(header)])
    rows = zip(quoted(data.items.names), text_rows(matrix), strict=True)
    write_lines(stream, (delimiter.join((name, *row)) for name, row in rows))


def _write_long(delimiter: str, data: Run | Judgements, stream: IO[bytes]) -> None:
    """One row per cell; an item without any keeps its place with a row of its own, such labels come last."""
    kinds = cell_kinds(data)
    if "score" in kinds:
        require_finite(kinds["score"], "csv-long")
    require_shape(data, "csv-long")
    require_names("csv-long", cell_needs, data.items, data.labels)
    header = [heading_of(data.items, ITEM_WORDS), heading_of(data.labels, LABEL_WORDS), *kinds]
    write_lines(stream, [delimiter.join(header)])
    items, labels = quoted(data.items.names), quoted(data.labels.names)
    blanks = delimiter * len(kinds)
    unseen = set(range(len(labels)))
    written = 0
    for blocks in zip(*map(cell_blocks, kinds.values()), strict=True):
        rows, columns = blocks[0][0].tolist(), blocks[0][1].tolist()
        values = [texts(block[2]) for block in blocks]
        fields = zip(map(items.__getitem__, rows), map(labels.__getitem__, columns), *values, strict=True)
        lines = list(map(delimiter.join, fields))
        unseen.difference_update(columns)
        if rows:
            bare = sorted(set(range(written, rows[-1])).difference(rows))
            own = [(i, f"{items[i]}{delimiter}{blanks}") for i in bare]
            lines = [line for _, line in merge(zip(rows, lines, strict=True), own, key=itemgetter(0))] if own else lines
            written = rows[-1] + 1
        write_lines(stream, lines)
    write_lines(stream, [f"{items[i]}{delimiter}{blanks}" for i in range(written, len(items))])
    write_lines(stream, [f"{delimiter}{labels[j]}{blanks}" for j in sorted(unseen)])


def _axis_losses(data: Run | Judgements, *, wide: bool) -> list[str]:
    item = item_noun(heading_of(data.items, ITEM_WORDS))
    return axis_losses(data, item, label_noun(item) if wide else heading_of(data.labels, LABEL_WORDS))


def _run_losses_wide(run: Run) -> list[str]:
    """What a wide table drops of a run."""
    losses = about_losses(run) + _axis_losses(run, wide=True)
    if run.scores is None:
        empty = run.decisions is not None and not cells(run.decisions).size
        return losses + (["that the cells are decisions (there are none)"] if empty else [])
    return losses + (["decisions"] if run.decisions is not None else []) + kind_losses(run.scores)


def _truth_losses_wide(truth: Judgements) -> list[str]:
    """What a wide table drops of a truth."""
    return _axis_losses(truth, wide=True) + world_losses(truth)


def _run_losses_long(run: Run) -> list[str]:
    """What a long table drops of a run."""
    return about_losses(run) + _axis_losses(run, wide=False)


def _truth_losses_long(truth: Judgements) -> list[str]:
    """What a long table drops of a truth."""
    full = truth.is_sparse and cells(truth.values).size == math.prod(truth.shape)
    return _axis_losses(truth, wide=False) + (world_losses(truth) if full else [])


def _sniff(delimiters: str, shape: str, sample: Sample) -> int:
    delimiter, found, rating = sample.once(recognise_table)
    return rating if delimiter and delimiter in delimiters and found == shape else NO


def _format(shape: str, name: str, title: str, delimiters: str, suffix: str) -> Format:
    wide = shape == "wide"
    write = partial(_write_wide if wide else _write_long, delimiters[0])
    return Format(
        name=name,
        title=title,
        sniff=partial(_sniff, delimiters, shape),
        suffixes=(suffix,),
        read_run=_read_run_wide if wide else _read_run_long,
        read_judgements=_read_truth_wide if wide else _read_truth_long,
        write_run=write,
        write_judgements=write,
        run_losses=_run_losses_wide if wide else _run_losses_long,
        judgement_losses=_truth_losses_wide if wide else _truth_losses_long,
    )


FORMATS = (
    # The longer endings first: a name in .long.csv also ends in .csv.
    _format(
        "long",
        "csv-long",
        "CSV, one cell per row: item,label,score[,decision] or item,label,relevance",
        ",;",
        ".long.csv",
    ),
    _format("long", "tsv-long", "TSV, one cell per row, as csv-long", "\t", ".long.tsv"),
    _format("wide", "csv", "CSV, one item per row and one column per label", ",;", ".csv"),
    _format("wide", "tsv", "TSV, one item per row, as csv", "\t", ".tsv"),
)
