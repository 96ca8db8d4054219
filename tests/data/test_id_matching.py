"""Ids that nearly match: what each rule sets aside, and what an error says of it."""

from __future__ import annotations

import unicodedata

import pytest

import goldscale as gs
from goldscale.data.id_matching import near_match, renamed

DECOMPOSED = unicodedata.normalize("NFD", "Fête")


@pytest.mark.parametrize(
    ("theirs", "ours", "rules"),
    [
        ("images/a.jpg", "a", {"stem", "loose"}),
        ("C:\\images\\a.JPEG", "a", {"stem", "loose"}),
        ("a.jpg", "b/a.png", {"stem", "loose"}),
        ("A.jpg", "a.jpg", {"loose"}),
        (" a.jpg ", "a.jpg", {"loose"}),
        ("007", "7", {"loose"}),
        ("img_0060.jpg", "img_60", {"loose"}),
        ("7.0", "7", {"loose"}),
        ("No_Visual-Season", "no visual season", {"loose"}),
        (DECOMPOSED, "Fête", {"loose"}),
        ("DIR/IMG 01.JPG", "img_1", {"loose"}),
        ("fig1.5", "fig1", set()),
        ("1.05", "1.5", set()),
        ("100", "10", set()),
        ("a", "b", set()),
    ],
)
def test_what_each_rule_sets_aside(theirs: str, ours: str, rules: set[str]) -> None:
    for rule in ("exact", "stem", "loose"):
        found = renamed(gs.Items([theirs]), gs.Items([ours]), rule, "the run")
        assert found.names == ((ours,) if rule in rules else (theirs,))


def test_labels_have_no_directory_and_no_extension() -> None:
    labels = gs.Concepts(["and/or", "St.Mary"])
    assert renamed(labels, gs.Concepts(["or", "St"]), "loose", "the run").names == labels.names
    assert renamed(labels, gs.Concepts(["and/or ", "st.mary"]), "loose", "the run").names == ("and/or ", "st.mary")


def test_ids_that_fall_together_are_refused_by_name() -> None:
    twice, once = gs.Items(["a/1.jpg", "b/1.jpg", "2.jpg"], "image"), gs.Items(["1", "2"], "image")
    message = r"images of the run cannot be told apart with match='stem': 2 double \('a/1.jpg', 'b/1.jpg'\)"
    with pytest.raises(gs.MismatchError, match=message):
        renamed(twice, once, "stem", "the run")
    with pytest.raises(gs.MismatchError, match=r"images of the truth cannot be told apart"):
        renamed(once, twice, "stem", "the run")
    assert renamed(twice, twice, "stem", "the run") is twice  # exact ids need no rule


@pytest.mark.parametrize(
    ("missing", "extra", "hint"),
    [
        (["a", "b", "c"], ["x/a.jpg", "x/b.jpg"], "2 match without directory and extension: match='stem'"),
        (["a"], ["A"], "1 matches in one case: match='loose'"),
        (["a"], ["a "], "1 matches without the blanks around them: match='loose'"),
        ([DECOMPOSED], ["Fête"], "1 matches in one Unicode form: match='loose'"),
        (["7"], ["007"], r"1 matches with numbers written alike \(007, 7, 7.0\): match='loose'"),
        (["No_Sea"], ["No Sea"], "1 matches with underscores and hyphens as blanks: match='loose'"),
        (["img_7"], ["x/IMG_007.JPG"], "1 matches once several differences are set aside: match='loose'"),
    ],
)
def test_near_ids_are_told_with_the_rule_that_matches_them(missing: list[str], extra: list[str], hint: str) -> None:
    run = gs.Run([[0.5]] * len(extra), items=extra, labels=["x"])
    truth = gs.Judgements([[1]] * len(missing), missing, ["x"])
    with pytest.raises(gs.MismatchError, match=hint):
        gs.evaluate(run, truth, "AP")


def test_nothing_is_said_where_nothing_is_near() -> None:
    assert near_match(gs.Items(["a"]), ["a"], ["b"]) is None


@pytest.mark.parametrize(
    ("run", "truth", "hint"),
    [
        (["a/1.jpg", "b/1.jpg"], ["1", "2"], None),  # two of the run
        (["x/a.jpg"], ["a", "A"], "match='stem'"),  # two of the truth, but not by every rule
        (["Sky", "sky "], ["Sky", "SKY"], None),  # one of them is shared
    ],
)
def test_a_rule_that_would_be_refused_is_not_named(run: list[str], truth: list[str], hint: str | None) -> None:
    missing, extra = ([name for name in ours if name not in others] for ours, others in ((truth, run), (run, truth)))
    found = near_match(gs.Items(truth), missing, extra)
    assert (found is None) if hint is None else (hint in str(found))
    if hint is not None:
        renamed(gs.Items(run), gs.Items(truth), "stem", "the run")  # is not refused
