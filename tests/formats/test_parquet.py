"""Parquet, and the message where pyarrow is missing."""

from __future__ import annotations

import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import sparse

from goldscale.data import Judgements, Run
from goldscale.errors import FormatError, GoldscaleWarning, MissingResourceError
from goldscale.formats import read_judgements, read_run, write_judgements, write_run


def dense(matrix):
    return matrix if isinstance(matrix, np.ndarray) else matrix.toarray()


def test_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingResourceError, match=r"goldscale\[tables\]"):
        write_run(Run([[0.5]]), tmp_path / "run.parquet")
    assert not list(tmp_path.iterdir())


def test_everything_comes_back(tmp_path):
    thin = sparse.csr_array(np.float32([[0, 0.5, 0], [0, 0, 0], [0.25, 0, 0.1]]))
    for scores in (np.float32([[0.1, -np.inf]]), np.array([[1 / 3, 0.5]]), thin):
        run = Run(scores, name="n", team="t", notes="é", threshold=[0.5] * scores.shape[1])
        assert write_run(run, tmp_path / "run.parquet") == []
        again = read_run(tmp_path / "run.parquet")
        assert again.is_sparse == run.is_sparse
        assert again.scores.dtype == run.scores.dtype
        assert np.array_equal(dense(again.scores), dense(run.scores))
        assert (again.items.named, again.labels.named) == (False, False)
        assert (again.name, again.team, again.notes) == ("n", "t", "é")
        assert again.threshold.tolist() == [0.5] * scores.shape[1]


def test_foreign_tables(tmp_path):
    path = tmp_path / "foreign.parquet"
    pq.write_table(pa.table({"image": [7, 7, 8], "concept": ["x", "y", "x"], "confidence": [1, 2, None]}), path)
    with pytest.warns(GoldscaleWarning, match="1 cell is empty .line 3, field confidence"):
        run = read_run(path)
    assert (run.items.names, run.items.noun, run.labels.noun) == (("7", "8"), "image", "concept")
    assert run.scores.nnz == 2
    for column, line in (([1.0, float("nan"), 2.0], 2), (["a", "b", "c"], None)):
        pq.write_table(pa.table({"item": ["a", "b", "c"], "label": ["x"] * 3, "score": column}), path)
        with pytest.raises(FormatError) as caught:
            read_run(path)
        assert (caught.value.line, caught.value.field) == (line, "score")
    pq.write_table(pa.table({"item": ["a", None], "label": ["x"] * 2, "score": [1.0, 2.0]}), path)
    with pytest.raises(FormatError, match="null") as caught:
        read_run(path)
    assert (caught.value.line, caught.value.field) == (2, "item")
    pq.write_table(pa.table({"item": ["a", "a"], "label": ["x"] * 2, "score": [1.0, 2.0]}), path)
    with pytest.raises(FormatError, match="line 1 already"):
        read_run(path)
    pq.write_table(pa.table({"colour": ["a", "a"]}), path)
    with pytest.raises(FormatError, match="columns item, label"):
        read_run(path)


def test_an_open_world_stays_open(tmp_path):
    truth = Judgements(sparse.csr_array(np.array([[1, 2], [3, 1]])))
    write_judgements(truth, tmp_path / "truth.parquet")
    assert read_judgements(tmp_path / "truth.parquet").is_sparse
