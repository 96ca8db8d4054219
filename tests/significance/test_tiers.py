"""Tiers: the rule on small cases, its exceptions, and how often equal runs are parted by chance."""

from __future__ import annotations

import numpy as np

import goldscale as gs
from goldscale.significance import compare
from goldscale.significance.tiers import leaders


def differ(size: int, *pairs: tuple[int, int]) -> np.ndarray:
    found = np.zeros((size, size), dtype=bool)
    for i, j in pairs:
        found[i, j] = found[j, i] = True
    return found


def test_a_tier_ends_where_its_leader_differs() -> None:
    assert leaders(differ(4)).tolist() == [0]
    assert leaders(differ(4, (0, 2), (0, 3))).tolist() == [0, 2]
    assert leaders(differ(4, (0, 1), (1, 2), (2, 3))).tolist() == [0, 1, 2, 3]
    assert leaders(differ(4, (1, 3))).tolist() == [0], "the leader decides, not the others"
    assert leaders(differ(0)).tolist() == []


def made_up_scores(levels: list[float], items: int, seed: int, ending: str = "") -> gs.Scores:
    rng = np.random.default_rng(seed)
    truth = (rng.random((items, 8)) < 0.4).astype(int)
    runs = {f"made_up_{i}{ending}": truth * level + rng.normal(size=truth.shape) for i, level in enumerate(levels)}
    return gs.evaluate(runs, truth, "AP:item")


def test_runs_far_apart_have_tiers_of_their_own_and_equal_ones_share() -> None:
    scores = made_up_scores([4.0, 4.0, 1.0, 1.0], 200, 1)
    found = compare(scores, "AP:item").tiers
    assert found is not None
    assert [set(group) for group in found.groups] == [{"made_up_0", "made_up_1"}, {"made_up_2", "made_up_3"}]
    assert found.differ_within == found.alike_across == ()
    assert [found.of(f"made_up_{i}") for i in range(4)] == [1, 1, 2, 2]


def test_what_the_cut_does_not_tell_is_told() -> None:
    scores = made_up_scores([1.6, 1.35, 1.1, 0.9], 150, 3)
    comparison, ranking = compare(scores, "AP:item"), scores.ranking("AP:item")
    found = comparison.tiers
    assert found is not None
    apart = {frozenset((p.first, p.second)) for p in comparison.pairs if p.significant}
    number = {run: found.of(run) for run in ranking}
    for i, one in enumerate(ranking):
        for other in ranking[i + 1 :]:
            together = number[one] == number[other]
            assert ((one, other) in found.differ_within) == (together and frozenset((one, other)) in apart)
            assert ((one, other) in found.alike_across) == (not together and frozenset((one, other)) not in apart)


def test_equal_runs_are_parted_in_about_one_of_twenty_campaigns_at_most() -> None:
    """The family-wise rate of Holm: five runs of one quality share one tier."""
    parted = 0
    for seed in range(200):
        scores = made_up_scores([1.0] * 5, 30, seed)
        found = compare(scores, "AP:item", "t").tiers
        assert found is not None
        parted += len(found) > 1
    assert 2 <= parted <= 20, "fewer or more of 200 has a probability of about 0.001 at a rate of 5 %"


def test_tiers_need_every_pair() -> None:
    scores = made_up_scores([1.0, 2.0], 20, 0)
    assert compare(scores, "AP:item", baseline="made_up_0").tiers is None


def test_json_and_the_table_tell_the_tiers() -> None:
    comparison = compare(made_up_scores([4.0, 4.0, 1.0, 1.0], 200, 1), "AP:item")
    assert comparison.tiers is not None
    assert comparison.to_dict()["tiers"] == [list(tier) for tier in comparison.tiers.groups]
    assert any(note.startswith("Tiers, best first: made_up_") for note in comparison.table().notes)


def test_the_rule_names_runs_as_tables_do() -> None:
    """A name with a line break is told with the break made visible, in the table and in the sentence below it."""
    scores = made_up_scores([1.6, 1.35, 1.1, 0.9], 150, 3, ending="\nx")
    told = compare(scores, "AP:item").tier_rule()
    assert "\\nx and made_up" in told
    assert "\n" not in told
