"""TREC runs and qrels."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from goldscale.data import Concepts, Items, Judgements, Run
from goldscale.errors import ParameterError
from goldscale.formats import read_judgements, read_run, write_judgements, write_run


def test_a_run(tmp_path):
    path = tmp_path / "file.run"
    path.write_text(
        "# comment\n301 Q0 d#1 1 2.5 STANDARD more junk\n301\tQ0\td2  2  -1.25\tSTANDARD\n302 Q0 d2 1 7 STANDARD\n"
    )
    run = read_run(path)
    assert run.name == "STANDARD"
    assert (run.items.names, run.labels.names) == (("d#1", "d2"), ("301", "302"))
    assert (run.items.noun, run.labels.noun) == ("document", "topic")
    assert run.is_sparse
    assert run.scores.nnz == 3
    assert run.scores[1, 0] == -1.25
    assert read_run(path, name="other").name == "other"


def test_the_file_names_a_run_with_several_tags(tmp_path):
    path = tmp_path / "file.run"
    path.write_text("1 Q0 a 1 0.5 x\n1 Q0 b 2 0.25 y\n")
    assert read_run(path).name == "file"


def test_qrels_keep_what_is_negative(tmp_path):
    path = tmp_path / "file.qrels"
    path.write_text("1 0 a 2\n1 0 b -1\n2 0 a 0\n2 0 c -2\n")
    truth = read_judgements(path)
    assert truth.is_sparse
    assert truth.values.nnz == 4
    assert truth.unjudged == 4
    assert truth.values[2, 1] == -2
    write_judgements(truth, tmp_path / "again.qrels")
    assert sorted((tmp_path / "again.qrels").read_text().split("\n")) == sorted(path.read_text().split("\n"))


def test_ranks_are_written_by_score_then_by_name_from_high_to_low(tmp_path):
    run = Run([[0.5], [0.75], [0.5]], items=["a", "b", "c"], labels=["q"], name="my run")
    losses = write_run(run, tmp_path / "out.run")
    assert (tmp_path / "out.run").read_text() == "q Q0 b 1 0.75 my_run\nq Q0 c 2 0.5 my_run\nq Q0 a 3 0.5 my_run\n"
    assert any("my_run" in loss for loss in losses)


def test_losses(tmp_path):
    axes = {"items": Items(["a", "b"], "document"), "labels": Concepts(["q"], "topic")}
    thin = sparse.csr_array((np.array([0.5]), (np.array([0]), np.array([0]))), shape=(2, 1))
    losses = write_run(Run(thin, decisions=[[1], [0]], **axes), tmp_path / "out.run")
    assert losses == ["decisions", "1 document without any cell"]
    assert any("closed" in loss for loss in write_judgements(Judgements([[1], [0]], **axes), tmp_path / "out.qrels"))


def test_refusals(tmp_path):
    with pytest.raises(ParameterError, match="scores"):
        write_run(Run(decisions=[[1]]), tmp_path / "out.run")
    with pytest.raises(ParameterError, match="whole grades"):
        write_judgements(Judgements([[0.5]]), tmp_path / "out.qrels")
    with pytest.raises(ParameterError, match="begin with '#'"):
        write_run(Run([[1.0]], labels=["#1"]), tmp_path / "out.run")
    with pytest.raises(ParameterError, match="retrieves nothing"):
        write_run(Run([[-np.inf]]), tmp_path / "out.run")
    assert not list(tmp_path.iterdir())
