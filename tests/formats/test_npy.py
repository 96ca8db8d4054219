"""NumPy .npy: a matrix without names; and what an .npz of one array shares with it."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import f1_score

import goldscale as gs

SCORES = np.random.default_rng(0).random((4, 3))


def test_scores_decisions_and_a_truth(tmp_path):
    np.save(tmp_path / "mine.npy", SCORES)
    run = gs.read_run(tmp_path / "mine.npy", labels=["x", "y", "z"])
    assert (run.name, run.labels.names, run.items.named) == ("mine", ("x", "y", "z"), False)
    assert np.array_equal(run.scores, SCORES)
    for kind in (bool, np.int64, np.uint8):
        np.save(tmp_path / "truth.npy", (SCORES > 0.5).astype(kind))
        assert gs.read_run(tmp_path / "truth.npy").decisions.tolist() == (SCORES > 0.5).tolist()
        truth = gs.read_judgements(tmp_path / "truth.npy")
        assert truth.values.tolist() == (SCORES > 0.5).tolist()
        expected = gs.evaluate(SCORES, SCORES > 0.5, ["AP"]).values("AP")
        assert np.array_equal(gs.evaluate(run, truth, ["AP"]).values("AP"), expected)


def test_one_array_in_an_npz_is_read_alike(tmp_path):
    for array in (SCORES, (SCORES > 0.5).astype(int), SCORES > 0.5):
        np.save(tmp_path / "a.npy", array)
        np.savez(tmp_path / "a.npz", array)
        one, two = gs.read_run(tmp_path / "a.npy"), gs.read_run(tmp_path / "a.npz")
        assert repr(one) == repr(two)


@pytest.mark.parametrize("name", ["a.npy", "a.npz"])
def test_labels_of_another_number_are_an_error_with_both(tmp_path, name):
    (np.save if name.endswith("npy") else np.savez)(tmp_path / name, SCORES)
    for read in (gs.read_run, gs.read_judgements):
        with pytest.raises(gs.FormatError, match="one value for each of the 2 labels given, found 3 values"):
            read(tmp_path / name, labels=["x", "y"])


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (SCORES[0], r"items x labels, or the class of each item, found float64 of shape \(3,\)\. .* array\.reshape"),
        (np.array([["a", "b"]]), "a matrix of numbers"),
        (np.array([[None, 1.0]], dtype=object), "Save numbers, not objects"),
        (
            np.array([[np.nan, 1.0]]),
            r"field scores, cell 0, 0: expected a finite number \(or -inf: not retrieved\), found 'nan'",
        ),
    ],
)
def test_what_is_refused(tmp_path, array, words):
    np.save(tmp_path / "a.npy", array, allow_pickle=True)
    with pytest.raises(gs.FormatError, match=words):
        gs.read_run(tmp_path / "a.npy")


def test_a_cut_file(tmp_path):
    np.save(tmp_path / "a.npy", SCORES)
    whole = (tmp_path / "a.npy").read_bytes()
    for size in (0, 4, 20, len(whole) - 1):
        (tmp_path / "b.npy").write_bytes(whole[:size])
        with pytest.raises(gs.FormatError, match=r"\.npy file|as many values as the header says"):
            gs.read_run(tmp_path / "b.npy", "npy")


@pytest.mark.parametrize("kind", [np.int64, np.uint8, str])
def test_classes(tmp_path, kind):
    truth, run = np.array([0, 2, 1, 2]).astype(kind), np.array([0, 1, 1, 1]).astype(kind)
    np.save(tmp_path / "truth.npy", truth)
    np.save(tmp_path / "run.npy", run)
    held, mine = gs.read_judgements(tmp_path / "truth.npy"), gs.read_run(tmp_path / "run.npy")
    assert (held.labels.names, mine.labels.names) == (("0", "1", "2"), ("0", "1"))
    value = gs.evaluate(mine, held, ["F1"], undefined="zero").summary()["run"]["F1"]
    assert value == pytest.approx(f1_score(truth, run, average="macro", zero_division=0))
    if kind is not str:
        assert gs.read_run(tmp_path / "run.npy", labels=["cat", "dog", "owl"]).labels.names == ("cat", "dog", "owl")
    with pytest.raises(gs.FormatError, match="among the labels given"):
        gs.read_judgements(tmp_path / "truth.npy", labels=["cat"])


def test_many_classes_of_many_items_stay_within_the_limit(tmp_path):
    np.save(tmp_path / "a.npy", np.arange(100))
    with gs.limits_set(cells=9999), pytest.raises(gs.FormatError, match="found 10000 cells"):
        gs.read_run(tmp_path / "a.npy")
