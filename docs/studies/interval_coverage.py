"""How often 95 % intervals hold the true value: prints the two tables of study-intervals.md, in some minutes.

All data is made up. Run it with ``python docs/studies/interval_coverage.py``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np
from scipy import integrate, stats

import goldscale as gs
from goldscale.data import Axis, MeasureScores
from goldscale.data.table import Table, counts, names, numbers
from goldscale.kernels.intervals import percentiles
from goldscale.measures import Evaluation
from goldscale.measures.settings import Settings

TRIALS, RESAMPLES, SEED = 500, 500, 11
SHIFT = 1.0
"""By so many standard deviations are the scores of relevant items higher."""
MEASURES = ("AP", "AUC", "P", "R", "F1")
METHODS = ("student", "percentile", "bca")


class Design(NamedTuple):
    """A collection of so many items and labels, of which this share is relevant."""

    items: int
    labels: int
    share: float

    def sample(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Scores and truth; every label has two relevant items or more, and as many others."""
        while True:
            truth = rng.random((self.items, self.labels)) < self.share
            if min(truth.sum(axis=0).min(), (~truth).sum(axis=0).min()) >= 2:
                return rng.normal(size=truth.shape) + SHIFT * truth, truth.astype(np.int8)

    def true_values(self) -> dict[str, float]:
        """The measures on infinitely many items, with decisions at 0.5."""

        def precision(cut: float) -> float:
            right, wrong = self.share * stats.norm.sf(cut, SHIFT), (1 - self.share) * stats.norm.sf(cut)
            return float(right / (right + wrong))

        p, r = precision(0.5), float(stats.norm.sf(0.5, SHIFT))
        ap, _ = integrate.quad(lambda cut: precision(cut) * stats.norm.pdf(cut, SHIFT), SHIFT - 9, SHIFT + 9)
        return {"AP": ap, "AUC": float(stats.norm.cdf(SHIFT / np.sqrt(2))), "P": p, "R": r, "F1": 2 * p * r / (p + r)}


DESIGNS = (Design(50, 1, 0.4), Design(50, 1, 0.2), Design(200, 1, 0.2), Design(50, 20, 0.2), Design(200, 20, 0.2))


def coverage(design: Design, trials: int = TRIALS) -> dict[str, list[float]]:
    """Of each measure: the fraction of percentile and of BCa intervals that hold the true value; none is a miss."""
    rng = np.random.default_rng([SEED, design.items, design.labels, int(100 * design.share)])
    true = design.true_values()
    held = {m: [0, 0] for m in MEASURES}
    for trial in range(trials):
        scores, truth = design.sample(rng)
        settings = Settings(ci=0.95, interval="bca", replicates=RESAMPLES, seed=trial)
        evaluation = Evaluation(truth, MEASURES, settings)
        evaluation.threads = 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", gs.GoldscaleWarning)  # what has no interval is counted
            found = evaluation.score(gs.Run(scores))
        for m in MEASURES:
            limits = percentiles(found[m].resamples.numbers[0], 0.025), found.interval(m)["run"]
            for i, (low, high) in enumerate(limits):
                held[m][i] += low <= true[m] <= high
    return {m: [count / trials for count in found] for m, found in held.items()}


def table(designs: Sequence[Design] = DESIGNS) -> str:
    """Coverage of intervals of published numbers, as Markdown."""
    rows = [(d, m, found) for d in designs for m, found in coverage(d).items()]
    columns = [
        counts("items", (d.items for d, _, _ in rows)),
        counts("labels", (d.labels for d, _, _ in rows)),
        numbers("relevant", (d.share for d, _, _ in rows), 1),
        names("measure", (m for _, m, _ in rows)),
        *(numbers(name, (found[i] for _, _, found in rows), 3) for i, name in enumerate(("percentile", "bca"))),
    ]
    return Table(columns).to_markdown()


SHAPES: dict[str, tuple[Callable[[np.random.Generator, int], np.ndarray], float]] = {
    "normal": (lambda rng, size: rng.normal(0.1, 0.2, size), 0.1),
    "skewed (exponential)": (lambda rng, size: rng.exponential(0.2, size) - 0.1, 0.1),
    "-1, 0 or 1": (lambda rng, size: rng.choice([-1.0, 0.0, 1.0], size, p=[0.1, 0.6, 0.3]), 0.2),
}
"""Differences of two runs, and their true mean."""


def difference_coverage(shape: str, units: int, trials: int = TRIALS) -> list[float]:
    """The fraction of each method's intervals that hold the true mean difference."""
    draw, true = SHAPES[shape]
    rng = np.random.default_rng([SEED, units])
    values = np.vstack([np.zeros(units), draw(rng, trials * units).reshape(trials, units)])
    runs = [f"made up {i}" for i in range(len(values))]
    result = MeasureScores(
        "RR:item", values, Axis(units, "item"), values.mean(axis=1), np.zeros(len(runs)), ("",) * len(runs)
    )
    scores = gs.Scores(runs, [result])
    found = []
    for method in METHODS:
        pairs = gs.compare(scores, "RR:item", "t", interval=method, baseline=runs[0], replicates=RESAMPLES).pairs
        found.append(float(np.mean([pair.low <= true <= pair.high for pair in pairs])))
    return found


def difference_table(sizes: Collection[int] = (5, 10, 20, 50)) -> str:
    """Coverage of intervals of mean differences, as Markdown."""
    rows = [(shape, units, difference_coverage(shape, units)) for shape in SHAPES for units in sizes]
    columns = [
        names("differences", (shape for shape, _, _ in rows)),
        counts("units", (units for _, units, _ in rows)),
        *(numbers(method, (found[i] for _, _, found in rows), 3) for i, method in enumerate(METHODS)),
    ]
    return Table(columns).to_markdown()


if __name__ == "__main__":
    print(difference_table())
    print(table(), end="")
