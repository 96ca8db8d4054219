"""Co-occurrence by hand, and the three ways to bring counts."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import goldscale as gs

# Eight items: Sky in 4, Sea in 2, both in 1; Sun in all; Moon in none.
TRUTH = gs.Judgements(
    [[1, 1, 1, 0], [1, 0, 1, 0], [1, 0, 1, 0], [1, 0, 1, 0], [0, 1, 1, 0]] + 3 * [[0, 0, 1, 0]],
    labels=["Sky", "Sea", "Sun", "Moon"],
)
KNOWN = ["Sky", "Sea", "Sun"]
# h = 4, 2; together 1; N = 8: NWD = (log 4 - log 1) / (log 8 - log 2) = 2 / 2 = 1.
SKY_SEA = math.exp(-2)
# With what is in all: (log 8 - log 4) / (log 8 - log 4) = 1, (log 8 - log 2) / (log 8 - log 2) = 1.


def test_nwd_from_a_truth() -> None:
    built = gs.build_relatedness("nwd", KNOWN, truth=TRUTH)
    np.testing.assert_allclose(built.values, [[1, SKY_SEA, SKY_SEA], [SKY_SEA, 1, SKY_SEA], [SKY_SEA, SKY_SEA, 1]])
    assert built.parameters == {"truth": f"truth:{TRUTH.hash}", "unit": "tags", "documents": 8}


def test_ppmi_by_hand() -> None:
    truth = gs.Judgements([[1, 1], [1, 1], [1, 0]] + 13 * [[0, 0]], labels=["a", "b"])
    # p(a) = 3/16, p(b) = p(a, b) = 2/16: log(16/3) / log(16/2)
    built = gs.build_relatedness("ppmi", ["a", "b"], truth=truth)
    assert built.values[0, 1] == pytest.approx(math.log(16 / 3) / math.log(8))
    # Less often than by chance counts as unrelated: p(Sky, Sea) = 1/8 = 4/8 * 2/8 is chance itself.
    assert gs.build_relatedness("ppmi", KNOWN, truth=TRUTH).values[0, 1] == 0


def test_labels_that_never_occur_are_unknown_and_never_together_is_unrelated() -> None:
    with pytest.raises(gs.MismatchError, match=r"1 missing \('Moon'\)"):
        gs.build_relatedness("nwd", TRUTH.labels, truth=TRUTH)
    apart = gs.Judgements([[1, 0], [0, 1], [0, 0]], labels=["a", "b"])
    for source in ("nwd", "ppmi"):
        assert gs.build_relatedness(source, ["a", "b"], truth=apart).values[0, 1] == 0


def test_labels_that_are_everywhere_together_are_the_same() -> None:
    always = gs.Judgements([[1, 1], [1, 1]], labels=["a", "b"])
    for source in ("nwd", "ppmi"):
        assert gs.build_relatedness(source, ["a", "b"], truth=always).values[0, 1] == 1


def test_unjudged_cells_and_sparse_truths() -> None:
    dense = gs.Judgements([[1, -1], [1, 1], [0, 2]], labels=["a", "b"])
    sparse = gs.Judgements.from_dict({"a": {"x": 1, "y": 1}, "b": {"y": 1, "z": 2}})
    np.testing.assert_allclose(
        gs.build_relatedness("nwd", ["a", "b"], truth=dense).values,
        gs.build_relatedness("nwd", ["a", "b"], truth=sparse).values,
    )


def test_a_corpus_of_tags_gives_what_the_truth_gives(tmp_path: Path) -> None:
    rows = [[label for label, there in zip(TRUTH.labels, row, strict=True) if there] for row in TRUTH.values]
    expected = gs.build_relatedness("nwd", KNOWN, truth=TRUTH).values
    for name, between in (("blanks", " "), ("commas", ", "), ("tabs", "\t")):
        (tmp_path / name).write_text("".join(between.join(row).upper() + "\n" for row in rows))
        built = gs.build_relatedness("nwd", KNOWN, corpus=tmp_path / name)
        np.testing.assert_allclose(built.values, expected)
        assert built.parameters["corpus"].startswith(f"{name}:")


def test_captions_and_a_mapping(tmp_path: Path) -> None:
    (tmp_path / "captions.txt").write_text("A still life, with sun.\nThe sun!\nStill no life\nA SUNSET; still life\n\n")
    (tmp_path / "mapping.csv").write_text("label,word\nSunny,sun\nSunny,sunset\n")
    built = gs.build_relatedness(
        "nwd",
        ["Still_Life", "Sunny"],
        corpus=tmp_path / "captions.txt",
        unit="captions",
        mapping=tmp_path / "mapping.csv",
    )
    # Still life in 2 of 4, sun or sunset in 3, both in 2: NWD = log(3/2) / log(4/2)
    assert built.values[0, 1] == pytest.approx(math.exp(-2 * math.log(1.5) / math.log(2)))


HITS = "x,y,count\nsky,,4\nSea,2\nsea,sky,1\n*,8\n"


def test_a_table_of_hits(tmp_path: Path) -> None:
    (tmp_path / "hits.csv").write_text(HITS)
    built = gs.build_relatedness("nwd", ["Sky", "Sea"], hits=tmp_path / "hits.csv")
    assert built.values[0, 1] == pytest.approx(SKY_SEA)
    more = gs.build_relatedness("nwd", ["Sky", "Sea"], hits=tmp_path / "hits.csv", documents=32)
    assert more.values[0, 1] == pytest.approx(math.exp(-2 * 2 / 4))


def test_search_engines_guess(tmp_path: Path) -> None:
    (tmp_path / "hits.csv").write_text("a,4\nb,2\na,b,9\n*,100\n")
    assert gs.build_relatedness("nwd", ["a", "b"], hits=tmp_path / "hits.csv").values[0, 1] == 1


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("a,4\nb,2\n", gs.ParameterError, "no row"),
        ("a,4\nb,2\na,b,1\n*,3\n", gs.ParameterError, "3 documents in all, but 4"),
        ("a,4\nb,-2\n", gs.FormatError, "line 2, field count: expected a number from 0 up"),
        (
            "a,4\nb,c,d,2\n",
            gs.FormatError,
            r"line 2, field 4: expected 2 fields \(x, count\) or 3 fields",
        ),
        ("a,4\nb,2\n*,9\n", gs.MismatchError, "knows nothing about some labels"),
    ],
)
def test_broken_hits(tmp_path: Path, text: str, error: type[Exception], message: str) -> None:
    (tmp_path / "hits.csv").write_text(text)
    with pytest.raises(error, match=message):
        gs.build_relatedness("nwd", ["a", "b"], hits=tmp_path / "hits.csv")


def test_exactly_one_way_to_count(tmp_path: Path) -> None:
    with pytest.raises(gs.ParameterError, match="nwd needs one of corpus, truth, hits"):
        gs.build_relatedness("nwd", KNOWN)
    with pytest.raises(gs.ParameterError, match="not corpus and truth"):
        gs.build_relatedness("nwd", KNOWN, truth=TRUTH, corpus="x")
    with pytest.raises(gs.UnknownNameError, match="unit"):
        gs.build_relatedness("nwd", KNOWN, truth=TRUTH, unit="tag")
    (tmp_path / "empty").write_text("\n")
    with pytest.raises(gs.FormatError, match="an empty file"):
        gs.build_relatedness("nwd", KNOWN, corpus=tmp_path / "empty")
