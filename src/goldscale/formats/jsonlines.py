"""JSON lines: one object per item.

``{"item": "a.jpg", "scores": {"Sky": 0.9}, "decisions": {"Sky": true}}`` in a run; in a truth
``{"item": "a.jpg", "relevance": {"Sky": 1}}``, or only the relevant labels, ``{"item": "a.jpg", "labels": ["Sky"]}``,
which makes all others not relevant; see ``formats/json_objects.py``. The first line may be a header, which what we
write has:
``{"goldscale": "run", "version": 1, "name": ..., "items": "image", "label": "concept", "labels": [all names], ...}``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import IO, Any

import numpy as np
from scipy import sparse

from goldscale.data import Judgements, Run
from goldscale.data.matrix import Matrix
from goldscale.files import Source
from goldscale.formats.json_objects import (
    RUN,
    TRUTH,
    are_names,
    drop_absent,
    is_object_line,
    only_named,
    take,
    take_name,
)
from goldscale.formats.registry import MAYBE, NO, SURE, Format, Hints, Sample
from goldscale.text.long import Cells
from goldscale.text.names import require_names, text_needs
from goldscale.text.numbers import texts
from goldscale.text.output import require_finite, require_shape, text_rows, write_lines
from goldscale.text.strict_json import JsonPlace, is_finite, parse_object

VERSION = 1


def _gather(
    source: Source, hints: Hints, what: str, kinds: Mapping[str, str]
) -> tuple[Cells, dict[str, Any], set[str]]:
    """What a file says: its cells, its header, and which kinds of values came."""
    cells = Cells(source, dict.fromkeys(kinds.values()), strip=False)
    header: dict[str, Any] = {}
    came: set[str] = set()
    seen: dict[str, JsonPlace] = {}
    for line, text in source.lines(hints.progress):
        if not text or text.isspace():
            continue
        place, found = JsonPlace(source, line), parse_object(source, text, line)
        if "goldscale" in found and not seen and not header:
            header = _header(place, found, what)
            cells.numbered = frozenset(header["numbered"])
            for name in header["labels"]:
                cells.code(cells.labels, name, line, "labels")
            continue
        name = take_name(place, found, seen)
        came.update(take(place, cells, name, found, kinds, hints.labels))
    return cells, header, came


def _header(place: JsonPlace, header: dict[str, Any], what: str) -> dict[str, Any]:
    if header["goldscale"] != what:
        raise place.error(f"{what!r}", "goldscale", header["goldscale"])
    if header.get("version") != VERSION:
        raise place.error(f"version {VERSION}", "version", header.get("version"))
    for field in ("name", "team", "notes", "items", "label"):
        if not isinstance(header.get(field, ""), str):
            raise place.error("text", field, header[field])
    for field in ("labels", "numbered"):
        if not are_names(names := header.setdefault(field, [])):
            raise place.error("a list of names, each once", field, names)
    if header.get("sparse") not in (None, True, False):
        raise place.error("true or false", "sparse", header["sparse"])
    if header.get("dtype") not in (None, "float32", "float64"):
        raise place.error("float32 or float64", "dtype", header["dtype"])
    threshold = header.get("threshold")
    listed = threshold if isinstance(threshold, list) else [] if threshold is None else [threshold]
    if not all(map(is_finite, listed)) or len(listed) not in (0, 1, len(header["labels"])):
        raise place.error("a number, or one per label", "threshold", threshold)
    return header


def _arrangement(header: dict[str, Any]) -> dict[str, Any]:
    """How the header wants the cells laid out."""
    sparse = header.get("sparse")
    return {
        "item_noun": header.get("items") or "item",
        "label_noun": header.get("label") or "label",
        "dense": None if sparse is None else not sparse,
    }


def _read_run(source: Source, hints: Hints) -> Run:
    cells, header, came = _gather(source, hints, "run", RUN)
    drop_absent(cells, RUN, came)
    cells.settle_blanks(hints.blank)
    made = cells.run(**_arrangement(header), dtype=header.get("dtype"))
    about = {field: header.get(field, "") for field in ("team", "notes")}
    name = hints.name or header.get("name") or source.stem
    return Run(**made, **about, name=name, threshold=header.get("threshold"))


def _read_truth(source: Source, hints: Hints) -> Judgements:
    cells, header, came = _gather(source, hints, "judgements", TRUTH)
    arrangement = _arrangement(header)
    if only_named(source, came):
        arrangement |= {"dense": True, "absent": 0}
    return cells.judgements(**arrangement, name=header.get("name") or "truth")


def _head(data: Run | Judgements, what: str, **more: Any) -> str:
    require_shape(data, "jsonl")
    require_names("jsonl", text_needs, data.items, data.labels)
    axes = {"items": data.items, "labels": data.labels}
    header = {
        "goldscale": what,
        "version": VERSION,
        "name": data.name,
        "items": data.items.noun,
        "label": data.labels.noun,
        "labels": data.labels.names,
        "numbered": [name for name, axis in axes.items() if not axis.named],
        "sparse": data.is_sparse,
        **more,
    }
    return json.dumps({key: value for key, value in header.items() if value not in (None, "", [])})


def _objects_of(matrix: Matrix, labels: list[str], written: list[str] | None = None) -> Iterator[str]:
    """Each row as a JSON object of label and value (NaN and -inf are null), or what is ``written`` for each cell."""
    if isinstance(matrix, np.ndarray):
        for row in text_rows(matrix, blank="null"):
            yield "{" + ", ".join(map(": ".join, zip(labels, row, strict=True))) + "}"
        return
    written = written or texts(matrix.data, "null")
    for start, stop in pairwise(matrix.indptr.tolist()):
        names = map(labels.__getitem__, matrix.indices[start:stop].tolist())
        yield "{" + ", ".join(map(": ".join, zip(names, written[start:stop], strict=True))) + "}"


def _write(stream: IO[bytes], head: str, items: tuple[str, ...], parts: Mapping[str, Iterator[str]]) -> None:
    def lines() -> Iterator[str]:
        yield head
        for name, *values in zip(items, *parts.values(), strict=True):
            fields = ", ".join(f'"{key}": {value}' for key, value in zip(parts, values, strict=True))
            yield f'{{"item": {_quote(name)}, {fields}}}'

    write_lines(stream, lines())


def _quote(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _write_run(run: Run, stream: IO[bytes]) -> None:
    labels = [_quote(name) for name in run.labels.names]
    parts: dict[str, Iterator[str]] = {}
    dtype = None
    if run.scores is not None:
        require_finite(run.scores, "jsonl")
        dtype = str(run.scores.dtype)
        parts["scores"] = _objects_of(run.scores, labels)
    if run.decisions is not None:
        positive = sparse.csr_array(run.decisions, copy=True)
        positive.eliminate_zeros()
        parts["decisions"] = _objects_of(positive, labels, ["true"] * positive.nnz)
    threshold = run.threshold.tolist() if isinstance(run.threshold, np.ndarray) else run.threshold
    head = _head(run, "run", team=run.team, notes=run.notes, threshold=threshold, dtype=dtype)
    _write(stream, head, run.items.names, parts)


def _write_truth(truth: Judgements, stream: IO[bytes]) -> None:
    labels = [_quote(name) for name in truth.labels.names]
    _write(stream, _head(truth, "judgements"), truth.items.names, {"relevance": _objects_of(truth.values, labels)})


def _sniff(sample: Sample) -> int:
    if not sample.lines or not sample.lines[0].lstrip().startswith("{"):
        return NO
    return SURE if is_object_line(sample.lines[0]) else MAYBE


FORMATS = (
    Format(
        name="jsonl",
        title="JSON lines: one object per item",
        sniff=_sniff,
        suffixes=(".jsonl", ".ndjson"),
        read_run=_read_run,
        read_judgements=_read_truth,
        write_run=_write_run,
        write_judgements=_write_truth,
    ),
)
