"""Broken files: one error that names file, line and field, says what was found and what was expected."""

from __future__ import annotations

import gzip
import zipfile

import pytest
from format_data import READ_ONLY

from goldscale.errors import FormatError, GoldscaleError, MissingResourceError
from goldscale.formats import formats, read_judgements, read_run, write_judgements, write_run
from goldscale.formats.registry import offering
from goldscale.limits import limits_set

BROKEN_RUNS = [
    # format, content, line, field, words of the message
    ("imageclef-2009", "a 0.1 0.2\nb 0.3\n", 2, 3, "2 values as in line 1"),
    ("imageclef-2009", "a 0.1 0.2\nb 0.3 0.4 0.5\n", 2, 3, "found 3 values"),
    ("imageclef-2009", "# a comment\n\na 0.1 0.2\nb 0.3 x\n", 4, 3, "a number, found 'x'"),
    ("imageclef-2009", "a 0.1 nan\n", 1, 3, "a finite number, found 'nan'"),
    ("imageclef-2009", "a 0.1 -inf\n", 1, 3, "a finite number"),
    ("imageclef-2009", "a 0.1 1e999\n", 1, 3, "a finite number"),
    ("imageclef-2009", "a 0.1 1_0\n", 1, 3, "a number, found '1_0'"),
    ("imageclef-2009", "a 0.1 0,5\n", 1, 3, "decimal point"),
    ("imageclef-2009", "a 0.1 ٣\n", 1, 3, "a number"),
    ("imageclef-2009", "a 0.1 0.2\nb 0.3 0.4\na 0.5 0.6\n", 3, 1, "in line 1 already"),
    ("imageclef-2009", "a\nb\n", 1, 2, "an id and numbers"),
    ("imageclef-2010", "a 0.1\nb 0.2\na 1\n", 2, 1, "second row"),
    ("imageclef-2010", "a 0.1\na 1\nb 0.2\n", 3, 1, "confidence row"),
    ("imageclef-2010", "a 0.1\na 1\na 0\n", 3, 1, "in line 2 already"),
    ("imageclef-2010", "a 0.1 0.2\na 1 0.5\n", 2, 3, "0 or 1"),
    ("imageclef-2012", "a 0.1 1 0.2\n", 1, 4, "even number"),
    ("imageclef-2012", "a 0.1 1 0.2 1\nb 0.1 0 0.2 2\n", 2, 5, "0 or 1"),
    ("csv", "image,Sky,Sea\na,0.1\n", 2, "Sea", "2 values"),
    ("csv", "image,Sky,Sea\na,0.1,0.2\nb,0.1,0.2,0.3\n", 3, "Sea", "found 3 values"),
    ("csv", "image,Sky,Sea\na,0.1,word\n", 2, "Sea", "a number, found 'word'"),
    ("csv", "image,Sky,Sea\na,0.1,NaN\n", 2, "Sea", "a finite number"),
    ("csv", "image,Sky,Sea\na,0.1,0.2\na,0.1,0.2\n", 3, 1, "in line 2 already"),
    ("csv", "image,Sky,Sky\na,0.1,0.2\n", 1, 3, "each label once"),
    ("csv", "image,Sky,\na,0.1,0.2\n", 1, 3, "a label's name"),
    ("csv", "image\na\n", 1, 2, "a column for each label"),
    ("csv", "image,Sky\n,0.1\n", 2, "image", "an item's name"),
    ("csv", 'image,"Sky\na,0.1\n', 1, None, "quotation marks"),
    ("csv", "image,Sky\n", None, None, "at least one row"),
    ("tsv", "image\tSky\na\tx\n", 2, "Sky", "a number"),
    ("csv-long", "image,concept,score\na,Sky,0.5\na,Sea\n", 3, 3, "3 fields"),
    ("csv-long", "image,concept,score\na,Sky,0.5\na,Sea,high\n", 3, "score", "a number, found 'high'"),
    ("csv-long", "image,concept,score\na,Sky,0.5\na,Sky,0.6\n", 3, "image, concept", "in line 2 already"),
    (
        "csv-long",
        "image,concept,score\na,Sky,0.5\n\n\nb,Sea,0.6\na,Sky,0.6\n",
        6,
        "image, concept",
        "in line 2 already",
    ),
    ("csv-long", "image,concept,score\n,Sky,0.5\n", 2, "image", "a name"),
    ("csv-long", "image,concept,score,decision\na,Sky,0.5,2\n", 2, "decision", "0 or 1"),
    ("csv-long", "image,concept,relevance\na,Sky,1\n", 1, 1, "score or decision"),
    ("csv-long", "image,concept,score,colour\na,Sky,1,red\n", 1, 1, "a header with item, label"),
    ("csv-long", 'image,concept,score\n"a\nb",Sky,0.5\nc,Sky,x\n', 4, "score", "a number"),
    ("trec-run", "1 Q0 d1 1 0.5 tag\n1 Q0 d2 2 0.4\n", 2, 6, "6 fields"),
    ("trec-run", "1 Q0 d1 1 0.5 tag\n1 Q0 d2 two 0.4 tag\n", 2, "rank", "a whole number"),
    ("trec-run", "# c\n1 Q0 d1 1 0.5 tag\n1 Q0 d2 2 nan tag\n", 3, "score", "a finite number"),
    ("trec-run", "1 Q0 d1 1 0.5 tag\n1 Q0 d1 2 0.4 tag\n", 2, "topic, document", "in line 1 already"),
    ("jsonl", '{"item": "a", "scores": {"Sky": 0.5}}\n{"item": "b", "scores": {"Sky": NaN}}\n', 2, None, "finite"),
    ("jsonl", '{"item": "a", "scores": {"Sky": 1e999}}\n', 1, "score, Sky", "a finite number"),
    ("jsonl", '{"item": "a", "scores": {"Sky": "high"}}\n', 1, "score, Sky", "a finite number"),
    ("jsonl", '{"item": "a", "scores": {"Sky": true}}\n', 1, "score, Sky", "a finite number"),
    ("jsonl", '{"item": "a", "scores": {"Sky": 1' + "0" * 400 + "}}\n", 1, "score, Sky", "a finite number"),
    ("jsonl", '{"item": "a", "scores": {"Sky": 1' + "0" * 5000 + "}}\n", 1, None, "JSON"),
    ("jsonl", '{"item": "a", "scores": {"Sky": 1, "Sky": 2}}\n', 1, None, "each name once"),
    ("jsonl", '{"item": "a", "decisions": {"Sky": 2}}\n', 1, "decisions, Sky", "true or false"),
    ("jsonl", '{"item": "a", "scores": {"Sky": 1}}\n{"item": "a", "scores": {}}\n', 2, "item", "in line 1 already"),
    ("jsonl", '{"scores": {"Sky": 1}}\n', 1, "item", "the item's name"),
    ("jsonl", '{"item": "\\ud800", "scores": {"Sky": 1}}\n', 1, "item", "text"),
    ("jsonl", '{"item": "a", "scores": [1]}\n', 1, "scores", "an object"),
    ("jsonl", '{"item": "a", "colour": 1}\n', 1, "colour", "item and scores or decisions"),
    ("jsonl", '{"item": "a", "scores": {"Sky": 1}\n', 1, "character 35", "JSON"),
    ("jsonl", '{"item": ' + "[" * 100000 + "\n", 1, None, "JSON"),
    ("jsonl", "[1, 2]\n", 1, None, "a JSON object"),
    ("jsonl", '{"goldscale": "run", "version": 2}\n', 1, "version", "version 1"),
    ("jsonl", '{"goldscale": "judgements", "version": 1}\n', 1, "goldscale", "'run'"),
    ("mulan", "% goldscale-labels\n@relation r\n@attribute Sky numeric\n@data\n0.5\nhigh\n", 6, "Sky", "a number"),
    (
        "mulan",
        "% goldscale-labels\n@relation r\n@attribute Sky numeric\n@data\n0.5,1\n",
        5,
        2,
        "expected 1 value, one per attribute, found 2 values",
    ),
    ("mulan", "% goldscale-labels\n@relation r\n@attribute Sky numeric\n@data\n{1 3}\n", 5, 1, "an index below 1"),
    ("mulan", "% goldscale-labels\n@relation r\n@attribute Sky numeric\n@data\n{0 3\n", 5, 1, "ends in }"),
    ("mulan", "% goldscale-labels\n@relation r\n@attribute Sky {0,1}\n@data\n1\n2\n", 6, "Sky", "0 or 1"),
    ("mulan", "% goldscale-labels\n@relation r\n@attribute Sky\n@data\n1\n", 3, 3, "@attribute NAME TYPE"),
    ("mulan", "% goldscale-labels\n@attribute a real\n@attribute a real\n@data\n1\n", 3, 2, "in line 2 already"),
    ("mulan", "@relation r\n@attribute Sky numeric\n@data\n1\n", None, None, "labels="),
    ("mulan", "% goldscale-labels\n@relation r\n@attribute Sky numeric\n", None, None, "@data"),
]

BROKEN_TRUTHS = [
    ("imageclef-2009", "a 1 0\nb 0 99999\n", 2, 3, "a grade between"),
    ("imageclef-2009", "a 1 0.5\nb 0 2\n", 2, 3, "not a mixture"),
    ("imageclef-2012", "a 0.5 1\nb 0.5 0.5\nc 0.5 3\n", 3, 3, "not a mixture"),
    ("csv", "image,Sky\na,-0.5\n", 2, "Sky", "not a mixture"),
    ("csv-long", "image,concept,relevance\na,Sky,1\nb,Sky,x\n", 3, "relevance", "a number"),
    ("csv-long", "image,concept,score\na,Sky,1\n", 1, 1, "relevance"),
    ("csv-long", "image,concept,relevance\na,Sky,1e9\n", 2, "relevance", "a grade between"),
    ("trec-qrels", "1 0 d1 1\n1 0 d2\n", 2, 4, "4 fields"),
    ("trec-qrels", "1 0 d1 1\n1 0 d2 0.5\n", 2, "grade", "a whole number"),
    ("trec-qrels", "1 0 d1 1\n1 0 d2 99999\n", 2, "grade", "between"),
    ("trec-qrels", "1 0 d1 1\n2 0 d1 1\n1 0 d1 0\n", 3, "topic, document", "in line 1 already"),
    ("jsonl", '{"item": "a", "labels": ["Sky", "Sky"]}\n', 1, "labels", "each once"),
    (
        "jsonl",
        '{"item": "a", "labels": ["Sky"]}\n{"item": "b", "relevance": {"Sky": 1}}\n',
        None,
        "labels",
        "throughout",
    ),
    ("mulan", "% goldscale-labels\n@attribute a real\n@data\n0.5\n7\n", 5, "a", "not a mixture"),
]


def check(read, path, form, content, line, field, words):
    path.write_bytes(content.encode())
    with pytest.raises(FormatError) as caught:
        read(path, form)
    error = caught.value
    assert error.file == str(path)
    assert (error.line, error.field) == (line, field), str(error)
    assert words in str(error)


@pytest.mark.parametrize(("form", "content", "line", "field", "words"), BROKEN_RUNS)
def test_a_broken_run_names_the_place(tmp_path, form, content, line, field, words):
    check(read_run, tmp_path / "run.txt", form, content, line, field, words)


@pytest.mark.parametrize(("form", "content", "line", "field", "words"), BROKEN_TRUTHS)
def test_a_broken_truth_names_the_place(tmp_path, form, content, line, field, words):
    check(read_judgements, tmp_path / "truth.txt", form, content, line, field, words)


@pytest.mark.parametrize(
    ("form", "content", "line"),
    [
        (f, c, n)
        for f, c, n, _, _ in BROKEN_RUNS
        if not f.startswith(("imageclef-2010", "imageclef-2012")) and "\n" in c
    ],
)
def test_a_broken_run_is_still_recognised(tmp_path, form, content, line):
    """A broken line must not hide what the file is meant to be, or its error would be about something else."""
    path = tmp_path / "run"
    path.write_bytes(content.encode())
    with pytest.raises(FormatError) as caught:
        read_run(path)
    if content.count("\n") > 1 and line not in (None, 1):
        assert caught.value.line == line, str(caught.value)


@pytest.mark.parametrize("form", [f.name for f in offering("read_run")])
@pytest.mark.parametrize("content", [b"", b"\n\n", b"   \r\n"])
def test_an_empty_file_is_an_error(tmp_path, form, content):
    path = tmp_path / "run"
    path.write_bytes(content)
    for name in (form, None):
        with pytest.raises(FormatError):
            read_run(path, name)


TEXT_FORMATS = sorted({f.name for f in formats().values() if not f.read_votes} - {"npy", "npz", "parquet"})


def sample_text(form):
    return {
        "imageclef-2009": "a 0.5 0.25\nb 0.1 0.2\n",
        "imageclef-2010": "a 0.5 0.25\nb 0.1 0.2\na 1 0\nb 0 0\n",
        "imageclef-2012": "a 0.5 1 0.25 0\nb 0.1 0 0.2 0\n",
        "imageclef-plant": "a x 1 0.5\na y 2 0.25\nb y 1 0.2\nb x 2 0.1\n",
        "csv": "image,x,y\na,0.5,0.25\nb,0.1,0.2\n",
        "tsv": "image\tx\ty\na\t0.5\t0.25\nb\t0.1\t0.2\n",
        "csv-long": "image,concept,score\na,x,0.5\na,y,0.25\nb,x,0.1\nb,y,0.2\n",
        "tsv-long": "image\tconcept\tscore\na\tx\t0.5\na\ty\t0.25\nb\tx\t0.1\nb\ty\t0.2\n",
        "trec-run": "x Q0 a 1 0.5 t\nx Q0 b 2 0.1 t\ny Q0 a 1 0.25 t\ny Q0 b 2 0.2 t\n",
        "trec-qrels": "x 0 a 1\nx 0 b 0\ny 0 a 1\ny 0 b 1\n",
        "jsonl": '{"item": "a", "scores": {"x": 0.5, "y": 0.25}}\n{"item": "b", "scores": {"x": 0.1, "y": 0.2}}\n',
        "mulan": "% goldscale-labels\n@attribute x numeric\n@attribute y numeric\n@data\n0.5,0.25\n0.1,0.2\n",
        **{name: content.decode() for name, content in READ_ONLY.items() if b"\0" not in content},
    }[form]


def read_any(path, form=None):
    truth = (form or "") == "trec-qrels"
    return read_judgements(path, form) if truth else read_run(path, form)


@pytest.mark.parametrize("form", TEXT_FORMATS)
def test_line_ends_byte_order_mark_and_gzip_change_nothing(tmp_path, form):
    plain = sample_text(form)
    path = tmp_path / "file"
    path.write_text(plain)
    wanted = repr(read_any(path, form))
    forms = {
        "crlf": plain.replace("\n", "\r\n").encode(),
        "cr": plain.replace("\n", "\r").encode(),
        "bom": b"\xef\xbb\xbf" + plain.encode(),
        "no last line end": plain.rstrip("\n").encode(),
        "gzip": gzip.compress(plain.encode()),
        "blank lines": plain.replace("\n", "\n\n").encode() + b"\n",
    }
    for what, content in forms.items():
        path.write_bytes(content)
        assert repr(read_any(path, form)) == wanted, what


@pytest.mark.parametrize("form", TEXT_FORMATS)
def test_broken_bytes_are_named_with_their_line(tmp_path, form):
    lines = sample_text(form).encode().split(b"\n")
    path = tmp_path / "file"
    for bad, words in ((b"\xe9", "UTF-8"), (b"\0", "NUL")):
        path.write_bytes(b"\n".join([*lines[:-2], lines[-2] + bad, b""]))
        for name in (form, None):
            with pytest.raises(FormatError, match=words) as caught:
                read_any(path, name)
            assert caught.value.line == len(lines) - 1
    path.write_bytes(sample_text(form).encode("utf-16"))
    with pytest.raises(FormatError, match="UTF-16"):
        read_any(path, form)


@pytest.mark.parametrize("form", TEXT_FORMATS)
def test_a_truncated_gzip_is_named(tmp_path, form):
    path = tmp_path / "file.gz"
    packed = gzip.compress(sample_text(form).encode() * 200)
    path.write_bytes(packed[: len(packed) // 2])
    for name in (form, None):
        with pytest.raises(FormatError, match="gzip"):
            read_any(path, name)


@pytest.mark.parametrize("form", ["npz", "parquet"])
def test_a_truncated_binary_file_is_named(tmp_path, form):
    text = tmp_path / "text"
    text.write_text(sample_text("csv"))
    whole = tmp_path / "whole"
    write_run(read_run(text), whole, form)
    content = whole.read_bytes()
    broken = tmp_path / "broken"
    for size in (5, len(content) // 2, len(content) - 3):
        broken.write_bytes(content[:size])
        with pytest.raises(FormatError, match="whole"):
            read_run(broken, form)


def test_a_run_is_not_a_truth(tmp_path):
    text = tmp_path / "run.csv"
    text.write_text(sample_text("csv-long"))
    run = read_run(text)
    for form in ("npz", "parquet", "jsonl"):
        write_run(run, tmp_path / "run", form)
        with pytest.raises(FormatError):
            read_judgements(tmp_path / "run")
    (tmp_path / "qrels").write_text(sample_text("trec-qrels"))
    truth = read_judgements(tmp_path / "qrels")
    for form in ("npz", "parquet", "jsonl"):
        write_judgements(truth, tmp_path / "truth", form)
        with pytest.raises(FormatError):
            read_run(tmp_path / "truth")


def test_labels_given_must_fit(tmp_path):
    path = tmp_path / "run.txt"
    path.write_text("# first\na 0.5 0.25\n")
    assert read_run(path, labels=["Sky", "Sea"]).labels.names == ("Sky", "Sea")
    with pytest.raises(FormatError, match="3 labels given") as caught:
        read_run(path, labels=["Sky", "Sea", "Sun"])
    assert (caught.value.line, caught.value.field) == (2, 4)


def test_a_missing_file_and_a_folder(tmp_path):
    with pytest.raises(MissingResourceError):
        read_run(tmp_path / "nothing.csv")
    with pytest.raises(GoldscaleError, match="folder"):
        read_run(tmp_path)


def test_something_else_altogether(tmp_path):
    path = tmp_path / "essay.txt"
    path.write_text("It was a dark and stormy night.\nThe rain fell in torrents.\n")
    with pytest.raises(
        FormatError, match=r"one of the formats that 'goldscale convert --list' shows.*for a truth --truth-format"
    ) as caught:
        read_run(path)
    assert caught.value.line == 1
    path.write_bytes(bytes(range(256)) * 20)
    with pytest.raises(FormatError, match=r"one of the formats|UTF-8|NUL"):
        read_run(path)


@pytest.mark.parametrize("member", ["[Content_Types].xml", "mimetype"])
def test_a_spreadsheet_is_called_one(tmp_path, member):
    path = tmp_path / ("t.xlsx" if member != "mimetype" else "t.ods")
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(member, "x")
    for read in (read_run, read_judgements):
        with pytest.raises(FormatError, match=r"found a spreadsheet\. Save it as CSV"):
            read(path)


def test_a_zip_of_something_else_has_no_arrays(tmp_path):
    with zipfile.ZipFile(tmp_path / "t.zip", "w") as packed:
        packed.writestr("readme", "x")
    with pytest.raises(FormatError, match="an array called scores or decisions, found no arrays"):
        read_run(tmp_path / "t.zip")


def test_a_first_line_beyond_the_limit_is_told_the_limit(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("image," + "x" * (2 << 20) + "\na,1\n")
    with limits_set(line=1 << 20), pytest.raises(FormatError, match=r"t\.csv, line 1: .*--limit line=none"):
        read_run(path)


def test_a_number_of_thousands_of_digits(tmp_path):
    path = tmp_path / "t.json"
    path.write_text('[{"image": "a", "scores": {"Sky": ' + "9" * 6000 + "}}]")
    with pytest.raises(FormatError, match="JSON with numbers that fit into 64 bits, found one of thousands of digits"):
        read_run(path)


def test_a_name_that_is_no_text_is_quoted_once(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text(r'{"item": "bad\udcff", "scores": {"Sky": 0.5}}' + "\n")
    with pytest.raises(FormatError) as caught:
        read_run(path)
    assert str(caught.value).endswith(r"found 'bad\udcff'")
