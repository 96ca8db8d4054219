"""Fleiss' and Cohen's kappa beside statsmodels and scikit-learn."""

from __future__ import annotations

import warnings
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import accuracy_score, cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa
from vote_tables import tables, votes_of

from goldscale.agreement import agree

VALUES = (1.0, 2.0, 3.0, 4.0)
WEIGHTS = {"none": None, "linear": "linear", "quadratic": "quadratic"}


def value_of(table: np.ndarray, name: str) -> float:
    votes = votes_of(table).replace(choices={"Sky": VALUES})
    return agree(votes, name, ci=None)[name].overall.value


def shared(table: np.ndarray, a: int, b: int) -> tuple[np.ndarray, np.ndarray]:
    both = ~np.isnan(table[a]) & ~np.isnan(table[b])
    return table[a, both].astype(int), table[b, both].astype(int)


@given(table=tables(VALUES, gaps=False))
def test_fleiss_and_randolph_equal_statsmodels_without_gaps(table: np.ndarray) -> None:
    counts, _ = aggregate_raters(table.T.astype(int), n_cat=None)
    if len(np.unique(table)) > 1:
        assert value_of(table, "fleiss") == pytest.approx(fleiss_kappa(counts), abs=1e-12)
    else:
        assert np.isnan(value_of(table, "fleiss"))
    padded = np.pad(counts, ((0, 0), (0, 4 - counts.shape[1])))
    assert value_of(table, "randolph") == pytest.approx(fleiss_kappa(padded, method="randolph"), abs=1e-12)


@pytest.mark.parametrize("weights", WEIGHTS)
@given(table=tables(VALUES))
def test_cohen_is_the_mean_of_scikit_learn_over_pairs(weights: str, table: np.ndarray) -> None:
    found = []
    for a, b in combinations(range(len(table)), 2):
        first, second = shared(table, a, b)
        if len(first) and len(np.unique([first, second])) > 1:
            found.append(cohen_kappa_score(first, second, weights=WEIGHTS[weights], labels=[1, 2, 3, 4]))
    wanted = np.mean(found) if found else np.nan
    assert value_of(table, f"cohen(weights={weights})") == pytest.approx(wanted, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_cohen_of_two_equals_statsmodels(weights: str) -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(1, 5, 80)
    table = np.where(rng.random((2, 80)) < 0.4, rng.integers(1, 5, (2, 80)), truth).astype(float)
    confusion = np.zeros((4, 4))
    np.add.at(confusion, (table[0].astype(int) - 1, table[1].astype(int) - 1), 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = cohens_kappa(confusion, wt=WEIGHTS[weights], return_results=False)
    assert value_of(table, f"cohen(weights={weights})") == pytest.approx(wanted, abs=1e-12)


@given(table=tables(VALUES))
def test_accuracy_is_the_mean_of_scikit_learn_over_pairs(table: np.ndarray) -> None:
    pairs = [shared(table, a, b) for a, b in combinations(range(len(table)), 2)]
    found = [accuracy_score(*pair) for pair in pairs if len(pair[0])]
    assert value_of(table, "accuracy") == pytest.approx(np.mean(found) if found else np.nan, nan_ok=True)
    alike = [sum(first == second) for first, second in pairs]
    total = sum(len(first) for first, _ in pairs)
    pooled = sum(alike) / total if total else np.nan
    assert value_of(table, "accuracy(over=pooled)") == pytest.approx(pooled, nan_ok=True)
