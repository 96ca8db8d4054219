"""Tables that name labels in a cell: ``image,label`` with one label to a row, ``image,labels`` with several.

What is named is relevant in a truth and decided in a run; what is not named is not. An empty cell says that the item
has no label. An item may have several rows. Several labels in a cell stand between ``|`` or ``;``; under a heading in
the plural (labels, tags, concepts, classes...) also between commas, in quotation marks, or blanks. The first of these
signs that occurs anywhere in the column separates all of it. A cell may also be a list as Python or JSON write it,
``['Sky', 'Sea']``. A truth is full: each item meets each label. A run lists
what it names. ``labels`` gives all labels there are, in their order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import chain

from goldscale.data import Concepts, Judgements, Run
from goldscale.data.headings import item_noun, tag_columns, tag_noun
from goldscale.errors import counted, did_you_mean
from goldscale.files import Source
from goldscale.formats.registry import NO, Format, Hints, Sample
from goldscale.formats.table_shapes import is_file_and_label, recognise_table
from goldscale.text.batches import Batch, blank_separated
from goldscale.text.headers import open_table
from goldscale.text.long import Cells
from goldscale.text.name_lists import is_list, read_list
from goldscale.text.names import split_blanks

SEPARATORS, PLURAL_SEPARATORS = "|;", "|;,"


def _gather(source: Source, hints: Hints, kind: str) -> tuple[Cells, str, str]:
    """A cell of 1 for each label that is named, and what items and labels are called."""
    header, batches, (item, label, several) = _open(source, hints)
    rows = [row for batch in batches for row in zip(batch.lines, batch.rows, strict=True)]
    for line, row in rows:
        if len(row) != len(header):
            raise source.error(
                f"{len(header)} fields ({', '.join(header)})",
                line=line,
                field=min(len(row), len(header)) + 1,
                instead=counted(len(row), "field"),
                hint=f"Labels of one item stand in one field, between {' or '.join(SEPARATORS)}.",
            )
    separator = _separator((row[label] for _, row in rows), several)
    cells = Cells(source, (kind,), pair=f"{header[item]}, {header[label]}")
    for name in hints.labels or ():
        cells.code(cells.labels, name, None, header[label])
    for line, row in rows:
        names = _names(source, row[label], separator, line, header[label])
        if hints.labels is not None:
            _require_known(source, names, hints.labels, line, header[label])
        place = cells.code(cells.items, row[item], line, header[item])
        codes = array("i", [cells.code(cells.labels, name, line, header[label]) for name in names])
        ones = array(cells.kinds[kind].typecode, [1]) * len(names)
        cells.extend([line] * len(names), array("i", [place]) * len(names), codes, {kind: ones})
    return cells, item_noun(header[item]), tag_noun(header[label])


def _open(source: Source, hints: Hints) -> tuple[list[str], Iterator[Batch], tuple[int, int, bool]]:
    """The header, the rows below it, and what ``tag_columns`` says of them."""
    table = open_table(source, hints.progress)
    columns = tag_columns(table.header)
    if columns is not None:
        return table.header, table.below, columns
    batches = table.all_rows if len(table.header) > 1 else blank_separated(source, hints.progress)
    start = next((batch for batch in batches if batch.rows), None)
    if start is not None and is_file_and_label(start.rows[0]):
        return ["item", "label"], chain([start], batches), (0, 1, False)
    expected = "a header with an item and a label, as image,label or image,tags"
    raise source.error(expected, line=table.line, field=1, found=", ".join(table.header))


def _separator(cells: Iterator[str], several: bool) -> str | None:
    """The sign between labels where no list holds them; empty for blanks, None where each cell is one label."""
    signs = PLURAL_SEPARATORS if several else SEPARATORS
    used = {sign for cell in cells if not is_list(cell) for sign in signs if sign in cell}
    return next((sign for sign in signs if sign in used), "" if several else None)


def _names(source: Source, cell: str, separator: str | None, line: int, field: str) -> list[str]:
    if is_list(cell):
        listed = read_list(cell)
        if listed is None:
            expected = "a list of names, as ['Sky', 'Sea'], or names without brackets"
            raise source.error(expected, line=line, field=field, found=cell)
        return listed
    parts = [cell] if separator is None else cell.split(separator) if separator else split_blanks(cell)
    return list(filter(None, map(str.strip, parts)))


def _require_known(source: Source, names: list[str], labels: Concepts, line: int, field: str) -> None:
    for name in names:
        if name not in labels:
            expected = f"one of the {labels.counted} given"
            raise source.error(expected, line=line, field=field, found=name, hint=did_you_mean(name, labels))


def _read_run(source: Source, hints: Hints) -> Run:
    cells, items, labels = _gather(source, hints, "decision")
    return Run(**cells.run(items, labels, dense=False), name=hints.name or source.stem)


def _read_truth(source: Source, hints: Hints) -> Judgements:
    cells, items, labels = _gather(source, hints, "relevance")
    return cells.judgements(items, labels, dense=True, absent=0)


def _sniff(sample: Sample) -> int:
    _, shape, rating = sample.once(recognise_table)
    return rating if shape == "tags" else NO


FORMATS = (
    Format(
        name="tags",
        title="CSV or TSV of label names: image,label or image,labels with several in a cell",
        sniff=_sniff,
        suffixes=(".csv", ".tsv"),
        read_run=_read_run,
        read_judgements=_read_truth,
    ),
)
