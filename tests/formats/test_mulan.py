"""MULAN's ARFF and XML."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from goldscale.data import Judgements, Run
from goldscale.errors import FormatError, GoldscaleWarning
from goldscale.files import Source
from goldscale.formats import read_judgements, read_run, write_judgements, write_run
from goldscale.formats.registry import companion_files
from goldscale.limits import limits_set

ARFF = """% a comment
@RELATION 'two words'
@attribute feature NUMERIC
@ATTRIBUTE 'It''s' string
@attribute "big sky" {0,1}
@attribute sea {0, 1}

@DATA
0.5, 'a, b', 1, 0
% between
1e3,?,?,1
"""
XML = """<?xml version="1.0"?>
<labels xmlns="http://mulan.sourceforge.net/labels">
<label name="big sky"><label name="sea"/></label>
</labels>"""


def put(tmp_path, arff, name="made-up-train.arff", xml=XML, xml_name="made-up.xml"):
    (tmp_path / name).write_text(arff)
    if xml:
        (tmp_path / xml_name).write_text(xml)
    return tmp_path / name


ARFF = ARFF.replace("'It''s'", "'It\\'s'")


@pytest.mark.parametrize("xml_name", ["made-up.xml", "made-up-train.xml"])
def test_labels_of_the_xml_file(tmp_path, xml_name):
    truth = read_judgements(put(tmp_path, ARFF, xml_name=xml_name))
    assert truth.labels.names == ("big sky", "sea")
    assert truth.values.tolist() == [[1, 0], [-1, 1]]
    assert truth.items.names == ("0", "1")
    assert not truth.items.named


def test_labels_given(tmp_path):
    path = put(tmp_path, ARFF, xml=None)
    assert read_judgements(path, labels=["sea"]).values.tolist() == [[0], [1]]
    with pytest.raises(FormatError, match="moon"):
        read_judgements(path, labels=["moon"])
    with pytest.raises(FormatError, match=r"labels=.*"):
        read_judgements(path)


def test_sparse_rows(tmp_path):
    """What a sparse row leaves out is 0, or the first value of a nominal attribute, which need not be 0."""
    arff = "@relation r\n@attribute f numeric\n@attribute a {0,1}\n@attribute b {1,0}\n@data\n"
    arff += "{0 3.5, 1 1}\n{}\n{2 0}\n{1 '1' , 0 \"x, y\"}\n"
    truth = read_judgements(put(tmp_path, arff, xml=None), labels=["a", "b"])
    assert truth.values.tolist() == [[1, 1], [0, 1], [0, 0], [1, 1]]


def test_runs(tmp_path):
    arff = "@relation r\n@attribute a numeric\n@attribute b real\n@data\n0.5,?\n1,0\n"
    with pytest.warns(GoldscaleWarning, match="1 cell is empty .line 5, field b"):
        run = read_run(put(tmp_path, arff, xml=None), labels=["a", "b"])
    assert run.scores.tolist() == [[0.5, float("-inf")], [1.0, 0.0]]
    arff = arff.replace("numeric", "{0,1}").replace("real", "{0,1}").replace("0.5", "0")
    assert read_run(put(tmp_path, arff, xml=None), labels=["a", "b"], blank=0).scores is None


@pytest.mark.parametrize(
    ("xml", "words"),
    [("<labels><label", "XML"), ("<labels><label/></labels>", "a name for each"), ("<l/>", "one label")],
)
def test_broken_xml(tmp_path, xml, words):
    with pytest.raises(FormatError, match=words):
        read_judgements(put(tmp_path, ARFF, xml=xml))


def test_what_we_write_needs_no_xml(tmp_path):
    truth = Judgements([[1, 0, 2]], items=["a.jpg"], labels=["it's", "back\\slash", '"quoted" {%}'])
    assert write_judgements(truth, tmp_path / "out.arff") == ["item names"]
    again = read_judgements(tmp_path / "out.arff")
    assert again.labels.names == truth.labels.names
    assert again.values.tolist() == [[1, 0, 2]]
    assert write_run(Run([[0.5]], [[1]]), tmp_path / "run.arff")[-1] == "decisions"


def test_a_line_of_blanks_and_quotes_takes_no_time(tmp_path):
    """A pattern that tries every way to cut blanks would take hours here."""
    arff = "% goldscale-labels\n@attribute a numeric\n@data\n" + " " * 50000 + "x '" + " " * 50000 + "'x\n"
    with pytest.raises(FormatError):
        read_run(put(tmp_path, arff, xml=None))


def test_the_xml_file_is_a_companion(tmp_path):
    path = put(tmp_path, ARFF)
    assert companion_files(Source(path)) == [tmp_path / "made-up.xml"]
    (tmp_path / "made-up-train.xml").write_text(XML)
    assert companion_files(Source(path)) == [tmp_path / "made-up-train.xml"]
    assert companion_files(Source(tmp_path / "made-up.xml")) == []
    (tmp_path / "other.csv").write_text("item,sky\na,1\n")
    assert companion_files(Source(tmp_path / "other.csv")) == []


def test_labels_far_too_many_once_unpacked(tmp_path: Path) -> None:
    (tmp_path / "run.arff").write_text("@relation x\n@attribute Sky numeric\n@data\n1\n")
    labels = b'<labels><label name="Sky"/>' + b" " * 5000 + b"</labels>"
    (tmp_path / "run.xml").write_bytes(gzip.compress(labels))
    assert read_run(tmp_path / "run.arff").labels.names == ("Sky",)
    with limits_set(small=1000), pytest.raises(FormatError, match=r"run\.xml: expected a small file"):
        read_run(tmp_path / "run.arff")
