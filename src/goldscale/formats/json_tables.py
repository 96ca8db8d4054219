"""JSON in one piece: a list of objects, or one object by item.

- ``[{"image": "a.jpg", "labels": ["Sky"], "scores": {"Sky": 0.9}}]``: objects as in the lines of ``jsonl``.
- ``[{"image": "a.jpg", "Sky": 0.9, "Sea": 0.1}]``: the rows of a wide table, as pandas writes records.
- ``[{"image": "a.jpg", "label": "Sky", "score": 0.9}]``: the rows of a long table, or of one without values.
- ``{"a.jpg": ["Sky", "Sea"]}``, ``{"a.jpg": "Sky"}``, ``{"a.jpg": {"Sky": 0.9}}``: by item.

A list may stand alone in an object under any name (``{"predictions": [...]}``). A wide table of a run with nothing but
0 and 1, or true and false, is read as decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldscale.data import Concepts, Judgements, Run
from goldscale.data.headings import PLURALS, item_heading, label_heading, tag_columns, tag_noun
from goldscale.data.run import are_decisions
from goldscale.files import Source
from goldscale.formats.json_objects import (
    LABELS,
    RUN,
    TRUTH,
    drop_absent,
    is_object_line,
    item_key,
    only_named,
    take,
    take_name,
)
from goldscale.formats.registry import LIKELY, NO, Format, Hints, Sample
from goldscale.text.headers import long_layout
from goldscale.text.long import Cells
from goldscale.text.strict_json import JsonPlace, parse_file

TABLE = "table"
"""The key of values by label, of which it is not said what they are."""
EXPECTED = "a list of objects, or an object by item"


@dataclass(frozen=True)
class _Entry:
    """What is said about one item, in the form of a line of ``jsonl``."""

    place: JsonPlace
    item: str
    found: dict[str, Any]


def _entries(source: Source, hints: Hints, value: str) -> tuple[list[_Entry], str, str]:
    """All that is said, and what items and labels are called."""
    content = parse_file(source, hints.progress)
    if isinstance(content, dict) and len(content) == 1:
        ((key, inner),) = content.items()
        if isinstance(inner, list) and inner and all(isinstance(entry, dict) for entry in inner):
            return _of_records(JsonPlace(source, path=key), inner, value)
    if isinstance(content, list):
        return _of_records(JsonPlace(source), content, value)
    if not isinstance(content, dict) or not content:
        raise JsonPlace(source).error(EXPECTED, None, content)
    return [_by_item(JsonPlace(source, path=item), item, said) for item, said in content.items()], "item", "label"


def _by_item(place: JsonPlace, item: str, said: Any) -> _Entry:
    if isinstance(said, str):
        said = [said]
    if not isinstance(said, list | dict):
        raise place.error("a list of labels, or an object with a value for each", None, said)
    return _Entry(place, item, {LABELS if isinstance(said, list) else TABLE: said})


def _of_records(whole: JsonPlace, records: list[Any], value: str) -> tuple[list[_Entry], str, str]:
    if not records:
        raise whole.error("at least one object", None, records)
    for number, record in enumerate(records):
        if not isinstance(record, dict):
            raise JsonPlace(whole.source, path=f"{whole.path}[{number}]").error("an object", None, record)
    places = [JsonPlace(whole.source, path=f"{whole.path}[{number}]") for number in range(len(records))]
    keys = list(records[0])
    layout, tags = long_layout(keys, value), tag_columns(keys)
    if layout is not None:
        item, label = keys[layout.item], keys[layout.label]
        values = {kind: keys[position] for kind, position in layout.values.items()}
        pairs = _pairs(places, records, item, label, values)
        return list(pairs), item_heading(item) or "item", label_heading(label) or "label"
    if tags is not None and not tags[2]:
        item, label = keys[tags[0]], keys[tags[1]]
        return list(_pairs(places, records, item, label, {})), item_heading(item) or "item", tag_noun(label)
    seen: dict[str, JsonPlace] = {}
    noun = item_heading(item_key(records[0]) or "item") or "item"
    entries = []
    for place, record in zip(places, records, strict=True):
        name = take_name(place, record, seen)
        structured = any(key in RUN or key in TRUTH or key.casefold() in PLURALS for key in record)
        entries.append(_Entry(place, name, record if structured else {TABLE: record}))
    return entries, noun, "label"


def _pairs(
    places: list[JsonPlace], records: list[Any], item: str, label: str, values: dict[str, str]
) -> Iterator[_Entry]:
    """The records of a long table by item; without values the labels are those that were chosen."""
    wanted = {item, label, *values.values()}
    gathered: dict[str, dict[str, dict[str, Any]]] = {}
    first: dict[tuple[str, str], JsonPlace] = {}
    for place, record in zip(places, records, strict=True):
        odd = next(iter(wanted ^ record.keys()), None)
        if odd is not None:
            raise place.error(f"the keys {', '.join(records[0])}", odd, record.get(odd, "nothing"))
        names = [str(record[key]) if type(record[key]) is int else record[key] for key in (item, label)]
        for key, name in zip((item, label), names, strict=True):
            if not isinstance(name, str):
                raise place.error("a name", key, name)
        earlier = first.setdefault((names[0], names[1]), place)
        if earlier is not place:
            raise place.error(f"each pair once (it is in {earlier.path} already)", None, ", ".join(names))
        kinds = gathered.setdefault(names[0], {})
        for kind, key in values.items() or [("chosen", label)]:
            kinds.setdefault(kind, {})[names[1]] = record[key]
    keys = {"score": "scores", "decision": "decisions", "relevance": "relevance"}
    for name, kinds in gathered.items():
        chosen = {LABELS: list(kinds.pop("chosen"))} if "chosen" in kinds else {}
        place = first[name, next(iter(chosen.get(LABELS) or next(iter(kinds.values()))))]
        yield _Entry(place, name, chosen or {keys[kind]: table for kind, table in kinds.items()})


def _is_binary(entries: list[_Entry]) -> bool:
    """Whether the values of which it is not said what they are can only be decisions."""
    tables = [entry.found[TABLE] for entry in entries if TABLE in entry.found]
    values = [value for table in tables for value in table.values() if value is not None]
    return bool(values) and set(map(type, values)) <= {bool, int} and are_decisions(np.array(values))


def _fill(cells: Cells, entries: list[_Entry], kinds: dict[str, str], table: str, labels: Concepts | None) -> set[str]:
    """Add all cells, values of an unnamed kind under the key ``table``; the keys that came."""
    came: set[str] = set()
    for entry in entries:
        found = {table if key == TABLE else key: value for key, value in entry.found.items()}
        if table == "relevance" and isinstance(found.get(table), dict):
            found[table] = {n: int(v) if isinstance(v, bool) else v for n, v in found[table].items()}
        came |= take(entry.place, cells, entry.item, found, kinds, labels)
    return came


def _read_run(source: Source, hints: Hints) -> Run:
    entries, items, labels = _entries(source, hints, "score")
    cells = Cells(source, ("score", "decision"), strip=False)
    came = _fill(cells, entries, RUN, "decisions" if _is_binary(entries) else "scores", hints.labels)
    drop_absent(cells, RUN, came)
    cells.settle_blanks(hints.blank)
    return Run(**cells.run(items, labels), name=hints.name or source.stem)


def _read_truth(source: Source, hints: Hints) -> Judgements:
    entries, items, labels = _entries(source, hints, "relevance")
    cells = Cells(source, ("relevance",), strip=False)
    chosen = only_named(source, _fill(cells, entries, TRUTH, "relevance", hints.labels))
    return cells.judgements(items, labels, dense=chosen or None, absent=0 if chosen else None)


def _sniff(sample: Sample) -> int:
    start = (sample.text or sample.head.decode("utf-8-sig", "replace")).lstrip()
    if start.startswith("["):
        return LIKELY if start[1:].lstrip()[:1] in ("{", "]") else NO
    one_line = is_object_line(sample.lines[0]) if sample.lines else False
    return LIKELY if start.startswith("{") and not one_line else NO


FORMATS = (
    Format(
        name="json",
        title="JSON: a list of objects (records), or an object by item",
        sniff=_sniff,
        suffixes=(".json",),
        read_run=_read_run,
        read_judgements=_read_truth,
    ),
)
