"""JSON lines: one object per item.

``{"item": "a.jpg", "scores": {"Sky": 0.9}, "decisions": {"Sky": true}}`` in a run; in a truth
``{"item": "a.jpg", "relevance": {"Sky": 1}}``, or only the relevant labels, ``{"item": "a.jpg", "labels": ["Sky"]}``,
which makes all others not relevant. A score or relevance of null is unretrieved or unjudged, a decision that is not
there is no. The first line may be a header, which what we write has:
``{"goldscale": "run", "version": 1, "name": ..., "items": "image", "label": "concept", "labels": [all names], ...}``.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import NoneType
from typing import IO, Any

import numpy as np
from scipy import sparse

from goldscale.data import Judgements, Run
from goldscale.data.matrix import Matrix
from goldscale.files import Source
from goldscale.formats.registry import MAYBE, NO, SURE, Format, Hints, Sample
from goldscale.text.long import COLUMNS, Cells
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
    seen: dict[str, int] = {}
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
        name = _item_name(place, found, seen)
        seen[name] = line
        unknown = [key for key in found if key not in kinds]
        if unknown or not found:
            raise place.error(f"item and {' or '.join(kinds)}", unknown[0] if unknown else None, unknown or "neither")
        came.update(found)
        _take(place, line, cells, name, found, kinds)
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
        if not _are_names(names := header.setdefault(field, [])):
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


def _item_name(place: JsonPlace, found: dict[str, Any], seen: Mapping[str, int]) -> str:
    name = found.pop("item", None)
    if type(name) is int:
        name = str(name)
    if not isinstance(name, str):
        raise place.error("the item's name", "item", name)
    if name in seen:
        raise place.error(f"each item once (it is in line {seen[name]} already)", "item", name)
    return name


def _take(
    place: JsonPlace, line: int, cells: Cells, item: str, found: dict[str, Any], kinds: Mapping[str, str]
) -> None:
    """Add the cells of one object, over all labels that it names."""
    given = {kinds[key]: _positives(place, v) if key == "labels" else v for key, v in found.items()}
    for key, values in zip(found, given.values(), strict=True):
        if not isinstance(values, dict):
            raise place.error("an object with a value for each label", key, values)
    names = list(dict.fromkeys(name for values in given.values() for name in values))
    columns = array("i", [cells.code(cells.labels, name, line, "labels") for name in names])
    rows = array("i", [cells.code(cells.items, item, line, "item")]) * len(names)
    numbers = {kind: _numbers(place, kind, names, given.get(kind, {})) for kind in cells.values}
    cells.extend([line] * len(names), rows, columns, numbers)


def _are_names(found: Any) -> bool:
    """Whether this is a list of texts, each once."""
    return isinstance(found, list) and all(isinstance(n, str) for n in found) and len(set(found)) == len(found)


def _positives(place: JsonPlace, names: Any) -> dict[str, int]:
    if not _are_names(names):
        raise place.error("a list of label names, each once", "labels", names)
    return dict.fromkeys(names, 1)


def _numbers(place: JsonPlace, kind: str, names: list[str], given: Mapping[str, Any]) -> array[Any]:
    column = COLUMNS[kind]
    found = [given.get(name) for name in names]
    kinds = set(map(type, found))
    if kinds <= ({bool, NoneType} if kind == "decision" else {float}):
        made = array(column.typecode, [0 if v is None else v for v in found])
        if kind == "decision" or np.isfinite(np.frombuffer(made)).all():
            return made
    return array(column.typecode, [_number(place, kind, n, v) for n, v in zip(names, found, strict=True)])


def _number(place: JsonPlace, kind: str, label: str, value: Any) -> Any:
    if value is None:
        return COLUMNS[kind].blank
    if kind == "decision":
        if type(value) not in (bool, int) or value not in (0, 1):
            raise place.error("true or false", f"decisions, {label}", value)
        return int(value)
    if not is_finite(value):
        raise place.error("a finite number", f"{kind}, {label}", value)
    return float(value)


def _arrangement(header: dict[str, Any]) -> dict[str, Any]:
    """How the header wants the cells laid out."""
    sparse = header.get("sparse")
    return {
        "item_noun": header.get("items") or "item",
        "label_noun": header.get("label") or "label",
        "dense": None if sparse is None else not sparse,
    }


def _read_run(source: Source, hints: Hints) -> Run:
    kinds = {"scores": "score", "decisions": "decision"}
    cells, header, came = _gather(source, hints, "run", kinds)
    for key in kinds.keys() - came:
        del cells.values[kinds[key]]
    made = cells.run(**_arrangement(header), dtype=header.get("dtype"))
    about = {field: header.get(field, "") for field in ("team", "notes")}
    name = hints.name or header.get("name") or source.stem
    return Run(**made, **about, name=name, threshold=header.get("threshold"))


def _read_truth(source: Source, hints: Hints) -> Judgements:
    cells, header, came = _gather(source, hints, "judgements", {"relevance": "relevance", "labels": "relevance"})
    arrangement = _arrangement(header)
    if "labels" in came:
        if "relevance" in came:
            raise source.error("relevance or labels throughout", field="labels", instead="both")
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
    return SURE if '"' in sample.lines[0] else MAYBE


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
