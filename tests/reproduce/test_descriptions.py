"""Numbers about the Flickr8k judgements, against plain Python on the same files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score, precision_score, recall_score

from goldscale.reproduce import reproduce
from goldscale.reproduce.table import Checked

GRADES = {"4.0": 12, "3.6": 11, "3.3": 10, "3.0": 9, "2.6": 8}
"""Each printed threshold on the mean as a sum of three grades."""

Pair = tuple[str, str]


class Plain:
    """The two files as dictionaries."""

    def __init__(self, folder: Path) -> None:
        self.expert = {(i, c): sum(map(int, g)) for i, c, *g in _rows(folder / "ExpertAnnotations.txt")}
        self.grades = np.array([list(map(int, g)) for _, _, *g in _rows(folder / "ExpertAnnotations.txt")])
        counts = {(i, c): (int(y), int(n)) for i, c, _, y, n in _rows(folder / "CrowdFlowerAnnotations.txt")}
        self.share = {pair: Fraction(yes, yes + no) for pair, (yes, no) in counts.items()}
        self.images = (folder / "Flickr_8k.testImages.txt").read_text("utf-8").split()

    def relevant(self, share: Fraction) -> set[Pair]:
        """Pairs that enough of the crowd accepts, and the original ones."""
        return {p for p, s in self.share.items() if s >= share} | {(i, f"{i}#2") for i in self.images}


def _rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def plain(data_folder: Path) -> Plain:
    return Plain(data_folder / "flickr8k_text")


@pytest.fixture(scope="module")
def found(data_folder: Path) -> dict[str, Checked]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GOLDSCALE_DATA", str(data_folder))
        rows = [row for text in ("alpha of", "10(a)", "section 4.3.2") for row in reproduce(text)]
        return {row.source.cell: row for row in rows if "filter" not in row.source.cell}


def test_alpha(plain: Plain, found: dict[str, Checked]) -> None:
    row = found["alpha of the expert grades"]
    of = {
        metric: krippendorff.alpha(plain.grades.T, level_of_measurement=metric)
        for metric in ("interval", "nominal", "ordinal", "ratio")
    }
    assert row.computed == pytest.approx(of["interval"]) == pytest.approx(0.7885, abs=5e-5)
    for metric in ("nominal", "ordinal", "ratio"):
        assert f"{metric} {of[metric]:.3f}" in row.note


def test_table_10a(plain: Plain, found: dict[str, Checked]) -> None:
    limits = {"1.0": Fraction(1), "0.6": Fraction(2, 3), "0.3": Fraction(1, 3)}
    agree = 0
    for grade, total in GRADES.items():
        wanted = [s >= total for s in plain.expert.values()]
        for lay, limit in limits.items():
            row = found[f"kappa, crowd {lay}, expert {grade}"]
            said = [plain.share.get(pair, Fraction(0)) >= limit for pair in plain.expert]
            assert row.computed == pytest.approx(cohen_kappa_score(said, wanted))
            assert abs(row.computed - float(row.source.printed)) < 0.01
            agree += row.agrees is True
    assert agree == 11


def test_the_middle_column_agrees_under_the_reading_of_the_counts(plain: Plain, found: dict[str, Checked]) -> None:
    relevant = plain.relevant(Fraction(1, 2))
    for grade, total in GRADES.items():
        kappa = cohen_kappa_score([p in relevant for p in plain.expert], [s >= total for s in plain.expert.values()])
        row = found[f"kappa, crowd 0.6, expert {grade}"]
        assert f"it is {kappa:.3f}" in row.note
        assert abs(kappa - float(row.source.printed)) <= 0.005


@pytest.mark.parametrize(
    ("cell", "score", "total"),
    [
        ("recall of expert 4.0, %", recall_score, 12),
        ("recall of expert 3.7, %", recall_score, 11),
        ("precision at expert 2.7, %", precision_score, 8),
    ],
)
def test_precision_and_recall(
    plain: Plain, found: dict[str, Checked], cell: str, score: Callable[[list[bool], list[bool]], float], total: int
) -> None:
    wanted = [s >= total for s in plain.expert.values()]
    said = [plain.share.get(pair, Fraction(0)) >= Fraction(2, 3) for pair in plain.expert]
    assert found[cell].computed == pytest.approx(100 * score(wanted, said))
    relevant = plain.relevant(Fraction(1, 2))
    judged = [pair for pair in plain.expert if pair in plain.share or pair in relevant]
    nearest = 100 * score([plain.expert[p] >= total for p in judged], [p in relevant for p in judged])
    assert f"it is {nearest:.1f};" in found[cell].note


def test_counts_of_pairs_captions_and_images(plain: Plain, found: dict[str, Checked]) -> None:
    relevant = plain.relevant(Fraction(1, 2))
    assert found["pairs added to the original ones"].computed == len(relevant) - 1000 == 2031
    as_printed = plain.relevant(Fraction(2, 3))
    assert "gives 1996" in found["pairs added to the original ones"].note
    assert len(as_printed) - 1000 == 1996
    for side, stem in ((1, "captions that describe {} image"), (0, "images with {} caption")):
        held, strict = (
            Counter(min(n, 4) for n in Counter(pair[side] for pair in pairs).values())
            for pairs in (relevant, as_printed)
        )
        for number, times in enumerate(("one", "two", "three", "four or more"), start=1):
            row = found[stem.format(times) + ("" if number == 1 else "s")]
            assert row.computed == held[number]
            if row.agrees:
                assert f"gives {strict[number]}." in row.note


def test_which_counts_of_the_paper_cannot_be_right(found: dict[str, Checked]) -> None:
    images = [row for cell, row in found.items() if cell.startswith("images with")]
    assert sum(float(row.source.printed) for row in images) == 950
    assert sum(row.computed or 0 for row in images) == 1000
    assert [row.agrees for row in images] == [True, False, False, True]
    assert all(row.agrees for cell, row in found.items() if cell.startswith("captions that"))


def test_what_differs_says_why(found: dict[str, Checked]) -> None:
    assert len(found) == 28
    assert sum(row.agrees is True for row in found.values()) == 18
    assert all(row.note for row in found.values())


@pytest.mark.parametrize("value", [None, "", "nowhere"])
def test_without_the_files_a_row_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch, value: str | None) -> None:
    monkeypatch.delenv("GOLDSCALE_DATA", raising=False)
    if value is not None:
        monkeypatch.setenv("GOLDSCALE_DATA", value)
    (row,) = reproduce("alpha of the expert")
    assert row.computed is None
    assert "Set the environment variable GOLDSCALE_DATA" in row.note
