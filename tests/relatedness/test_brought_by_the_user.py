"""Links, people and vectors: worked out by hand, and what is wrong with a file is said."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import goldscale as gs


def write(folder: Path, text: str) -> Path:
    file = folder / "given.txt"
    file.write_text(text)
    return file


def test_milne_witten(tmp_path: Path) -> None:
    links = write(tmp_path, "Sky\t1 2 3 4\nSea\t3,4\nSun\t5 6\nStill_Life\t\n")
    built = gs.build_relatedness("links", ["Sky", "Sea", "Sun"], links=links, pages=8)
    # 4 and 2 links, 2 shared, 8 pages: 1 - log(4/2) / log(8/2) = 0.5
    np.testing.assert_allclose(built.values, [[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]])
    alone = gs.build_relatedness("links", ["Sky", "Sea"], links=links)
    assert alone.parameters["pages"] == 6
    assert alone.values[0, 1] == pytest.approx(1 - math.log(2) / math.log(3))
    with pytest.raises(gs.MismatchError, match="'Still Life'"):
        gs.build_relatedness("links", ["Sky", "Sea", "Still Life"], links=links)
    with pytest.raises(gs.ParameterError, match="3 pages in all, but links to 6"):
        gs.build_relatedness("links", ["Sky", "Sea"], links=links, pages=3)
    with pytest.raises(gs.FormatError, match="line 1: expected page<TAB>ids"):
        gs.build_relatedness("links", ["Sky", "Sea"], links=write(tmp_path, "Sky 1 2\n"))


def test_people(tmp_path: Path) -> None:
    scores = write(tmp_path, "a,b,score,rater\nSky,Sea,4,ann\nsea,sky,1,bob\nSky,Sun,0,ann\nSun,Sea,2,ann\n")
    built = gs.build_relatedness("people", ["Sky", "Sea", "Sun"], scores=scores)
    np.testing.assert_allclose(built.values, [[1, 0.625, 0], [0.625, 1, 0.5], [0, 0.5, 1]])
    assert built.parameters["high"] == 4
    wide = gs.build_relatedness("people", ["Sky", "Sea"], scores=scores, high=5, low=0)
    assert wide.values[0, 1] == pytest.approx(0.5)
    with pytest.raises(gs.ParameterError, match="outside 1 to 4"):
        gs.build_relatedness("people", ["Sky", "Sea"], scores=scores, low=1)
    with pytest.raises(gs.ParameterError, match="high must be above low"):
        gs.build_relatedness("people", ["Sky", "Sea"], scores=scores, low=4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b,1,ann\nb,a,2,ann\n", "line 2: expected one score of ann per pair"),
        ("a,b,1\na,b\n", r"line 2, field 3: expected 3 fields \(a, b, score\) or 4 fields"),
        ("a,b,1\na,c,x\n", "line 2, field score"),
        ("a,b,score\n", "expected rows a,b,score, found a header alone"),
    ],
)
def test_broken_scores_of_people(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(gs.FormatError, match=message):
        gs.build_relatedness("people", ["a", "b"], scores=write(tmp_path, text))


def test_pairs_that_nobody_scored(tmp_path: Path) -> None:
    scores = write(tmp_path, "a,b,1\nb,c,1\n")
    with pytest.raises(gs.MismatchError, match=r"pairs of labels: 1 missing \('a - c'\)"):
        gs.build_relatedness("people", ["a", "b", "c"], scores=scores)


WORD2VEC = "4 2\nsky 3 4\nsea 4 3\nsun -3 -4\nlife 0 2\n"


def test_vectors_from_text(tmp_path: Path) -> None:
    given = write(tmp_path, WORD2VEC)
    built = gs.build_relatedness("vectors", ["Sky", "Sea", "Sun"], vectors=given)
    np.testing.assert_allclose(built.values, [[1, 0.96, 0], [0.96, 1, 0], [0, 0, 1]], atol=1e-12)
    shifted = gs.build_relatedness("vectors", ["Sky", "Sea", "Sun"], vectors=given, negative="shift")
    np.testing.assert_allclose(shifted.values[0], [1, 0.98, 0], atol=1e-12)


def test_a_term_of_several_words_is_their_mean(tmp_path: Path) -> None:
    built = gs.build_relatedness("vectors", ["sky life", "sky"], vectors=write(tmp_path, WORD2VEC))
    assert built.values[0, 1] == pytest.approx((1.5 * 3 + 3 * 4) / (math.hypot(1.5, 3) * 5))
    with pytest.raises(gs.MismatchError, match="sky full"):
        gs.build_relatedness("vectors", ["sky full", "sky", "sea"], vectors=write(tmp_path, WORD2VEC))


def test_vectors_from_npz(tmp_path: Path) -> None:
    np.savez(tmp_path / "v.npz", words=np.array(["Sky", "sea"]), vectors=np.array([[1, 0], [1, 1]]))
    built = gs.build_relatedness("vectors", ["sky", "Sea"], vectors=tmp_path / "v.npz")
    assert built.values[0, 1] == pytest.approx(math.sqrt(0.5))


def test_broken_vectors(tmp_path: Path) -> None:
    for text, message in (("sky 1 x\n", "line 1: expected a word"), ("sky 1 2\nsea 1\n", "line 2: expected 2 numbers")):
        with pytest.raises(gs.FormatError, match=message):
            gs.build_relatedness("vectors", ["sky", "sea"], vectors=write(tmp_path, text))
    np.savez(tmp_path / "v.npz", names=np.array(["sky"]))
    with pytest.raises(gs.FormatError, match="arrays words and vectors"):
        gs.build_relatedness("vectors", ["sky", "sea"], vectors=tmp_path / "v.npz")
    np.savez(tmp_path / "v.npz", words=np.array(["sky"]), vectors=np.ones((2, 2)))
    with pytest.raises(gs.FormatError, match="as many vectors as words"):
        gs.build_relatedness("vectors", ["sky", "sea"], vectors=tmp_path / "v.npz")


def test_a_vector_of_zeros_tells_nothing(tmp_path: Path) -> None:
    with pytest.raises(gs.MismatchError, match="'sea'"):
        gs.build_relatedness("vectors", ["sky", "sun", "sea"], vectors=write(tmp_path, "sky 1 0\nsun 0 1\nsea 0 0\n"))


def test_broken_mappings(tmp_path: Path) -> None:
    (tmp_path / "mapping.csv").write_text("label,word\nSky\n")
    with pytest.raises(gs.FormatError, match=r"line 2, field 2: expected 2 fields \(label, word\)"):
        gs.build_relatedness(
            "vectors", ["Sky", "Sea"], vectors=write(tmp_path, WORD2VEC), mapping=tmp_path / "mapping.csv"
        )
