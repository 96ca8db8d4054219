"""Bootstrap intervals beside a plain loop that builds every replicate's votes."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from coefficient_names import EVERY
from vote_tables import made_up_cube, votes_of, votes_of_cube

from goldscale.agreement import agree, coefficient
from goldscale.agreement import estimate as module
from goldscale.agreement.coefficients import pairs
from goldscale.agreement.estimate import ALONE, FLAT, MISSED
from goldscale.kernels.resampling import draws

REPLICATES = 30


def taken(drawn: np.ndarray) -> np.ndarray:
    return np.repeat(np.arange(len(drawn)), drawn)


def replicates(cube: np.ndarray, axis: int, seed: int) -> list[np.ndarray]:
    """The cube of each replicate: items (or labels) stand there as often as they were drawn."""
    rng = np.random.default_rng(seed)
    drawn = np.concatenate(list(draws(rng, cube.shape[axis], REPLICATES)))
    return [np.take(cube, taken(row), axis=axis) for row in drawn]


def limits(values: list[float], ci: float) -> list[float]:
    return list(np.nanquantile(values, [(1 - ci) / 2, (1 + ci) / 2]))


@pytest.mark.parametrize("name", EVERY)
def test_every_coefficient_equals_the_loop(name: str) -> None:
    cube = made_up_cube(seed=4, shape=(3, 9, 2), gap=0.1)
    one = coefficient(name)
    for by in one.definition.by(one):
        found = agree(votes_of_cube(cube), name, by=by, ci=0.8, replicates=REPLICATES, seed=7)[name]
        axis = 2 if by == "item" else 1
        results = [agree(votes_of_cube(part), name, by=by, ci=None)[name] for part in replicates(cube, axis, 7)]
        if by != "item":
            wanted = limits([r.overall.value for r in results], 0.8)
            assert [found.overall.low, found.overall.high] == pytest.approx(wanted)
            assert wanted[0] <= found.overall.value <= wanted[1]
        if by != "all" and found.mean is not None and not any(why in found.mean.note for why in (MISSED, FLAT, ALONE)):
            means = [r.mean.value for r in results if r.mean is not None]
            assert [found.mean.low, found.mean.high] == pytest.approx(limits(means, 0.8))
        for i, estimate in enumerate(found.groups):
            if not np.isnan(estimate.low):
                wanted = limits([r.groups[i].value for r in results], 0.8)
                assert [estimate.low, estimate.high] == pytest.approx(wanted)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_equals_the_package_in_a_loop(metric: str) -> None:
    rng = np.random.default_rng(2)
    table = np.clip(np.round(rng.normal(3, 1, 15) + rng.normal(0, 0.7, (4, 15))), 1, 5)
    table[rng.random(table.shape) < 0.2] = np.nan
    found = agree(votes_of(table), f"alpha(metric={metric})", replicates=REPLICATES, seed=3).results[0].overall
    values = [krippendorff.alpha(part, level_of_measurement=metric) for part in replicates(table, 1, 3)]
    assert [found.low, found.high] == pytest.approx(limits(values, 0.95))


@pytest.mark.parametrize("name", ["alpha", "cohen", "accuracy"])
def test_small_batches_and_pairs_made_anew_give_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    votes = votes_of_cube(made_up_cube(seed=1))
    whole = agree(votes, name, by="label", replicates=REPLICATES).to_dict()
    monkeypatch.setattr(module, "NUMBERS", 1)
    monkeypatch.setattr(pairs, "KEPT", 0)
    assert agree(votes, name, by="label", replicates=REPLICATES).to_dict() == whole


def test_the_seed_makes_the_interval() -> None:
    votes = votes_of_cube(made_up_cube())
    first, again, other = (agree(votes, "alpha", replicates=50, seed=seed).to_dict() for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_bootstrap_and_analytic_intervals_are_near_on_many_items() -> None:
    """Two ways to the same thing: on one label with 400 items they differ by little."""
    votes = votes_of_cube(made_up_cube(shape=(5, 400, 1)))
    for name in ("alpha", "fleiss", "conger", "gwet", "randolph", "observed"):
        drawn, linear = (agree(votes, name, interval=i)[name].overall for i in ("bootstrap", "analytic"))
        assert linear.high - linear.low == pytest.approx(drawn.high - drawn.low, rel=0.12)
        assert linear.low == pytest.approx(drawn.low, abs=0.02)


def test_progress_is_told_from_start_to_end() -> None:
    told: list[tuple[int, int]] = []
    agree(
        votes_of_cube(made_up_cube()),
        ["alpha", "cohen"],
        by="label",
        replicates=100,
        progress=lambda *x: told.append(x),
    )
    assert told[-1] == (400, 400)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_limits_that_miss_their_own_value_are_not_shown() -> None:
    """Forty labels with four items each: some are drawn twice, which lowers every label's alpha."""
    few = made_up_cube(shape=(3, 160, 1), gap=0.0)[:, :, 0]
    cube = np.full((3, 160, 40), np.nan)
    cube[:, np.arange(160), np.arange(160) // 4] = few
    found = agree(votes_of_cube(cube), "alpha", by="label", replicates=REPLICATES).results[0].mean
    assert found is not None
    assert np.isnan(found.low)
    assert found.note.endswith(MISSED)
    values = []
    for part in replicates(cube, 1, 0):
        mean = agree(votes_of_cube(part), "alpha", by="label", ci=None).results[0].mean
        values.append(np.nan if mean is None else mean.value)
    assert found.value > max(limits(values, 0.95))


def test_limits_without_width_are_not_shown() -> None:
    """Two votes apart on each of two items: whatever is drawn, kappa is 0, which is no certainty."""
    found = agree(votes_of(np.array([[0.0, 0.0], [0.0, 1.0]])), "cohen", replicates=REPLICATES)["cohen"].overall
    assert found.value == 0
    assert np.isnan(found.low)
    assert FLAT in found.note


def test_the_mean_over_items_of_one_label_has_no_interval() -> None:
    agreed = agree(votes_of(np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 1.0]])), "accuracy", by="item", replicates=REPLICATES)
    mean = agreed["accuracy"].mean
    assert mean is not None
    assert np.isnan(mean.low)
    assert mean.note == ALONE
    assert f"mean over items (accuracy): {ALONE}." in agreed.table().notes


def test_full_agreement_keeps_its_limits() -> None:
    table = np.tile([0.0, 1.0, 0.0, 1.0], (3, 1))
    found = agree(votes_of(table), "accuracy", replicates=REPLICATES)["accuracy"].overall
    assert (found.low, found.high) == (1.0, 1.0)
