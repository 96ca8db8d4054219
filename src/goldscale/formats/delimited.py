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
from functools import partial
from heapq import merge
from operator import itemgetter
from typing import IO, Any

from goldscale.data import Concepts, Judgements, Run
from goldscale.data.matrix import cells
from goldscale.files import Source
from goldscale.formats.registry import LIKELY, MAYBE, NO, SURE, Format, Hints, Sample
from goldscale.text.headers import (
    ITEM_WORDS,
    LABEL_WORDS,
    item_noun,
    label_noun,
    long_layout,
    open_table,
    split_header,
)
from goldscale.text.long import Cells
from goldscale.text.names import cell_needs, is_text, require_names
from goldscale.text.numbers import is_float, texts
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
from goldscale.text.wide import Rows


def _read_rows(source: Source, hints: Hints) -> tuple[Rows, dict[str, Any]]:
    line, header, batches = open_table(source, hints.progress)
    names = header[1:]
    _check_labels(source, line, names)
    rows = Rows(source, len(names), names.__getitem__, blank="")
    for batch in batches:
        if rows.add_block(batch):
            continue
        for number, row in zip(batch.lines, batch.rows, strict=True):
            item = row[0].strip()
            if not item:
                raise source.error("an item's name", line=number, field=header[0] or 1, found=row[0])
            rows.add(number, item, row[1:])
    noun = item_noun(header[0])
    return rows, {"items": rows.items(noun), "labels": Concepts(names, label_noun(noun))}


def _check_labels(source: Source, line: int, names: list[str]) -> None:
    if not names:
        raise source.error("a column for each label", line=line, field=2, instead="one column")
    seen: set[str] = set()
    for position, name in enumerate(names, start=2):
        if not name or name in seen or not is_text(name):
            expected = "each label once" if name else "a label's name"
            raise source.error(expected, line=line, field=position, found=name)
        seen.add(name)


def _read_run_wide(source: Source, hints: Hints) -> Run:
    rows, axes = _read_rows(source, hints)
    return Run(**rows.predictions(), **axes, name=hints.name or source.stem)


def _read_truth_wide(source: Source, hints: Hints) -> Judgements:
    rows, axes = _read_rows(source, hints)
    return Judgements(rows.relevance(), **axes)


def _read_cells(source: Source, hints: Hints, wanted: tuple[str, ...]) -> tuple[Cells, str, str]:
    line, header, batches = open_table(source, hints.progress)
    layout = long_layout(header)
    if layout is None or not set(layout.values) <= set(wanted):
        expected = "item, label, relevance" if wanted == ("relevance",) else "item, label, score or decision or both"
        raise source.error(f"a header with {expected}", line=line, field=1, found=", ".join(header))
    gathered = Cells(source, layout.values, pair=f"{header[layout.item]}, {header[layout.label]}")
    for batch in batches:
        gathered.add(batch, layout)
    return gathered, item_noun(header[layout.item]), header[layout.label].casefold()


def _read_run_long(source: Source, hints: Hints) -> Run:
    gathered, items, labels = _read_cells(source, hints, ("score", "decision"))
    return Run(**gathered.run(items, labels), name=hints.name or source.stem)


def _read_truth_long(source: Source, hints: Hints) -> Judgements:
    gathered, items, labels = _read_cells(source, hints, ("relevance",))
    return gathered.judgements(items, labels)


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


def _recognise(sample: Sample) -> tuple[str, str, int]:
    """Delimiter, wide or long, and how surely."""
    if not sample.lines or sample.lines[0].lstrip().startswith(("{", "@", "%")):
        return "", "", NO
    delimiter, header = sample.delimiter, sample.header
    if delimiter is None:
        return "", "", NO
    if long_layout(header) is not None:
        return delimiter, "long", SURE
    if header and header[0].casefold() in ITEM_WORDS:
        return delimiter, "wide", SURE
    if all(is_float(cell) for cell in header[1:]):
        return "", "", NO
    values = [c for line in sample.lines[1:20] for c in split_header(line, delimiter)[1:]]
    numeric = sum(not cell or is_float(cell) for cell in values)
    return delimiter, "wide", (LIKELY if 2 * numeric > len(values) else MAYBE if not values else NO)


def _sniff(delimiters: str, shape: str, sample: Sample) -> int:
    delimiter, found, rating = sample.once(_recognise)
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
