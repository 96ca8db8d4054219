"""COCO: a ground truth of objects (``images``, ``annotations``, ``categories``), and the results of detectors.

In a truth a category is relevant to an image that has an annotation of it, and not relevant to any other image listed.
A run is a list of ``{"image_id": 1, "category_id": 18, "score": 0.9}``; of several boxes the highest score counts. It
has ids only: their names come from the ground truth, which the caller gives (``names=``; ``--truth`` on the command
line). Without it the ids are the names.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from goldscale.data import Concepts, Items, Judgements, Run
from goldscale.data.matrix import compact
from goldscale.files import Source
from goldscale.formats.registry import NO, SURE, Format, Hints, Sample
from goldscale.formats.votes.coco import identifier, listed, objects, reference
from goldscale.formats.votes.headings import HEADINGS
from goldscale.text.strict_json import JsonPlace, is_finite, parse_file

PARTS = (b'"images"', b'"annotations"', b'"categories"')
KEYS = (b'"image_id"', b'"category_id"')
Names = dict[str | int, str]


def _names(source: Source, content: dict[str, Any]) -> tuple[Names, Names]:
    """The names of images and of categories by id."""
    return (
        listed(source, content, "images", ("file_name", "name")),
        listed(source, content, "categories", ("name",)),
    )


def _read_truth(source: Source, hints: Hints) -> Judgements:
    content = parse_file(source, hints.progress)
    if not isinstance(content, dict):
        raise source.error("a ground truth (images, annotations and categories)", instead="a list, as of results")
    images, categories = _names(source, content)
    if not images or not categories:
        raise source.error("at least one image and one category", field="images", instead="none")
    row, column = ({key: code for code, key in enumerate(found)} for found in (images, categories))
    values = np.zeros((len(images), len(categories)), dtype=np.int8)
    for place, entry in objects(source, content, "annotations"):
        person = next((word for word in HEADINGS["annotator"] if word in entry), None)
        if person is not None:
            hint = "Merge them into a truth first: goldscale agree merge."
            raise source.error("judgements", field=f"{place.path}.{person}", instead="votes of many people", hint=hint)
        values[reference(place, entry, "image_id", row), reference(place, entry, "category_id", column)] = 1
    return Judgements(values, Items(images.values(), "image"), Concepts(categories.values(), "concept"))


def _read_run(source: Source, hints: Hints) -> Run:
    content = parse_file(source, hints.progress)
    if not isinstance(content, list):
        raise source.error("a list of results (image_id, category_id, score)", instead="a ground truth")
    images, categories = ({}, {}) if hints.names is None else _known(hints.names)
    named = bool(images)
    rows, columns = ({key: code for code, key in enumerate(found)} for found in (images, categories))
    cells: dict[tuple[int, int], float] = {}
    for number, entry in enumerate(content):
        place = JsonPlace(source, path=f"[{number}]")
        if not isinstance(entry, dict):
            raise place.error("an object", None, entry)
        if not is_finite(entry.get("score")):
            raise place.error("a finite number", "score", entry.get("score"))
        if not named:
            rows.setdefault(identifier(place, entry, "image_id"), len(rows))
            columns.setdefault(identifier(place, entry, "category_id"), len(columns))
        cell = reference(place, entry, "image_id", rows), reference(place, entry, "category_id", columns)
        cells[cell] = max(cells.get(cell, -np.inf), float(entry["score"]))
    if not cells:
        raise source.error("at least one result", instead="none")
    row, column = np.array(list(cells)).T
    made = sparse.coo_array((compact(np.array([*cells.values()])), (row, column)), shape=(len(rows), len(columns)))
    items, labels = (images.values(), categories.values()) if named else (map(str, rows), map(str, columns))
    return Run(
        made.tocsr(), items=Items(items, "image"), labels=Concepts(labels, "concept"), name=hints.name or source.stem
    )


def _known(source: Source) -> tuple[Names, Names]:
    """The names of images and of categories where this is a ground truth of COCO; none in another file."""
    return _names(source, parse_file(source)) if _is_truth(source.head()) else ({}, {})


def _is_truth(head: bytes) -> bool:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"{") and any(part in start for part in PARTS)


def _sniff(sample: Sample) -> int:
    start = sample.head.removeprefix(b"\xef\xbb\xbf").lstrip()
    results = start.startswith(b"[") and all(key in start for key in KEYS)
    return SURE if results or _is_truth(sample.head) else NO


FORMATS = (
    Format(
        name="coco",
        title="COCO: a ground truth by image and category, or the results of a detector",
        sniff=_sniff,
        suffixes=(".json",),
        read_run=_read_run,
        read_judgements=_read_truth,
    ),
)
