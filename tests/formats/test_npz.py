"""NumPy files: ours hold everything, archived ones stay readable, foreign ones are read where they are clear."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from goldscale.data import Concepts, Items, Judgements, Run
from goldscale.errors import FormatError
from goldscale.formats import read_judgements, read_run, write_run

ARCHIVES = Path(__file__).parents[1] / "archives"


def archived_run():
    """What made-up-run-v1.npz holds."""
    return Run(
        np.float32([[0.5, 0.25, -np.inf], [0.125, 0.75, 1.0]]),
        [[1, 0, 0], [0, 1, 1]],
        Items(["a.jpg", "é.jpg"], "image"),
        Concepts(["Sky", "Sea", "Two words"], "concept"),
        name="made up",
        team="nobody",
        notes="not the result of any system",
        threshold=[0.5, 0.25, 0.125],
    )


def archived_judgements():
    """What made-up-judgements-v1.npz holds."""
    cells = (np.array([2, 0, -1, 1]), (np.array([0, 0, 1, 2]), np.array([0, 1, 0, 1])))
    items, labels = Items(["d1", "d2", "d3"], "document"), Concepts(["301", "302"], "topic")
    return Judgements(sparse.csr_array(cells, shape=(3, 2)), items, labels, name="made up")


def same_matrix(one, two):
    if one is None or two is None:
        return one is two
    if isinstance(one, np.ndarray):
        return one.dtype == two.dtype and np.array_equal(one, two)
    return one.dtype == two.dtype and all(
        np.array_equal(getattr(one, part), getattr(two, part)) for part in ("data", "indices", "indptr")
    )


def same_axis(one, two):
    return (one.names, one.noun, one.named) == (two.names, two.noun, two.named)


def check_run(one, two):
    assert same_matrix(one.scores, two.scores)
    assert same_matrix(one.decisions, two.decisions)
    assert same_axis(one.items, two.items)
    assert same_axis(one.labels, two.labels)
    assert (one.name, one.team, one.notes) == (two.name, two.team, two.notes)
    assert np.array_equal(one.threshold, two.threshold)


def test_the_archived_run_of_version_1():
    check_run(archived_run(), read_run(ARCHIVES / "made-up-run-v1.npz"))


def test_the_archived_judgements_of_version_1():
    truth, wanted = read_judgements(ARCHIVES / "made-up-judgements-v1.npz"), archived_judgements()
    assert same_matrix(wanted.values, truth.values)
    assert same_axis(wanted.items, truth.items)
    assert same_axis(wanted.labels, truth.labels)
    assert truth.name == "made up"


def test_everything_comes_back(tmp_path):
    for run in (archived_run(), Run(sparse.csr_array(np.eye(3)), threshold=0.5), Run(decisions=[[1, 0]])):
        assert write_run(run, tmp_path / "run.npz") == []
        check_run(run, read_run(tmp_path / "run.npz", name=run.name))


def test_the_same_content_gives_the_same_bytes(tmp_path):
    for name in ("one.npz", "two.npz"):
        write_run(archived_run(), tmp_path / name)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_foreign_files(tmp_path):
    path = tmp_path / "foreign.npz"
    np.savez(path, scores=np.eye(2), items=["a", "b"], labels=np.array([10, 20]))
    run = read_run(path)
    assert (run.items.names, run.labels.names, run.name) == (("a", "b"), ("10", "20"), "foreign")
    np.savez(path, np.eye(2))
    assert read_run(path).scores.tolist() == [[1, 0], [0, 1]]
    assert read_judgements(path).relevant == 2
    np.savez(path, np.eye(2, dtype=bool))
    assert read_run(path).scores is None


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"a": np.eye(2), "b": np.eye(2)}, "an array called scores or decisions"),
        ({"scores": np.array([{}], dtype=object)}, "a plain array"),
        ({"scores": np.eye(2), "items": ["a"]}, "1 item names given for 2"),
        ({"scores": np.eye(2), "items": ["a", "a"]}, "must be unique"),
        ({"scores": np.array([[np.nan]])}, "found 'nan'"),
        ({"scores": np.ones(3)}, "two dimensions"),
        ({"scores": np.array([["a"]])}, "numbers"),
        ({"scores": np.eye(2), "about": "{"}, "JSON"),
        ({"scores": np.eye(2), "about": '{"format": "goldscale", "version": 9, "kind": "run"}'}, "version 1"),
        ({"scores": np.eye(2), "about": '{"format": "other"}'}, "the format 'goldscale'"),
        (
            {
                "scores_data": np.ones(1),
                "scores_indices": np.array([7]),
                "scores_indptr": np.array([0, 1]),
                "scores_shape": np.array([1, 2]),
            },
            "CSR",
        ),
    ],
)
def test_foreign_files_that_do_not_fit(tmp_path, arrays, words):
    path = tmp_path / "foreign.npz"
    np.savez(path, **arrays)
    with pytest.raises(FormatError, match=words):
        read_run(path)


def test_a_gzipped_npz(tmp_path):
    write_run(archived_run(), tmp_path / "run.npz.gz")
    check_run(archived_run(), read_run(tmp_path / "run.npz.gz"))


def test_every_array_is_unpacked_once(tmp_path, monkeypatch):
    path = tmp_path / "run.npz"
    write_run(Run(np.random.default_rng(0).random((50, 20)), name="made up"), path)
    with zipfile.ZipFile(path) as packed:
        held = sum(member.file_size for member in packed.infolist())
    unpacked = []
    read = zipfile.ZipExtFile.read

    def counted(stream, n=-1):
        content = read(stream, n)
        unpacked.append(len(content))
        return content

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counted)
    assert read_run(path).shape == (50, 20)
    assert sum(unpacked) == held
