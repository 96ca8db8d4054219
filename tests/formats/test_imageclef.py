"""The three ImageCLEF forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from goldscale.data import Run
from goldscale.errors import ParameterError
from goldscale.formats import read_judgements, read_run, write_run


def put(tmp_path, text):
    path = tmp_path / "isis.txt"
    path.write_text(text)
    return path


def test_2009_scores(tmp_path):
    run = read_run(put(tmp_path, "# made up\n007.jpg  0.5\t0.25 \n\n1e5 1 .125\n"))
    assert run.items.names == ("007.jpg", "1e5")
    assert run.items.noun == "image"
    assert (run.labels.noun, run.labels.named) == ("concept", False)
    assert run.scores.tolist() == [[0.5, 0.25], [1.0, 0.125]]
    assert run.scores.dtype == np.float32
    assert run.decisions is None
    assert run.name == "isis"


def test_2009_with_only_0_and_1_are_decisions(tmp_path):
    run = read_run(put(tmp_path, "a 0 1 1\nb 1.0 0 0\n"))
    assert run.scores is None
    assert run.decisions.tolist() == [[False, True, True], [True, False, False]]


def test_numbers_of_many_digits_stay_as_they_are(tmp_path):
    run = read_run(put(tmp_path, "a 0.1234567890123 0.1234567890124\n"))
    assert run.scores.dtype == np.float64
    assert run.scores[0, 0] != run.scores[0, 1]


def test_2010_decisions_may_come_in_another_order(tmp_path):
    run = read_run(put(tmp_path, "a 0.5 0.25\nb 0.1 0.9\nb 0 1\na 1 0\n"))
    assert run.scores.tolist() == np.float32([[0.5, 0.25], [0.1, 0.9]]).tolist()
    assert run.decisions.tolist() == [[True, False], [False, True]]


def test_2012_alternates(tmp_path):
    run = read_run(put(tmp_path, "a 0.5 1 0.25 0\nb 0.125 0 0.75 1\n"))
    assert run.scores.tolist() == [[0.5, 0.25], [0.125, 0.75]]
    assert run.decisions.tolist() == [[True, False], [False, True]]


@pytest.mark.parametrize("text", ["a 2 0 -1\nb 1 0 0\n", "a 9 9 9\nb 9 9 9\na 2 0 -1\nb 1 0 0\n"])
def test_grades(tmp_path, text):
    truth = read_judgements(put(tmp_path, text))
    assert truth.values.tolist() == [[2, 0, -1], [1, 0, 0]]
    assert (truth.relevance, truth.unjudged) == ("graded", 1)


def test_a_truth_in_the_2012_form(tmp_path):
    truth = read_judgements(put(tmp_path, "a 0.5 1 0.25 0\nb 0.125 0 0.75 1\n"), labels=["Sky", "Sea"])
    assert truth.values.tolist() == [[1, 0], [0, 1]]
    assert truth.labels.names == ("Sky", "Sea")


def test_probabilities_with_unjudged(tmp_path):
    truth = read_judgements(put(tmp_path, "a 0.5 -1\nb 1 0\n"), "imageclef-2009")
    assert truth.relevance == "probability"
    assert np.isnan(truth.values[0, 1])


def test_cells_that_were_not_retrieved_rank_behind_all(tmp_path):
    thin = sparse.csr_array((np.array([0.5, 0.25]), (np.array([0, 1]), np.array([0, 1]))), shape=(2, 2))
    losses = write_run(Run(thin, items=["a", "b"]), tmp_path / "out.txt")
    assert any("-1.0" in loss for loss in losses)
    assert read_run(tmp_path / "out.txt").scores.tolist() == [[0.5, -1.0], [-1.0, 0.25]]


@pytest.mark.parametrize("form", ["imageclef-2010", "imageclef-2012"])
def test_both_are_needed(tmp_path, form):
    for run in (Run([[0.5]]), Run(decisions=[[1]])):
        with pytest.raises(ParameterError, match="scores and decisions"):
            write_run(run, tmp_path / "out", form)
    assert not list(tmp_path.iterdir())
