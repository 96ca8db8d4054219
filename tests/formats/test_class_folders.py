"""A folder per class: what is told by names alone."""

from __future__ import annotations

import pytest

import goldscale as gs


@pytest.fixture
def pictures(tmp_path):
    """Makes files in a folder ``truth``."""

    def make(*names):
        for name in names:
            path = tmp_path / "truth" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        return tmp_path / "truth"

    return make


def test_a_folder_is_a_class(pictures):
    folder = pictures("dog/3.jpg", "cat/2.jpg", "cat/1.jpg", "cat/.DS_Store", "dog/Thumbs.db", ".cache/x")
    truth = gs.read_judgements(folder)
    assert (truth.items.names, truth.labels.names) == (("1.jpg", "2.jpg", "3.jpg"), ("cat", "dog"))
    assert truth.values.tolist() == [[1, 0], [1, 0], [0, 1]]
    assert (truth.name, truth.items.noun, truth.labels.plural) == ("truth", "image", "classes")


def test_names_that_are_in_two_folders_are_told_apart(pictures):
    folder = pictures("dog/1.jpg", "cat/1.jpg", "cat/2.jpg")
    assert gs.read_judgements(folder).items.names == ("cat/1.jpg", "cat/2.jpg", "dog/1.jpg")


def test_labels_that_are_given(pictures):
    folder = pictures("cat/1.jpg", "dog/2.jpg")
    truth = gs.read_judgements(folder, labels=["dog", "cow", "cat"])
    assert (truth.labels.names, truth.values.tolist()) == (("dog", "cow", "cat"), [[1, 0, 0], [0, 0, 1]])
    with pytest.raises(gs.FormatError, match="folders of the 2 labels given, found 'dog'"):
        gs.read_judgements(folder, labels=["cat", "cow"])


def test_links_are_not_followed(pictures, tmp_path):
    folder = pictures("cat/1.jpg")
    (folder / "cat" / "loop.jpg").symlink_to("loop.jpg")
    assert gs.read_judgements(folder).items.names == ("1.jpg", "loop.jpg")
    (folder / "dog").symlink_to(folder / "cat")
    with pytest.raises(gs.FormatError, match=r"dog: expected a folder for each class .* found a link"):
        gs.read_judgements(folder)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["cat/1.jpg", "notes.txt"], "notes.txt: expected a folder for each class .* found a file"),
        (["cat/young/1.jpg"], "young: expected .* found a folder in the folder of a class"),
        ([".hidden"], "found an empty folder"),
        (["cat/.hidden"], "found no pictures"),
    ],
)
def test_what_is_refused(pictures, names, words):
    with pytest.raises(gs.FormatError, match=words):
        gs.read_judgements(pictures(*names))


def test_a_run_is_a_file(pictures):
    with pytest.raises(gs.FormatError, match="expected a file, found a folder"):
        gs.read_run(pictures("cat/1.jpg"))
