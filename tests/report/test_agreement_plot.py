from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from goldscale.errors import MissingResourceError, ParameterError
from goldscale.report import agreement, plot_agreement

NAMES = ["Sky", "Sea", "Snow"]
VALUES = np.array([0.9, -0.1, np.nan])


def test_labels_and_annotators_are_drawn(tmp_path: Path) -> None:
    matrix = ("accuracy", ["ann", "bob"], np.array([[1.0, 0.7], [0.7, 1.0]]))
    plot_agreement(tmp_path / "a.svg", "alpha", NAMES, VALUES, VALUES - 0.1, VALUES + 0.1, matrix)
    plot_agreement(tmp_path / "b.svg", "alpha", NAMES, VALUES, VALUES - 0.1, VALUES + 0.1, matrix)
    text = (tmp_path / "a.svg").read_text("utf-8")
    for word in (*NAMES, "ann", "bob", "accuracy", "alpha"):
        assert f"<!-- {word} -->" in text
    assert text == (tmp_path / "b.svg").read_text("utf-8")
    # Numbers in cells are outlines; that of .70 stands beside the diagonal, twice.
    assert text.count('<g id="PathCollection') == 1


@pytest.mark.parametrize(("name", "magic"), [("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")])
def test_the_ending_says_the_form(tmp_path: Path, name: str, magic: bytes) -> None:
    plot_agreement(tmp_path / name, "alpha", NAMES, VALUES)
    assert (tmp_path / name).read_bytes().startswith(magic)


def test_a_matrix_without_any_pair_is_drawn_empty(tmp_path: Path) -> None:
    plot_agreement(tmp_path / "a.svg", "alpha", NAMES, VALUES, matrix=("accuracy", ["ann"], np.ones((1, 1))))
    assert "<!-- ann -->" in (tmp_path / "a.svg").read_text("utf-8")


def test_of_many_labels_the_lowest_are_drawn_and_of_many_annotators_no_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agreement, "MOST_LABELS", 10)
    values = np.linspace(1, 0, 15)
    people = [f"person {i}" for i in range(80)]
    matrix = ("accuracy", people, np.random.default_rng(0).random((80, 80)))
    plot_agreement(tmp_path / "a.svg", "alpha", [f"label {i}" for i in range(15)], values, matrix=matrix)
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert "<!-- label 14 -->" in text
    assert "<!-- label 4 -->" not in text
    assert "<!-- alpha, the 10 lowest of 15 -->" in text
    assert "person" not in text


def test_an_unknown_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"must end in \.png, \.svg, \.pdf"):
        plot_agreement(tmp_path / "a.gif", "alpha", NAMES, VALUES)


def test_without_matplotlib_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingResourceError, match=r"goldscale\[report\]"):
        plot_agreement(tmp_path / "a.png", "alpha", NAMES, VALUES)
    assert not list(tmp_path.iterdir())
