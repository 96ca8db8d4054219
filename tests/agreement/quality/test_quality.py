"""Quality control: each check by hand, the report, and made-up crowds of which it is known who is who."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import cohen_kappa_score

import goldscale as gs
from goldscale import Judgements, Votes
from goldscale.agreement import check_votes, merge_votes, quality_checks
from goldscale.errors import MismatchError, ParameterError, UnknownNameError
from goldscale.samples import simulate_votes

PLACE = {"Place": ("In", "Out")}
SEEDS = range(100, 108)


def sheet(who: str, item: str, *selected: str) -> list[tuple[str, str, str, float]]:
    return [(who, item, label, float(label in selected)) for label in ("In", "Out", "Sky")]


def yes_no(answers: dict[str, str], label: str = "Sky") -> Votes:
    """``{"first": "110"}``: what each said of items 0, 1, 2; a blank is no vote."""
    return Votes.from_records(
        [(who, str(i), label, int(a)) for who, said in answers.items() for i, a in enumerate(said) if a != " "]
    )


def measured(votes: Votes, check: str, **given: object) -> dict[str, float]:
    report = check_votes(votes, checks=[check], **given)
    return dict(zip(votes.annotators, report.findings[check].value.tolist(), strict=True))


def test_groups_left_empty_or_answered_twice_reject_the_sheet_only() -> None:
    rows = [
        *sheet("a", "1", "In"),
        *sheet("a", "2", "Sky"),
        *sheet("b", "1", "In", "Out"),
        *sheet("b", "2", "Out", "Sky"),
    ]
    votes = Votes.from_records(rows)
    report = check_votes(votes, exclusive=PLACE)
    assert report.sheet_kept.tolist() == [True, False, False, True]
    assert report.annotator_kept.all()
    assert report.item_rejections() == {"1": 1, "2": 1}
    assert len(report.kept()) == 6
    assert len(votes) == 12
    sheets = [column.cells() for column in report.sheet_table().columns[:4]]
    assert sheets == [["a", "b"], ["2", "1"], ["0", "0"], ["out", "out"]]


def test_a_group_of_which_none_may_hold_is_only_wrong_when_answered_twice() -> None:
    ontology = gs.read_ontology("pto-2011")
    group = next(g for g in ontology.exclusive if not g.exactly_one)
    one, other = group.labels[:2]
    rows = [(who, "1", label, said) for who, said in (("none", 0), ("both", 1)) for label in (one, other)]
    report = check_votes(Votes.from_records(rows), exclusive=ontology, checks=["empty-group"])
    assert report.sheet_kept.tolist() == [True, False]


def test_votes_for_one_of_a_group_must_answer_every_group() -> None:
    votes = Votes.from_records([("a", "1", "Place", "In"), ("a", "1", "Season", "Summer"), ("b", "1", "Place", "Out")])
    report = check_votes(votes, exclusive={"Place": ("In", "Out"), "Season": ("Summer",)})
    assert report.sheet_kept.tolist() == [True, False]


def test_statistics_of_batches() -> None:
    votes = Votes.from_records(
        [*sheet("a", "1", "In"), *sheet("b", "1"), *sheet("c", "2", "In"), *sheet("d", "2", "Out")]
    )
    votes = votes.replace(
        details={"seconds": [100] * 3 + [40] * 3 + [90] * 3 + [np.nan] * 3, "batch": ["one"] * 6 + ["two"] * 6}
    )
    batches = check_votes(votes, exclusive=PLACE).batches()
    assert batches["one"] == {
        "annotators": 2,
        "sheets": 2,
        "rejected": 1,
        "rejected_share": 0.5,
        "seconds": 70.0,
        "rejected_seconds": 40.0,
    }
    assert batches["two"]["seconds"] == 90
    assert batches["two"]["rejected_seconds"] is None
    assert check_votes(votes, exclusive=PLACE).batch_table()["batch"].cells() == ["one", "two"]


def test_seven_of_ten_control_questions_pass_and_six_do_not() -> None:
    votes = yes_no({"seven": "1111111000", "six": "1111110000", "few": "0000"})
    gold = Judgements(np.ones((10, 1), dtype=int), [str(i) for i in range(10)], ["Sky"])
    report = check_votes(votes, gold=gold, checks=["gold"])
    assert report.dropped == ("six",)
    assert report.reasons("six") == ["gold: answered 60% of 10 control questions correctly"]
    assert measured(votes, "gold", gold=gold) == {"seven": 0.7, "six": 0.6, "few": 0.0}
    assert check_votes(votes, gold=gold, checks=["gold"], least_gold=4).dropped == ("six", "few")
    assert check_votes(votes, gold=gold, checks=["gold"], pass_rate=0.6).dropped == ()


def test_gold_answers_to_votes_for_one_of_a_group() -> None:
    votes = Votes.from_records([("a", "1", "Place", "In"), ("b", "1", "Place", "Out"), ("a", "2", "Place", "Out")])
    gold = Judgements([[1, 0]], ["1"], ["In", "Out"])
    assert measured(votes, "gold", gold=gold) == {"a": 1.0, "b": 0.0}
    with pytest.raises(MismatchError, match="nobody answered a control question"):
        check_votes(votes, gold=Judgements([[1, 0]], ["elsewhere"], ["In", "Out"]))


def test_gold_answers_may_name_only_what_is_right() -> None:
    votes = Votes.from_records([("a", "1", "Place", "In"), ("b", "1", "Place", "Out"), ("b", "2", "Place", "Out")])
    only_right = Judgements([[1, -1], [-1, -1]], ["1", "2"], ["In", "Out"])
    assert measured(votes, "gold", gold=only_right) == {"a": 1.0, "b": 0.0}
    only_wrong = Judgements([[0, -1]], ["1"], ["In", "Out"])
    found = measured(votes, "gold", gold=only_wrong)
    assert found["a"] == 0
    assert math.isnan(found["b"])


def test_gold_takes_an_exclusive_group_for_one_question() -> None:
    votes = Votes.from_records([*sheet("a", "1", "In"), *sheet("b", "1", "Out"), *sheet("c", "1", "In", "Out")])
    gold = Judgements([[1, 0, 0]], ["1"], ["In", "Out", "Sky"])
    assert measured(votes, "gold", gold=gold) == pytest.approx({"a": 1.0, "b": 1 / 3, "c": 2 / 3})
    # Who chose two of a group gave no answer to it: 'empty-group' has found him.
    assert measured(votes, "gold", gold=gold, exclusive=PLACE) == {"a": 1.0, "b": 0.5, "c": 1.0}


def test_gold_answers_are_on_the_scale_of_the_votes() -> None:
    graded = Votes.from_records([("a", str(i), "Sky", grade) for i, grade in enumerate((1, 2, 4))])
    items = ["0", "1", "2"]
    assert measured(graded, "gold", gold=Judgements([[1], [3], [4]], items, ["Sky"])) == {"a": pytest.approx(2 / 3)}
    with pytest.raises(MismatchError, match="grades from 1 to 4, and a known answer is 0"):
        check_votes(graded, gold=Judgements([[0], [1], [1]], items, ["Sky"]))
    with pytest.raises(ParameterError, match="must be certain"):
        check_votes(graded, gold=Judgements([[0.5], [1], [1]], items, ["Sky"]))
    assert measured(yes_no({"a": "110"}), "gold", gold=Judgements([[3], [0], [0]], items, ["Sky"])) == {
        "a": pytest.approx(2 / 3)
    }


def test_a_question_without_a_name_is_the_only_one_of_the_gold_answers() -> None:
    gold = Judgements([[1], [0]], ["0", "1"], ["truth"])
    assert measured(yes_no({"a": "11"}, "answer"), "gold", gold=gold) == {"a": 0.5}
    with pytest.raises(MismatchError, match="nobody answered"):
        check_votes(yes_no({"a": "11"}, "Sky"), gold=gold)


def test_votes_of_any_numbers_are_checked() -> None:
    rng = np.random.default_rng(3)
    right = rng.integers(0, 3, 300) - 1.5
    rows = [(who, str(i), "mood", value) for who in "abc" for i, value in enumerate(right)]
    rows += [("spam", str(i), "mood", value) for i, value in enumerate(rng.integers(0, 3, 300) - 1.5)]
    assert check_votes(Votes.from_records(rows), checks=["spammer"]).dropped == ("spam",)


def test_the_same_answer_again_and_to_identical_items() -> None:
    votes = Votes(
        *([0, 0, 0, 1, 1], [0, 0, 1, 0, 1], [0] * 5, [1, 0, 1, 1, 0]), "ab", "12", ["Sky"], occasion=[0, 1, 0, 0, 0]
    )
    assert measured(votes, "repeats")["a"] == 0.0
    assert math.isnan(measured(votes, "repeats")["b"])
    assert measured(votes, "repeats", pairs=[("1", "2")]) == {"a": 0.5, "b": 0.0}
    assert check_votes(yes_no({"a": "10"})).skipped["repeats"] == "nobody was asked the same thing twice"
    with pytest.raises(UnknownNameError, match="unknown item '9'"):
        check_votes(votes, pairs=[("1", "9")])


def test_inconsistent_by_luck_is_not_inconsistent() -> None:
    pairs = [(str(i), str(i + 40)) for i in range(40)]
    changes = {"steady": 2, "wavering": 18, "guessing": 24}
    votes = yes_no({who: "1" * 40 + "0" * n + "1" * (40 - n) for who, n in changes.items()})
    assert check_votes(votes, pairs=pairs, checks=["repeats"]).dropped == ("guessing",)


def test_too_fast_is_out_and_slow_is_noted() -> None:
    seconds = [60, 55, 70, 65, 58, 62, 61, 59, 66, 2, 4000, np.nan]
    votes = yes_no({"a": "1" * 12}).replace(details={"seconds": seconds})
    report = check_votes(votes)
    assert np.flatnonzero(~report.sheet_kept).tolist() == [9]
    assert report.sheet_reasons(9) == ["fast: took 2 seconds, too fast"]
    assert report.sheet_reasons(10) == ["noted, slow: took 4000 seconds, very slow"]
    assert (~check_votes(votes, fastest=60).sheet_kept).sum() == 4
    assert (~check_votes(votes, noted=()).sheet_kept).sum() == 2
    assert check_votes(yes_no({"a": "1"})).skipped["fast"] == "the votes tell no times"


def test_what_the_platform_rejected_is_out() -> None:
    votes = yes_no({"a": "10"}).replace(details={"status": ["Approved", "Rejected"]})
    assert check_votes(votes).sheet_kept.tolist() == [True, False]


def test_agreement_with_the_rest_is_cohens_kappa_with_their_majority() -> None:
    rng = np.random.default_rng(3)
    said = rng.integers(0, 2, (4, 60))
    votes = yes_no({f"w{i}": "".join(map(str, row)) for i, row in enumerate(said)})
    for i, kappa in enumerate(measured(votes, "agreement").values()):
        majority = (np.delete(said, i, axis=0).sum(axis=0) > 1.5).astype(int)  # of three there is no tie
        assert kappa == pytest.approx(cohen_kappa_score(said[i], majority))


def test_one_answer_to_everything_is_out_only_where_the_others_differ() -> None:
    other = "10" * 15
    assert check_votes(yes_no({"constant": "1" * 30, "a": other, "b": other}), checks=["constant"]).dropped == (
        "constant",
    )
    rare = "0" * 29 + "1"
    assert check_votes(yes_no({"constant": "0" * 30, "a": rare, "b": rare}), checks=["constant"]).dropped == ()


def test_the_repetition_of_a_rejected_sheet_becomes_the_first() -> None:
    votes = Votes(
        *([0, 0], [0, 0], [0, 0], [1, 0]), "a", "1", ["Sky"], occasion=[0, 1], details={"status": ["Rejected", ""]}
    )
    kept = check_votes(votes).kept()
    assert kept.values.tolist() == [0.0]
    assert kept.occasion.tolist() == [0]


def test_another_reading_of_the_votes_is_kept_by_name() -> None:
    votes = Votes.from_records([*sheet("a", "1", "In"), *sheet("b", "1")])
    report = check_votes(votes, exclusive=PLACE)
    reading = Votes.from_records([("b", "1", "Place", "In"), ("a", "1", "Place", "Out"), ("new", "1", "Place", "Out")])
    kept = report.kept(reading)
    assert [kept.annotators[a] for a in kept.annotator] == ["a", "new"]


def test_the_report_can_be_written_down() -> None:
    votes, _ = simulate_votes(Judgements(np.eye(4, dtype=int)), seconds=30, seed=1)
    report = check_votes(votes, exclusive={"Any": tuple(votes.labels)})
    told = report.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert told["checks"]["gold"]["skipped"] == "no control questions were given"
    assert (
        {check.name for check in quality_checks()} == told["checks"].keys() == set(report.check_table()["check"].values)
    )
    assert "pass_rate=0.7" in report.signature
    assert len(report.annotator_table()) == len(np.unique(votes.annotator))


def test_wrong_words_are_mended() -> None:
    votes = yes_no({"a": "10"})
    with pytest.raises(UnknownNameError, match="did you mean 'gold'"):
        check_votes(votes, checks=["golt"])
    with pytest.raises(UnknownNameError, match="did you mean 'pass_rate'"):
        check_votes(votes, passrate=0.5)
    with pytest.raises(ParameterError, match="no votes to check"):
        check_votes(votes.select(np.array([], dtype=int)))


def test_seats_are_not_judged_as_people() -> None:
    report = check_votes(yes_no({"a": "10" * 20, "b": "01" * 20}).replace(anonymous=True))
    assert {check.name for check in quality_checks() if check.level == "annotator"} <= report.skipped.keys()
    assert report.annotator_kept.all()


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_simulated_crowd_quality_is_recovered_and_spammers_are_found(seed: int) -> None:
    truth = Judgements((np.random.default_rng(seed).random((300, 5)) < 0.35).astype(int))
    votes, crowd = simulate_votes(truth, workers=20, votes_per_item=5, spammers=3, seed=seed)
    known = np.array([member.quality for member in crowd.values()])
    workers = np.array([member.kind == "worker" for member in crowd.values()])
    merged = merge_votes(votes, "dawid-skene")
    assert spearmanr(merged.workers.quality[workers], known[workers]).statistic > 0.9
    assert merged.expected_error(truth) < merge_votes(votes).expected_error(truth)
    report = check_votes(votes)
    spammers = {name for name, member in crowd.items() if member.kind != "worker"}
    assert spammers <= set(report.dropped)
    assert all(crowd[name].quality < 0.65 for name in set(report.dropped) - spammers)
    kept = merge_votes(report.kept(), "majority").expected_error(truth)
    assert kept < merge_votes(votes).expected_error(truth)
