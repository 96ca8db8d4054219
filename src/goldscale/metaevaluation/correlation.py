"""Do measures agree on how to rank systems, and items? (thesis 8.3, 8.4.1, 9.3, 9.4.1)"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from goldscale.data import Scores
from goldscale.data.number_format import json_number, shown
from goldscale.data.result import Result
from goldscale.data.table import Table, names, numbers, square
from goldscale.errors import ParameterError, look_up
from goldscale.kernels.orderings import mean_of_pairs, mean_to_others
from goldscale.kernels.rank_correlation import COEFFICIENTS, DISTANCES
from goldscale.kernels.ratio import known_mean
from goldscale.measures.registry import parse_measures
from goldscale.metaevaluation.concordance import ALPHA, Concordance


@dataclass(frozen=True)
class Merger:
    """Two clusters of measures become one: a step of the dendrogram."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    distance: float
    """1 minus the mean correlation between the two; of a coefficient that is a distance, its mean."""


@dataclass(frozen=True, eq=False, repr=False)
class MeasureCorrelation(Result):
    """How alike measures rank the same runs, and which belong together."""

    concordance: Concordance
    intervals: bool = False
    """Whether the tables tell the interval and the p of every correlation; JSON always does."""

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, as they print."""
        return self.concordance.names

    @cached_property
    def mergers(self) -> tuple[Merger, ...]:
        """Clusters of measures from the closest pair up, by average linkage of 1 - correlation."""
        return cluster(self.concordance.correlation, self.measures, self.concordance.coefficient)

    def tables(self) -> tuple[Table, ...]:
        """The matrix (tables 8.1, 9.2), what clusters, every pair with the decision of its test, and intervals."""
        found = self.concordance
        steps = (
            Table(
                [
                    names("measures", (", ".join(step.first) for step in self.mergers)),
                    names("join", (", ".join(step.second) for step in self.mergers)),
                    numbers("distance", (step.distance for step in self.mergers), 3),
                ],
                "Measures that belong together, closest first",
            )
            if self.mergers
            else None
        )
        matrix = found.matrix_table(f"{found.coefficient} between rankings of {len(found.compared)} runs")
        inferred = found.inference_table() if self.intervals else None
        return tuple(table for table in (matrix, steps, found.pairs_table(), inferred) if table is not None)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        steps = [{"first": list(s.first), "second": list(s.second), "distance": s.distance} for s in self.mergers]
        return {**self.concordance.to_dict(), "measures": list(self.measures), "clusters": steps}

    def __repr__(self) -> str:
        return f"MeasureCorrelation({len(self.measures)} measures, {self.concordance!r})"


def correlate_measures(
    scores: Scores, coefficient: str = "tau-b", alpha: float = ALPHA, *, intervals: bool = False, seed: int = 0
) -> MeasureCorrelation:
    """Rank correlation of all measures over all runs; lower-is-better measures are turned round.

    >>> import goldscale as gs
    >>> runs = {"right": [[0.9, 0.1]], "wrong": [[0.1, 0.9]]}
    >>> found = correlate_measures(gs.evaluate(runs, [[1, 0]], ["AP:item", "OneError"]))
    >>> found.concordance.between("AP:item", "OneError")
    1.0
    """
    _at_least(scores, runs=2, measures=2)
    merit = np.stack([(1.0 if r.higher_is_better else -1.0) * r.aggregate for r in scores])
    found = Concordance("measure", scores.measures, scores.runs, merit, coefficient, alpha, seed)
    return MeasureCorrelation(found, intervals)


@dataclass(frozen=True, eq=False, repr=False)
class ItemCorrelation(Result):
    """How alike measures rank the items of one run, averaged over runs (table 9.1)."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    by_run: np.ndarray
    """Runs x measures x measures; NaN where a measure ties all items of a run."""
    coefficient: str = "tau-b"
    ranked: str = "items"
    """What is ranked: items, or what labels are called where measures are by label, as topics."""

    @cached_property
    def correlation(self) -> np.ndarray:
        """The mean over runs."""
        return known_mean(self.by_run, axis=0)

    def tables(self) -> tuple[Table, ...]:
        """The matrix, and how many runs stand behind each mean."""
        behind = np.isfinite(self.by_run).all(axis=(1, 2)).sum() if len(self.by_run) else 0
        mean = numbers("mean", mean_to_others(self.correlation), 3)
        told = f"{self.coefficient} between rankings of {self.ranked}, the mean over runs"
        note = f"{behind} of {len(self.runs)} runs are ranked by every measure."
        return (Table([*square("measure", self.measures, self.correlation, 3), mean], told, [note]),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; what is undefined is null."""
        rows = [[json_number(float(value)) for value in row] for row in self.correlation]
        return {
            "coefficient": self.coefficient,
            "measures": list(self.measures),
            "runs": list(self.runs),
            "correlation": rows,
            "overall": json_number(mean_of_pairs(self.correlation)),
        }

    def __repr__(self) -> str:
        told = f"{len(self.measures)} measures over {len(self.runs)} runs"
        return f"ItemCorrelation({told}, mean {self.coefficient} {shown(mean_of_pairs(self.correlation), 3)})"


def correlate_items(scores: Scores, coefficient: str = "tau-b") -> ItemCorrelation:
    """Rank correlation of all measures that have a value per item, over the items of each run.

    Items without a value by one of two measures are left out of that pair.
    """
    _at_least(scores, runs=1, measures=2)
    merit, found = item_merit(scores), scores.measures
    function = look_up(coefficient, COEFFICIENTS, "coefficient")
    by_run = np.full((len(scores.runs), len(found), len(found)), np.nan)
    for run in range(len(scores.runs)):
        for i in range(len(found)):
            by_run[run, i, i] = 0.0 if coefficient in DISTANCES else 1.0
            for j in range(i):
                one, other = merit[i, run], merit[j, run]
                both = ~(np.isnan(one) | np.isnan(other))
                by_run[run, i, j] = by_run[run, j, i] = function(one[both], other[both])
    by_item = parse_measures(found[0])[0].direction == "item"
    ranked = "items" if by_item else next(iter(scores)).units.plural
    return ItemCorrelation(found, scores.runs, by_run, coefficient, ranked)


def item_merit(scores: Scores) -> np.ndarray:
    """Measures x runs x items, higher is better; refuses measures of which some have no value per item."""
    found = list(scores)
    if any(result.units != found[0].units for result in found):
        raise ParameterError("rankings of items need measures with a value per item; choose those with :item")
    return np.stack([(1.0 if r.higher_is_better else -1.0) * r.values for r in found])


def cluster(correlation: np.ndarray, labels: tuple[str, ...], coefficient: str = "tau-b") -> tuple[Merger, ...]:
    """The steps of average linkage on 1 - correlation (figures 8.2, 9.2); none where a correlation is undefined.

    A coefficient that is a distance already is taken as it is.
    """
    from scipy.cluster.hierarchy import linkage  # half a second, which only a dendrogram has to wait for
    from scipy.spatial.distance import squareform

    if len(labels) < 2 or not np.isfinite(correlation).all():
        return ()
    between = (correlation + correlation.T) / 2
    distance = between if coefficient in DISTANCES else 1.0 - between
    np.fill_diagonal(distance, 0.0)
    members: list[tuple[str, ...]] = [(label,) for label in labels]
    steps = []
    for first, second, apart, _ in linkage(squareform(np.maximum(distance, 0.0), checks=False), "average"):
        steps.append(Merger(members[int(first)], members[int(second)], float(apart)))
        members.append(members[int(first)] + members[int(second)])
    return tuple(steps)


def _at_least(scores: Scores, runs: int, measures: int) -> None:
    if len(scores.runs) < runs or len(scores.measures) < measures:
        raise ParameterError(
            f"a correlation of measures needs {runs} runs and {measures} measures or more; there are "
            f"{len(scores.runs)} and {len(scores.measures)}"
        )
