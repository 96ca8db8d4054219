"""Alpha's sums against the krippendorff package; standard errors against irrCAC's stored ones."""

from __future__ import annotations

import json
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from goldscale.kernels.agreement import alpha as kernel
from goldscale.kernels.agreement import chance
from goldscale.kernels.agreement.counts import Tally, tally_matrix
from goldscale.kernels.agreement.distances import Nominal, Ratio, Squared

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "irrcac.json").read_text("utf-8"))
CASES = {case["name"]: case for case in GOLDEN["cases"]}
RATINGS = arrays(np.float64, (3, 6), elements=st.sampled_from([np.nan, 1.0, 2.0, 4.0]))
METRICS = {"nominal": Nominal, "interval": Squared, "ratio": Ratio}


def pool_of(table: Tally) -> np.ndarray:
    """How often each value was given where somebody else gave one too."""
    return table.totals(table.pairable.astype(float))


@given(ratings=RATINGS)
def test_alpha_is_that_of_the_krippendorff_package(ratings: np.ndarray) -> None:
    table, values = tally_matrix(ratings)
    pool = pool_of(table)
    assume(np.count_nonzero(pool) > 1)  # else they raise, and ours is undefined
    for metric, build in METRICS.items():
        distance = build(values)
        ours = kernel.alpha(kernel.observed(table, distance).sum(), pool, distance)
        assert float(ours) == pytest.approx(krippendorff.alpha(ratings, level_of_measurement=metric))
    group, weight = np.zeros(table.units, dtype=int), np.ones(table.units)
    ours = kernel.ordinal_alpha(table, pool[None], group, weight)[0]
    assert ours == pytest.approx(krippendorff.alpha(ratings, level_of_measurement="ordinal"))


def test_middle_ranks_are_the_means_of_the_ranks_held() -> None:
    pool = np.array([2, 0, 3, 1])
    votes = np.repeat(np.arange(4), pool)
    ranks = np.arange(len(votes)) + 0.5
    assert kernel.middle_ranks(pool)[[0, 2, 3]].tolist() == [ranks[votes == value].mean() for value in (0, 2, 3)]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(("weights", "build"), [("identity", Nominal), ("quadratic", Squared)])
def test_standard_errors_are_those_of_irrcac(name: str, weights: str, build: type) -> None:
    case = CASES[name]
    table, values = tally_matrix(np.array(case["ratings"], dtype=float).T)
    group = np.zeros(table.units, dtype=int)
    stored = case["results"][f"krippendorff {weights} 0.95"]
    distance = build(values)
    pool = pool_of(table)[None]
    entries = (distance.spread(pool) / pool.sum())[group[table.unit], table.code]
    error, freedom = kernel.alpha_error(table, group, kernel.observed(table, distance), pool, entries)
    assert error[0] == pytest.approx(stored["se"], abs=1e-8)
    assert freedom[0] == table.pairable.sum() - 1
    fleiss = case["results"][f"fleiss {weights} 0.95"]
    rated = table.votes >= 1
    shares = np.bincount(table.code, table.shares, minlength=table.codes)[None] / rated.sum()
    expected = chance.fleiss_chance(shares, distance)
    own = np.bincount(table.unit, table.shares * distance.spread(shares)[0, table.code], minlength=table.units)
    error, _ = chance.chance_error(table, group, chance.disagreement(table, distance), expected, own)
    assert error[0] == pytest.approx(fleiss["se"], abs=1e-8)
