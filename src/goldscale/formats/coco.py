"""COCO: a ground truth of objects (``images``, ``annotations``, ``categories``), and the results of detectors.

In a truth a category is relevant to an image that has an annotation of it, and not relevant to any other image listed.
A run is a list of ``{"image_id": 1, "category_id": 18, "score": 0.9}``; of several boxes the highest score counts. It
has ids only: their names come from the ground truth, which the caller gives (``names=``; ``--truth`` on the command
line). Without it the ids are the names, as they are for whatever the truth does not list.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import sparse

from goldscale.data import Concepts, Items, Judgements, Run
from goldscale.data.matrix import compact
from goldscale.files import Source
from goldscale.formats.registry import NO, SURE, Format, Hints, Sample
from goldscale.formats.votes.coco import REFERENCES, has_parts, identifier, listed, objects, reference
from goldscale.formats.votes.headings import HEADINGS
from goldscale.text.strict_json import JsonPlace, is_finite, parse_file

HEAD = 1 << 16
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
    cells: dict[tuple[str | int, str | int], float] = {}
    for number, entry in enumerate(content):
        place = JsonPlace(source, path=f"[{number}]")
        if not isinstance(entry, dict):
            raise place.error("an object", None, entry)
        if not is_finite(entry.get("score")):
            raise place.error("a finite number", "score", entry.get("score"))
        cell = identifier(place, entry, "image_id"), identifier(place, entry, "category_id")
        cells[cell] = max(cells.get(cell, -np.inf), float(entry["score"]))
    if not cells:
        raise source.error("at least one result", instead="none")
    row, items = _coded((image for image, _ in cells), images)
    column, labels = _coded((category for _, category in cells), categories)
    scores = compact(np.array([*cells.values()]))
    made = sparse.coo_array((scores, (row, column)), shape=(len(items), len(labels)))
    return Run(
        made.tocsr(), items=Items(items, "image"), labels=Concepts(labels, "concept"), name=hints.name or source.stem
    )


def _coded(ids: Iterable[str | int], known: Names) -> tuple[list[int], list[str]]:
    """The place of each id among all names; one that nobody names is its own, and comes behind."""
    places = {key: place for place, key in enumerate(known)}
    codes = [places.setdefault(key, len(places)) for key in ids]
    return codes, [known.get(key, str(key)) for key in places]


def _known(source: Source) -> tuple[Names, Names]:
    """The names of images and of categories where this is a ground truth of COCO; none in another file."""
    head = source.head(HEAD)
    return _names_in(source.name, source.digest()) if has_parts(head, whole=len(head) < HEAD) else ({}, {})


@lru_cache(maxsize=1)
def _names_in(path: str, digest: str) -> tuple[Names, Names]:
    """Read once for all runs, as long as the file stays the same."""
    source = Source(path)
    return _names(source, parse_file(source))


def _sniff(sample: Sample) -> int:
    start = sample.head.removeprefix(b"\xef\xbb\xbf").lstrip()
    results = start.startswith(b"[") and all(key in start for key in REFERENCES)
    return SURE if results or has_parts(sample.head, whole=sample.whole) else NO


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
