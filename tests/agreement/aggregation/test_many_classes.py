"""Votes in which everybody has an image and a word of their own: memory stays in proportion to the votes."""

from __future__ import annotations

import pytest

from goldscale import FormatError, Votes, limits_set
from goldscale.agreement import agree, merge_votes
from goldscale.data.vote_views import with_deselections

MANY = 20_000


def words(count: int, images: int) -> Votes:
    return Votes.from_records((f"w{i}", f"{i % images}.jpg", "label", f"word {i}") for i in range(count))


@pytest.mark.parametrize("method", ["majority", "dawid-skene", "glad", "mace"])
def test_a_table_of_all_words_for_all_images_is_refused(method: str) -> None:
    with pytest.raises(FormatError, match="an implied table of at most 134 217 728 cells, found 20000 x 20000"):
        merge_votes(words(MANY, MANY), method)


def test_confusion_matrices_are_refused_before_they_are_made() -> None:
    votes = words(600, 1)
    with pytest.raises(FormatError, match="found 600 x 600 x 600"):
        merge_votes(votes, "dawid-skene")


def test_many_words_for_one_image_are_merged() -> None:
    merged = merge_votes(words(MANY, 1))
    assert merged.judgements.shape == (1, MANY)
    assert merged.ties == 1


def test_values_by_item_are_refused_where_each_would_hold_all_words() -> None:
    with pytest.raises(FormatError, match="found 20000 x 20001"):
        agree(words(MANY, MANY), "alpha", by="item", ci=None)


def test_labels_that_nobody_selected_are_not_filled_in_without_limit() -> None:
    votes = Votes.from_records((f"w{i}", f"{i}.jpg", f"label {i}", 1) for i in range(20))
    assert len(with_deselections(votes)) == 400
    with limits_set(cells=399), pytest.raises(FormatError, match="found 20 x 20"):
        with_deselections(votes)
