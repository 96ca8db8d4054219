"""Everything we write is recognised as what it is."""

from __future__ import annotations

import gzip

import numpy as np
import pytest
from format_data import READ_ONLY, WORDS, judgements, runs
from hypothesis import given, settings
from scipy import sparse

from goldscale.data import Concepts, Items, Judgements, Run
from goldscale.errors import ParameterError
from goldscale.files import Source
from goldscale.formats import formats, sniff, write_judgements, write_run
from goldscale.formats.registry import offering

ITEMS = Items([f"im{i}.jpg" for i in range(30)], "image")
LABELS = Concepts([f"c{i}" for i in range(4)], "concept")
RNG = np.random.default_rng(3)
SCORES = RNG.random((30, 4))
BINARY = (SCORES > 0.5).astype(float)
THIN = sparse.csr_array(np.where(SCORES > 0.3, SCORES, 0))
RUNS = {
    "scores": Run(SCORES, items=ITEMS, labels=LABELS),
    "decisions": Run(decisions=BINARY, items=ITEMS, labels=LABELS),
    "both": Run(SCORES, BINARY, ITEMS, LABELS),
    "binary scores": Run(BINARY, BINARY, ITEMS, LABELS),
    "sparse": Run(THIN, items=ITEMS, labels=LABELS),
    "numbered": Run(SCORES, BINARY),
    "whole scores": Run(np.rint(SCORES * 10), BINARY, ITEMS, LABELS),
}
TRUTHS = {
    "binary": Judgements(BINARY.astype(int), ITEMS, LABELS),
    "graded": Judgements(RNG.integers(0, 4, (30, 4)), ITEMS, LABELS),
    "unjudged": Judgements(RNG.integers(-1, 2, (30, 4)), ITEMS, LABELS),
    "probability": Judgements(SCORES, ITEMS, LABELS),
    "numbered": Judgements(BINARY.astype(int)),
    "sparse": Judgements(sparse.csr_array(BINARY.astype(int)), ITEMS, LABELS),
}
CASES = [(write_run, form.name, what, run) for form in offering("write_run") for what, run in RUNS.items()]
CASES += [(write_judgements, f.name, what, t) for f in offering("write_judgements") for what, t in TRUTHS.items()]


@pytest.mark.parametrize(("write", "form", "what", "data"), CASES, ids=[f"{c[1]}-{c[2]}" for c in CASES])
def test_what_we_write_is_recognised(tmp_path, write, form, what, data):
    path = tmp_path / "data"
    try:
        write(data, path, form)
    except ParameterError:
        pytest.skip(f"{form} does not hold it")
    content = path.read_bytes()
    variants = [content, gzip.compress(content)]
    if b"\0" not in content:
        variants += [content.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + content]
    for variant in variants:
        path.write_bytes(variant)
        assert sniff(Source(path)).name == form


@settings(max_examples=100)
@given(run=runs(WORDS))
def test_random_runs_are_recognised(tmp_path, run):
    for form in offering("write_run"):
        path = tmp_path / "run"
        try:
            write_run(run, path, form.name)
        except ParameterError:
            continue
        assert sniff(Source(path)).name == form.name


@settings(max_examples=100)
@given(truth=judgements(WORDS.map("n".__add__)))
def test_random_judgements_are_recognised(tmp_path, truth):
    for form in offering("write_judgements"):
        if form.name == "trec-qrels" and not (truth.items.named and truth.labels.named):
            continue  # four numbers in a row can be anything
        path = tmp_path / "truth"
        try:
            write_judgements(truth, path, form.name)
        except ParameterError:
            continue
        assert sniff(Source(path)).name == form.name, path.read_bytes()


def test_the_ending_decides_when_writing(tmp_path):
    run, truth = RUNS["sparse"], TRUTHS["graded"]
    endings = {
        "a.txt": "imageclef-2009",
        "a.csv": "csv",
        "a.long.csv": "csv-long",
        "a.tsv.gz": "tsv",
        "a.run": "trec-run",
        "a.npz": "npz",
        "a.parquet": "parquet",
        "a.jsonl.gz": "jsonl",
        "a.arff": "mulan",
        "a.trec": "trec-run",
    }
    for name, form in endings.items():
        write_run(run, tmp_path / name)
        assert sniff(Source(tmp_path / name)).name == form
    write_judgements(truth, tmp_path / "b.trec")
    assert sniff(Source(tmp_path / "b.trec")).name == "trec-qrels"
    with pytest.raises(ParameterError, match="cannot tell a format"):
        write_run(run, tmp_path / "a.docx")


def test_a_very_wide_line_is_recognised(tmp_path):
    run = Run(np.random.default_rng(0).random((2, 20000)), items=["a", "b"])
    write_run(run, tmp_path / "run", "imageclef-2009")
    assert sniff(Source(tmp_path / "run")).name == "imageclef-2009"


def test_semicolons_and_other_heads(tmp_path):
    path = tmp_path / "file"
    for text, form in {
        "id;Sky;Sea\na;0.5;0.25\n": "csv",
        "filename,Sky,Sea\na,0.5,0.25\n": "csv",
        "Doc;Topic;Rel\na;1;2\n": "csv-long",
        "TOPIC\tdocument\tprobability\nq\td\t0.5\n": "tsv-long",
        "301 0 17 1\n301 0 18 0\n302 0 17 0\n302 0 99 1\n": "trec-qrels",
        "301\tQ0\tFR94\t104\t 2.1\tSTANDARD\n": "trec-run",
        "% a comment\n@RELATION x\n@ATTRIBUTE y NUMERIC\n@DATA\n1\n": "mulan",
        "im1.jpg\t0.5\t0.1\nim2.jpg\t0.5\t0.1\n": "imageclef-2009",
    }.items():
        path.write_text(text)
        assert sniff(Source(path)).name == form, text


def test_every_format_is_in_the_cases():
    known = {form.name for form in formats().values() if not form.read_votes}
    assert {case[1] for case in CASES} | set(READ_ONLY) == known


@pytest.mark.parametrize("form", READ_ONLY)
def test_what_we_only_read_is_recognised(tmp_path, form):
    path = tmp_path / "data"
    for content in (READ_ONLY[form], gzip.compress(READ_ONLY[form])):
        path.write_bytes(content)
        assert sniff(Source(path)).name == form


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content,
        lambda content: content.replace(b"\n", b"\r\n"),
        lambda content: content.replace(b"\n", b"\r"),
        lambda content: content.replace(b"\n", b"\n \t"),
        lambda content: content.replace(b" ", b"\t"),
        lambda content: b"\xef\xbb\xbf# made up\n\n" + content,
        lambda content: content.replace(b"7 ", "n°7 ".encode()),
        gzip.compress,
    ],
    ids=["as is", "CRLF", "CR", "indented", "tabs", "comment", "beyond ASCII", "gzip"],
)
def test_ids_that_come_again_are_seen_however_far_below(tmp_path, change):
    path = tmp_path / "run"
    confidences = "".join(f"{i} 0.5 0.25{i} 0.125 0.75\n" for i in range(7, 40_000))
    decisions = "".join(f"{i} 1 0 0 1\n" for i in range(39_999, 6, -1))
    path.write_bytes(change((confidences + decisions).encode()))
    assert sniff(Source(path)).name == "imageclef-2010"
    path.write_bytes(change((confidences + decisions[:-10]).encode()))
    assert sniff(Source(path)).name == "imageclef-2009"
