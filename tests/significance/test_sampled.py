"""Tiers rest on the side that is a sample: units, groups or resamples, and how often equal runs are parted."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import goldscale as gs
from goldscale.campaign.sampling import sampled_side, sampling_settings
from goldscale.measures.settings import Settings
from goldscale.significance import compare_sampled


def made_up(runs: int, items: int, seed: int, labels: int = 6) -> tuple[dict[str, np.ndarray], np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = (rng.random((items, labels)) < 0.4).astype(int)
    return {f"made_up_{i}": truth + rng.normal(size=truth.shape) for i in range(runs)}, truth


def test_what_the_interval_resamples_is_what_is_tested() -> None:
    runs, truth = made_up(3, 30, 0)
    how = {"ci": 0.95, "replicates": 20}
    by_item = gs.evaluate(runs, truth, ["AP", "AP:item", "F1(avg=micro)"], **how)
    cases = {
        "AP": ("t", True, "item"),
        "AP:item": ("randomisation", False, "item"),
        "F1(avg=micro)": ("t", True, "item"),
    }
    for name, expected in cases.items():
        found = compare_sampled(by_item, name)
        assert (found.test, found.resampled, found.units.noun) == expected
    by_label = gs.evaluate(runs, truth, ["AP", "AP:item"], ci_over="label", **how)
    assert compare_sampled(by_label, "AP").to_dict() == gs.compare(by_label, "AP").to_dict()
    assert compare_sampled(by_label, "AP:item").resampled


def test_without_resamples_the_units_are_tested_and_one_unit_is_none() -> None:
    runs, truth = made_up(3, 30, 0)
    scores = gs.evaluate(runs, truth, ["AP", "F1(avg=micro)"])
    assert compare_sampled(scores).to_dict() == gs.compare(scores, "AP").to_dict()
    assert compare_sampled(scores, "F1(avg=micro)") is None
    assert compare_sampled(scores.select(["made_up_0"])) is None


def test_a_mean_in_groups_is_compared_over_the_outermost() -> None:
    runs, truth = made_up(2, 12, 1)
    groups = {"author": [f"a{i % 4}" for i in range(12)], "plant": [f"p{i % 8}" for i in range(12)]}
    scores = gs.evaluate(runs, truth, "AP:item", groups=groups)
    found = compare_sampled(scores)
    assert found.units.noun == "author"
    assert found.pairs[0].difference == pytest.approx(-np.diff(scores["AP:item"].aggregate)[0])


def test_so_many_pairs_that_flips_cannot_tell_are_tested_by_t() -> None:
    runs, truth = made_up(33, 25, 2)  # 528 pairs, of which Holm asks for a p of 0.05 / 528
    scores = gs.evaluate(runs, truth, "AP:item")
    assert compare_sampled(scores).test == "t"
    assert compare_sampled(scores.select(scores.runs[:32])).test == "randomisation"


def test_so_many_differences_that_flipping_takes_long_are_tested_by_t(monkeypatch: pytest.MonkeyPatch) -> None:
    runs, truth = made_up(3, 40, 2)
    scores = gs.evaluate(runs, truth, "AP:item")
    monkeypatch.setattr("goldscale.significance.sampled.MOST_FLIPPED", 3 * 40)
    assert compare_sampled(scores).test == "randomisation"
    monkeypatch.setattr("goldscale.significance.sampled.MOST_FLIPPED", 3 * 40 - 1)
    assert compare_sampled(scores).test == "t"
    assert compare_sampled(scores, test="sign").test == "sign"


def test_equal_runs_are_parted_in_about_one_of_twenty_campaigns_at_most_on_resamples() -> None:
    """The family-wise rate of Holm over resampled items: four runs of one quality share one tier."""
    parted = 0
    for seed in range(80):
        runs, truth = made_up(4, 40, seed, labels=4)
        found = compare_sampled(gs.evaluate(runs, truth, "AP", ci=0.95, replicates=40))
        parted += len(found.tiers) > 1
    assert 0 < parted <= 11, "more than 11 of 80 has a probability of 0.001 at a rate of 5 %"


def test_the_side_that_is_a_sample() -> None:
    dense = gs.Judgements([[1, 0], [0, 1]])
    listed = gs.Judgements(sparse.csr_array(np.array([[1, 0], [0, 1]], dtype=np.int8)))
    assert sampled_side(Settings(), dense) == "item"
    assert sampled_side(Settings(), listed) == "label", "topics"
    assert sampled_side(Settings(ci=0.9), listed) == "item", "that of the intervals"
    assert sampled_side(Settings(ci_over="label"), dense) == "label"
    ap, by_item = gs.measure("AP"), gs.measure("AP:item")
    assert sampling_settings(Settings(), dense, [ap]).ci is not None
    assert sampling_settings(Settings(), dense, [by_item]) == Settings()
    assert sampling_settings(Settings(), listed, [ap]) == Settings()
    assert sampling_settings(Settings(unjudged="bounds"), dense, [ap]).ci is None
