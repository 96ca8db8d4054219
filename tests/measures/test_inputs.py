"""What people hand in: data frames, masked arrays, sparse formats, odd arguments."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas
import pytest
from scipy import sparse

import goldscale as gs


def test_a_data_frame_brings_its_names() -> None:
    run = gs.Run(pandas.DataFrame([[0.9, 0.1]], index=["a"], columns=["x", "y"]))
    truth = gs.Judgements(pandas.DataFrame([[1, 0]], index=["a"], columns=["y", "x"]))
    assert (run.items.names, run.labels.names) == (("a",), ("x", "y"))
    assert gs.evaluate(run, truth, "AP:item").summary()["run"]["AP:item"] == 0.5
    table = pandas.DataFrame([[0.9, 0.1]], columns=["x", "y"])
    assert gs.evaluate(table, truth, "AP:item").summary()["run"]["AP:item"] == 0.5
    assert not gs.Run(table).items.named  # numbered rows are no names


def test_masked_judgements_are_unjudged_and_masked_scores_refused() -> None:
    masked = np.ma.array([[1, 0]], mask=[[False, True]])
    assert gs.Judgements(masked).unjudged == 1
    with pytest.raises(gs.ParameterError, match="masked"):
        gs.Run(np.ma.array([[0.5, 0.2]], mask=[[False, True]]))


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "dok", "lil", "bsr", "dia"])
def test_every_sparse_format(form: str) -> None:
    scores = sparse.csr_array([[0.9, 0.0, 0.3], [0.0, 0.2, 0.0]])
    truth = [[1, 0, 0], [0, 1, 1]]
    expected = gs.evaluate(scores, truth, ["AP:item", "AP"]).summary()
    assert gs.evaluate(scores.asformat(form), truth, ["AP:item", "AP"]).summary() == expected


@pytest.mark.parametrize(
    ("runs", "rules", "message"),
    [
        ([], {}, "no runs"),
        ([np.zeros((1, 1)), np.zeros((1, 1))], {}, "need names"),
        (np.array([[object()]]), {}, "astype"),
        (np.array([[2**60]]), {}, "beyond 2"),
        ([[0.5]], {"threshold": float("nan")}, "not nan"),
        ([[0.5]], {"ci": 0.9, "seed": None}, "seed"),
        ([[0.5]], {"ci": 0.9, "seed": -1}, "seed"),
    ],
)
def test_odd_arguments_are_refused_in_words(runs: object, rules: dict, message: str) -> None:
    with pytest.raises(gs.ParameterError, match=message):
        gs.evaluate(runs, [[1]], ["AP", "P"], **rules)


def test_nothing_at_all_has_no_interval() -> None:
    scores = gs.evaluate(np.zeros((0, 3)), np.zeros((0, 3), dtype=int), ["AP", "F1:item"], ci=0.9, replicates=10)
    assert np.isnan(scores["AP"].low[0])


def test_equal_error_rate_of_a_large_sparse_run_stays_small() -> None:
    import tracemalloc

    rng = np.random.default_rng(0)
    size, top = 3000, 20
    columns = np.concatenate([rng.choice(size, top, replace=False) for _ in range(size)])
    cells = sparse.csr_array((rng.random(size * top), (np.repeat(np.arange(size), top), columns)), shape=(size, size))
    truth = sparse.csr_array((np.ones(size, dtype=np.int8), (np.arange(size), rng.permutation(size))))
    run, judged = gs.Run(cells), gs.Judgements(truth)
    tracemalloc.start()
    gs.evaluate(run, judged, "EER")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < size * size * 4  # far below one dense matrix of scores


def test_mistakes_of_a_first_day_are_told_in_words(tmp_path: Path) -> None:
    run, truth = gs.Run([[0.9, 0.1]]), gs.Judgements([[1, 0]])
    with pytest.raises(gs.ParameterError, match="runs come first and the truth second"):
        gs.evaluate(truth, run, "AP")
    with pytest.raises(gs.ParameterError, match="runs come first and the truth second"):
        gs.evaluate(truth, truth, "AP")
    for path in ("truth.csv", Path("truth.csv")):
        with pytest.raises(gs.ParameterError, match=r"the truth is a path or text; .*gs\.read_judgements"):
            gs.Judgements(path)
        with pytest.raises(gs.MissingResourceError, match=r"file 'truth\.csv' is missing"):
            gs.evaluate(run, path, "AP")
    for make in (gs.Run, gs.Judgements, lambda rows: gs.evaluate(rows, truth, "AP")):
        with pytest.raises(gs.ParameterError, match="its rows must have one length"):
            make([[1, 2], [3]])
    for read in (gs.read_run, gs.read_judgements, gs.read_votes):
        with pytest.raises(gs.ParameterError, match=r"labels are a list of names, not the text 'labels\.txt'"):
            read(tmp_path / "file.csv", labels="labels.txt")


def test_a_missing_ontology_is_asked_for_in_both_languages() -> None:
    with pytest.raises(gs.ParameterError, match="ontology=, or --ontology on the command line"):
        gs.evaluate([[1, 0]], [[1, 0]], "hP")
    with pytest.raises(gs.ParameterError, match="relatedness= or ontology=, --relatedness or --ontology"):
        gs.evaluate([[1, 0]], [[1, 0]], "SRPrec")
