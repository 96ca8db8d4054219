"""The judgements of Flickr8k."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from vote_samples import SAMPLES

from goldscale import FormatError, read_votes


def test_three_grades_are_three_seats(tmp_path: Path) -> None:
    path = tmp_path / "ExpertAnnotations.txt"
    path.write_text(SAMPLES["flickr8k-expert"])
    votes = read_votes(path)
    assert votes.anonymous
    assert (votes.annotators.noun, votes.items.noun, votes.labels.noun) == ("seat", "image", "caption")
    cube = votes.cube()
    assert cube[:, 0, 0].tolist() == [1, 1, 2]
    assert cube[:, 0, 1].tolist() == [3, 4, 4]
    assert np.isnan(cube[:, 1, 0]).all()


def test_counts_are_seats_that_said_yes_or_no(tmp_path: Path) -> None:
    path = tmp_path / "CrowdFlowerAnnotations.txt"
    path.write_text(SAMPLES["flickr8k-crowd"] + "b.jpg\tb.jpg#2\t0.25\t1\t3\n")
    votes = read_votes(path)
    assert len(votes.annotators) == 4
    assert votes.cube()[:, 0, 1].tolist()[:3] == [1, 0, 0]
    assert votes.cube()[:, 1, 0].tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize("share", ["0.3", "0.33", "0.34", "0.333333333333", "0.3334"])
def test_a_share_is_checked_to_the_digits_it_is_printed_with(tmp_path: Path, share: str) -> None:
    path = tmp_path / "file"
    path.write_text(f"a.jpg\tb.jpg#2\t{share}\t1\t2\n")
    assert len(read_votes(path, "flickr8k-crowd")) == 3
    path.write_text(f"a.jpg\tb.jpg#2\t{share}\t2\t2\n")
    with pytest.raises(FormatError, match=r"where it is 0\.5") as caught:
        read_votes(path, "flickr8k-crowd")
    assert (caught.value.line, caught.value.field) == (1, "share")


def test_the_experts_file_is_read_as_it_stands(data_folder: Path) -> None:
    path = data_folder / "flickr8k_text" / "ExpertAnnotations.txt"
    votes = read_votes(path)
    rows = [line.split("\t") for line in path.read_text().splitlines()]
    assert len(rows) == 5822
    assert len(votes) == 5822 * 3
    pairs = [(votes.items[i], votes.labels[j]) for i, j in zip(votes.item, votes.label, strict=True)]
    assert pairs == [(row[0], row[1]) for row in rows for _ in range(3)]
    assert votes.values.tolist() == [float(grade) for row in rows for grade in row[2:]]


def test_the_crowds_file_is_read_as_it_stands(data_folder: Path) -> None:
    path = data_folder / "flickr8k_text" / "CrowdFlowerAnnotations.txt"
    votes = read_votes(path)
    rows = [line.split("\t") for line in path.read_text().splitlines()]
    assert len(rows) == 47830
    yes = np.bincount(votes.cell, weights=votes.values)
    total = np.bincount(votes.cell)
    cells = [votes.items.index[row[0]] * len(votes.labels) + votes.labels.index[row[1]] for row in rows]
    assert yes[cells].tolist() == [float(row[3]) for row in rows]
    assert total[cells].tolist() == [int(row[3]) + int(row[4]) for row in rows]
    assert len(votes) == sum(int(row[3]) + int(row[4]) for row in rows)
