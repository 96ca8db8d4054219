"""Significance and intervals, beside SciPy doing the same with as many flips and resamples."""

from __future__ import annotations

import numpy as np
from scipy import stats
from sklearn.metrics import roc_auc_score

import goldscale as gs
from benchmarks.timing import Row, best_of, peak_memory, show
from goldscale.data import Axis, MeasureScores

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


def many_pairs(test: str) -> Row:
    """All pairs of 73 made-up runs over 13 000 items, as in a large campaign; SciPy tests one pair after another."""
    rng = np.random.default_rng(2)
    values = np.clip(rng.random(ITEMS_OF_MANY) + rng.normal(0, 0.2, (MANY, ITEMS_OF_MANY)), 0, 1)
    names = [f"made up {i}" for i in range(MANY)]
    units = Axis(ITEMS_OF_MANY, "item")
    held = MeasureScores("RR:item", values, units, values.mean(axis=1), np.zeros(MANY), ("",) * MANY)
    scores = gs.Scores(names, [held])
    pairs = MANY * (MANY - 1) // 2

    def peer() -> None:
        if test == "t":
            stats.ttest_rel(values[0], values[1])
        else:
            stats.permutation_test(
                (values[0], values[1]),
                lambda x, y, axis: np.mean(x - y, axis=axis),
                permutation_type="samples",
                n_resamples=100,
                vectorized=True,
                rng=0,
            )

    times = pairs if test == "t" else 100 * pairs
    ours = best_of(lambda: gs.compare(scores, "RR:item", test), 1)
    most = peak_memory(lambda: gs.compare(scores, "RR:item", test, replicates=1000)) >> 20
    what = f"{test}, {ITEMS_OF_MANY} items, {pairs} pairs"
    name = "scipy.stats.ttest_rel" if test == "t" else "scipy.stats.permutation_test"
    return Row(what, ours, name, times * best_of(peer, 1), f"peak {most} MiB; SciPy: a part of the work, times {times}")


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
    rows = [randomisation(2), randomisation(10), many_pairs("t"), many_pairs("randomisation"), corrected_interval()]
    show("Significance", rows)
