"""CSV and TSV, wide and long."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from goldscale.data import Concepts, Items, Judgements, Run
from goldscale.errors import FormatError, GoldscaleWarning, ParameterError, UnknownNameError
from goldscale.formats import read_judgements, read_run, write_judgements, write_run


def put(tmp_path, text, name="mine.csv"):
    path = tmp_path / name
    path.write_text(text)
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_wide(tmp_path, delimiter):
    text = "Image,Sky,Sea\n007.jpg, 0.5 ,0.25\n b.jpg,1,0\n".replace(",", delimiter)
    run = read_run(put(tmp_path, text))
    assert run.items.names == ("007.jpg", "b.jpg")
    assert (run.items.noun, run.labels.noun) == ("image", "concept")
    assert run.labels.names == ("Sky", "Sea")
    assert run.scores.tolist() == [[0.5, 0.25], [1.0, 0.0]]
    assert run.name == "mine"


def test_quoted_fields(tmp_path):
    text = 'item,"Sky, blue","say ""x""","two\nlines"\n"a,b",0.5,0.25,0.125\n'
    run = read_run(put(tmp_path, text))
    assert run.labels.names == ("Sky, blue", 'say "x"', "two\nlines")
    assert run.items.names == ("a,b",)


def test_blank_cells(tmp_path):
    path = put(tmp_path, "item,Sky,Sea\na,0.5,\nb,,\n")
    with pytest.warns(GoldscaleWarning) as heard:
        run = read_run(path)
    assert str(heard[0].message).startswith(f"{path}: 3 of 4 cells are empty, the first (line 2, field Sea). An empty")
    assert run.is_sparse
    assert run.scores.nnz == 1
    assert run.shape == (2, 2)
    assert read_run(path, blank=0).scores.tolist() == read_run(path, blank="0").scores.tolist() == [[0.5, 0], [0, 0]]
    with pytest.raises(FormatError, match=r"line 2, field Sea: expected a score in every cell, found an empty one\. 3"):
        read_run(path, blank="refuse")
    with pytest.raises(UnknownNameError, match="did you mean 'refuse'"):
        read_run(path, blank="refused")
    truth = read_judgements(put(tmp_path, "item,Sky,Sea\na,1,\nb,,2\n"))
    assert truth.values.tolist() == [[1, -1], [-1, 2]]
    assert not truth.is_sparse


def test_long_full_grid_is_dense(tmp_path):
    run = read_run(put(tmp_path, "image,concept,score\na,x,0.5\na,y,0.25\nb,y,1\nb,x,0\n"))
    assert run.scores.tolist() == [[0.5, 0.25], [0.0, 1.0]]
    assert (run.items.noun, run.labels.noun) == ("image", "concept")


def test_long_otherwise_sparse(tmp_path):
    run = read_run(put(tmp_path, "doc;Topic;confidence;predicted\na;x;0.5;1\n007;y;0.25;0\n"))
    assert run.is_sparse
    assert (run.items.noun, run.labels.noun) == ("doc", "topic")
    assert run.scores.toarray().tolist() == [[0.5, 0.0], [0.0, 0.25]]
    assert run.decisions.toarray().tolist() == [[True, False], [False, False]]


def test_long_columns_in_any_order(tmp_path):
    truth = read_judgements(put(tmp_path, "grade,species,picture\n2,oak,p1\n-1,oak,p2\n"))
    assert truth.values.tolist() == [[2], [-1]]
    assert (truth.items.noun, truth.labels.noun) == ("picture", "species")


def test_names_without_cells(tmp_path):
    run = read_run(put(tmp_path, "item,label,score\na,x,0.5\nb,,\n,y,\n"))
    assert run.shape == (2, 2)
    assert run.scores.nnz == 1


def test_decisions_alone(tmp_path):
    run = read_run(put(tmp_path, "item,label,decision\na,x,1\na,y,0\n"))
    assert run.scores is None
    assert run.decisions.tolist() == [[True, False]]


def test_scores_of_0_and_1_stay_scores_in_the_long_form(tmp_path):
    assert read_run(put(tmp_path, "item,label,score\na,x,1\na,y,0\n")).decisions is None


def test_what_wide_cannot_hold(tmp_path):
    run = Run([[0.0, 1.0]], [[0, 1]], Items(["a"], "image"), Concepts(["x", "y"], "caption"), team="t", threshold=0.5)
    losses = write_run(run, tmp_path / "out.csv")
    for words in ("team and notes", "threshold", "decisions", "scores", "caption"):
        assert any(words in loss for loss in losses), words
    truth = Judgements([[0, 1]], Items(["a"], "image"), Concepts(["x", "y"], "concept"))
    assert write_judgements(truth, tmp_path / "truth.csv") == []


def test_inf_is_refused(tmp_path):
    with pytest.raises(ParameterError, match="inf"):
        write_run(Run([[np.inf]]), tmp_path / "out.csv")
    assert not list(tmp_path.iterdir())


def test_float32_is_written_as_short_as_it_is(tmp_path):
    write_run(Run(np.float32([[0.1, 1 / 3, 1e-20, 1e20, 16777216, 123456.7]]), items=["a"]), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().split("\n")[1] == "a,0.1,0.33333334,1e-20,1e+20,16777216.0,123456.7"


def test_progress_is_told(tmp_path):
    path = put(tmp_path, "item,label,score\n" + "".join(f"i{n},x,0.5\n" for n in range(60000)))
    heard = []
    read_run(path, progress=lambda done, total: heard.append((done, total)))
    assert len(heard) > 2
    assert heard == sorted(heard)
    assert heard[-1] == (path.stat().st_size,) * 2


@pytest.mark.parametrize("full", [True, False])
def test_a_long_table_is_read_in_bounded_memory(tmp_path, full):
    """The cells take 16 bytes each while reading; with the result beside them that is below 45 bytes a row."""
    rows = 400_000
    labels = 400 if full else 401  # 1000 items: with 401 labels the grid has holes
    path = tmp_path / "long.csv"
    with path.open("w") as out:
        out.write("item,label,score\n")
        out.writelines(f"i{n // 400},l{(n * 7) % labels},0.{n % 1000:03}\n" for n in range(rows))
    tracemalloc.start()
    run = read_run(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert run.is_sparse is not full
    assert peak < 45 * rows + 16e6  # the second part is one block of text, whatever the file's size
