"""Making one truth out of votes: what is decided, ties, groups, degenerate votes, and properties of every method."""

from __future__ import annotations

import json
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldscale as gs
from goldscale import Judgements, Votes
from goldscale.agreement import Merged, merge_methods, merge_votes
from goldscale.agreement.aggregation.decision import TIES
from goldscale.data import Ontology
from goldscale.data import matrix as mx
from goldscale.data.judgements import unjudged_mask
from goldscale.data.rules import ExclusiveGroup
from goldscale.errors import MismatchError, ParameterError, UnknownNameError

NAMES = [method.name for method in merge_methods()]
MODELS = ["dawid-skene", "glad", "mace"]


def answers(*said: float, label: str = "Sky", item: str = "a") -> list[tuple[str, str, str, float]]:
    return [(f"w{i}", item, label, value) for i, value in enumerate(said)]


def chosen(*said: str, item: str = "a") -> list[tuple[str, str, str, str]]:
    return [(f"w{i}", item, "Place", value) for i, value in enumerate(said)]


def cells(truth: Judgements) -> np.ndarray:
    """Items x labels as floats, NaN where unjudged, however they are stored."""
    row, column, values = mx.coordinates(truth.values)
    full = np.full(truth.shape, np.nan)
    full[row, column] = np.where(unjudged_mask(values), np.nan, values)
    return full


def value(merged: Merged) -> float:
    return float(cells(merged.judgements)[0, 0])


records = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 5), st.integers(0, 1), st.integers(0, 1)),
    min_size=1,
    max_size=40,
    unique_by=lambda r: r[:3],
)


def made(rows: list[tuple[int, int, int, int]]) -> Votes:
    return Votes(*zip(*rows, strict=True), [f"w{i}" for i in range(5)], "abcdef", ["Sky", "Sea"])


@pytest.mark.parametrize(
    ("said", "ties", "decided"),
    [
        ((1, 1, 0), None, 1),
        ((1, 0, 0), None, 0),
        ((1, 0), None, 0),
        ((1, 0), "negative", 0),
        ((1, 0), "positive", 1),
        ((1, 0), "unjudged", math.nan),
        ((1, 1, 1), "unjudged", 1),
    ],
)
def test_a_yes_needs_more_than_half_unless_the_tie_rule_says_else(
    said: tuple[int, ...], ties: str | None, decided: float
) -> None:
    found = value(merge_votes(Votes.from_records(answers(*said)), ties=ties))
    assert found == pytest.approx(decided, nan_ok=True)


def test_ties_are_counted_and_their_rule_is_told() -> None:
    votes = Votes.from_records([*answers(1, 0), *answers(1, 1, item="b")])
    merged = merge_votes(votes)
    assert merged.ties == 1
    assert merged.tie_rules == {"negative": TIES["negative"]}
    assert "ties=negative" in merged.signature
    assert f"votes={votes.hash}" in merged.signature


def test_random_ties_fall_to_either_side_and_come_again_with_the_seed() -> None:
    votes = Votes.from_records([row for i in range(200) for row in answers(1, 0, item=str(i))])
    first, again, other = (merge_votes(votes, ties="random", seed=seed).judgements for seed in (1, 1, 2))
    assert 70 < first.relevant < 130
    assert np.array_equal(first.values, again.values)
    assert not np.array_equal(first.values, other.values)
    assert "seed=1" in merge_votes(votes, ties="random", seed=1).signature


def test_a_tied_group_goes_to_the_label_that_is_chosen_more_often() -> None:
    votes = Votes.from_records([*chosen("Indoor", "Outdoor"), *chosen("Outdoor", "Outdoor", item="b")])
    merged = merge_votes(votes)
    assert merged.judgements.labels.names == ("Indoor", "Outdoor")
    assert merged.judgements.values.tolist() == [[0, 1], [0, 1]]
    assert merge_votes(votes, ties="unjudged").judgements.values.tolist() == [[-1, -1], [0, 1]]
    with pytest.raises(ParameterError, match="needs values with an order"):
        merge_votes(votes, ties="negative")


@pytest.mark.parametrize(
    ("said", "options", "decided"),
    [
        ((1, 1, 4), {}, 1),
        ((1, 1, 4), {"value": "mean"}, 2),
        ((1, 2, 4), {"value": "median"}, 2),
        ((1, 2), {"value": "mean"}, 1),
        ((1, 2), {"value": "mean", "ties": "positive"}, 2),
        ((1, 4), {"value": "median"}, 1),
        ((1, 4), {"value": "median", "ties": "positive"}, 4),
        ((3, 4, 4), {"value": "mean"}, 4),
    ],
)
def test_grades_by_majority_mean_and_median(said: tuple[int, ...], options: dict[str, str], decided: int) -> None:
    every_grade = answers(1, 2, 3, 4, item="z")
    assert value(merge_votes(Votes.from_records([*answers(*said), *every_grade]), **options)) == decided


@given(st.lists(st.integers(1, 4), min_size=1, max_size=7), st.sampled_from(["mean", "median"]))
def test_mean_and_median_are_the_nearest_grades(said: list[int], how: str) -> None:
    votes = Votes.from_records([*answers(*said), *answers(1, 2, 3, 4, item="z")])
    middle = sum(said) / len(said) if how == "mean" else sorted(said)[(len(said) - 1) // 2]
    nearest = min((1, 2, 3, 4), key=lambda grade: (round(abs(grade - middle), 9), grade))
    assert value(merge_votes(votes, value=how)) == nearest


def test_the_probability_of_a_grade_is_that_of_the_upper_half() -> None:
    votes = Votes.from_records([*answers(1, 3, 4), *answers(1, 2, 3, 4, item="z")])
    assert merge_votes(votes).probability.values[0, 0] == pytest.approx(2 / 3)
    assert merge_votes(votes, relevant=4).probability.values[0, 0] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("said", "options", "decided"),
    [
        ((1, 1, 0), {}, 1),
        ((1, 0, 0), {}, 0),
        ((1, 0, 0), {"at_least": 1}, 1),
        ((1, 1, 0), {"at_least": 3}, 0),
        ((1, 1, 0), {"share": 0.66}, 1),
        ((1, 1, 0), {"share": 0.67}, 1),
        ((1, 1, 0), {"share": 0.7}, 0),
        ((1, 0), {"share": 0.5}, 1),
    ],
)
def test_enough_votes(said: tuple[int, ...], options: dict[str, float], decided: int) -> None:
    merged = merge_votes(Votes.from_records(answers(*said)), "threshold", **options)
    assert value(merged) == decided
    assert merged.probability.values[0, 0] == pytest.approx(sum(said) / len(said))


def test_a_group_without_enough_votes_stays_open() -> None:
    votes = Votes.from_records([*chosen("Indoor", "Outdoor", "None"), *chosen("None", "None", item="b")])
    assert merge_votes(votes, "threshold").judgements.values.tolist() == [[-1, -1, -1], [0, 0, 1]]


def test_given_quality_outweighs_the_majority() -> None:
    votes = Votes.from_records(answers(1, 0, 0))
    trusted = {"w0": 0.95, "w1": 0.6, "w2": 0.6}
    merged = merge_votes(votes, "weighted", quality=trusted)
    assert value(merged) == 1
    odds = (0.95 / 0.05) / (0.6 / 0.4) ** 2
    assert merged.probability.values[0, 0] == pytest.approx(odds / (1 + odds))
    assert merged.workers.quality.tolist() == [0.95, 0.6, 0.6]
    with pytest.raises(MismatchError, match=r"missing \('w1'"):
        merge_votes(votes, "weighted", quality={"w0": 0.9, "w2": 0.6})
    with pytest.raises(ParameterError, match="between 0 and 1"):
        merge_votes(votes, "weighted", quality=trusted | {"w1": 7})
    with pytest.raises(ParameterError, match="for the method 'weighted'"):
        merge_votes(votes, quality=trusted)


def test_weights_that_swing_to_and_fro_do_not_come_to_rest() -> None:
    rows = [(who, str(i), "Sky", (i % 2) ^ (who == "b")) for who in "ab" for i in range(10)]
    assert not merge_votes(Votes.from_records(rows), "weighted").converged
    assert merge_votes(Votes.from_records(rows), "weighted", quality={"a": 0.9, "b": 0.1}).converged
    assert merge_votes(Votes.from_records(answers(1, 1, 0)), "weighted").converged


def test_known_answers_are_on_the_scale_of_the_votes() -> None:
    yes = merge_votes(Votes.from_records(answers(1, 1, 0)))
    labels = yes.judgements.labels
    items = yes.judgements.items
    assert yes.expected_error(Judgements([[3]], items, labels)) == 0
    graded = merge_votes(Votes.from_records(answers(2, 4, 4)))
    assert graded.expected_error(Judgements([[3]], items, labels)) == 1
    with pytest.raises(MismatchError, match="grades from 2 to 4, and a known answer is 0"):
        graded.expected_error(Judgements([[0]], items, labels))
    with pytest.raises(ParameterError, match="must be certain"):
        yes.expected_error(Judgements([[0.7]], items, labels))
    with pytest.raises(MismatchError, match="lacks labels"):
        yes.expected_error(Judgements([[1]], items, ["other"]))


def sheet_votes() -> Votes:
    """Five annotators, two groups and an optional label, as yes/no votes."""
    rows = []
    for who, (place, sky) in enumerate([("In", 1), ("In", 1), ("Out", 0), ("Out", 1), ("In", 0)]):
        rows += [(f"w{who}", "a", label, float(label == place)) for label in ("In", "Out")] + [
            (f"w{who}", "a", "Sky", sky)
        ]
        rows += [(f"w{who}", "b", "In", 0.0), (f"w{who}", "b", "Out", 1.0), (f"w{who}", "b", "Sky", 0)]
    return Votes.from_records(rows)


@pytest.mark.parametrize("method", NAMES)
def test_groups_have_one_winner_and_optional_labels_decide_for_themselves(method: str) -> None:
    votes = sheet_votes()
    merged = merge_votes(votes, method, exclusive={"Place": ["In", "Out"]})
    assert merged.judgements.labels == votes.labels
    assert merged.judgements.values.tolist() == [[1, 0, 1], [0, 1, 0]]
    probability = cells(merged.probability)
    assert probability[:, :2].sum(axis=1) == pytest.approx([1, 1], abs=1e-6)
    assert merged.workers.votes.tolist() == [4] * 5
    assert "exclusive=Place" in merged.signature


def test_an_ontology_brings_its_groups() -> None:
    def nature(exactly_one: bool) -> Ontology:
        names = ("In", "Out", "Sky")
        return Ontology(
            "n",
            dict.fromkeys(names, ()),
            dict(zip(names, names, strict=True)),
            [ExclusiveGroup("Place", ("In", "Out"), exactly_one)],
        )

    by_hand = merge_votes(sheet_votes(), exclusive={"Place": ["In", "Out"]})
    assert merge_votes(sheet_votes(), exclusive=nature(True)).tie_rules == by_hand.tie_rules
    assert merge_votes(sheet_votes(), exclusive=nature(False)).tie_rules.keys() == {"negative"}


def test_only_first_votes_count_and_cells_without_votes_are_unjudged() -> None:
    votes = Votes(
        *([0, 0, 1], [0, 0, 1], [0, 0, 0], [0, 1, 1]), ["w0", "w1"], ["a", "b", "c"], ["Sky"], occasion=[0, 1, 0]
    )
    for method in NAMES:
        merged = merge_votes(votes, method)
        assert math.isnan(cells(merged.judgements)[2, 0])
        assert merged.workers.votes.tolist() == [1, 1]
    assert merge_votes(votes).judgements.values.tolist() == [[0], [1], [-1]]


def test_a_mostly_empty_cube_is_kept_sparse() -> None:
    rows = [row for i in range(20) for row in answers(1, 1, 0, item=f"i{i}", label=f"caption {i}")]
    merged = merge_votes(Votes.from_records([*rows, *answers(0, label="caption 3", item="i0")]))
    assert merged.judgements.is_sparse
    assert merged.probability.is_sparse
    assert merged.judgements.shape == (20, 20)
    assert merged.judgements.relevant == 20
    assert merged.judgements.unjudged == 400 - 21


@pytest.mark.parametrize("method", NAMES)
@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([("w0", "a", "Sky", 1), ("w0", "b", "Sky", 0)], id="one worker"),
        pytest.param([("w0", "a", "Sky", 1), ("w1", "b", "Sky", 0), ("w2", "c", "Sky", 1)], id="one vote per item"),
        pytest.param([*answers(1, 1, 1), *answers(0, 0, 0, item="b")], id="unanimous"),
        pytest.param([*answers(1, 1), *answers(1, 1, item="b")], id="all the same class"),
    ],
)
def test_votes_that_cannot_be_doubted_are_followed(method: str, rows: list[tuple[str, str, str, float]]) -> None:
    votes = Votes.from_records(rows)
    merged = merge_votes(votes, method, **({"at_least": 1} if method == "threshold" else {}))
    said = {item: answer for _, item, _, answer in rows}
    # One opinion each tells a model nothing of who knows: it may take an answer for an error.
    if method not in ("dawid-skene", "mace") or len(rows) > 3:
        assert cells(merged.judgements)[:, 0].tolist() == [said[item] for item in votes.items]
    probability = cells(merged.probability)
    assert np.all((probability >= 0) & (probability <= 1))
    assert merged.converged
    assert np.all(np.isfinite(merged.workers.quality))


@pytest.mark.parametrize("method", NAMES)
def test_no_votes_leave_everything_unjudged(method: str) -> None:
    votes = Votes([], [], [], [], ["w0"], ["a", "b"], ["Sky"])
    merged = merge_votes(votes, method)
    assert merged.judgements.unjudged == 2
    assert math.isnan(merged.workers.quality[0])
    assert math.isnan(merged.expected_error(Judgements([[1], [0]], ["a", "b"], ["Sky"])))


@pytest.mark.parametrize("method", NAMES)
@settings(max_examples=25)
@given(rows=records, data=st.data())
def test_no_result_depends_on_the_order_of_votes(
    method: str, rows: list[tuple[int, int, int, int]], data: st.DataObject
) -> None:
    votes = made(rows)
    shuffled = made(data.draw(st.permutations(rows)))
    one, other = merge_votes(votes, method), merge_votes(shuffled, method)
    assert one.judgements.hash == other.judgements.hash
    assert one.signature == other.signature
    np.testing.assert_allclose(*(cells(m.probability) for m in (one, other)), atol=1e-5)
    np.testing.assert_allclose(one.workers.quality, other.workers.quality, atol=1e-6)


@given(rows=records)
def test_majority_counts_as_a_loop_counts(rows: list[tuple[int, int, int, int]]) -> None:
    merged = merge_votes(made(rows))
    truth, share = cells(merged.judgements), cells(merged.probability)
    for item in range(6):
        for label in range(2):
            said = Counter(vote for _, i, j, vote in rows if (i, j) == (item, label))
            if not said:
                assert math.isnan(truth[item, label])
            else:
                assert truth[item, label] == (said[1] > said[0])
                assert share[item, label] == pytest.approx(said[1] / said.total())


@pytest.mark.parametrize("method", NAMES)
@settings(max_examples=25)
@given(rows=records)
def test_probabilities_are_probabilities_and_sum_to_one_in_a_group(
    method: str, rows: list[tuple[int, int, int, int]]
) -> None:
    names = ("Indoor", "Outdoor")
    votes = made(rows).replace(categories=names)
    merged = merge_votes(votes, method, **({"at_least": 1} if method == "threshold" else {}))
    probability = cells(merged.probability)
    said = ~np.isnan(probability)
    assert np.all((probability[said] >= 0) & (probability[said] <= 1))
    groups = np.array([j for j, label in enumerate(votes.labels) for _ in np.unique(votes.values[votes.label == j])])
    for group in np.unique(groups):
        columns = groups == group
        rows_said = said[:, columns].all(axis=1)
        assert probability[rows_said][:, columns].sum(axis=1) == pytest.approx(1, abs=1e-5)
        assert np.all((cells(merged.judgements)[rows_said][:, columns] > 0).sum(axis=1) == 1)


@pytest.mark.parametrize("method", ["weighted", *MODELS])
def test_seats_are_no_people(method: str) -> None:
    votes = Votes.from_records(answers(1, 1, 0)).replace(anonymous=True)
    assert value(merge_votes(votes)) == 1
    with pytest.raises(ParameterError, match="must know who gave which vote"):
        merge_votes(votes, method)


def test_wrong_words_are_mended() -> None:
    votes = Votes.from_records(answers(1, 0))
    with pytest.raises(UnknownNameError, match="did you mean 'dawid-skene'"):
        merge_votes(votes, "david-skene")
    with pytest.raises(UnknownNameError, match="did you mean 'smoothing'"):
        merge_votes(votes, "dawid-skene", smooting=0.1)
    with pytest.raises(UnknownNameError, match="did you mean 'negative'"):
        merge_votes(votes, ties="negativ")
    with pytest.raises(ParameterError, match="not both"):
        merge_votes(votes, "threshold", at_least=2, share=0.5)
    for nothing in ({"at_least": 0}, {"share": 0.0}, {"share": 1.5}):
        with pytest.raises(ParameterError, match="at_least counts from 1"):
            merge_votes(votes, "threshold", **nothing)
    with pytest.raises(ParameterError, match="whole numbers from 0 up"):
        merge_votes(Votes.from_records(answers(0.5, 2)))
    with pytest.raises(ParameterError, match="needs votes that are numbers"):
        merge_votes(Votes.from_records(chosen("In", "Out")), value="mean")


@pytest.mark.parametrize("method", NAMES)
def test_every_method_tells_all_about_itself(method: str) -> None:
    declared = next(m for m in merge_methods() if m.name == method)
    assert all((declared.title, declared.summary, declared.reference, declared.probability, declared.quality))
    assert all(option.about for option in declared.options)
    told = merge_votes(sheet_votes(), method).to_dict()
    assert json.loads(json.dumps(told)) == told
    assert told["annotators"].keys() == {f"w{i}" for i in range(5)}
    assert merge_votes(sheet_votes(), method).workers.to_csv().startswith("annotator,votes,quality")


def test_runs_are_scored_against_the_merged_truth_and_the_probabilities_stand_beside_it() -> None:
    merged = merge_votes(sheet_votes())
    run = gs.Run(scores=np.array([[0.9, 0.1, 0.8], [0.2, 0.7, 0.1]]), items=["a", "b"], labels=["In", "Out", "Sky"])
    assert gs.evaluate([run], merged.judgements, ["AP:item"]).summary()["run"]["AP:item"] == 1.0
    assert merged.probability.relevance == "probability"


def test_the_threshold_that_was_used_is_told() -> None:
    votes = Votes.from_records([(who, "a.jpg", "Sky", 1) for who in "abc"])
    usual, named, share = (merge_votes(votes, "threshold", **o) for o in ({}, {"at_least": 2}, {"share": 0.5}))
    assert usual.signature == named.signature
    assert "|at_least=2|" in usual.signature
    assert usual.table()["method"].values == ("threshold(at_least=2)",)
    assert share.table()["method"].values == ("threshold(share=0.5)",)
    assert "at_least" not in share.signature


def test_the_table_of_annotators_says_what_quality_is() -> None:
    votes = Votes.from_records([(who, "a.jpg", "Sky", 1) for who in "abc"])
    for method in merge_methods():
        merged = merge_votes(votes, method.name)
        assert merged.workers.table().notes == [f"quality: {method.quality}."]
