"""A made-up crowd behaves as it says it does."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale import Judgements, Votes
from goldscale.errors import ParameterError, UnknownNameError
from goldscale.samples import simulate_votes
from goldscale.samples.crowd import KINDS

TRUTH = Judgements((np.random.default_rng(1).random((400, 10)) < 0.4).astype(int))


def share_right(votes: Votes, truth: Judgements) -> np.ndarray:
    right = np.asarray(truth.values)[votes.item, votes.label] == votes.values
    return np.bincount(votes.annotator, right) / np.bincount(votes.annotator)


def test_workers_are_right_as_often_as_their_quality_says() -> None:
    votes, crowd = simulate_votes(
        TRUTH, workers=5, votes_per_item=5, quality=[0.55, 0.65, 0.75, 0.85, 0.95], spammers=0
    )
    assert list(crowd) == [f"worker {i:02d}" for i in range(1, 6)]
    assert len(votes) == 400 * 10 * 5
    assert share_right(votes, TRUTH) == pytest.approx([m.quality for m in crowd.values()], abs=0.03)


def test_spammers_do_what_their_kind_does() -> None:
    votes, crowd = simulate_votes(TRUTH, workers=1, votes_per_item=4, spammers=3)
    kinds = {member.kind: i for i, member in enumerate(crowd.values())}
    assert list(kinds) == ["worker", *KINDS]
    right = share_right(votes, TRUTH)
    assert right[kinds["random"]] == pytest.approx(0.5, abs=0.03)
    assert right[kinds["contrary"]] == pytest.approx(0.1, abs=0.03)
    assert len(np.unique(votes.values[votes.annotator == kinds["constant"]])) == 1


def test_every_item_goes_to_as_many_people_as_asked() -> None:
    votes, crowd = simulate_votes(TRUTH, workers=7, votes_per_item=3, spammers={"constant": 2})
    assert [member.kind for member in crowd.values()] == ["worker"] * 7 + ["constant"] * 2
    sheets = np.unique(votes.annotator * len(TRUTH.items) + votes.item)
    assert len(sheets) == 400 * 3
    assert np.all(np.bincount(sheets % len(TRUTH.items)) == 3)


def test_grades_err_to_any_other_grade() -> None:
    truth = Judgements(np.full((3000, 1), 2) + np.eye(3000, 1, dtype=int) * 2 - np.eye(3000, 1, k=-1, dtype=int))
    votes, _ = simulate_votes(truth, workers=1, votes_per_item=1, quality=[0.7], spammers=0)
    assert votes.levels_of("0") == (1.0, 2.0, 4.0)
    shares = [np.mean(votes.values == level) for level in (1, 2, 4)]
    assert shares == pytest.approx([0.15, 0.7, 0.15], abs=0.03)


def test_groups_become_votes_for_one_of_them() -> None:
    truth = Judgements([[1, 0, 0], [0, 1, 1], [0, 0, 0]], labels=["In", "Out", "Sky"])
    votes, _ = simulate_votes(
        truth, workers=3, votes_per_item=3, quality=[1, 1, 1], spammers=0, exclusive={"Place": ["In", "Out"]}
    )
    assert votes.categories == ("In", "Out")
    assert votes.labels.names == ("Place",)
    assert sorted(zip(votes.item.tolist(), votes.values.tolist(), strict=True)) == [(0, 0)] * 3 + [(1, 1)] * 3
    with pytest.raises(ParameterError, match="several labels of the group 'Place'"):
        simulate_votes(Judgements([[1, 1]], labels=["In", "Out"]), exclusive={"Place": ["In", "Out"]})


def test_unjudged_cells_get_no_votes() -> None:
    votes, _ = simulate_votes(Judgements([[1, -1], [-1, 0]]), workers=2, votes_per_item=2, spammers=0)
    assert {(int(i), int(j)) for i, j in zip(votes.item, votes.label, strict=True)} == {(0, 0), (1, 1)}


def test_times_and_repetitions() -> None:
    votes, crowd = simulate_votes(TRUTH, seconds=60.0, repeats=0.25, seed=4)
    seconds, spam = votes.details["seconds"], votes.annotator >= 20
    assert np.median(seconds[~spam]) == pytest.approx(60, rel=0.1)
    assert np.median(seconds[spam]) == pytest.approx(12, rel=0.2)
    assert np.mean(votes.occasion == 1) == pytest.approx(0.25 / 1.25, abs=0.02)
    assert len(crowd) == 23


def test_the_seed_decides() -> None:
    one, again, other = (simulate_votes(TRUTH, seed=seed)[0].hash for seed in (1, 1, 2))
    assert one == again != other


def test_names_say_that_it_is_made_up() -> None:
    votes, crowd = simulate_votes(TRUTH)
    assert votes.name.startswith("simulated")
    assert all(name.startswith(("worker", "spammer")) for name in crowd)


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(ParameterError, match="votes_per_item must lie between 1 and the 4"):
        simulate_votes(TRUTH, workers=4, spammers=0, votes_per_item=5)
    with pytest.raises(ParameterError, match="each of the 2 workers"):
        simulate_votes(TRUTH, workers=2, quality=[0.5])
    with pytest.raises(ParameterError, match="repeats is a fraction"):
        simulate_votes(TRUTH, repeats=2)
    with pytest.raises(UnknownNameError, match="did you mean 'random'"):
        simulate_votes(TRUTH, spammers={"randon": 1})
    with pytest.raises(ParameterError, match="dense truth"):
        simulate_votes(Judgements.from_dict({"q": {"d": 1}}))
