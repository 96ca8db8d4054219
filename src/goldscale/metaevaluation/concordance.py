"""How far several rankings of the same runs agree: by measures, by truths, or by stages of noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from goldscale.data.number_format import json_number, shown
from goldscale.data.result import Result
from goldscale.data.table import Table, names, numbers, p_values, square
from goldscale.errors import ParameterError, known_name
from goldscale.kernels import orderings
from goldscale.kernels.correlation_inference import correlation_interval, correlation_p
from goldscale.kernels.rank_correlation import COEFFICIENTS, all_pairs

ALPHA = 0.05


@dataclass(frozen=True, eq=False, repr=False)
class Concordance(Result):
    """Rankings of the same runs, the correlation of every two, and whether they are concordant."""

    noun: str
    """What a ranking is made by: a measure, a truth, a stage."""
    names: tuple[str, ...]
    runs: tuple[str, ...]
    merit: np.ndarray
    """Rankings x runs, higher is better; NaN where a run has no value."""
    coefficient: str = "tau-b"
    alpha: float = ALPHA
    """Level of the Kolmogorov-Smirnov decision; intervals are at 1 - alpha."""
    seed: int = 0
    """Of the orders that are drawn where the p of a coefficient has no formula."""

    def __post_init__(self) -> None:
        known_name(self.coefficient, COEFFICIENTS, "coefficient")
        if not 0 < self.alpha < 1:
            raise ParameterError(f"alpha must lie between 0 and 1, not {self.alpha:g}")

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """Runs without a value in some ranking; rankings are compared without them."""
        return tuple(run for run, lacks in zip(self.runs, np.isnan(self.merit).any(axis=0), strict=True) if lacks)

    @cached_property
    def compared(self) -> np.ndarray:
        """Positions of the runs that are compared."""
        return np.flatnonzero(~np.isnan(self.merit).any(axis=0))

    @cached_property
    def shared(self) -> np.ndarray:
        """Rankings x compared runs."""
        return self.merit[:, self.compared]

    @cached_property
    def correlation(self) -> np.ndarray:
        """The coefficient between all rankings; NaN where one of them ties all runs."""
        if self.coefficient == "tau-b":
            return orderings.kendall(orderings.pair_orders(self.shared))
        return all_pairs(self.shared, self.coefficient)

    @cached_property
    def displacement(self) -> np.ndarray:
        """Kolmogorov-Smirnov D between the rankings: how far the run that moves most moves, as a share of all runs."""
        return orderings.displacement(self.shared)

    @cached_property
    def p(self) -> np.ndarray:
        """Probability of such a D between concordant rankings: exact, for one sample of as many runs.

        Thesis 4.6.1 sets the places in one ranking against the uniform ones of the other, but names neither the
        distribution of D nor the level of its test.
        """
        return orderings.concordance_p(self.displacement, max(len(self.compared), 1))

    @property
    def discordant(self) -> np.ndarray:
        """Whether the Kolmogorov-Smirnov test decides against concordance at ``alpha``."""
        return self.p < self.alpha

    @cached_property
    def decidable(self) -> bool:
        """Whether the test can decide against concordance at all: even the furthest move of few runs may be chance."""
        count = max(len(self.compared), 1)
        return bool(orderings.concordance_p(np.array((count - 1) / count), count) < self.alpha)

    @cached_property
    def inference(self) -> np.ndarray:
        """Pairs of rankings (as np.triu_indices lists them) x p of the correlation, lower and upper limit.

        p is of the hypothesis that the two rankings have nothing to do with each other; it is not corrected for the
        number of pairs.
        """
        pairs = list(combinations(self.shared, 2))
        streams = np.random.default_rng(self.seed).spawn(len(pairs))
        found = [
            (
                correlation_p(one, other, self.coefficient, rng),
                *correlation_interval(one, other, self.coefficient, 1 - self.alpha),
            )
            for (one, other), rng in zip(pairs, streams, strict=True)
        ]
        return np.array(found).reshape(len(pairs), 3)

    def between(self, first: str, second: str) -> float:
        """The correlation of two rankings."""
        return float(self.correlation[self.row(first), self.row(second)])

    def overall(self, without: Sequence[str] = ()) -> float:
        """The mean correlation over all pairs, some rankings left out where named."""
        return orderings.mean_of_pairs(self._without(without))

    def averages(self, without: Sequence[str] = ()) -> dict[str, float]:
        """Of each ranking the mean correlation with the others."""
        kept = [name for name in self.names if name not in without]
        return dict(zip(kept, orderings.mean_to_others(self._without(without)).tolist(), strict=True))

    def matrix_table(self, title: str, digits: int = 3) -> Table:
        """The correlation of every two, and of each the mean with the others."""
        mean = numbers("mean", self.averages().values(), digits)
        return Table([*square(self.noun, self.names, self.correlation, digits), mean], title, self.remarks)

    def pairs_table(self, digits: int = 3) -> Table:
        """A row per pair of rankings: the correlation, D, p and the decision."""
        pair = np.triu_indices(len(self.names), 1)
        return Table(
            [
                names(self.noun, (self.names[i] for i in pair[0])),
                names(f"other {self.noun}", (self.names[j] for j in pair[1])),
                numbers(self.coefficient, self.correlation[pair], digits),
                numbers("D", self.displacement[pair], digits),
                p_values("p", self.p[pair], digits),
                names("rankings", map(self._decision, self.discordant[pair])),
            ]
        )

    def inference_table(self, digits: int = 3) -> Table:
        """A row per pair of rankings: the correlation, its interval, and its p."""
        pair = np.triu_indices(len(self.names), 1)
        p, low, high = self.inference.T
        return Table(
            [
                names(self.noun, (self.names[i] for i in pair[0])),
                names(f"other {self.noun}", (self.names[j] for j in pair[1])),
                numbers(self.coefficient, self.correlation[pair], digits),
                numbers("low", low, digits),
                numbers("high", high, digits),
                p_values("p", p, digits),
            ],
            f"Intervals of {self.coefficient} over {len(self.compared)} runs ({100 * (1 - self.alpha):g} %)",
            ["p: of rankings that have nothing to do with each other; not corrected for the number of pairs."],
        )

    def tables(self) -> tuple[Table, ...]:
        """The matrix, and every pair."""
        return self.matrix_table(
            f"{self.coefficient} between rankings of {len(self.compared)} runs"
        ), self.pairs_table()

    @property
    def remarks(self) -> list[str]:
        """Which runs are left out."""
        return [f"{run} has no value by some {self.noun} and is left out." for run in self.left_out]

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON; what is undefined is null."""
        return {
            "coefficient": self.coefficient,
            "alpha": self.alpha,
            "runs": [self.runs[i] for i in self.compared],
            "left_out": list(self.left_out),
            "overall": json_number(self.overall()),
            "averages": {name: json_number(value) for name, value in self.averages().items()},
            "pairs": [
                {
                    "first": self.names[i],
                    "second": self.names[j],
                    self.coefficient: json_number(self.correlation[i, j]),
                    **dict(zip(("correlation_p", "low", "high"), map(json_number, told), strict=True)),
                    "D": float(self.displacement[i, j]),
                    "p": float(self.p[i, j]),
                    "discordant": bool(self.discordant[i, j]) if self.decidable else None,
                }
                for (i, j), told in zip(combinations(range(len(self.names)), 2), self.inference, strict=True)
            ],
        }

    def _decision(self, discordant: bool) -> str:
        if not self.decidable:
            return "too few runs"
        return "discordant" if discordant else "concordant"

    def row(self, name: str) -> int:
        """The place of a ranking."""
        return self.names.index(known_name(name, self.names, self.noun))

    def __repr__(self) -> str:
        told = f"{len(self.names)} rankings of {len(self.compared)} runs"
        return f"Concordance({told}, mean {self.coefficient} {shown(self.overall(), 3)})"

    def _without(self, without: Sequence[str]) -> np.ndarray:
        out = {self.row(name) for name in without}
        kept = [i for i in range(len(self.names)) if i not in out]
        return self.correlation[np.ix_(kept, kept)]
