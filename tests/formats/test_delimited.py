"""CSV and TSV, wide and long."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pandas as pd
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


FRAME = pd.DataFrame({"Sky": [0.5, 0.125], "Sea": [0.25, 1.0]}, index=["a.jpg", "b.jpg"])
MELTED = FRAME.rename_axis("image").reset_index().melt(id_vars="image")
WRITTEN = {
    "index without a name": FRAME.to_csv(),
    "index": FRAME.reset_index().to_csv(index=False),
    "row numbers before the names": FRAME.rename_axis("image").reset_index().to_csv(),
    "the same, read and written again": FRAME.rename_axis("image").reset_index().to_csv(index_label="Unnamed: 0"),
    "no header": FRAME.to_csv(header=False),
    "semicolons and decimal commas": FRAME.to_csv(sep=";", decimal=","),
    "tabs and decimal commas": FRAME.to_csv(sep="\t", decimal=","),
    "both without a header": FRAME.to_csv(sep=";", decimal=",", header=False),
    "told delimiter": "sep=;\n" + FRAME.to_csv(sep=";", decimal=","),
    "byte-order mark": "\ufeff" + FRAME.to_csv(index_label="filename"),
    "melted": MELTED.to_csv(index=False),
    "melted with row numbers": MELTED.to_csv(),
    "melted, index without a name": FRAME.melt(ignore_index=False).to_csv(),
    "melted, any name": FRAME.melt(ignore_index=False).to_csv(index_label="my key"),
    "melted, decimal commas": MELTED.to_csv(sep=";", decimal=",", index=False),
    "long without a header": MELTED.to_csv(index=False, header=False),
    "long without a header, decimal commas": MELTED.to_csv(sep=";", decimal=",", index=False, header=False),
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_what_data_frames_and_spreadsheets_write(tmp_path, text):
    path = put(tmp_path, text)
    labels = None if "Sky" in text else ["Sky", "Sea"]
    run, truth = read_run(path, labels=labels), read_judgements(path, labels=labels)
    for data, values in ((run, run.scores), (truth, truth.values)):
        assert (data.items.names, data.labels.names) == (("a.jpg", "b.jpg"), ("Sky", "Sea"))
        assert values.tolist() == [[0.5, 0.25], [0.125, 1.0]]


@pytest.mark.parametrize("words", [("True", "False"), ("yes", "NO"), ("TRUE", "FALSE"), ("on", "off")])
def test_yes_and_no_in_words(tmp_path, words):
    wide = "filename,Sky,Sea\na,{0},{1}\nb,{1},{0}\n".format(*words)
    long = "filename,variable,value\na,Sky,{0}\na,Sea,{1}\nb,Sky,{1}\nb,Sea,{0}\n".format(*words)
    decided = long.replace("value", "decision")
    for text in (wide, long, decided):
        assert read_run(put(tmp_path, text)).decisions.tolist() == [[True, False], [False, True]]
    for text in (wide, long):
        assert read_judgements(put(tmp_path, text)).values.tolist() == [[1, 0], [0, 1]]


def test_numbers_that_count_the_columns_are_a_header(tmp_path):
    for first, head in ((0, "key,0,1,2,3"), (1, "key,1,2,3,4"), (0, ",0,1,2,3")):
        run = read_run(put(tmp_path, f"{head}\na,0.5,1,0,0\n"))
        assert (run.items.names, run.labels.names[0]) == (("a",), str(first))
    for rows in ("a.jpg,0,1\nb.jpg,1,0\n", "a.jpg,1,2\nb.jpg,1,0\n", "a.jpg,1\nb.jpg,0\n"):
        assert read_judgements(put(tmp_path, rows)).items.names == ("a.jpg", "b.jpg")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("id;Sky\na;0.5\nb;0,5\n", 3, "a number (with a decimal point)"),
        ("id;Sky;Sea\na;0.5;0,5\n", 2, "a number (with a decimal point)"),
        ("id;Sky\na;0,5\nb;1.000\n", 3, "a number with a decimal comma, as above"),
        ("id;Sky\na;0,5\nb;1.000,5\n", 3, "a number with a decimal comma, as above"),
        ("item;label;score\na;Sky;0.5\nb;Sky;0,5\n", 3, "a number (with a decimal point)"),
        ("item;label;score\na;Sky;0,5\nb;Sky;1.000\n", 3, "a number with a decimal comma, as above"),
    ],
)
def test_two_decimal_marks_in_a_table_are_refused(tmp_path, text, line, words):
    with pytest.raises(FormatError) as caught:
        read_run(put(tmp_path, text))
    assert caught.value.line == line
    assert words in str(caught.value)


@pytest.mark.parametrize("word", ["NA", "nan", "null", "None", "-"])
def test_words_for_nothing_are_refused_and_told_how(tmp_path, word):
    for text in (f"item,Sky\na,1\nb,{word}\n", f"item,label,score\na,Sky,1\nb,Sky,{word}\n"):
        with pytest.raises(FormatError, match=r"line 3.*Leave the cell empty where there is no value"):
            read_run(put(tmp_path, text))


def test_a_blank_score_of_a_long_table_is_said(tmp_path):
    path = put(tmp_path, "item,label,score\na,Sky,0.5\nb,Sky,\n")
    with pytest.warns(GoldscaleWarning, match=r"1 cell is empty \(line 3, field score\)"):
        assert read_run(path).scores.tolist() == [[0.5], [-np.inf]]
    assert read_run(path, blank=0.25).scores.tolist() == [[0.5], [0.25]]


def test_labels_of_another_number_are_an_error_with_both(tmp_path):
    for text in ("item,Sky,Sea\na,0.5,1\n", "a.jpg,0.5,1\n"):
        for read in (read_run, read_judgements):
            with pytest.raises(FormatError, match="one value for each of the 3 labels given, found 2 values"):
                read(put(tmp_path, text), labels=["x", "y", "z"])


def test_utf_16_is_named_where_the_format_is_to_be_recognised(tmp_path):
    path = tmp_path / "excel.txt"
    path.write_bytes(FRAME.to_csv(sep="\t").encode("utf-16"))
    with pytest.raises(FormatError, match=r"expected UTF-8 text, found UTF-16\. Save the file as UTF-8 \(spreadsheets"):
        read_run(path)
