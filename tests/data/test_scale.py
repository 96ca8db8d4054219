"""What the values of votes mean: names, an order, or differences."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from goldscale import ParameterError, UnknownNameError, Votes, agree, merge_votes
from goldscale.data.vote_views import join, on_scale

GRADES = Votes.from_records(
    [(who, str(i), "Breed", v) for who, row in (("a", (0, 3, 10, 3)), ("b", (0, 10, 10, 0))) for i, v in enumerate(row)]
)


def test_numbers_become_names_in_their_order() -> None:
    named = on_scale(GRADES, "nominal")
    assert (GRADES.scale, named.scale) == ("interval", "nominal")
    assert named.categories == ("0", "3", "10")
    assert [named.categories[int(v)] for v in named.values] == [f"{v:g}" for v in GRADES.values]
    assert on_scale(named, "nominal") is named
    assert merge_votes(named, ties="unjudged").judgements.labels.names == ("0", "3", "10")


def test_declared_choices_are_named_too() -> None:
    votes = on_scale(GRADES.replace(choices={"Breed": (0, 3, 7, 10)}), "nominal")
    assert votes.categories == ("0", "3", "7", "10")
    assert votes.choices == {"Breed": (0.0, 1.0, 2.0, 3.0)}


def test_names_have_no_order() -> None:
    named = on_scale(GRADES, "nominal")
    with pytest.raises(ParameterError, match=r"an ordinal scale needs .* numbers, not votes for one of 0, 3"):
        on_scale(named, "ordinal")
    with pytest.raises(UnknownNameError, match="nominal"):
        on_scale(GRADES, "ratio")  # type: ignore[arg-type]


def test_an_order_stays_with_the_votes() -> None:
    ordered = on_scale(GRADES, "ordinal")
    assert ordered.scale == ordered.first().scale == join([ordered, ordered.replace(annotators=["c", "d"])]).scale
    assert on_scale(ordered, "interval").scale == "interval"
    assert Votes.from_records([("a", "x", "Sky", 1)]).scale == "nominal"


def test_two_annotators_have_the_kappa_of_cohen() -> None:
    first, second = (GRADES.values[GRADES.annotator == who] for who in (0, 1))
    named = agree(on_scale(GRADES, "nominal"), ci=None)
    assert named["cohen"].overall.value == pytest.approx(cohen_kappa_score(first, second))
    spaced = np.searchsorted([0, 3, 10], [first, second])
    graded = agree(on_scale(GRADES.replace(values=spaced.ravel()), "interval"), ci=None)
    wanted = cohen_kappa_score(*spaced, weights="quadratic")
    assert graded["cohen(weights=quadratic)"].overall.value == pytest.approx(wanted)
