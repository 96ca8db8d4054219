"""NaN and the infinities are refused alike in all formats: one rule, and the error names file, line and field.

Minus infinity is the mark of a cell that was not retrieved where a whole matrix of scores is held (in Python, .npz and
Parquet); a text leaves such a cell out.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet

import goldscale as gs
from goldscale.data import Votes
from goldscale.errors import FormatError, ParameterError
from goldscale.formats import formats
from goldscale.formats.factors import read_factors

WORDS = ("nan", "NaN", "inf", "-inf", "+Infinity", "1e999", "-1e999")
BINARY = ("npz", "npy", "parquet")

RUNS: dict[str, tuple[str, int, str | int]] = {
    # format: a file with X for the number, its line and its field
    "imageclef-2009": ("a 0.1 0.2\nb X 0.4\n", 2, 2),
    "imageclef-2010": ("a 0.1 0.2\nb 0.3 X\na 1 0\nb 0 0\n", 2, 3),
    "imageclef-2012": ("a 0.1 1 0.2 0\nb X 1 0.4 0\n", 2, 2),
    "imageclef-plant": ("a x 1 0.5\na y 2 X\n", 2, "score"),
    "csv": ("image,Sky,Sea\na,0.1,0.2\nb,0.3,X\n", 3, "Sea"),
    "tsv": ("image\tSky\tSea\na\t0.1\t0.2\nb\t0.3\tX\n", 3, "Sea"),
    "csv-long": ("image,concept,score\na,Sky,0.5\na,Sea,X\n", 3, "score"),
    "tsv-long": ("image\tconcept\tscore\na\tSky\t0.5\na\tSea\tX\n", 3, "score"),
    "trec-run": ("1 Q0 d1 1 0.5 tag\n1 Q0 d2 2 X tag\n", 2, "score"),
    "mulan": ("% goldscale-labels\n@relation r\n@attribute Sky numeric\n@data\n0.5\nX\n", 6, "Sky"),
}
TRUTHS: dict[str, tuple[str, int, str | int]] = {
    "imageclef-2009": ("a 1 0\nb X 1\n", 2, 2),
    "imageclef-2010": ("a 1 0\nb X 1\na 1 0\nb 0 1\n", 2, 2),
    "imageclef-2012": ("a 0.1 1 0.2 0\nb 0.3 X 0.4 0\n", 2, 3),
    "csv": ("image,Sky,Sea\na,1,0\nb,0,X\n", 3, "Sea"),
    "tsv": ("image\tSky\tSea\na\t1\t0\nb\t0\tX\n", 3, "Sea"),
    "csv-long": ("image,concept,relevance\na,Sky,1\na,Sea,X\n", 3, "relevance"),
    "tsv-long": ("image\tconcept\trelevance\na\tSky\t1\na\tSea\tX\n", 3, "relevance"),
    "trec-qrels": ("1 0 d1 1\n1 0 d2 X\n", 2, "grade"),
    "mulan": ("% goldscale-labels\n@relation r\n@attribute Sky numeric\n@data\n1\nX\n", 6, "Sky"),
}
LISTED = {"imageclef-plant"}
"""Truths that hold no numbers: an item's label is named."""
VOTES: dict[str, tuple[str, int, str | int]] = {
    "votes-csv": ("annotator,item,label,value\nx,a,Sky,1\ny,a,Sky,X\n", 3, "value"),
    "votes-tsv": ("annotator\titem\tlabel\tvalue\nx\ta\tSky\t1\ny\ta\tSky\tX\n", 3, "value"),
    "votes-wide": ("item,ann,bob\na,1,0\nb,1,X\n", 3, "value"),
    "flickr8k-expert": ("a.jpg\tb.jpg#1\t1\t2\tX\n", 1, "third grade"),
    "flickr8k-crowd": ("a.jpg\tb.jpg#1\tX\t1\t2\n", 1, "share"),
}
JSON = {"jsonl", "json", "coco"}
NAMED = {"tags"}
"""Labels by name, without numbers."""
WORDED = {"coco-json", "crowdflower", "mturk"}
"""Votes that are words: what looks like no number is somebody's answer, and not taken for one."""


def refused(read: Callable[..., Any], path: Path, *arguments: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(path, *arguments)
    assert caught.value.file == str(path)
    return caught.value


def test_every_format_is_here() -> None:
    able = {kind: {f.name for f in formats().values() if getattr(f, f"read_{kind}")} for kind in KINDS}
    assert able["run"] == {*RUNS, *BINARY, *JSON, *NAMED}
    assert able["judgements"] == {*TRUTHS, *LISTED, *BINARY, *JSON, *NAMED}
    assert able["votes"] == {*VOTES, *WORDED}


KINDS = {"run": (gs.read_run, RUNS), "judgements": (gs.read_judgements, TRUTHS), "votes": (gs.read_votes, VOTES)}


@pytest.mark.parametrize(("kind", "form"), [(kind, form) for kind, (_, files) in KINDS.items() for form in files])
@pytest.mark.parametrize("word", WORDS)
def test_texts(tmp_path: Path, kind: str, form: str, word: str) -> None:
    read, files = KINDS[kind]
    text, line, field = files[form]
    path = tmp_path / ("file.txt" if "csv" not in form else "file.csv")
    path.write_text(text.replace("X", word))
    error = refused(read, path, form)
    assert (error.line, error.field, error.found) == (line, field, word), str(error)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_json(tmp_path: Path, word: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(f'{{"item": "a", "scores": {{"Sky": 0.5}}}}\n{{"item": "b", "scores": {{"Sky": {word}}}}}\n')
    assert refused(gs.read_run, path).line == 2
    path.write_text(f'{{"item": "a", "relevance": {{"Sky": 1}}}}\n{{"item": "b", "relevance": {{"Sky": {word}}}}}\n')
    assert refused(gs.read_judgements, path).line == 2


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize(
    "text",
    [
        '[{"image": "a", "scores": {"Sky": X}}]',
        '{"a": {"Sky": X}}',
        '[{"image_id": 1, "category_id": 1, "score": X}]',
    ],
)
def test_other_json(tmp_path: Path, text: str, word: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text.replace("X", word))
    refused(gs.read_run, path)


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_npy(tmp_path: Path, number: float) -> None:
    path = tmp_path / "run.npy"
    np.save(path, np.array([[0.1, number]]))
    refused(gs.read_run, path)


NUMBERS = (np.nan, np.inf, -np.inf)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_npz(tmp_path: Path, number: float, dtype: type) -> None:
    path = tmp_path / "run.npz"
    np.savez(path, scores=np.array([[0.1, 0.2], [0.3, number]], dtype))
    if number == -np.inf:
        assert gs.read_run(path).scores[1, 1] == number
    else:
        error = refused(gs.read_run, path)
        assert (error.field, error.found) == ("scores, cell 1, 1", str(number))
    np.savez(path, relevance=np.array([[1, 0], [1, number]], dtype))
    if np.isnan(number):
        assert gs.read_judgements(path).unjudged == 1
    else:
        refused(gs.read_judgements, path)


@pytest.mark.parametrize("number", NUMBERS)
def test_parquet(tmp_path: Path, number: float) -> None:
    path = tmp_path / "run.parquet"
    cells = {"item": ["a", "b"], "label": ["Sky", "Sky"]}
    parquet.write_table(pyarrow.table(cells | {"score": [0.5, number]}), path)
    if number == -np.inf:
        assert gs.read_run(path).scores[1, 0] == number
    else:
        error = refused(gs.read_run, path)
        assert (error.line, error.field, error.found) == (2, "score", str(number))
    parquet.write_table(pyarrow.table(cells | {"relevance": [1.0, number]}), path)
    error = refused(gs.read_judgements, path)
    assert (error.line, error.field, error.found) == (2, "relevance", str(number))


@pytest.mark.parametrize("word", WORDS)
def test_small_tables(tmp_path: Path, word: str) -> None:
    path = tmp_path / "table.csv"
    path.write_text(f"label,factor\nSky,0.5\nSea,{word}\n")
    error = refused(read_factors, path)
    assert (error.line, error.field, error.found) == (3, "factor", word)
    path.write_text(f"a,b,value\nSky,Sea,{word}\n")
    error = refused(gs.read_relatedness, path)
    assert (error.line, error.field, error.found) == (2, "value", word)
    path.write_text(f",Sky,Sea\nSky,1,{word}\nSea,{word},1\n")
    error = refused(gs.read_relatedness, path)
    assert (error.line, error.field, error.found) == (2, "Sea", word)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_snapshot_of_relatedness(tmp_path: Path, word: str) -> None:
    path = tmp_path / "r.json"
    gs.write_relatedness(gs.Relatedness([[1, 0.5], [0.5, 1]], ["Sky", "Sea"]), path)
    path.write_text(path.read_text().replace("0.5", word))
    refused(gs.read_relatedness, path)
    assert json.loads(path.read_text())["labels"] == ["Sky", "Sea"]


@pytest.mark.parametrize("number", NUMBERS)
class TestInPython:
    def test_scores(self, number: float) -> None:
        for scores in ([[0.1, number]], np.array([[0.1, number]], np.float32)):
            if number == -np.inf:
                assert gs.Run(scores).scores[0, 1] == number
                continue
            with pytest.raises(ParameterError, match=r"1 (NaN|infinite) score, the first at \(0, 1\)"):
                gs.Run(scores)

    def test_thresholds(self, number: float) -> None:
        for threshold in (number, [0.5, number]):
            with pytest.raises(ParameterError, match="must be a finite number"):
                gs.Run([[0.1, 0.2]], threshold=threshold)

    def test_relevance(self, number: float) -> None:
        if np.isnan(number):
            assert gs.Judgements([[1, number]]).unjudged == 1
            return
        for truth in ([[1, number]], [[0.5, number]]):
            with pytest.raises(ParameterError):
                gs.Judgements(truth)

    def test_votes(self, number: float) -> None:
        with pytest.raises(ParameterError, match="a vote must be a number"):
            Votes.from_records([("x", "a", "Sky", 1), ("y", "a", "Sky", number)])

    def test_relatedness(self, number: float) -> None:
        with pytest.raises(ParameterError):
            gs.Relatedness([[1, number], [number, 1]])
