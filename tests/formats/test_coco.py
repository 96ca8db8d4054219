"""COCO: a ground truth of objects, and detections with ids."""

from __future__ import annotations

import json
import os

import numpy as np
import pytest

import goldscale as gs
from goldscale.files import Source
from goldscale.formats import coco, naming_file, sniff
from goldscale.measures import Evaluation

TRUTH = {
    "info": {"description": "made up"},
    "images": [{"id": 11, "file_name": "a.jpg"}, {"id": 5, "file_name": "b.jpg"}, {"id": 7, "file_name": "c.jpg"}],
    "annotations": [
        {"id": 1, "image_id": 11, "category_id": 18, "bbox": [0, 0, 2, 2], "iscrowd": 0},
        {"id": 2, "image_id": 11, "category_id": 18, "bbox": [3, 3, 2, 2], "iscrowd": 0},
        {"id": 3, "image_id": 5, "category_id": 2, "bbox": [0, 0, 2, 2], "iscrowd": 1},
    ],
    "categories": [{"id": 2, "name": "car"}, {"id": 18, "name": "dog"}, {"id": 44, "name": "cup"}],
}
RESULTS = [
    {"image_id": 5, "category_id": 18, "bbox": [0, 0, 1, 1], "score": 0.25},
    {"image_id": 5, "category_id": 18, "bbox": [4, 4, 1, 1], "score": 0.75},
    {"image_id": 11, "category_id": 2, "bbox": [0, 0, 1, 1], "score": 0.5},
]


@pytest.fixture
def files(tmp_path):
    for name, content in (("instances.json", TRUTH), ("results.json", RESULTS)):
        (tmp_path / name).write_text(json.dumps(content))
    return tmp_path


def test_a_truth(files):
    assert sniff(Source(files / "instances.json")).name == "coco"
    truth = gs.read_judgements(files / "instances.json")
    assert (truth.items.names, truth.labels.names) == (("a.jpg", "b.jpg", "c.jpg"), ("car", "dog", "cup"))
    assert truth.values.tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]


def test_results_have_the_names_of_the_truth_that_is_given(files):
    assert sniff(Source(files / "results.json")).name == "coco"
    run = gs.read_run(files / "results.json", names=files / "instances.json")
    assert (run.items.names, run.labels.names) == (("a.jpg", "b.jpg", "c.jpg"), ("car", "dog", "cup"))
    assert run.scores.toarray().tolist() == [[0.5, 0, 0], [0, 0.75, 0], [0, 0, 0]]
    gs.evaluate(run, gs.read_judgements(files / "instances.json"), ["AP"])


def test_results_without_names_have_ids(files):
    run = gs.read_run(files / "results.json")
    assert (run.items.names, run.labels.names) == (("5", "11"), ("18", "2"))
    (files / "truth.csv").write_text("image,18,2\n5,1,0\n11,0,1\n")
    run = gs.read_run(files / "results.json", names=files / "truth.csv")
    assert np.isfinite(gs.evaluate(run, gs.read_judgements(files / "truth.csv"), ["AP"]).values("AP")).all()


def test_only_a_file_that_can_be_read_again_is_asked_for_names(files):
    os.mkfifo(files / "pipe")
    for path in (None, "-", files, files / "pipe"):
        assert naming_file(path) is None
    with pytest.raises(gs.MissingResourceError, match=r"no\.json"):
        gs.read_run(files / "results.json", names=files / "no.json")


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        (lambda t, r: r[1].update(score="high"), "[1].score", "a finite number"),
        (lambda t, r: r[1].pop("score"), "[1].score", "a finite number"),
        (lambda t, r: r[1].pop("category_id"), "[1].category_id", "an id"),
        (lambda t, r: r.insert(0, 1), "[0]", "an object"),
    ],
)
def test_broken_results(files, change, field, words):
    truth, results = json.loads(json.dumps([TRUTH, RESULTS]))
    change(truth, results)
    (files / "results.json").write_text(json.dumps(results))
    with pytest.raises(gs.FormatError, match=words) as caught:
        gs.read_run(files / "results.json", names=files / "instances.json")
    assert caught.value.field == field


def test_python_takes_the_names_from_the_truth_as_the_command_line_does(files):
    (files / "found.json").write_text(json.dumps([{"image_id": 11, "category_id": 18, "score": 0.5}]))
    truth = files / "instances.json"
    for runs in (files / "found.json", {"run": str(files / "found.json")}, [str(files / "found.json")]):
        assert gs.evaluate(runs, truth, "AP").values("AP")[0, 1] == 1
    assert Evaluation(str(truth), "AP").score(str(files / "found.json")).values("AP")[0, 1] == 1


def test_what_the_truth_does_not_list_is_extra(files):
    extra = [{"image_id": 99, "category_id": 18, "score": 0.5}, {"image_id": 11, "category_id": 98, "score": 0.5}]
    (files / "more.json").write_text(json.dumps([*RESULTS, *extra]))
    run = gs.read_run(files / "more.json", names=files / "instances.json")
    assert (run.items.names[-1], run.labels.names[-1]) == ("99", "98")
    with pytest.raises(gs.MismatchError, match="1 extra"):
        gs.evaluate(files / "more.json", files / "instances.json", "AP")
    with pytest.warns(gs.GoldscaleWarning, match="that the truth lacks left out"):
        dropped = gs.evaluate(files / "more.json", files / "instances.json", "AP", extra="drop")
    plain = gs.evaluate(files / "results.json", files / "instances.json", "AP")
    np.testing.assert_array_equal(dropped.values("AP"), plain.values("AP"))


def test_the_names_are_read_once_and_again_when_they_change(files, monkeypatch):
    parsed = []
    parse = coco.parse_file
    monkeypatch.setattr(coco, "parse_file", lambda source, *rest: (parsed.append(source.stem), parse(source, *rest))[1])
    coco._names_in.cache_clear()
    for _ in range(3):
        gs.read_run(files / "results.json", names=files / "instances.json")
    assert parsed.count("instances") == 1
    renamed = (files / "instances.json").read_text().replace("b.jpg", "z.jpg")
    (files / "instances.json").write_text(renamed)
    assert "z.jpg" in gs.read_run(files / "results.json", names=files / "instances.json").items


@pytest.mark.parametrize("count", [1, 5000])
def test_annotations_of_somebody_else_are_not_coco(tmp_path, count):
    path = tmp_path / "truth.json"
    path.write_text(json.dumps({"annotations": [{"image": f"{i}.jpg", "labels": ["Sky"]} for i in range(count)]}))
    assert sniff(Source(path)).name == "json"
    assert gs.read_judgements(path).shape == (count, 1)


@pytest.mark.parametrize("part", ["images", "annotations", "categories"])
def test_a_long_truth_is_recognised_by_whatever_part_comes_first(tmp_path, part):
    path = tmp_path / "truth.json"
    path.write_text(json.dumps({part: TRUTH[part] * 3000} | TRUTH))
    assert sniff(Source(path)).name == "coco"


def test_broken_truths(files):
    path = files / "instances.json"
    with pytest.raises(gs.FormatError, match=r"expected a list of results .* found a ground truth"):
        gs.read_run(path)
    with pytest.raises(gs.FormatError, match=r"expected a ground truth .* found a list"):
        gs.read_judgements(files / "results.json")
    votes = TRUTH | {"annotations": [{"image_id": 5, "category_id": 2, "annotator": "ann"}]}
    path.write_text(json.dumps(votes))
    with pytest.raises(gs.FormatError, match=r"annotations\[0\]\.annotator: expected judgements, found votes of many"):
        gs.read_judgements(path)
    assert len(gs.read_votes(path)) == 1
    path.write_text(json.dumps({"images": [], "annotations": [], "categories": []}))
    with pytest.raises(gs.FormatError, match="at least one image"):
        gs.read_judgements(path)
