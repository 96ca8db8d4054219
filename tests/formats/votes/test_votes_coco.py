"""COCO-style JSON."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from vote_samples import SAMPLES, records

from goldscale import FormatError, read_votes

SAMPLE = json.loads(SAMPLES["coco-json"])


def written(folder: Path, content: Any) -> Path:
    path = folder / "votes.json"
    path.write_text(json.dumps(content))
    return path


def test_several_boxes_are_one_vote_and_bare_images_are_kept(tmp_path: Path) -> None:
    votes = read_votes(written(tmp_path, SAMPLE))
    assert sorted(records(votes)) == [("ann", "a.jpg", "Sky", 1, 0), ("bob", "a.jpg", "Sea", 1, 0)]
    assert votes.items.names == ("a.jpg", "b.jpg")
    assert votes.labels.names == ("Sky", "Sea")


def test_annotators_have_names_and_values_count(tmp_path: Path) -> None:
    content = deepcopy(SAMPLE)
    content["annotators"] = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}, {"id": 3, "name": "Cid"}]
    content["annotations"] = [
        {"image_id": 1, "category_id": 7, "worker_id": 2, "value": 0},
        {"image_id": 2, "category_id": 7, "user_id": 1, "score": 0.25},
        {"image_id": 2, "category_id": 7, "user_id": 1, "score": 0.75},
        {"image_id": 2, "category_id": 8, "annotator": "Ann", "value": True},
    ]
    votes = read_votes(written(tmp_path, content))
    assert votes.annotators.names == ("Ann", "Bob", "Cid")
    assert sorted(records(votes)) == [
        ("Ann", "b.jpg", "Sea", 1, 0),
        ("Ann", "b.jpg", "Sky", 0.75, 0),
        ("Bob", "a.jpg", "Sky", 0, 0),
    ]


@pytest.mark.parametrize(
    ("part", "number", "change", "field", "words"),
    [
        ("annotations", 1, {"annotator": None}, "annotations[1].annotator", "an id"),
        ("annotations", 2, {"image_id": 9}, "annotations[2].image_id", "an id that is listed"),
        ("annotations", 2, {"category_id": 1.5}, "annotations[2].category_id", "an id"),
        ("annotations", 0, {"value": "high"}, "annotations[0].value", "a finite number"),
        ("annotations", 0, {"score": 10**400}, "annotations[0].score", "a finite number"),
        ("images", 1, {"id": 1}, "images[1].id", "each id once"),
        ("images", 1, {"file_name": "a.jpg"}, "images[1].file_name", r"in images\[0\] already"),
        ("categories", 0, {"name": ""}, "categories[0].name", "a name"),
        ("categories", 0, {"name": "\ud800"}, "categories[0].name", "a name"),
    ],
)
def test_a_broken_entry_is_named(
    tmp_path: Path, part: str, number: int, change: dict[str, Any], field: str, words: str
) -> None:
    content = deepcopy(SAMPLE)
    content[part][number].update(change)
    with pytest.raises(FormatError, match=words) as caught:
        read_votes(written(tmp_path, content))
    assert caught.value.field == field


def test_an_annotation_of_nobody_is_an_error(tmp_path: Path) -> None:
    content = deepcopy(SAMPLE)
    del content["annotations"][2]["annotator"]
    with pytest.raises(FormatError, match="who made it") as caught:
        read_votes(written(tmp_path, content))
    assert caught.value.field == "annotations[2].annotator"
    content["annotators"] = [{"id": 5, "name": "Cid"}]
    with pytest.raises(FormatError, match="one of the annotators listed"):
        read_votes(written(tmp_path, content))


@pytest.mark.parametrize("part", ["images", "categories", "annotations"])
def test_a_part_that_is_not_there_is_named(tmp_path: Path, part: str) -> None:
    content = deepcopy(SAMPLE)
    for found in (None, {}, [1]):
        content[part] = found
        with pytest.raises(FormatError, match=r"a list|an object") as caught:
            read_votes(written(tmp_path, content), "coco-json")
        assert str(caught.value.field).startswith(part)
    content[part] = []
    with pytest.raises(FormatError):
        read_votes(written(tmp_path, content))
