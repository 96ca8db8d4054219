"""What JSON says about one item: ``{"item": "a.jpg", "scores": {"Sky": 0.9}, "labels": ["Sky"]}``.

A run has ``scores``, ``decisions`` or ``labels`` (those that were decided), a truth ``relevance`` or ``labels`` (those
that are relevant). ``labels`` and ``scores`` may be two lists of the same length. A score or relevance of null is
unretrieved or unjudged, a decision that is not there is no. The item may be headed image, filename and the like, the
labels tags, classes and the like.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from types import NoneType
from typing import Any

import numpy as np

from goldscale.data import Concepts
from goldscale.data.headings import ITEM_WORDS, OTHER_ITEM_WORDS, PLURALS, item_heading
from goldscale.files import Source
from goldscale.text.long import COLUMNS, Cells
from goldscale.text.strict_json import JsonPlace, is_finite

LABELS = "labels"
RUN = {"scores": "score", "decisions": "decision", LABELS: "decision"}
TRUTH = {"relevance": "relevance", LABELS: "relevance"}
"""The keys of an object, and the kind of value below each."""

_KEYS = ("goldscale", *RUN, *TRUTH)
_ITEM_KEY = re.compile(rf'"({"|".join((*ITEM_WORDS, *OTHER_ITEM_WORDS))})(_?(id|name|file|path))?"\s*:', re.IGNORECASE)
_LIST_ALONE = re.compile(r'\s*{\s*"[^"]*"\s*:\s*\[\s*{')
_FIRST_KEY = re.compile(rf'\s*{{\s*"({"|".join(_KEYS)})"')


def is_object_line(line: str) -> bool:
    """Whether a line looks like an object about one item, or like the header of such lines."""
    if _LIST_ALONE.match(line):
        return False
    return _FIRST_KEY.match(line) is not None or _ITEM_KEY.search(line) is not None


def item_key(found: Mapping[str, Any]) -> str | None:
    """The key under which an object names its item."""
    return "item" if "item" in found else next((key for key in found if item_heading(key) is not None), None)


def take_name(place: JsonPlace, found: dict[str, Any], seen: dict[str, JsonPlace]) -> str:
    """The item's name, taken out of its object; each comes once."""
    key = item_key(found) or "item"
    name = found.pop(key, None)
    if type(name) is int:
        name = str(name)
    if not isinstance(name, str):
        raise place.error("the item's name", key, name)
    if name in seen:
        raise place.error(f"each item once (it is in {seen[name].spoken} already)", key, name)
    seen[name] = place
    return name


def take(
    place: JsonPlace,
    cells: Cells,
    item: str,
    found: dict[str, Any],
    kinds: Mapping[str, str],
    labels: Concepts | None = None,
) -> set[str]:
    """Add the cells of one object, over all labels that it names; the keys that it has.

    Where it only names labels, those that the caller gives are all there are.
    """
    if labels is not None:
        _hold_to(labels, place, cells, found)
    found = {LABELS if key.casefold() in PLURALS else key: value for key, value in found.items()}
    unknown = [key for key in found if key not in kinds]
    if unknown or not found:
        raise place.error(f"item and {' or '.join(kinds)}", unknown[0] if unknown else None, unknown or "neither")
    if isinstance(found.get("scores"), list):
        found = _paired(place, found)
    given: dict[str, dict[str, Any]] = {}
    for key, values in found.items():
        values = _chosen(place, values) if key == LABELS else values
        if not isinstance(values, dict):
            raise place.error("an object with a value for each label", key, values)
        given[kinds[key]] = given.get(kinds[key], {}) | values
    names = list(dict.fromkeys(name for values in given.values() for name in values))
    line = place.line or 0
    columns = array("i", [cells.code(cells.labels, name, place.line, LABELS) for name in names])
    rows = array("i", [cells.code(cells.items, item, place.line, "item")]) * len(names)
    numbers = {kind: _numbers(place, kind, names, given.get(kind, {})) for kind in cells.values}
    cells.extend([line] * len(names), rows, columns, numbers)
    return set(found)


def _hold_to(labels: Concepts, place: JsonPlace, cells: Cells, found: Mapping[str, Any]) -> None:
    for key, names in found.items():
        if key.casefold() not in PLURALS or not are_names(names):
            continue
        if len(cells.labels.names) < len(labels):
            for label in labels:
                cells.code(cells.labels, label, place.line, LABELS)
        odd = next((name for name in names if name not in labels), None)
        if odd is not None:
            raise place.error(f"one of the {labels.counted} given", key, odd)


def only_named(source: Source, came: set[str]) -> bool:
    """Whether a truth names the labels that are relevant, which makes all others not relevant."""
    if came == set(TRUTH):
        raise source.error("relevance or labels throughout", field=LABELS, instead="both")
    return LABELS in came


def drop_absent(cells: Cells, kinds: Mapping[str, str], came: set[str]) -> None:
    """Forget the kinds of values that no object had."""
    present = {kinds[key] for key in came}
    for kind in [kind for kind in cells.values if kind not in present]:
        del cells.values[kind]


def are_names(found: Any) -> bool:
    """Whether this is a list of texts, each once."""
    return isinstance(found, list) and all(isinstance(n, str) for n in found) and len(set(found)) == len(found)


def _paired(place: JsonPlace, found: dict[str, Any]) -> dict[str, Any]:
    """Two lists, of labels and of their scores, as one object."""
    labels, scores = found.get(LABELS, []), found["scores"]
    if not are_names(labels) or len(labels) != len(scores):
        raise place.error("an object with a value for each label, or as many scores as labels", "scores", scores)
    rest = {key: value for key, value in found.items() if key != LABELS}
    return rest | {"scores": dict(zip(labels, scores, strict=True))}


def _chosen(place: JsonPlace, names: Any) -> dict[str, int]:
    if not are_names(names):
        raise place.error("a list of label names, each once", LABELS, names)
    return dict.fromkeys(names, 1)


def _numbers(place: JsonPlace, kind: str, names: list[str], given: Mapping[str, Any]) -> array[Any]:
    column = COLUMNS[kind]
    found = [given.get(name) for name in names]
    types = set(map(type, found))
    if types <= ({bool, NoneType} if kind == "decision" else {float}):
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
