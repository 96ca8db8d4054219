"""Labels that a table names in a cell."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from sklearn.metrics import f1_score
from sklearn.preprocessing import MultiLabelBinarizer

import goldscale as gs
from goldscale.files import Source
from goldscale.formats import sniff
from goldscale.text.name_lists import read_list

SAME = {
    "one to a row": "image,label\na.jpg,Sky\na.jpg,Sea\nb.jpg,Sea\nc.jpg,\n",
    "bars": "image,label\na.jpg,Sky|Sea\nb.jpg,Sea\nc.jpg,\n",
    "semicolons": "image,tags\na.jpg,Sky; Sea\nb.jpg,Sea\nc.jpg,\n",
    "commas": 'image,labels\na.jpg,"Sky,Sea"\nb.jpg,Sea\nc.jpg,\n',
    "commas in a semicolon table": "image;labels\na.jpg;Sky, Sea\nb.jpg;Sea\nc.jpg;\n",
    "blanks": "image_name,tags\na.jpg,Sky Sea\nb.jpg,Sea\nc.jpg,\n",
    "tabs": "filename\tclasses\na.jpg\tSky|Sea\nb.jpg\tSea\nc.jpg\t\n",
    "the other order": "labels,image\nSky Sea,a.jpg\nSea,b.jpg\n,c.jpg\n",
    "a frame's row numbers": ",image,labels\n0,a.jpg,Sky Sea\n1,b.jpg,Sea\n2,c.jpg,\n",
    "any heading": "my_photo,tags\na.jpg,Sky|Sea\nb.jpg,Sea\nc.jpg,\n",
    "no header": "a.jpg,Sky|Sea\nb.jpg,Sea\nc.jpg,\n",
    "lists of Python": "image,tags\na.jpg,\"['Sky', 'Sea']\"\nb.jpg,['Sea']\nc.jpg,[]\n",
    "lists of JSON": 'image,label\na.jpg,"[""Sky"", ""Sea""]"\nb.jpg,"[""Sea""]"\nc.jpg,[]\n',
    "told delimiter": "sep=;\nimage;labels\na.jpg;Sky|Sea\nb.jpg;Sea\nc.jpg;\n",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_spellings_of_the_same_labels(tmp_path, text):
    path = tmp_path / "tags"
    path.write_text(text)
    assert sniff(Source(path)).name == "tags"
    truth, run = gs.read_judgements(path), gs.read_run(path)
    assert (truth.items.names, truth.labels.names) == (("a.jpg", "b.jpg", "c.jpg"), ("Sky", "Sea"))
    assert truth.values.tolist() == [[1, 1], [0, 1], [0, 0]]
    assert run.scores is None
    assert run.decisions.toarray().tolist() == [[True, True], [False, True], [False, False]]


LISTS = [["Sky"], ["it's", 'a "b"'], ["tench, Tinca", "[x]"], ["é\U0001f600", "a\\b\tc", "\x7f\xa0"], [], [3, 12]]


@pytest.mark.parametrize("names", LISTS, ids=str)
def test_a_list_is_read_as_python_and_json_write_it(names):
    expected = [str(name) for name in names]
    assert (
        read_list(str(names))
        == read_list(json.dumps(names))
        == read_list(f" {json.dumps(names, indent=1)} ")
        == expected
    )


@pytest.mark.parametrize(
    "cell",
    ["[Sky]", "['Sky'", "['Sky' 'Sea']", "[['Sky']]", "[nan]", "['Sky',]", "[0.5]", r"['\q']", "[__import__('os')]"],
)
def test_what_begins_as_a_list_must_be_one(tmp_path, cell):
    path = tmp_path / "t.csv"
    path.write_text(f'image,tags\na.jpg,"[]"\nb.jpg,"{cell}"\n')
    with pytest.raises(gs.FormatError, match=r"t\.csv, line 3, field tags: expected a list of names") as caught:
        gs.read_judgements(path)
    assert caught.value.found == cell


def test_lists_of_a_data_frame_as_scikit_learn_scores_them(tmp_path):
    truth, run = [["sky", "sea"], ["sky"], []], [["sky"], ["sky", "sea"], []]
    for name, lists in (("truth", truth), ("run", run)):
        pd.DataFrame({"image": ["a", "b", "c"], "tags": lists}).to_csv(tmp_path / f"{name}.csv", index=False)
    scores = gs.evaluate(tmp_path / "run.csv", tmp_path / "truth.csv", ["F1"]).summary()["run"]["F1"]
    sets = MultiLabelBinarizer().fit(truth)
    assert scores == pytest.approx(f1_score(sets.transform(truth), sets.transform(run), average="macro"))


def test_one_name_may_have_blanks_and_commas(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('image,label\na.jpg,golden retriever\nb.jpg,"tench, Tinca tinca"\n')
    assert gs.read_judgements(path).labels.names == ("golden retriever", "tench, Tinca tinca")


@pytest.mark.parametrize(
    ("text", "form", "labels"),
    [
        ("image,label\n1.png,7\n2.png,0\n", "tags", ("7", "0")),
        ("image,label\n1.png,1\n2.png,0\n", "csv", ("label",)),
        ("image,label\n1.png,0.5\n2.png,0.25\n", "csv", ("label",)),
        ("image,label\n1.png,True\n2.png,False\n", "csv", ("label",)),
        ("Id,labels\n1,16 0\n2,3\n", "tags", ("16", "0", "3")),
    ],
)
def test_numbers_may_be_classes(tmp_path, text, form, labels):
    path = tmp_path / "t.csv"
    path.write_text(text)
    assert sniff(Source(path)).name == form
    assert gs.read_judgements(path).labels.names == labels


def test_the_top_class_of_each_image_is_scored_as_scikit_learn_does(tmp_path):
    said = ["cat", "dog", "cat", "bird", "dog", "cat"]
    true = ["cat", "cat", "cat", "bird", "dog", "bird"]
    for name, classes in (("run", said), ("truth", true)):
        rows = [f"{i}.jpg,{label}\n" for i, label in enumerate(classes)]
        (tmp_path / f"{name}.csv").write_text("image,label\n" + "".join(rows))
    scores = gs.evaluate(gs.read_run(tmp_path / "run.csv"), gs.read_judgements(tmp_path / "truth.csv"), ["F1"])
    assert scores.summary()["run"]["F1"] == pytest.approx(f1_score(true, said, average="macro"))


def test_labels_that_are_given(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("image,label\na.jpg,dog\n")
    truth = gs.read_judgements(path, labels=["cat", "dog"])
    assert (truth.labels.names, truth.values.tolist()) == (("cat", "dog"), [[0, 1]])
    with pytest.raises(gs.FormatError, match=r"line 2, field label: expected one of the 2 labels given, found 'dog'"):
        gs.read_judgements(path, labels=["cat", "dogs"])


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("image,labels\na.jpg,Sky,Sea\n", 2, "found 3 fields. Labels of one item stand in one field, between | or ;"),
        ("image,labels\na.jpg,Sky Sky\n", 2, "each pair once (it is in line 2 already), found 'a.jpg, Sky'"),
        ("image,label\na.jpg,Sky\nb.jpg,Sky\na.jpg,Sky\n", 4, "in line 2 already"),
        ("image,label\n,Sky\n", 2, "a name"),
    ],
)
def test_what_is_refused(tmp_path, text, line, words):
    path = tmp_path / "t.csv"
    path.write_text(text)
    for read in (gs.read_run, gs.read_judgements):
        with pytest.raises(gs.FormatError) as caught:
            read(path, "tags")
        assert caught.value.line == line
        assert words in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "a.jpg 0\nb.jpg 1\nc.jpg 2\n",
        "# made up\na.jpg  0\nb.jpg  1\n\nc.jpg  2\n",
        "a.jpg\t0\nb.jpg\t1\nc.jpg\t2\n",
        "a.jpg,0\nb.jpg,1\nc.jpg,2\n",
        "image,label\na.jpg,0\nb.jpg,1\nc.jpg,2\n",
    ],
)
@pytest.mark.parametrize("ending", [".txt", ".csv"])
def test_a_list_of_files_and_classes(tmp_path, text, ending):
    path = tmp_path / f"t{ending}"
    path.write_text(text)
    truth = gs.read_judgements(path)
    assert (truth.items.names, truth.labels.names) == (("a.jpg", "b.jpg", "c.jpg"), ("0", "1", "2"))
    assert truth.values.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_files_and_names_of_classes_between_blanks(tmp_path):
    path = tmp_path / "t.txt"
    path.write_text("a.jpg cat\nb.jpg dog\n")
    assert gs.read_judgements(path).labels.names == ("cat", "dog")


@pytest.mark.parametrize("text", ["a.jpg 0\nb.jpg 1\n", "a.jpg 0.5\nb.jpg 2\n", "a 0\nb 2\n"])
def test_a_column_of_imageclef_stays_one(tmp_path, text):
    path = tmp_path / "t.txt"
    path.write_text(text)
    assert sniff(Source(path)).name == "imageclef-2009"


@pytest.mark.parametrize(
    ("heading", "between"), [("image,label\n", ","), ("", ","), ("", " "), ("sep=;\nimage;class\n", ";")]
)
def test_a_file_sorted_by_class_is_looked_through(tmp_path, heading, between):
    path = tmp_path / "t.txt"
    classes = [number // 300 for number in range(900)]
    path.write_text(heading + "".join(f"{i}.jpg{between}{c}\n" for i, c in enumerate(classes)))
    assert gs.read_judgements(path).labels.names == ("0", "1", "2")


@pytest.mark.parametrize(("heading", "between"), [("image,label\n", ","), ("", ","), ("", " ")])
def test_zeros_and_ones_of_a_run_are_classes_where_the_truth_has_classes(tmp_path, heading, between):
    def write(name, classes):
        (tmp_path / name).write_text(heading + "".join(f"{i}.jpg{between}{c}\n" for i, c in enumerate(classes)))
        return tmp_path / name

    truth, run = write("truth", [0, 1, 2, 1]), write("run", [0, 1, 1, 1])
    read = gs.read_run(run, names=truth)
    assert read.labels.names == ("0", "1")
    value = gs.evaluate(read, gs.read_judgements(truth), ["F1"], undefined="zero").summary()["run"]["F1"]
    assert value == pytest.approx(f1_score([0, 1, 2, 1], [0, 1, 1, 1], average="macro", zero_division=0))
    # Beside a truth of yes and no they are that, too.
    assert len(gs.read_run(run, names=write("binary", [0, 1, 0, 1])).labels) == 1
