"""Systems under several truths: rankings, their correlations, and the pairs of systems that change order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from goldscale.data.number_format import json_number, shown
from goldscale.data.result import Result
from goldscale.data.table import Table, counts, names, numbers
from goldscale.errors import look_up
from goldscale.kernels import orderings
from goldscale.kernels.variance import Components, components
from goldscale.measures.registry import canonical
from goldscale.metaevaluation.concordance import ALPHA, Concordance
from goldscale.metaevaluation.power import RELIABLE


@dataclass(frozen=True)
class Swap:
    """Two runs that change order: ``better`` leads under the first truth, ``worse`` under the second."""

    better: str
    worse: str
    first: tuple[float, float]
    """Scores of both under the first truth."""
    second: tuple[float, float]
    """Scores of both under the second truth."""


@dataclass(frozen=True, eq=False, repr=False)
class SystemScores(Result):
    """The scores of all runs under all truths for one measure, and what they do to the ranking."""

    measure: str
    runs: tuple[str, ...]
    truths: tuple[str, ...]
    scores: np.ndarray
    """Truths x runs; NaN where the measure is undefined."""
    higher_is_better: bool = True
    alpha: float = ALPHA
    signatures: tuple[str, ...] = ()
    """What the scores under each truth were made with."""

    @cached_property
    def concordance(self) -> Concordance:
        """The rankings under all truths, and how far they agree."""
        merit = self.scores * (1.0 if self.higher_is_better else -1.0)
        return Concordance("truth", self.truths, self.runs, merit, alpha=self.alpha)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Runs that have no value under some truth; rankings are compared without them."""
        return self.concordance.left_out

    @cached_property
    def _orders(self) -> np.ndarray:
        return orderings.pair_orders(self.concordance.shared)

    @property
    def tau(self) -> np.ndarray:
        """Kendall's tau-b between the rankings under all truths; NaN where one of them ties all runs."""
        return self.concordance.correlation

    @property
    def displacement(self) -> np.ndarray:
        """Kolmogorov-Smirnov D between the rankings: how far the run that moves most moves, as a share of all runs."""
        return self.concordance.displacement

    @property
    def p(self) -> np.ndarray:
        """Probability of such a D between concordant rankings."""
        return self.concordance.p

    @property
    def discordant(self) -> np.ndarray:
        """Whether the Kolmogorov-Smirnov test decides against concordance at ``alpha``."""
        return self.concordance.discordant

    @cached_property
    def swap_counts(self) -> np.ndarray:
        """Truths x truths: how many pairs of runs change order."""
        return orderings.swaps(self._orders)

    @property
    def swap_rates(self) -> np.ndarray:
        """The same as a share of all pairs of runs; NaN where there is no pair."""
        pairs = self._orders.shape[1]
        return self.swap_counts / pairs if pairs else np.full(self.swap_counts.shape, np.nan)

    def variance(self, annotators: Sequence[str]) -> Components:
        """Components of runs x annotators, from the scores under the truths of these annotators alone."""
        return components(self.scores[[self.concordance.row(name) for name in annotators]].T)

    def overall(self, without: Sequence[str] = ()) -> float:
        """The mean tau over all pairs of truths, some of them left out where named."""
        return self.concordance.overall(without)

    def averages(self, without: Sequence[str] = ()) -> dict[str, float]:
        """Of each truth the mean tau with the others; ``without=["Merged"]`` keeps to the annotators."""
        return self.concordance.averages(without)

    def ranking(self, truth: str) -> list[str]:
        """Runs from best to worst under a truth; equal ones by name."""
        found = self.concordance
        merit = found.shared[found.row(truth)].round(orderings.DIGITS)
        return [name for _, name in sorted((-m, self.runs[i]) for m, i in zip(merit, found.compared, strict=True))]

    def swaps(self, first: str, second: str) -> list[Swap]:
        """The pairs of runs that stand one way under the first truth and the other way under the second."""
        row, other = (self.concordance.row(truth) for truth in (first, second))
        compared = self.concordance.compared
        left, right = np.triu_indices(len(compared), k=1)
        found = []
        for pair in np.flatnonzero(self._orders[row] * self._orders[other] < 0):
            better, worse = compared[[left[pair], right[pair]]]
            if self._orders[row, pair] < 0:
                better, worse = worse, better
            both = [better, worse]
            under = [(float(a), float(b)) for a, b in self.scores[[row, other]][:, both]]
            found.append(Swap(self.runs[better], self.runs[worse], under[0], under[1]))
        return found

    def table(self, digits: int = 3) -> Table:
        """Kendall's tau between all truths, and of each the mean with the others (table 6.3)."""
        lacking = [f"{self.measure}: {run} has no value under some truth and is left out." for run in self.left_out]
        found = self.concordance.matrix_table(f"Kendall's tau between rankings by {self.measure}", digits)
        return replace(found, notes=lacking)

    def pairs_table(self, digits: int = 3) -> Table:
        """One row per pair of truths: tau, D, p, the decision, and how many pairs of runs change order."""
        pair = np.triu_indices(len(self.truths), 1)
        found = self.concordance.pairs_table(digits)
        tau = replace(found["tau-b"], heading="tau")
        changed = [counts("swaps", self.swap_counts[pair]), numbers("swap rate", self.swap_rates[pair], digits)]
        columns = [*found.columns[:2], tau, *found.columns[3:], *changed]
        return Table(columns, f"Pairs of truths, {self.measure}")

    def swaps_table(self, first: str, second: str, digits: int = 4) -> Table:
        """The pairs of runs that change order between two truths, with their scores under both."""
        swaps = self.swaps(first, second)
        columns = [
            numbers(f"{who} under {truth}", (getattr(swap, side)[place] for swap in swaps), digits)
            for side, truth in (("first", first), ("second", second))
            for place, who in enumerate(("better", "worse"))
        ]
        both = [names("better", (s.better for s in swaps)), names("worse", (s.worse for s in swaps))]
        return Table([*both, *columns], f"Runs that change order by {self.measure} between {first} and {second}")

    def tables(self) -> tuple[Table, ...]:
        """Kendall's tau between the truths, and more about every pair of them."""
        return self.table(), self.pairs_table()

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON; what is undefined is null."""
        return {
            "runs": list(self.runs),
            "left_out": list(self.left_out),
            "scores": {t: [json_number(v) for v in row] for t, row in zip(self.truths, self.scores, strict=True)},
            "signatures": dict(zip(self.truths, self.signatures, strict=False)),
            "rankings": {truth: self.ranking(truth) for truth in self.truths},
            "overall": json_number(self.overall()),
            "averages": {truth: json_number(value) for truth, value in self.averages().items()},
            "alpha": self.alpha,
            "pairs": [
                {
                    "first": self.truths[i],
                    "second": self.truths[j],
                    "tau": json_number(self.tau[i, j]),
                    "D": float(self.displacement[i, j]),
                    "p": float(self.p[i, j]),
                    "discordant": bool(self.discordant[i, j]) if self.concordance.decidable else None,
                    "swap_rate": json_number(self.swap_rates[i, j]),
                    "swaps": [[s.better, s.worse] for s in self.swaps(self.truths[i], self.truths[j])],
                }
                for i, j in combinations(range(len(self.truths)), 2)
            ],
        }

    def __repr__(self) -> str:
        told = f"{len(self.runs)} runs under {len(self.truths)} truths, mean tau {shown(self.overall(), 3)}"
        return f"SystemScores({self.measure}: {told})"


@dataclass(frozen=True, eq=False, repr=False)
class Influence(Result):
    """What the choice of a truth does to the ranking of systems, measure by measure."""

    results: Mapping[str, SystemScores]
    items: int
    """How many items all truths and runs have in common."""
    labels: int
    annotators: tuple[str, ...] = ()
    """Those truths that are of a single annotator each, a sample of all who might have judged."""

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, as they print."""
        return tuple(self.results)

    def __getitem__(self, measure: str) -> SystemScores:
        return look_up(canonical(measure), self.results, "measure in these results")

    def __iter__(self) -> Iterator[SystemScores]:
        return iter(self.results.values())

    def table(self, digits: int = 3) -> Table:
        """One row per measure: the mean tau, discordant pairs of truths, and how often runs change order."""
        pairs = [np.triu_indices(len(result.truths), k=1) for result in self]
        return Table(
            [
                names("measure", self.measures),
                numbers("mean tau", (result.overall() for result in self), digits),
                counts(
                    "discordant",
                    (
                        r.discordant[pair].sum() if r.concordance.decidable else None
                        for r, pair in zip(self, pairs, strict=True)
                    ),
                ),
                counts("pairs of truths", (len(pair[0]) for pair in pairs)),
                numbers("mean swap rate", (r.swap_rates[p].mean() for r, p in zip(self, pairs, strict=True)), digits),
            ]
        )

    def tables(self) -> tuple[Table, ...]:
        """A row per measure, of each the correlation of every two truths, and how many annotators a ranking takes."""
        reliable = (self.reliability_table(),) if len(self.annotators) > 1 else ()
        return (self.table(), *(result.table() for result in self), *reliable)

    def reliability_table(self, digits: int = 3) -> Table:
        """Generalisability of the mean score over annotators' own truths: of one, of these, and how many it takes."""
        found = [result.variance(self.annotators) for result in self]
        needed = [one.units_for(RELIABLE) for one in found]
        return Table(
            [
                names("measure", self.measures),
                counts("annotators", (one.counted for one in found)),
                numbers("reliability of one", (one.relative(1) for one in found), digits),
                numbers("of all", (one.relative(max(one.counted, 1)) for one in found), digits),
                counts("needed", (max(math.ceil(n), 1) if math.isfinite(n) else None for n in needed)),
            ],
            "Would other annotators rank the runs alike?",
            [f"By the mean score of a run under annotators' own truths; needed for a reliability of {RELIABLE:g}."],
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        found = {r.measure: r.to_dict() for r in self}
        if len(self.annotators) > 1:
            for result in self:
                found[result.measure]["annotators"] = _told(result.variance(self.annotators))
        return {"items": self.items, "labels": self.labels, "measures": found}

    def __repr__(self) -> str:
        found = ", ".join(f"{r.measure} mean tau {shown(r.overall(), 3)}" for r in self)
        return f"Influence({found})"


def _told(found: Components) -> dict[str, Any]:
    """Components of runs x annotators, ready for JSON."""
    told = {
        "runs": found.runs,
        "annotators": found.units,
        "residual": found.residual,
        "reliability_of_one": found.relative(1),
        "reliability": found.relative(max(found.counted, 1)),
        "needed": found.units_for(RELIABLE),
    }
    return {"counted": found.counted, **{name: json_number(value) for name, value in told.items()}}
