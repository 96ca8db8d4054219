"""A snapshot comes back as it was; a file of version 1 can always be read; plain tables too; broken ones are named."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import goldscale as gs

ARCHIVE = Path(__file__).parents[1] / "archives" / "made-up-relatedness-v1.json"


def test_round_trip(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    half = np.triu(rng.random((7, 7)), 1)
    labels = gs.Concepts([f"Lä,bel {i}" for i in range(7)], "concept")
    before = gs.Relatedness(half + half.T + np.eye(7), labels, "nwd", {"documents": 12.0}, "2026-01-01", "notes, ü")
    for name in ("r.json", "r.json.gz"):
        gs.write_relatedness(before, tmp_path / name)
        after = gs.read_relatedness(tmp_path / name)
        np.testing.assert_array_equal(after.values, before.values)
        assert after.labels == before.labels
        assert after.labels.noun == "concept"
        for part in ("source", "date", "notes", "hash"):
            assert getattr(after, part) == getattr(before, part)
        assert dict(after.parameters) == dict(before.parameters)


def test_version_1_is_read() -> None:
    old = gs.read_relatedness(ARCHIVE)
    assert repr(old) == "Relatedness(3 concepts, people, 2026-11-15)"
    np.testing.assert_array_equal(old.values, [[1, 0.875, 0.1], [0.875, 1, 0.25], [0.1, 0.25, 1]])
    assert dict(old.parameters) == {"low": 0.0, "high": 4.0}
    assert old.hash == "90983b6a"


def test_a_square_table(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(",Sky,Sea\nSky,1,0.4\nSea,0.4,1\n")
    read = gs.read_relatedness(tmp_path / "t.csv")
    assert (read.source, tuple(read.labels), read.values[0, 1]) == ("given", ("Sky", "Sea"), 0.4)


@pytest.mark.parametrize("header", ["a,b,value\n", "", "# three pairs\n"])
def test_a_long_table(tmp_path: Path, header: str) -> None:
    (tmp_path / "t.csv").write_text(header + "Sky,Sea,0.4\nSea,Sun,0.1\nSun,Sky,0.9\n")
    read = gs.read_relatedness(tmp_path / "t.csv")
    np.testing.assert_array_equal(read.aligned(["Sky", "Sea", "Sun"]), [[1, 0.4, 0.9], [0.4, 1, 0.1], [0.9, 0.1, 1]])


def test_pairs_that_a_long_table_lacks(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("Sky\tSea\t0.4\nSea\tSun\t0.1\n")
    with pytest.raises(gs.MismatchError, match="1 missing \\('Sky - Sun'\\)"):
        gs.read_relatedness(tmp_path / "t.tsv")
    filled = gs.read_relatedness(tmp_path / "t.tsv", missing=0.0)
    assert filled.values[0, 2] == 0
    assert filled.parameters["missing_pairs"] == 1


def snapshot(**changes: object) -> str:
    return json.dumps(json.loads(ARCHIVE.read_text()) | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a table, found an empty file"),
        ("{", "expected JSON"),
        (snapshot(format="other"), "field format"),
        (snapshot(version=2), "A newer Goldscale wrote it"),
        (snapshot(version="1"), "field version"),
        (snapshot(labels="Sky"), "field labels: expected a list"),
        (snapshot(values=[[1]]), "3 concept names given for 1"),
        (snapshot(values=[[1, 2, 0], [2, 1, 0], [0, 0, 1]]), "between 0 and 1"),
        (",Sky,Sea\nSky,1,0.4\nSea,0.5,1\n", "symmetric"),
        (",Sky,Sea\nSky,1,x\nSea,0.5,1\n", "line 2, field Sea: expected a number, found 'x'"),
        (",Sky,Sea\nSky,1\nSea,0.5,1\n", "line 2, field 3: expected 3 fields"),
        ("Sky,Sea,0.4\nSea,Sky,0.5\n", "line 2: expected one value per pair"),
        ("Sky,Sea,0.4\nSea,Sun\n", r"line 2, field 3: expected 3 fields \(a, b, value\)"),
        ("a,b,c,d\n", "a square table"),
        ("Sky,Sea,nan\n", "line 1, field value: expected a finite number"),
        ('Sky,"Sea,0.1\n', "line 1: expected quoted fields"),
    ],
)
def test_broken_files_say_where(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "broken.txt"
    file.write_text(text)
    with pytest.raises(gs.FormatError, match=message) as caught:
        gs.read_relatedness(file)
    assert "broken.txt" in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(gs.MissingResourceError, match=r"nothing\.json"):
        gs.read_relatedness(tmp_path / "nothing.json")
