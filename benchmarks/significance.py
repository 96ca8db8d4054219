"""Significance and intervals, beside SciPy doing the same with as many flips and resamples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import stats
from sklearn.metrics import roc_auc_score

import goldscale as gs
from benchmarks.timing import Row, best_of, peak_memory, show
from goldscale.data import Axis, MeasureScores
from goldscale.significance.differences import DifferenceInterval
from goldscale.significance.paired import TESTS

UNITS, FLIPS = 1000, 100_000
ITEMS, RESAMPLES = 1000, 1000
MANY, ITEMS_OF_MANY = 73, 13_000


def runs_and_truth() -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Made-up runs of rising quality."""
    rng = np.random.default_rng(0)
    truth = (rng.random((UNITS, 20)) < 0.2).astype(np.int8)
    return {f"made up {i}": truth * (0.2 + 0.01 * i) + rng.random(truth.shape) for i in range(10)}, truth


def randomisation(runs: int) -> Row:
    """All pairs of so many runs; SciPy tests one pair after another."""
    held, truth = runs_and_truth()
    scores = gs.evaluate(dict(list(held.items())[:runs]), truth, "AP:item")
    first, second = scores.values("AP:item")[:2]
    pairs = runs * (runs - 1) // 2

    def peer() -> None:
        stats.permutation_test(
            (first, second),
            lambda x, y, axis: np.mean(x - y, axis=axis),
            permutation_type="samples",
            n_resamples=FLIPS // 10,
            batch=1000,
            vectorized=True,
            rng=0,
        )

    ours = best_of(lambda: gs.compare(scores, "AP:item", replicates=FLIPS))
    note = f"SciPy: a tenth of the flips, one pair, times {10 * pairs}"
    what = f"randomisation, {FLIPS} x {UNITS} units, {pairs} pair{'s' * (pairs > 1)}"
    return Row(what, ours, "scipy.stats.permutation_test", 10 * pairs * best_of(peer, 1), note)


def many_pairs(test: str, gaps: float = 0.0, interval: DifferenceInterval = "student") -> Row:
    """All pairs of 73 made-up runs over 13 000 items, as in a large campaign; SciPy tests one pair after another."""
    rng = np.random.default_rng(2)
    values = np.clip(rng.random(ITEMS_OF_MANY) + rng.normal(0, 0.2, (MANY, ITEMS_OF_MANY)), 0, 1)
    values = np.round(values) if test == "mcnemar" else values
    first, second = values[:2].copy()
    values[rng.random(values.shape) < gaps] = np.nan
    units = Axis(ITEMS_OF_MANY, "item")
    held = MeasureScores("RR:item", values, units, np.nanmean(values, axis=1), np.zeros(MANY), ("",) * MANY)
    scores = gs.Scores([f"made up {i}" for i in range(MANY)], [held])
    pairs = MANY * (MANY - 1) // 2
    name, peer, parts = _scipy(test if interval == "student" else interval, first, second)
    ours = best_of(lambda: gs.compare(scores, "RR:item", test, interval=interval), 1)
    most = peak_memory(lambda: gs.compare(scores, "RR:item", test, interval=interval, replicates=1000)) >> 20
    what = [test, *([interval] if interval != "student" else []), *([f"{100 * gaps:g} % gaps"] if gaps else [])]
    note = f"peak {most} MiB; SciPy: a part of the work, times {parts * pairs}"
    told = f"{', '.join(what)}, {ITEMS_OF_MANY} items, {pairs} pairs"
    return Row(told, ours, name, parts * pairs * best_of(peer, 1), note)


def _scipy(test: str, first: np.ndarray, second: np.ndarray) -> tuple[str, Callable[[], object], int]:
    """What SciPy has for a test, for one pair; and how often that must be done for as many replicates as ours."""
    apart = first - second
    more, less = int((apart > 0).sum()), int((apart < 0).sum())
    if test == "randomisation":
        drawn: dict[str, Any] = {"permutation_type": "samples", "n_resamples": 100, "vectorized": True, "rng": 0}

        def mean(x: np.ndarray, y: np.ndarray, axis: int) -> np.ndarray:
            return np.mean(x - y, axis=axis)

        return "scipy.stats.permutation_test", lambda: stats.permutation_test((first, second), mean, **drawn), 100
    if test in ("bootstrap", "bca"):
        # BCa looks at every unit besides, once: a part of its resamples would tell nothing of the whole.
        method, parts = ("BCa", 1) if test == "bca" else ("percentile", 100)
        drawn = {"n_resamples": 10_000 // parts, "method": method, "rng": 0, "batch": 100}
        return "scipy.stats.bootstrap", lambda: stats.bootstrap((apart,), np.mean, **drawn), parts
    return {
        "t": ("scipy.stats.ttest_rel", lambda: stats.ttest_rel(first, second), 1),
        "wilcoxon": ("scipy.stats.wilcoxon", lambda: stats.wilcoxon(apart), 1),
        "sign": ("scipy.stats.binomtest", lambda: stats.binomtest(more, more + less), 1),
        "mcnemar": ("scipy.stats.binomtest", lambda: stats.binomtest(more, more + less), 1),
    }[test]


def corrected_interval() -> Row:
    """A BCa interval of one label's AUC."""
    rng = np.random.default_rng(1)
    truth = (rng.random((ITEMS, 1)) < 0.2).astype(np.int8)
    scores = rng.normal(size=(ITEMS, 1)) + truth
    run, judged = gs.Run(scores), gs.Judgements(truth)

    def auc(rows: np.ndarray) -> float:
        return float(roc_auc_score(truth[rows, 0], scores[rows, 0]))

    def peer() -> None:
        stats.bootstrap((np.arange(ITEMS),), auc, n_resamples=RESAMPLES, method="BCa", vectorized=False, rng=0)

    ours = best_of(lambda: gs.evaluate(run, judged, "AUC", ci=0.95, interval="bca", replicates=RESAMPLES))
    what = f"AUC of {ITEMS} items, BCa interval from {RESAMPLES} resamples"
    return Row(what, ours, "scipy.stats.bootstrap, scikit-learn", best_of(peer, 1))


def main() -> None:
    """Time both."""
    rows = [randomisation(2), randomisation(10), *(many_pairs(test) for test in TESTS)]
    rows += [
        many_pairs("randomisation", gaps=0.02),
        many_pairs("bootstrap", gaps=0.02),
        many_pairs("t", interval="bca"),
    ]
    show("Significance", [*rows, corrected_interval()])
