"""CSV and TSV with a header; comma, tab or semicolon is recognised, fields may be quoted as in RFC 4180.

- ``csv``, ``tsv`` (wide): the first column is the item, then one column per label. A blank cell is unjudged in a
  truth, unretrieved in a run. A run file with nothing but 0 and 1 is read as decisions.
- ``csv-long``, ``tsv-long``: one cell per row, ``item,label,score[,decision]`` or ``item,label,relevance``, read
  in one pass and in memory that grows with the cells only. A table in which every item meets every label becomes
  dense, any other sparse. A row that names only an item or only a label says that it exists.

The heading says what the items and labels are called: image, document, picture; concept, topic, species...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from goldscale.data import Concepts, Judgements, Run
from goldscale.errors import FormatError
from goldscale.files import Source
from goldscale.formats.delimited_output import (
    run_losses_long,
    run_losses_wide,
    truth_losses_long,
    truth_losses_wide,
    write_run_long,
    write_run_wide,
    write_truth_long,
    write_truth_wide,
)
from goldscale.formats.registry import LIKELY, MAYBE, NO, SURE, Format, Hints, Sample
from goldscale.text.batches import Batch, delimited
from goldscale.text.headers import (
    DELIMITERS,
    ITEM_WORDS,
    delimiter_of,
    item_noun,
    label_noun,
    long_layout,
    split_header,
)
from goldscale.text.long import Cells, Layout
from goldscale.text.names import is_text
from goldscale.text.numbers import is_float
from goldscale.text.wide import Rows


def open_table(source: Source, hints: Hints) -> tuple[int, list[str], Iterator[Batch]]:
    """Line and cells of the header, and the rows below it."""
    sample = Sample(source, source.head(), whole=False)
    first = sample.lines or [line for _, line in zip(range(20), (t for _, t in source.lines()), strict=False)]
    delimiter = delimiter_of(first) or DELIMITERS[0]
    batches = delimited(source, delimiter, hints.progress)
    start = next(filter(None, (batch.behead() for batch in batches)), None)
    if start is None:
        raise FormatError(source.name, "a header and rows", found="an empty file")
    line, header, below = start
    return line, [cell.strip() for cell in header], chain([below], batches)


def _read_rows(source: Source, hints: Hints) -> tuple[Rows, str, Concepts]:
    line, header, batches = open_table(source, hints)
    names = header[1:]
    _check_labels(source, line, names)
    rows = Rows(source, len(names), names.__getitem__, blank="")
    for batch in batches:
        if rows.add_block(batch):
            continue
        for number, row in zip(batch.lines, batch.rows, strict=True):
            item = row[0].strip()
            if not item:
                raise FormatError(source.name, "an item's name", line=number, field=header[0] or 1, found=row[0])
            rows.add(number, item, row[1:])
    noun = item_noun(header[0])
    return rows, noun, Concepts(names, label_noun(noun))


def _check_labels(source: Source, line: int, names: list[str]) -> None:
    if not names:
        raise FormatError(source.name, "a column for each label", line=line, field=2, found="one column")
    seen: set[str] = set()
    for position, name in enumerate(names, start=2):
        if not name or name in seen or not is_text(name):
            expected = "each label once" if name else "a label's name"
            raise FormatError(source.name, expected, line=line, field=position, found=name)
        seen.add(name)


def _read_run_wide(source: Source, hints: Hints) -> Run:
    rows, noun, labels = _read_rows(source, hints)
    items = rows.items(noun)
    return Run(**rows.predictions(), items=items, labels=labels, name=hints.name or source.stem)


def _read_truth_wide(source: Source, hints: Hints) -> Judgements:
    rows, noun, labels = _read_rows(source, hints)
    items = rows.items(noun)
    return Judgements(rows.relevance(), items, labels)


def _read_cells(source: Source, hints: Hints, wanted: tuple[str, ...]) -> tuple[Cells, str, str]:
    line, header, batches = open_table(source, hints)
    layout = _layout(source, line, header, wanted)
    gathered = Cells(source, layout.values, pair=f"{header[layout.item]}, {header[layout.label]}")
    for batch in batches:
        gathered.add(batch, layout)
    label = header[layout.label].casefold()
    return gathered, item_noun(header[layout.item]), label


def _layout(source: Source, line: int, header: list[str], wanted: tuple[str, ...]) -> Layout:
    layout = long_layout(header)
    values = {} if layout is None else {kind: i for kind, i in layout.values.items() if kind in wanted}
    if layout is None or not values or len(values) != len(layout.values):
        expected = "item, label, relevance" if wanted == ("relevance",) else "item, label, score or decision or both"
        raise FormatError(source.name, f"a header with {expected}", line=line, field=1, found=", ".join(header))
    return replace(layout, values=values)


def _read_run_long(source: Source, hints: Hints) -> Run:
    gathered, items, labels = _read_cells(source, hints, ("score", "decision"))
    return Run(**gathered.run(items, labels), name=hints.name or source.stem)


def _read_truth_long(source: Source, hints: Hints) -> Judgements:
    gathered, items, labels = _read_cells(source, hints, ("relevance",))
    return gathered.judgements(items, labels)


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


def _wide(name: str, title: str, delimiters: str, suffix: str) -> Format:
    return Format(
        name=name,
        title=title,
        sniff=partial(_sniff, delimiters, "wide"),
        suffixes=(suffix,),
        read_run=_read_run_wide,
        read_judgements=_read_truth_wide,
        write_run=partial(write_run_wide, delimiters[0]),
        write_judgements=partial(write_truth_wide, delimiters[0]),
        run_losses=run_losses_wide,
        judgement_losses=truth_losses_wide,
    )


def _long(name: str, title: str, delimiters: str, suffix: str) -> Format:
    return Format(
        name=name,
        title=title,
        sniff=partial(_sniff, delimiters, "long"),
        suffixes=(suffix,),
        read_run=_read_run_long,
        read_judgements=_read_truth_long,
        write_run=partial(write_run_long, delimiters[0]),
        write_judgements=partial(write_truth_long, delimiters[0]),
        run_losses=run_losses_long,
        judgement_losses=truth_losses_long,
    )


FORMATS = (
    # The longer endings first: a name in .long.csv also ends in .csv.
    _long("csv-long", "CSV, one cell per row: item,label,score[,decision] or item,label,relevance", ",;", ".long.csv"),
    _long("tsv-long", "the same with tabs", "\t", ".long.tsv"),
    _wide("csv", "CSV, one item per row and one column per label", ",;", ".csv"),
    _wide("tsv", "the same with tabs", "\t", ".tsv"),
)
