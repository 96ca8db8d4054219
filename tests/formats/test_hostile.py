"""Hostile files: every reader reads them or gives an error of ours, with little memory and in little time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import hostile_readers
import pytest
from hostile import gzip_bomb, hostile_files

import goldscale as gs
from goldscale.formats import formats

FILES = [file.name for file in hostile_files()]
WORDS = [
    # file, reader, words of the error (empty: it can be read)
    ("JSON in JSON", "votes", "JSON with fewer brackets in brackets"),
    ("brackets", "run as jsonl", "line 1: expected JSON with fewer brackets"),
    ("a JSON number of many digits", "run", "line 1: expected JSON with numbers that fit into 64 bits"),
    ("a JSON name twice", "run", "line 1: expected each name once, found 'Sky' again"),
    ("a COCO name twice", "votes", "each name once, found 'id' again"),
    ("a snapshot's name twice", "relatedness", "each name once, found 'version' again"),
    ("a snapshot's number", "relatedness", "found one of thousands of digits"),
    ("surrogates in JSON", "run", "line 1, field labels: expected a name that is text"),
    ("a JSON table that is implied", "run", "an implied table of at most 262 144 cells, found 500 x 10000"),
    ("grades of many digits", "judgements as trec-qrels", "line 1, field grade: expected a whole number"),
    ("one endless line", "run", "line 1: expected a line of text of at most 128 KiB"),
    ("one endless word", "run as csv", "line 1: expected a line of text of at most 128 KiB"),
    ("an endless quoted field", "run", "line 2: expected a quoted field of at most 32 768 characters"),
    ("a quotation mark in the header", "run as csv", "line 1: expected a quoted field of at most"),
    ("very many columns", "run", "line 2, field c1: expected 15000 values"),
    ("very many columns", "groups", "nesting of at most 100 levels, found 15000 levels"),
    ("very many labels in a cell", "votes", "an implied table of at most"),
    ("sparse rows of very many attributes", "run", "an implied table of at most"),
    ("control characters in names", "run", ""),
    ("control characters in a number", "run as imageclef-2009", r"found '\x1b]0;owned"),
    ("keys in keys", "campaign.toml", "line 1: expected nesting of at most 100 levels"),
    ("keys in keys of a header", "campaign.toml", "line 1: expected nesting"),
    ("quoted keys in keys", "campaign.toml", "line 1: expected nesting"),
    ("brackets in TOML", "campaign.toml", "TOML with fewer brackets in brackets"),
    ("a TOML number of many digits", "campaign.toml", "TOML (Exceeds the limit"),
    (
        "a TOML number of many hexadecimal digits",
        "campaign.toml",
        "field replicates: expected a whole number of at most",
    ),
    ("deep rules beside an ontology", "ontology", ".rules.toml: expected TOML with fewer brackets"),
    ("a field of a picture again and again", "picture", ""),
    ("a picture's fields in fields", "picture", "line 1: expected nesting of at most 100 levels"),
    ("long paths of a picture's fields", "picture", "line 1: expected fields whose path"),
    ("nested RDF/XML", "ontology", "line 2: expected nesting of at most 100 levels"),
    ("entities in entities", "ontology", "line 4, field l1: expected entities that stand for a text"),
    ("a long entity", "ontology", "found a longer one"),
    ("an entity of another file", "ontology", "found another file"),
    ("attributes in a DOCTYPE", "ontology", "no attributes declared in the DOCTYPE"),
    ("labels nested in XML beside ARFF", "run", ".xml, line 2"),
    ("entities in XML beside ARFF", "run", ".xml, line 2: expected XML without a DOCTYPE"),
    ("brackets in Turtle", "ontology", "Turtle with fewer brackets in brackets"),
    ("lists in Turtle", "ontology", "Turtle"),
    ("a long chain in Turtle", "ontology", ""),
    ("a long chain", "ontology", ""),
    ("a long cycle", "ontology", "the parents form a cycle: n"),
    ("very many labels in pairs", "relatedness", "does not have 199980000 of its pairs"),
    ("very many labels in pairs", "relatedness with missing pairs", "an implied table of at most"),
    ("a line without end in a gzip", "run", "packed content of at most 128 KiB"),
    ("lines without end in a gzip", "run", "packed content of at most 128 KiB"),
    ("blank lines in a gzip", "run as csv", "packed content of at most"),
    ("JSON without end in a gzip", "votes as coco-json", "packed content of at most"),
    ("Turtle without end in a gzip", "ontology", "packed content of at most"),
    ("settings without end in a gzip", "campaign.toml", "a small file of at most 2 MiB, found more"),
    ("npz: no columns", "run", "field items: expected a side without names of at most 65 536 names, found 100000000"),
    ("npz: no rows", "judgements", "field labels: expected a side without names"),
    ("npz: more rows than bytes", "run", "field scores.npy: expected as many values as the header says"),
    ("npz: texts of no size", "run", "values of no size"),
    ("npz: huge texts", "vectors", "as many values as the header says"),
    ("npz: objects", "run", "found 'Python objects'"),
    ("npz: zeros", "run", "packed content of at most"),
    ("npz: a lying directory", "run", "a whole .npz file"),
    ("npz: sparse columns", "run", "field labels: expected a side without names"),
    ("npz: deep JSON", "run", "field about: expected JSON with fewer brackets"),
    ("npz: JSON twice", "run", "field about: expected each name once, found 'format' again"),
    ("Parquet of very many rows", "run", "packed content of at most"),
    ("Parquet of one endless name", "run", "packed content of at most"),
    ("Parquet of a long name in many rows", "run", "field item: expected a name of at most 4 KiB, found one of 50000"),
    ("Parquet with deep metadata", "run", "field metadata: expected JSON with fewer brackets"),
    ("Parquet with a lying footer", "run", "a whole Parquet file"),
]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """What came of every reader on every file, in a process with a limit on its memory."""
    if not Path("/proc/self/statm").exists():
        pytest.skip("this system does not tell how much memory a process has")
    fixtures = Path(hostile_readers.__file__)
    here = os.pathsep.join([str(fixtures.parent), *sys.path])
    done = subprocess.run(
        [sys.executable, str(fixtures), str(tmp_path_factory.mktemp("hostile"))],
        env={**os.environ, "PYTHONPATH": here, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, dict[str, str]] = {}
    for line in done.stdout.splitlines():
        file, reader, outcome, _ = json.loads(line)
        found.setdefault(file, {})[reader] = outcome
    return found


def test_every_reader_is_among_them() -> None:
    names = {name for name, _ in hostile_readers.readers()}
    for form in formats().values():
        for action in ("run", "judgements", "votes"):
            assert (f"{action} as {form.name}" in names) == (getattr(form, f"read_{action}") is not None)


@pytest.mark.parametrize("file", FILES)
def test_a_hostile_file_is_read_or_refused(outcomes: dict[str, dict[str, str]], file: str) -> None:
    bad = {
        reader: outcome
        for reader, outcome in outcomes[file].items()
        if outcome != "read" and not outcome.startswith("error: ")
    }
    assert not bad


@pytest.mark.parametrize(("file", "reader", "words"), WORDS)
def test_a_hostile_file_is_told_from_what_is_wrong_with_it(
    outcomes: dict[str, dict[str, str]], file: str, reader: str, words: str
) -> None:
    outcome = outcomes[file][reader]
    assert words in outcome if words else outcome == "read"


def test_a_gigabyte_in_a_small_gzip_under_the_usual_limits(tmp_path: Path) -> None:
    path = tmp_path / "run.txt.gz"
    path.write_bytes(gzip_bomb(b"0 " * (1 << 19), 1024))
    assert path.stat().st_size < 1 << 21
    with pytest.raises(gs.FormatError, match="a line of text of at most 32 MiB"):
        gs.read_run(path, "imageclef-2009")
