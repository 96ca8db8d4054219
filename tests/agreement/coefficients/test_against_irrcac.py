"""Coefficients and analytic intervals beside stored results of irrCAC (provenance in the file)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from vote_tables import votes_of

from goldscale.agreement import agree, coefficient
from goldscale.agreement.estimate import value

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "irrcac.json").read_text("utf-8"))
TABLES = {case["name"]: np.array(case["ratings"], dtype=float).T for case in GOLDEN["cases"]}
METHODS = {"gwet": "gwet", "fleiss": "fleiss", "conger": "conger", "bp": "randolph"}
WEIGHTS = {"identity": "none", "linear": "linear", "quadratic": "quadratic", "ordinal": "ordinal"}
METRICS = {"identity": "nominal", "quadratic": "interval", "ratio": "ratio"}
"""Gwet's ordinal and linear weights are no metric of Krippendorff's."""


def cases() -> list[tuple[str, str, float, dict[str, float]]]:
    found = []
    for case in GOLDEN["cases"]:
        for key, stored in case["results"].items():
            method, weights, level = key.split()
            if method in METHODS and weights in WEIGHTS:
                found.append((case["name"], f"{METHODS[method]}(weights={WEIGHTS[weights]})", float(level), stored))
            elif method == "krippendorff" and weights in METRICS:
                found.append((case["name"], f"alpha(metric={METRICS[weights]})", float(level), stored))
    return found


@pytest.mark.parametrize(
    ("name", "asked", "level", "stored"), cases(), ids=lambda x: str(x) if not isinstance(x, dict) else ""
)
def test_value_error_and_interval(name: str, asked: str, level: float, stored: dict[str, float]) -> None:
    votes = votes_of(TABLES[name])
    found = agree(votes, asked, ci=level, interval="analytic")[asked].overall
    assert found.value == pytest.approx(stored["value"], abs=1e-8)
    assert (found.low, found.high) == pytest.approx((stored["low"], stored["high"]), abs=1e-8)
    prepared: Any = coefficient(asked).definition.build(votes, "all", coefficient(asked))
    error, freedom = prepared.error()
    assert error[0] == pytest.approx(stored["se"], abs=1e-8)
    reach = stats.t.ppf((1 + level) / 2, freedom[0]) * error[0]
    assert value(prepared)[0] - reach == pytest.approx(stored["low"], abs=1e-8)


@pytest.mark.parametrize("name", list(TABLES))
def test_observed_agreement(name: str) -> None:
    stored = next(c for c in GOLDEN["cases"] if c["name"] == name)["results"]
    for theirs, ours in WEIGHTS.items():
        found = agree(votes_of(TABLES[name]), f"observed(weights={ours})", ci=None).results[0].overall.value
        assert found == pytest.approx(stored[f"gwet {theirs} 0.95"]["pa"], abs=1e-8)


def test_analytic_interval_of_each_label_is_that_of_its_votes_alone() -> None:
    first, second = TABLES["gaps"], TABLES["gaps"][:, ::-1] % 3 + 1
    both = votes_of(first).replace(labels=["a", "b"])
    other = votes_of(second)
    joined = both.replace(
        annotator=np.concatenate([both.annotator, other.annotator]),
        item=np.concatenate([both.item, other.item]),
        label=np.concatenate([both.label, np.ones(len(other), dtype=int)]),
        values=np.concatenate([both.values, other.values]),
        occasion=np.zeros(len(both) + len(other), dtype=int),
    )
    for name in ("fleiss", "conger", "gwet", "randolph", "alpha", "alpha(metric=ordinal)", "alpha(metric=interval)"):
        found = agree(joined, name, by="label", interval="analytic")[name]
        for label, table in (("a", first), ("b", second)):
            alone = votes_of(table).replace(choices={"Sky": [1, 2, 3, 4]})
            wanted = agree(alone, name, interval="analytic")[name].overall
            got = found[label]
            assert (got.value, got.low, got.high) == pytest.approx((wanted.value, wanted.low, wanted.high))
