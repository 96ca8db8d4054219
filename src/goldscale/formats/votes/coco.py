"""COCO-style JSON: ``images``, ``categories``, ``annotations`` that say who made them, perhaps ``annotators``.

An annotation is a vote of 1, or of its ``value`` or ``score``; several boxes of one person for one category on one
image are one vote, the highest. Images and categories without annotations, and annotators listed, are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from goldscale.data import Annotators, Concepts, Items, Votes
from goldscale.files import Source
from goldscale.formats.registry import NO, SURE, Format, Hints, Sample
from goldscale.formats.votes.headings import HEADINGS
from goldscale.text.names import Codes, is_text
from goldscale.text.strict_json import JsonPlace, is_finite, parse_object

VALUES = ("value", "score")
REFERENCES = (b'"image_id"', b'"category_id"')
PARTS = {b'"images"': (b'"id"',), b'"categories"': (b'"id"',), b'"annotations"': REFERENCES}
"""What the file has, and the keys of the objects there."""


def _read(source: Source, hints: Hints) -> Votes:
    content = parse_object(source, source.text())
    if hints.progress is not None:
        hints.progress(source.size, source.size)
    images = listed(source, content, "images", ("file_name", "name"))
    categories = listed(source, content, "categories", ("name",))
    known = listed(source, content, "annotators", ("name",)) if "annotators" in content else None
    people = Codes((known or {}).values(), strip=False)
    image_code, category_code = ({key: code for code, key in enumerate(found)} for found in (images, categories))
    rows, values = [], []
    for place, entry in objects(source, content, "annotations"):
        rows.append(
            (
                people[_annotator(place, entry, known)],
                reference(place, entry, "image_id", image_code),
                reference(place, entry, "category_id", category_code),
            )
        )
        values.append(_value(place, entry))
    if not rows:
        raise source.error("at least one annotation", field="annotations", instead="none")
    cells, which = np.unique(np.array(rows), axis=0, return_inverse=True)
    highest = np.full(len(cells), -np.inf)
    np.maximum.at(highest, which.ravel(), np.array(values))
    person, image, category = cells.T
    return Votes(
        person,
        image,
        category,
        highest,
        Annotators(people.names),
        Items(images.values(), "image"),
        Concepts(categories.values(), "concept"),
        hints.name or source.stem,
    )


def objects(source: Source, content: Mapping[str, Any], part: str) -> Iterator[tuple[JsonPlace, dict[str, Any]]]:
    """Each object of a part of the file, with its place."""
    entries = content.get(part)
    if not isinstance(entries, list):
        raise JsonPlace(source, path=part).error("a list", None, entries)
    for number, entry in enumerate(entries):
        place = JsonPlace(source, path=f"{part}[{number}]")
        if not isinstance(entry, dict):
            raise place.error("an object", None, entry)
        yield place, entry


def listed(source: Source, content: Mapping[str, Any], part: str, names: tuple[str, ...]) -> dict[str | int, str]:
    """The name of each id, or the id where there is none; both only once."""
    found: dict[str | int, str] = {}
    seen: dict[str, str] = {}
    for place, entry in objects(source, content, part):
        key = identifier(place, entry, "id")
        if key in found:
            raise place.error("each id once", "id", key)
        word = next((name for name in names if name in entry), "id")
        name = str(key) if word == "id" else entry[word]
        if not isinstance(name, str) or not name or not is_text(name):
            raise place.error("a name", word, name)
        if name in seen:
            raise place.error(f"each name once (it is in {seen[name]} already)", word, name)
        seen[name] = place.path
        found[key] = name
    return found


def identifier(place: JsonPlace, entry: Mapping[str, Any], key: str) -> str | int:
    """The id under a key."""
    found = entry.get(key)
    if type(found) is int or (isinstance(found, str) and found and is_text(found)):
        return found
    raise place.error("an id (a whole number or text)", key, found)


def reference(place: JsonPlace, entry: Mapping[str, Any], key: str, known: Mapping[str | int, int]) -> int:
    """What is known under the id that an object refers to."""
    found = identifier(place, entry, key)
    if found not in known:
        raise place.error("an id that is listed", key, found)
    return known[found]


def _annotator(place: JsonPlace, entry: Mapping[str, Any], known: Mapping[str | int, str] | None) -> str:
    key = next((word for word in HEADINGS["annotator"] if word in entry), None)
    if key is None:
        raise place.error("who made it (annotator or annotator_id)", "annotator", sorted(entry))
    found = identifier(place, entry, key)
    if known is None:
        return str(found)
    if found in known:
        return known[found]
    if found in known.values():
        return str(found)
    raise place.error("one of the annotators listed", key, found)


def _value(place: JsonPlace, entry: Mapping[str, Any]) -> float:
    key = next((word for word in VALUES if word in entry), None)
    if key is None:
        return 1.0
    value = entry[key]
    if type(value) is bool or is_finite(value):
        return float(value)
    raise place.error("a finite number, true or false", key, value)


def has_parts(head: bytes, *, whole: bool) -> bool:
    """Whether a file that begins like this has the parts of COCO: all of them, for one alone may be anybody's.

    Of a long file only one may be seen, whose objects then go by id; of a broken one only the first may be there.
    """
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start.startswith(b"{"):
        return False
    if not whole:
        return any(part in start and all(key in start for key in keys) for part, keys in PARTS.items())
    wanted = all if start.rstrip().endswith(b"}") else any
    return wanted(part in start for part in PARTS)


def _sniff(sample: Sample) -> int:
    return SURE if has_parts(sample.head, whole=sample.whole) else NO


FORMATS = (
    Format(
        name="coco-json",
        title="votes: COCO-style JSON whose annotations say who made them",
        sniff=_sniff,
        suffixes=(".json",),
        read_votes=_read,
    ),
)
