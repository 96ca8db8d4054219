"""JSON in one piece, by records or by item."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import goldscale as gs
from goldscale.files import Source
from goldscale.formats import sniff

TABLE = {"a.jpg": {"Sky": 0.5, "Sea": 0.25}, "b.jpg": {"Sky": 1.0, "Sea": 0.125}}
CHOSEN = {"a.jpg": ["Sky", "Sea"], "b.jpg": ["Sea"], "c.jpg": []}
FRAME = pd.DataFrame(TABLE).T.rename_axis("image").reset_index()
SCORED = {
    "by item": TABLE,
    "records": json.loads(FRAME.to_json(orient="records")),
    "long records": json.loads(FRAME.melt(id_vars="image").to_json(orient="records")),
    "scores": [{"image": name, "scores": scores} for name, scores in TABLE.items()],
    "two lists": [{"id": n, "labels": list(s), "scores": list(s.values())} for n, s in TABLE.items()],
    "under a name": {"predictions": [{"file_name": name, **scores} for name, scores in TABLE.items()]},
}
NAMED = {
    "by item": CHOSEN,
    "records": [{"image": name, "tags": names} for name, names in CHOSEN.items()],
    "results": {"results": [{"image_id": name, "labels": names} for name, names in CHOSEN.items()]},
}


def put(tmp_path, content, indent=None):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(content, indent=indent))
    return path


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("content", SCORED.values(), ids=SCORED)
def test_scores(tmp_path, content, indent):
    path = put(tmp_path, content, indent)
    assert sniff(Source(path)).name == "json"
    run = gs.read_run(path)
    assert (run.name, run.items.names, run.labels.names) == ("mine", ("a.jpg", "b.jpg"), ("Sky", "Sea"))
    assert run.scores.tolist() == [[0.5, 0.25], [1.0, 0.125]]
    assert run.decisions is None


@pytest.mark.parametrize("content", [v for k, v in SCORED.items() if k not in ("scores", "two lists")])
def test_relevance(tmp_path, content):
    assert gs.read_judgements(put(tmp_path, content)).values.tolist() == [[0.5, 0.25], [1.0, 0.125]]


@pytest.mark.parametrize("content", NAMED.values(), ids=NAMED)
def test_names_of_labels(tmp_path, content):
    path = put(tmp_path, content)
    truth, run = gs.read_judgements(path), gs.read_run(path)
    assert truth.values.tolist() == [[1, 1], [0, 1], [0, 0]]
    assert run.decisions.toarray().tolist() == [[True, True], [False, True], [False, False]]


def test_labels_that_are_given(tmp_path):
    truth = gs.read_judgements(put(tmp_path, CHOSEN), labels=["Sun", "Sea", "Sky"])
    assert (truth.labels.names, truth.values.tolist()) == (("Sun", "Sea", "Sky"), [[0, 1, 1], [0, 1, 0], [0, 0, 0]])
    with pytest.raises(gs.FormatError, match=r"a\.jpg\.labels: expected one of the 2 labels given, found 'Sky'"):
        gs.read_judgements(put(tmp_path, CHOSEN), labels=["Sun", "Sea"])
    for odd in ([{"x": 1}], [["Sun"]], [7], ["Sun", "Sun"]):
        with pytest.raises(gs.FormatError, match="a list of label names, each once"):
            gs.read_judgements(put(tmp_path, {"a.jpg": odd, "b.jpg": []}), labels=["Sun", "Sea"])
    run = gs.read_run(put(tmp_path, TABLE), labels=["x", "y"])
    assert run.labels.names == ("Sky", "Sea")


def test_one_label_each(tmp_path):
    for content in ({"a": "cat", "b": "dog"}, [{"image": "a", "label": "cat"}, {"image": "b", "label": "dog"}]):
        truth = gs.read_judgements(put(tmp_path, content))
        assert (truth.labels.names, truth.values.tolist()) == (("cat", "dog"), [[1, 0], [0, 1]])


def test_truth_values_are_decisions_in_a_run_and_relevance_in_a_truth(tmp_path):
    path = put(tmp_path, [{"image": "a", "Sky": True, "Sea": False}, {"image": "b", "Sky": False, "Sea": True}])
    assert gs.read_run(path).decisions.tolist() == [[True, False], [False, True]]
    assert gs.read_judgements(path).values.tolist() == [[1, 0], [0, 1]]


def test_null_is_no_score_and_said(tmp_path):
    path = put(tmp_path, json.loads(FRAME.replace({0.25: np.nan}).to_json(orient="records")))
    with pytest.warns(gs.GoldscaleWarning, match=r"1 cell is empty \(field a.jpg, Sea\)"):
        assert gs.read_run(path).scores.tolist() == [[0.5, -np.inf], [1.0, 0.125]]
    assert gs.read_run(path, blank=0).scores[0, 1] == 0
    assert gs.read_judgements(path).unjudged == 1


@pytest.mark.parametrize(
    ("content", "field", "words"),
    [
        ([], None, "at least one object"),
        ({}, None, "a list of objects, or an object by item"),
        ([{"Sky": 0.5}], "[0].item", "the item's name"),
        ([{"image": "a", "Sky": 0.5}, 3], "[1]", "an object"),
        ([{"image": "a", "Sky": 0.5}, {"image": "a", "Sky": 1}], "[1].image", "it is in [0] already"),
        ([{"image": "a", "Sky": "high"}], "[0].score, Sky", "a finite number"),
        ([{"image": "a", "labels": "Sky"}], "[0].labels", "a list of label names"),
        ([{"image": "a", "labels": ["x"], "scores": [1, 2]}], "[0].scores", "as many scores as labels"),
        ([{"image": "a", "label": "x", "score": 1}] * 2, "[1]", "each pair once (it is in [0] already)"),
        ([{"image": "a", "label": "x", "score": 1}, {"image": "a"}], None, "the keys image, label, score"),
        ({"a": 0.5, "b": 0.25}, "a", "a list of labels, or an object with a value for each"),
    ],
)
def test_what_is_refused(tmp_path, content, field, words):
    with pytest.raises(gs.FormatError) as caught:
        gs.read_run(put(tmp_path, content), "json")
    assert words in str(caught.value)
    assert field is None or caught.value.field == field


def test_lines_with_other_headings_are_lines(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"image": "a", "scores": {"Sky": 0.5}}\n{"image": "b", "tags": ["Sky"]}\n')
    assert sniff(Source(path)).name == "jsonl"
    assert gs.read_run(path).decisions.tolist() == [[False], [True]]
