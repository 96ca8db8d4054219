"""JSON lines."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import sparse

from goldscale.data import Judgements, Run
from goldscale.errors import GoldscaleWarning
from goldscale.formats import read_judgements, read_run, write_judgements, write_run


def put(tmp_path, *objects):
    path = tmp_path / "mine.jsonl"
    path.write_text("".join(json.dumps(o) + "\n" for o in objects))
    return path


def test_a_run_without_header(tmp_path):
    path = put(tmp_path, {"item": "007", "scores": {"Sky": 0.5, "Sea": 1}}, {"item": 8, "scores": {"Sea": None}})
    with pytest.warns(GoldscaleWarning, match="1 cell is empty .line 2, field 8, Sea"):
        run = read_run(path)
    assert run.items.names == ("007", "8")
    assert run.is_sparse
    assert run.scores.nnz == 2
    assert run.name == "mine"


def test_scores_and_decisions(tmp_path):
    path = put(tmp_path, {"item": "a", "scores": {"x": 0.5, "y": 0.1}, "decisions": {"x": True}})
    run = read_run(path)
    assert run.scores.tolist() == np.float32([[0.5, 0.1]]).tolist()
    assert run.decisions.tolist() == [[True, False]]


def test_only_positives_are_a_full_truth(tmp_path):
    truth = read_judgements(put(tmp_path, {"item": "a", "labels": ["Sky", "Sea"]}, {"item": "b", "labels": []}))
    assert truth.values.tolist() == [[1, 1], [0, 0]]
    assert truth.unjudged == 0


def test_relevance(tmp_path):
    objects = ({"item": "a", "relevance": {"x": 2, "y": None}}, {"item": "b", "relevance": {"x": 0, "y": 1}})
    truth = read_judgements(put(tmp_path, *objects))
    assert truth.values.tolist() == [[2, -1], [0, 1]]


def test_a_header_names_all_labels(tmp_path):
    head = {"goldscale": "judgements", "version": 1, "items": "image", "label": "concept", "labels": ["x", "y", "z"]}
    truth = read_judgements(put(tmp_path, head, {"item": "a", "labels": ["y"]}))
    assert truth.values.tolist() == [[0, 1, 0]]
    assert (truth.items.noun, truth.labels.noun) == ("image", "concept")


def test_everything_comes_back(tmp_path):
    thin = sparse.csr_array(np.float32([[0, 0.5, 0], [0, 0, 0]]))
    run = Run(thin, thin > 0, [" a ", "b\nc"], ["x", "", "é\u2028"], "n", "t", "notes", [0.1, 0.2, 0.3])
    assert write_run(run, tmp_path / "run.jsonl") == []
    again = read_run(tmp_path / "run.jsonl")
    assert (again.items.names, again.labels.names) == (run.items.names, run.labels.names)
    assert again.scores.dtype == np.float32
    assert (again.name, again.team, again.notes, again.threshold.tolist()) == ("n", "t", "notes", [0.1, 0.2, 0.3])
    assert again.decisions.nnz == 1
    truth = Judgements(sparse.csr_array(np.array([[1, 2]])))
    assert write_judgements(truth, tmp_path / "truth.jsonl") == []
    assert read_judgements(tmp_path / "truth.jsonl").is_sparse
