"""Real files of others, where they are there: shapes and counts that their makers state or that were counted apart."""

from __future__ import annotations

import pytest

from goldscale.errors import FormatError
from goldscale.files import Source
from goldscale.formats import read_judgements, read_run, sniff


@pytest.mark.parametrize(
    ("file", "items", "counts"),
    [
        ("emotions/emotions.arff", 593, [173, 166, 264, 148, 168, 189]),
        ("emotions/emotions-train.arff", 391, None),
        ("emotions/emotions-test.arff", 202, None),
        ("scene/scene-train.arff", 1211, None),
        ("scene/scene-test.arff", 1196, None),
    ],
)
def test_mulan(data_folder, file, items, counts):
    truth = read_judgements(data_folder / "mulan" / file)
    assert truth.shape == (items, 6)
    assert truth.relevance == "binary"
    assert not truth.items.named
    if counts:
        assert truth.values.sum(axis=0).tolist() == counts


def test_mulan_scene_as_a_whole(data_folder):
    """2407 images; label counts as published (Boutell et al. 2004; MULAN: cardinality 1.074)."""
    parts = [read_judgements(data_folder / "mulan" / "scene" / f"scene-{part}.arff") for part in ("train", "test")]
    assert sum(len(part.items) for part in parts) == 2407
    assert parts[0].labels.names == ("Beach", "Sunset", "FallFoliage", "Field", "Mountain", "Urban")
    counts = sum(part.values.sum(axis=0) for part in parts)
    assert counts.tolist() == [427, 364, 397, 433, 533, 431]
    assert sum(part.relevant for part in parts) / 2407 == pytest.approx(1.074, abs=5e-4)


@pytest.mark.parametrize(
    ("file", "form"),
    [
        ("qrels.test", "trec-qrels"),
        ("qrels.comment.test", "trec-qrels"),
        ("qrels.rel_level", "trec-qrels"),
        ("qrels-302.test", "trec-qrels"),
        ("results.test", "trec-run"),
        ("results.comment.test", "trec-run"),
        ("results.trunc", "trec-run"),
        ("results-302.test", "trec-run"),
    ],
)
def test_trec_eval_files(data_folder, file, form):
    """As many cells as the file has lines that are no comments, counted another way."""
    path = data_folder / "trec_eval_test" / file
    lines = [line for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
    assert sniff(Source(path)).name == form
    data = read_run(path) if form == "trec-run" else read_judgements(path)
    values = data.scores if form == "trec-run" else data.values
    assert values.nnz == len(lines)
    assert set(data.labels.names) == {line.split()[0] for line in lines}
    assert set(data.items.names) == {line.split()[2] for line in lines}
    line = lines[len(lines) // 2].split()
    cell = values[data.items.index[line[2]], data.labels.index[line[0]]]
    assert cell == pytest.approx(float(line[4 if form == "trec-run" else 3]))


def test_several_groups_of_judgements_are_not_one_truth(data_folder):
    """qrels.123 judges each pair three times, in groups 0, 1 and 2 of the second column (trec_eval's qrels_jg)."""
    with pytest.raises(FormatError, match="Several groups") as caught:
        read_judgements(data_folder / "trec_eval_test" / "qrels.123")
    assert caught.value.line == 3682


def test_comments_change_nothing(data_folder):
    folder = data_folder / "trec_eval_test"
    plain, commented = (read_judgements(folder / name) for name in ("qrels.test", "qrels.test.with-comments"))
    assert commented.relevant == plain.relevant
    assert "CR#93E-1860" in commented.items
    assert read_run(folder / "results.test").name == "STANDARD"


def test_mirflickr(data_folder):
    folder = data_folder / "mirflickr25k_annotations"
    labels = (folder / "columns.txt").read_text().split()
    truth = read_judgements(folder / "test.txt", labels=labels)
    assert truth.shape == (1000, 38)
    assert truth.labels.names[:2] == ("animals", "baby")
    first = (folder / "test.txt").read_text().splitlines()[0].split()
    assert truth.items[0] == first[0]
    assert truth.values[0].tolist() == [int(v) for v in first[1:]]
    assert len(read_judgements(folder / "database.txt").items) == 20000
