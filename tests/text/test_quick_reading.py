"""Reading by columns of bytes gives what reading row by row gives: the same data, the same messages."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldscale.data.matrix import is_sparse
from goldscale.errors import FormatError, GoldscaleError
from goldscale.files import Source
from goldscale.formats import read_judgements, read_run, read_votes
from goldscale.tasks.plant import predictions
from goldscale.tasks.plant.predictions import read_predictions
from goldscale.text import batches, fields, numbers
from goldscale.text.batches import TextBlock
from goldscale.text.decimals import FEW

NAMES = st.one_of(
    st.sampled_from(["a", "b", "c.jpg", "d1", "d2", "long-name-of-a-picture-1.jpg", "long-name-of-a-picture-2.jpg"]),
    st.text("ab01-é日", min_size=1, max_size=12),
)
NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(0, 1).map(repr),
    st.integers(0, 1).map(str),
    st.sampled_from(["-0", "1e5", "-2.5E-3", "1e300", "5e-324", ".5", "5.", "+1", "00012", "0.1" + "0" * 30]),
)
WHOLE = st.integers(0, 30).map(str)
ODD = st.sampled_from(
    ["", " ", "nan", "inf", "1_0", "0x1", "1e999", "#", "\u00a0", "\u00a0a", "\x1f", "\x0b", "a b", "-", "x" * 300]
)
FIELDS = {
    "trec-run": [NAMES, st.just("Q0"), NAMES, WHOLE, NUMBERS, st.just("tag")],
    "trec-qrels": [NAMES, st.just("0"), NAMES, WHOLE],
    "plant": [NAMES, NAMES.map(lambda name: f"Genus {name}"), WHOLE.map(lambda text: f"{int(text) + 1}"), NUMBERS],
    "csv-long": [NAMES, NAMES, NUMBERS, st.integers(0, 1).map(str)],
    "tsv-long": [NAMES, NAMES, WHOLE],
    "votes-csv": [NAMES, NAMES, NAMES, st.sampled_from(["0", "1", "yes", ""])],
    "csv": [NAMES, NUMBERS, NUMBERS],
    "imageclef-2009": [NAMES, NUMBERS, NUMBERS],
    "imageclef-2010": [NAMES, NUMBERS, NUMBERS],
}
HEADERS = {
    "csv-long": "item,label,score,decision",
    "tsv-long": "item\tlabel\trelevance",
    "votes-csv": "annotator,item,label,value",
    "csv": "item,A,B",
}
READERS: dict[str, Callable[[Path], Any]] = {
    "trec-run": partial(read_run, format="trec-run"),
    "trec-qrels": partial(read_judgements, format="trec-qrels"),
    "plant": lambda path: read_predictions(Source(path)),
    "csv-long": partial(read_run, format="csv-long"),
    "tsv-long": partial(read_judgements, format="tsv-long"),
    "votes-csv": partial(read_votes, format="votes-csv"),
    "csv": partial(read_run, format="csv"),
    "imageclef-2009": partial(read_run, format="imageclef-2009"),
    "imageclef-2010": partial(read_run, format="imageclef-2010"),
}


@st.composite
def files(draw: st.DrawFn, form: str) -> bytes:
    """Lines of a format, regular ones in half of the files, else with something odd here and there."""
    odd = draw(st.booleans())
    separators = {"csv-long": [","], "tsv-long": ["\t"], "votes-csv": [","], "csv": [","]}.get(
        form, [" ", "\t", "  ", " \t "]
    )
    ends = draw(
        st.sampled_from([["\n"], ["\r\n"], ["\r"], ["\n", "\n\n"], ["\n", " \n"]] if odd else [["\n"], ["\r\n"]])
    )
    written = [HEADERS[form] + ends[0]] if form in HEADERS else []
    for _ in range(draw(st.integers(1, 12))):
        row = [draw(column) for column in FIELDS[form]]
        if odd and draw(st.integers(0, 7)) == 0:
            row[draw(st.integers(0, len(row) - 1))] = draw(ODD)
        if odd and draw(st.integers(0, 15)) == 0:
            row = row[:-1] if draw(st.booleans()) else [*row, "more"]
        line = "".join(field + draw(st.sampled_from(separators)) for field in row[:-1]) + row[-1]
        written.append(line + draw(st.sampled_from(ends)))
    text = "".join(written)
    return (text.rstrip("\r\n") if draw(st.booleans()) else text).encode()


def matrix_said(matrix: Any) -> Any:
    """A matrix as something that can be compared bit by bit."""
    if matrix is None:
        return None
    if is_sparse(matrix):
        whole = matrix.tocoo()
        return str(whole.dtype), whole.shape, whole.row.tolist(), whole.col.tolist(), whole.data.tobytes()
    return str(matrix.dtype), matrix.shape, matrix.tobytes()


def said(data: Any) -> Any:
    """All that was read."""
    if isinstance(data, predictions.Predictions):
        lines = [data.line(i) for i in range(len(data))]
        held = [part.tobytes() for part in (data.picture, data.label, data.rank, data.score)]
        return data.name, data.pictures, data.species, held, lines
    held = [matrix_said(getattr(data, part, None)) for part in ("scores", "decisions", "values")]
    held += [matrix_said(getattr(data, part, None)) for part in ("annotator", "item", "label", "value", "occasion")]
    axes = [list(getattr(data, axis).names) for axis in ("items", "labels", "annotators") if hasattr(data, axis)]
    return data.name, axes, held, getattr(data, "categories", None)


def outcome(form: str, path: Path) -> Any:
    """What is read, or what is said to be wrong; and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = said(READERS[form](path))
        except GoldscaleError as error:
            result = str(error)
    return result, [str(warning.message) for warning in caught]


def refuse(*_: object) -> None:
    """Leave everything to the rows."""
    raise ValueError


@contextmanager
def by_rows() -> Iterator[None]:
    """Without columns of bytes."""
    with (
        mock.patch.object(batches, "blank_grid", refuse),
        mock.patch.object(batches, "delimited_grid", refuse),
        mock.patch.object(predictions, "words_of_lines", refuse),
    ):
        yield


@contextmanager
def block_size(size: int) -> Iterator[None]:
    """Blocks of so many bytes."""
    whole = Source.blocks
    with mock.patch.object(Source, "blocks", lambda self, progress=None: whole(self, progress, size)):
        yield


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where files are written."""
    return tmp_path_factory.mktemp("quick") / "file"


@pytest.mark.parametrize("form", FIELDS)
@settings(max_examples=60)
@given(data=st.data())
def test_columns_and_rows_read_the_same(form: str, path: Path, data: st.DataObject) -> None:
    path.write_bytes(data.draw(files(form)))
    with block_size(data.draw(st.sampled_from([1, 7, 30, 64, 200, 1 << 18]))):
        quick = outcome(form, path)
        with by_rows():
            assert quick == outcome(form, path)


@pytest.mark.parametrize("form", FIELDS)
@settings(max_examples=25)
@given(data=st.data())
def test_names_that_share_a_hash_stay_apart(form: str, path: Path, data: st.DataObject) -> None:
    path.write_bytes(data.draw(files(form)))
    with mock.patch.object(fields, "hashes", lambda words: np.zeros_like(words[0])):
        quick = outcome(form, path)
    with by_rows():
        assert quick == outcome(form, path)


LINES = {
    "trec-run": "q1 Q0 d1 1 0.5 tag\nq1\tQ0 dé 2 0.25 tag\nq2 Q0 d1 1 1e-3 tag\nq2 Q0  d3 2 -7 tag \n",
    "plant": "a.jpg Genus one 1 0.5\na.jpg Genus x two 2 0.25\nb.jpg Genus\tone 1 0.125\nb.jpg Genus  x two 2 0.1\n",
    "csv-long": "item,label,score\na,x,0.5\na,é y ,0.25\nb, x,0.125\nb,é y,-0\n",
    "csv": "item,A,B\na,0.5,1\né, 1e-3,-0\nb,0.25 ,7\n",
    "imageclef-2009": "a.jpg 0.5 1\né.jpg\t1e-3 -0\n b.jpg  0.25 7 \n",
    "votes-csv": "annotator,item,label,value\nann,a,x,1\nann,b,x,0\nbob, a ,x,\nbob,b,é,1\n",
}

HALVES = {"imageclef-2010": "a 0.5 1\né 1e-3 0\nc 0.25 1\nd 0.125 -7\nd 0 0\nc 1 1\né 0 1\na 1 0\n"}
"""Blocks in the middle of such a file are of both kinds."""


@pytest.mark.parametrize(("form", "text"), [*LINES.items(), *HALVES.items()])
def test_no_place_to_cut_blocks_matters(form: str, text: str, path: Path) -> None:
    path.write_text(text)
    with by_rows():
        expected = outcome(form, path)
    assert not isinstance(expected[0], str)
    for size in range(1, len(text.encode()) + 2):
        with block_size(size):
            assert outcome(form, path) == expected


@pytest.mark.parametrize("form", LINES)
def test_regular_files_are_read_by_columns(form: str, path: Path) -> None:
    """The comparisons above would hold, too, if nothing were ever read by columns."""
    path.write_text(LINES[form])
    with (
        mock.patch.object(TextBlock, "rows", property(refuse)),
        mock.patch.object(predictions._Lines, "rows", property(refuse)),
    ):
        assert not isinstance(outcome(form, path)[0], str)


@pytest.mark.parametrize("size", [8, 30, 1 << 18])
def test_comments_above_the_first_row_do_not_tell_the_width(path: Path, size: int) -> None:
    path.write_text("# made up\n\n # of two columns\na.jpg 0.5 0.25\nb.jpg 0.125 1\n")
    with block_size(size):
        run = read_run(path, format="imageclef-2009")
    assert run.scores.tolist() == [[0.5, 0.25], [0.125, 1.0]]
    assert run.items.names == ("a.jpg", "b.jpg")


@pytest.mark.parametrize("unusual", [0, 1, FEW, FEW + 1])
def test_few_numbers_of_unusual_form_are_read_as_many_are(unusual: int) -> None:
    """Bit by bit as float() reads them, whoever reads them."""
    texts = [f"{i / 1000:.3f}" for i in range(2 * FEW)]
    texts[FEW // 2 : FEW // 2 + unusual] = [f"{i + 0.1}e-0{i % 9 + 1}" for i in range(unusual)]
    block = TextBlock(1, "\n".join(texts), None)
    assert list(numbers.floats(block.columns(1)[0])) == list(map(float, texts))


@pytest.mark.parametrize("size", [20, 60, 1 << 18])
def test_lines_are_counted_over_rows_that_are_none(path: Path, size: int) -> None:
    path.write_text("annotator,item,label,value\nann,a,x,1\n\n,,,\nann,b,x,0\n\nann,,x,1\nbob,b,x,1\n")
    with block_size(size), pytest.raises(FormatError, match="line 7, field item"):
        read_votes(path, format="votes-csv")


def test_both_halves_of_a_file_are_read_by_columns(path: Path) -> None:
    confidences, decisions = "a 0.5 1\nb 0.25 0\n", "b 0   1\na 1    0\n"
    path.write_text(confidences + decisions)
    with block_size(len(confidences)), mock.patch.object(TextBlock, "rows", property(refuse)):
        run = read_run(path, format="imageclef-2010")
    assert (run.scores.tolist(), run.decisions.tolist()) == ([[0.5, 1], [0.25, 0]], [[True, False], [False, True]])


@pytest.mark.parametrize("size", [8, 16, 1 << 18])
def test_an_id_below_that_has_no_confidences_is_an_error_in_a_block_too(path: Path, size: int) -> None:
    path.write_text("a 0.5 1\nb 0.5 0\na 0   1\nc 1   0\n")
    with block_size(size), pytest.raises(FormatError, match="line 4, field 1"):
        read_run(path, format="imageclef-2010")
