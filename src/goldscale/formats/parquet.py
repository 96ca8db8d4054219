"""Parquet (the extra ``tables``): one cell per row, columns item, label, score, decision or relevance.

Written and read in batches of rows. The schema's metadata carry, under ``goldscale``, a JSON text with the format's
name and version, what the items and labels are called, their order, and whether the table is full. Tables of others
are read where their columns have the names of a long CSV.
"""

from __future__ import annotations

import contextlib
import io
import json
from array import array
from collections.abc import Iterator, Mapping
from typing import IO, Any

import numpy as np

from goldscale.data import Judgements, Run
from goldscale.data.headings import item_noun, label_heading
from goldscale.data.matrix import is_sparse
from goldscale.data.run import unusable
from goldscale.errors import FormatError, GoldscaleError, MissingResourceError
from goldscale.files import Source
from goldscale.formats.registry import NO, SURE, Format, Hints, Sample
from goldscale.limits import NAME as NAME_LIMIT
from goldscale.limits import unpacked_limit
from goldscale.text.headers import long_layout
from goldscale.text.long import COLUMNS, Cells, Layout
from goldscale.text.names import Codes, require_names, text_needs
from goldscale.text.output import cell_blocks, cell_kinds, require_shape
from goldscale.text.spans import packed
from goldscale.text.strict_json import parse

NAME, VERSION = "goldscale", 1
KEY = b"goldscale"
MAGIC = b"PAR1"
BYTES_OF_A_ROW = 16
"""What a row takes at least once it is read; in the file, rows that are the same may take nothing."""


def arrow() -> tuple[Any, Any]:
    """The package and its Parquet module."""
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise MissingResourceError("the package pyarrow", "Install it: pip install goldscale[tables].") from None
    return pyarrow, pyarrow.parquet


@contextlib.contextmanager
def _opened(source: Source) -> Iterator[Any]:
    """The file, opened; whatever Arrow finds wrong with it is a FormatError."""
    _, parquet = arrow()
    try:
        with source.open() as stream:
            packed = hasattr(stream, "fileobj")  # Arrow jumps about, which gzip only pretends to allow
            seekable = io.BytesIO(stream.read()) if packed else stream
            known = parquet.read_metadata(seekable)
            # As codes: written out, one long name in many rows would be far more than the file holds.
            coded = [field.name for field in known.schema.to_arrow_schema() if _is_text(field.type)]
            with contextlib.closing(parquet.ParquetFile(seekable, metadata=known, read_dictionary=coded)) as file:
                yield file
    except GoldscaleError:
        raise
    except Exception as error:  # Arrow raises nearly anything at damaged files
        raise source.error("a whole Parquet file", instead=str(error)) from error


def _about(source: Source, file: Any, what: str) -> dict[str, Any]:
    """Our metadata; empty for somebody else's table."""
    raw = (file.schema_arrow.metadata or {}).get(KEY)
    if raw is None:
        return {}
    about = parse(source, raw, field="metadata")
    if not isinstance(about, dict) or about.get("format") != NAME or about.get("kind") != what:
        found = raw.decode("utf-8", "replace")
        raise source.error(f"{what} of the format {NAME}", field="metadata", found=found)
    if about.get("version") != VERSION:
        found = f"version {about.get('version')}"
        raise source.error(f"version {VERSION}", field="metadata", found=found)
    return about


def _gather(
    source: Source, hints: Hints, what: str, wanted: tuple[str, ...]
) -> tuple[Cells, dict[str, Any], dict[str, Any]]:
    """All cells, how to lay them out, and our metadata."""
    with _opened(source) as file:
        about = _about(source, file, what)
        layout = long_layout(file.schema_arrow.names, wanted[0])
        if layout is None or not set(layout.values) <= set(wanted):
            found = ", ".join(file.schema_arrow.names)
            raise source.error(f"columns item, label and {' or '.join(wanted)}", found=found)
        cells = Cells(source, layout.values, strip=False)
        _preset(source, cells, about)
        total, done = file.metadata.num_rows, 0
        held = sum(file.metadata.row_group(i).total_byte_size for i in range(file.metadata.num_row_groups))
        if max(total * BYTES_OF_A_ROW, held) > unpacked_limit(source.size):
            raise source.unpacked_error(source.size)
        for batch in file.iter_batches(batch_size=1 << 17):
            _take(cells, batch, layout, done)
            done += batch.num_rows
            if hints.progress is not None:
                hints.progress(done, total)
        if "score" in layout.values:
            cells.settle_blanks(hints.blank, layout.fields[layout.values["score"]])
        types = [str(field.type) for field in file.schema_arrow if field.name.casefold() == "score"]
    arrangement: dict[str, Any] = {
        "item_noun": str(about.get("items") or item_noun(layout.fields[layout.item])),
        "label_noun": str(about.get("label") or label_heading(layout.fields[layout.label])),
        "dense": not about["sparse"] if "sparse" in about else None,
    }
    if types:
        arrangement["dtype"] = {"float": "float32", "double": "float64"}.get(types[0])
    return cells, arrangement, about


def _preset(source: Source, cells: Cells, about: Mapping[str, Any]) -> None:
    """Names that the metadata list, in their order."""
    for field, codes in (("all_items", cells.items), ("all_labels", cells.labels)):
        names = about.get(field, [])
        if not isinstance(names, list) or not all(isinstance(n, str) for n in names):
            raise source.error("a list of names", field="metadata", found=field)
        for name in names:
            cells.code(codes, name, None, field)
    numbered = about.get("numbered", [])
    cells.numbered = frozenset(n for n in numbered if isinstance(n, str)) if isinstance(numbered, list) else frozenset()


def _take(cells: Cells, batch: Any, layout: Layout, done: int) -> None:
    """Add the cells of a batch; rows are counted like lines, from 1."""
    rows = _codes(cells, cells.items, batch.column(layout.item), layout.fields[layout.item], done)
    columns = _codes(cells, cells.labels, batch.column(layout.label), layout.fields[layout.label], done)
    values = {kind: _values(cells, kind, batch.column(i), layout.fields[i], done) for kind, i in layout.values.items()}
    cells.extend(range(done + 1, done + 1 + batch.num_rows), rows, columns, values)


def _codes(cells: Cells, codes: Codes, column: Any, field: str, done: int) -> array[int]:
    pyarrow, _ = arrow()
    if column.null_count:
        row = done + 1 + int(np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))[0])
        raise FormatError(cells.source.name, "a name", line=row, field=field, instead="null")
    if not pyarrow.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    known = column.dictionary
    if _is_text(known.type):
        longest = pyarrow.compute.max(pyarrow.compute.binary_length(known)).as_py() or 0
        if longest > NAME_LIMIT.now:
            raise NAME_LIMIT.error(cells.source.name, field=field, found=f"one of {longest}")
    elif not pyarrow.types.is_integer(known.type):
        raise FormatError(cells.source.name, "names as text", field=field, found=str(known.type))
    indices = column.indices.to_numpy(zero_copy_only=False)
    # Of all names of the file those of the batch, in the order in which they come.
    used, first = np.unique(indices, return_index=True)
    used = used[np.argsort(first)]
    own = np.empty(len(known), dtype=np.int32)
    names = known.take(pyarrow.array(used)).cast("string").to_pylist()
    own[used] = [cells.code(codes, name, done + 1, field) for name in names]
    return packed("i", own[indices])


def _is_text(kind: Any) -> bool:
    pyarrow, _ = arrow()
    return bool(pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind))


def _values(cells: Cells, kind: str, column: Any, field: str, done: int) -> array[Any]:
    pyarrow, _ = arrow()
    types = pyarrow.types
    if not (types.is_floating(column.type) or types.is_integer(column.type) or types.is_boolean(column.type)):
        raise FormatError(cells.source.name, "numbers", field=field, found=str(column.type))
    null = column.is_null().to_numpy(zero_copy_only=False)
    numbers = column.cast("double" if not types.is_boolean(column.type) else "int8").fill_null(0)
    found = numbers.to_numpy(zero_copy_only=False).astype(np.float64)
    if kind == "score":
        bad, expected = unusable(found).ravel(), "a finite number (or -inf: not retrieved)"
    elif kind == "decision":
        bad, expected = np.flatnonzero((found != 0) & (found != 1)), "0 or 1"
    else:
        bad, expected = np.flatnonzero(~np.isfinite(found)), "a finite number"
    if len(bad):
        row = int(bad[0])
        raise FormatError(cells.source.name, expected, line=done + 1 + row, field=field, found=str(found[row]))
    found[null] = COLUMNS[kind].blank
    return packed(COLUMNS[kind].typecode, found)


def _read_run(source: Source, hints: Hints) -> Run:
    cells, arrangement, about = _gather(source, hints, "run", ("score", "decision"))
    made = cells.run(**arrangement)
    try:
        return Run(
            **made,
            name=hints.name or str(about.get("name") or source.stem),
            team=str(about.get("team", "")),
            notes=str(about.get("notes", "")),
            threshold=about.get("threshold"),
        )
    except (GoldscaleError, TypeError, ValueError) as error:
        raise source.error("a run", instead=str(error)) from None


def _read_truth(source: Source, hints: Hints) -> Judgements:
    cells, arrangement, about = _gather(source, hints, "judgements", ("relevance",))
    return cells.judgements(**arrangement, name=str(about.get("name") or "truth"))


def _write(data: Run | Judgements, about: dict[str, Any], stream: IO[bytes]) -> None:
    pyarrow, parquet = arrow()
    kinds = cell_kinds(data)
    require_shape(data, "parquet")
    require_names("parquet", text_needs, data.items, data.labels)
    named = {"items": data.items, "labels": data.labels}
    about |= {
        "format": NAME,
        "version": VERSION,
        "name": data.name,
        "items": data.items.noun,
        "label": data.labels.noun,
        "numbered": [name for name, axis in named.items() if not axis.named],
        "sparse": any(is_sparse(matrix) for matrix in kinds.values()),
        "all_labels": data.labels.names,
    }
    if any(not isinstance(m, np.ndarray) and (np.diff(m.indptr) == 0).any() for m in kinds.values()):
        about["all_items"] = data.items.names  # else they come in order, each with a cell
    fields = [("item", pyarrow.string()), ("label", pyarrow.string())]
    fields += [(kind, pyarrow.from_numpy_dtype(matrix.dtype)) for kind, matrix in kinds.items()]
    schema = pyarrow.schema(fields, metadata={KEY: json.dumps(about).encode()})
    items, labels = pyarrow.array(data.items.names), pyarrow.array(data.labels.names)
    with parquet.ParquetWriter(stream, schema) as writer:
        for blocks in zip(*map(cell_blocks, kinds.values()), strict=True):
            values = [pyarrow.array(block[2], from_pandas=False, mask=_missing(block[2])) for block in blocks]
            columns = [items.take(pyarrow.array(blocks[0][0])), labels.take(pyarrow.array(blocks[0][1])), *values]
            writer.write_batch(pyarrow.record_batch(columns, schema=schema))


def _missing(values: np.ndarray) -> np.ndarray | None:
    return np.isnan(values) if values.dtype.kind == "f" else None


def _write_run(run: Run, stream: IO[bytes]) -> None:
    threshold = run.threshold.tolist() if isinstance(run.threshold, np.ndarray) else run.threshold
    about = {"kind": "run", "team": run.team, "notes": run.notes, "threshold": threshold}
    _write(run, about, stream)


def _write_truth(truth: Judgements, stream: IO[bytes]) -> None:
    _write(truth, {"kind": "judgements"}, stream)


def _sniff(sample: Sample) -> int:
    return SURE if sample.head.startswith(MAGIC) else NO


FORMATS = (
    Format(
        name="parquet",
        title="Parquet, one cell per row (needs goldscale[tables])",
        sniff=_sniff,
        suffixes=(".parquet",),
        read_run=_read_run,
        read_judgements=_read_truth,
        write_run=_write_run,
        write_judgements=_write_truth,
    ),
)
