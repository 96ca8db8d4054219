"""Run files of the plant task: any order and blanks, species of several words, ranks before scores, clear refusals."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldscale as gs
from goldscale.errors import FormatError, ParameterError
from goldscale.files import Source
from goldscale.formats import formats, sniff, write_run
from goldscale.tasks.plant.formats import predictions_of
from goldscale.tasks.plant.predictions import falling_with_rank, read_predictions

README = """\
212.jpg Diospyros kaki 1 0.8
212.jpg Albizia julibrissin 2 0.1
212.jpg Celtis australis 3 0.1
213.jpg Sorbus torminalis 1 0.7
213.jpg Crataegus azarolus 2 0.3
2107.jpg Platanus x hispanica 1 1.0
"""
"""The example of section 3."""


def table(path: Path) -> dict[tuple[str, int], tuple[str, float]]:
    """{(picture, rank): (species, score)}."""
    found = read_predictions(Source(path))
    names = [(found.pictures[p], found.species[s]) for p, s in zip(found.picture, found.label, strict=True)]
    numbers = zip(found.rank.tolist(), found.score.tolist(), strict=True)
    return {(p, rank): (s, score) for (p, s), (rank, score) in zip(names, numbers, strict=True)}


def simple(text: str) -> dict[tuple[str, int], tuple[str, float]]:
    """The same by splitting lines of two or three words of species."""
    rows = [line.split() for line in text.splitlines()]
    return {(row[0], int(row[-2])): (" ".join(row[1:-2]), float(row[-1])) for row in rows}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.txt"
    path.write_text(README)
    return path


def test_the_example_of_the_readme(file: Path) -> None:
    assert table(file) == simple(README)
    assert sniff(Source(file)).name == "imageclef-plant"
    run = gs.read_run(file)
    assert repr(run) == "Run('mine', 3 pictures x 6 species, sparse scores)"
    assert run.labels[5] == "Platanus x hispanica"


@pytest.mark.parametrize("seed", range(5))
def test_order_blanks_line_ends_and_packing_change_nothing(file: Path, seed: int) -> None:
    rng = random.Random(seed)
    lines = README.splitlines()
    rng.shuffle(lines)
    end = rng.choice(["\n", "\r\n"])
    spread = [rng.choice([" ", "\t", "  ", " \t "]).join(line.split(" ")) for line in lines]
    spread.insert(rng.randrange(len(spread)), rng.choice(["", "   ", "# a comment"]))
    content = rng.choice([b"", b"\xef\xbb\xbf"]) + (f" {end}".join(spread) + end).encode()
    file.write_bytes(rng.choice([content, gzip.compress(content)]))
    assert table(file) == simple(README)


def test_words_that_are_not_ascii(file: Path) -> None:
    file.write_text("née.jpg Acer  campêstre 1 0.5\nnée.jpg Quercus\tilex 2 0.4\n", "utf-8")
    assert table(file) == {("née.jpg", 1): ("Acer campêstre", 0.5), ("née.jpg", 2): ("Quercus ilex", 0.4)}


@pytest.mark.parametrize(
    ("line", "field", "said"),
    [
        ("213.jpg 3 0.1", None, "at least four words: picture, species, rank and score, found '213.jpg 3 0.1'"),
        ("213.jpg Acer campestre 3", "rank", "whole number from 1 up, found 'campestre'. A line is: image.jpg Genus"),
        ("213.jpg Acer campestre 0 0.1", "rank", "a whole number from 1 up, found '0'"),
        ("213.jpg Acer campestre -1 0.1", "rank", "found '-1'"),
        ("213.jpg Acer campestre 1.0 0.1", "rank", "found '1.0'"),
        ("213.jpg Acer campestre ٣ 0.1", "rank", "found '٣'"),
        ("213.jpg Acer campestre 99999999999 0.1", "rank", "found '99999999999'"),
        ("213.jpg Acer campestre 2147483648 0.1", "rank", "found '2147483648'"),
        ("213.jpg Acer campestre 3 high", "score", "a number, found 'high'"),
        ("213.jpg Acer campestre 3 nan", "score", "a finite number"),
        ("213.jpg Acer campestre 3 0,5", "score", "decimal point"),
        (
            "213.jpg Acer campestre 2 0.1",
            None,
            "each rank once per picture (line 5 has it already), found '213.jpg, rank 2'",
        ),
        ("213.jpg Sorbus   torminalis 3 0.1", None, "each species once per picture (line 4 has it already)"),
    ],
)
@pytest.mark.parametrize("more", ["", "é.jpg Acer x 1 0.5\n"])
def test_a_line_that_is_refused(file: Path, line: str, field: str | None, said: str, more: str) -> None:
    file.write_text(f"{README}{line}\n{more}", "utf-8")
    with pytest.raises(FormatError) as caught:
        gs.read_run(file, "imageclef-plant")
    assert (caught.value.file, caught.value.line, caught.value.field) == (str(file), 7, field)
    assert said in str(caught.value)


def test_a_run_in_latin_1(file: Path) -> None:
    file.write_bytes(README.encode() + "213.jpg Acer campêstre 3 0.1\n".encode("latin-1"))
    with pytest.raises(FormatError, match=r"mine\.txt, line 7: expected UTF-8 text, found the byte 0xea \(Latin-1\?\)"):
        read_predictions(Source(file))


@pytest.mark.parametrize("content", ["", "\n\n", "# nothing\n"])
def test_a_file_without_predictions(file: Path, content: str) -> None:
    file.write_text(content)
    with pytest.raises(FormatError, match="at least one prediction"):
        read_predictions(Source(file))


def test_the_rank_decides_whatever_the_scores(file: Path) -> None:
    """As in section 3: only the prediction of rank 1 counts, the score is a mere confidence."""
    file.write_text(
        "1.jpg Acer campestre 2 0.9\n1.jpg Quercus ilex 1 0.9\n2.jpg Quercus ilex 2 0.7\n2.jpg Acer campestre 1 0\n"
    )
    run = gs.read_run(file)
    truth = gs.Judgements([[1, 0], [1, 0]], items=["1.jpg", "2.jpg"], labels=["Quercus ilex", "Acer campestre"])
    assert gs.evaluate(run, truth, "Top1").values("Top1").tolist() == [[1.0, 0.0]]
    assert np.abs(np.diff(run.scores[0])) < 1e-15  # type: ignore[index]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-3, 3)), min_size=1, max_size=30), st.randoms())
def test_scores_fall_with_the_rank_and_are_kept_where_they_do(cells: list[tuple[int, int]], rng: random.Random) -> None:
    rng.shuffle(cells)
    picture = np.array([p for p, _ in cells], dtype=np.int32)
    given_scores = np.array([float(s) for _, s in cells])
    rank = np.array([sum(q == p for q, _ in cells[: i + 1]) for i, (p, _) in enumerate(cells)], dtype=np.int32)
    fallen = falling_with_rank(picture, rank, given_scores.copy())
    for p in set(picture.tolist()):
        own, before = fallen[picture == p], given_scores[picture == p]
        assert (np.diff(own) < 0).all()
        assert np.abs(own - np.minimum.accumulate(before)).max() < 1e-13
        if (np.diff(before) < 0).all():
            assert (own == before).all()


NAMES = st.sampled_from(["Acer campestre", "Quercus ilex", "Platanus x hispanica", "Celtis australis"])


@given(
    st.dictionaries(st.tuples(st.sampled_from(["1.jpg", "2.jpg", "3.jpg"]), NAMES), st.integers(0, 10**6), min_size=1)
)
def test_a_run_of_species_comes_back(
    tmp_path_factory: pytest.TempPathFactory, cells: dict[tuple[str, str], int]
) -> None:
    path = tmp_path_factory.mktemp("run") / "run.txt"
    table: dict[str, dict[str, float]] = {}
    for number, ((picture, species), score) in enumerate(cells.items()):
        table.setdefault(species, {})[picture] = score + number / 100  # no two are equal
    run = gs.Run.from_dict(table)
    losses = write_run(run, path, "imageclef-plant")
    assert not [loss for loss in losses if "equal scores" in loss]
    after = gs.read_run(path)
    for (picture, species), _ in cells.items():
        row, column = run.items.index[picture], run.labels.index[species]
        again = after.scores[after.items.index[picture], after.labels.index[species]]  # type: ignore[index]
        assert float(again) == pytest.approx(float(run.scores[row, column]), rel=1e-7)  # type: ignore[index]


def test_equal_scores_are_put_in_order_and_that_is_said(tmp_path: Path) -> None:
    run = gs.Run([[0.5, 0.5]], items=["1.jpg"], labels=["Acer campestre", "Quercus ilex"])
    assert any("equal scores" in loss for loss in write_run(run, tmp_path / "run.txt", "imageclef-plant"))
    assert (tmp_path / "run.txt").read_text() == "1.jpg Acer campestre 1 0.5\n1.jpg Quercus ilex 2 0.5\n"
    assert predictions_of(run).rank.tolist() == [1, 2]


@pytest.mark.parametrize("label", ["Acer  campestre", " Acer", "Acer\tcampestre", "12"])
def test_species_that_would_not_come_back_are_refused(tmp_path: Path, label: str) -> None:
    with pytest.raises(ParameterError, match="species of words"):
        write_run(gs.Run([[0.5]], items=["1.jpg"], labels=[label]), tmp_path / "run.txt", "imageclef-plant")
    assert not list(tmp_path.iterdir())


def test_decisions_alone_are_no_ranking(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="only decisions"):
        write_run(gs.Run(decisions=[[1]], items=["1"], labels=["a b"]), tmp_path / "run.txt", "imageclef-plant")


def test_losses_of_scores_as_far_apart_as_numbers_go() -> None:
    run = gs.Run([[-1.7e308, 1.7e308, 0.5]], items=["1.jpg"], labels=["Acer a", "Acer b", "Acer c"])
    assert not [loss for loss in formats()["imageclef-plant"].run_losses(run) if "equal scores" in loss]
