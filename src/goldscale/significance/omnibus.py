"""All runs at once: do any differ, and which pairs, at one family-wise level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from goldscale.data import Scores
from goldscale.data.number_format import json_number, shown_probability
from goldscale.data.result import Result
from goldscale.data.table import Table, names, numbers, p_values, square
from goldscale.errors import ParameterError, expect, look_up
from goldscale.kernels.omnibus import AllRuns, anova, friedman
from goldscale.significance.tiers import Tiers, tiers

TESTS_OF_ALL: dict[str, tuple[Callable[[np.ndarray], AllRuns], str, str]] = {
    "friedman": (friedman, "Friedman's test", "Nemenyi"),
    "anova": (anova, "one-way analysis of variance", "Tukey"),
}
"""By name: the test, what it is called, and whose test of every two runs comes with it."""


@dataclass(frozen=True, eq=False, repr=False)
class OmnibusTest(Result):
    """A test of all runs on one measure, and of every two of them at the same level."""

    measure: str
    test: str
    runs: tuple[str, ...]
    found: AllRuns
    numbers: np.ndarray
    """The published number of each run."""
    ranking: tuple[str, ...]
    """The runs from best to worst by that number."""
    alpha: float = 0.05

    @cached_property
    def differ(self) -> np.ndarray:
        """Runs x runs: whether two runs differ, by the test of every two."""
        return np.nan_to_num(self.found.pairs, nan=1.0) <= self.alpha

    @cached_property
    def tiers(self) -> Tiers:
        """Runs that cannot be told apart, best first."""
        return tiers(self.differ, self.runs, self.ranking, self.numbers)

    def table(self) -> Table:
        """A row for every two runs."""
        pairs = list(combinations(range(len(self.runs)), 2))
        place = {run: i for i, run in enumerate(self.ranking)}
        better = (place[self.runs[i]] < place[self.runs[j]] for i, j in pairs)
        _, _, whose = TESTS_OF_ALL[self.test]
        columns = [
            names("first", (self.runs[i] for i, _ in pairs)),
            names("second", (self.runs[j] for _, j in pairs)),
            numbers("difference", (float(self.numbers[i] - self.numbers[j]) for i, j in pairs)),
            p_values(f"p ({whose})", (float(self.found.pairs[i, j]) for i, j in pairs)),
            names(
                "better",
                (
                    ("first" if first else "second") if self.differ[i, j] else "-"
                    for first, (i, j) in zip(better, pairs, strict=True)
                ),
            ),
        ]
        legend = f"difference: first minus second; better where p ({whose}), of all pairs together, is at most"
        return Table(columns, notes=[self._told(), f"{legend} {self.alpha:g}.", *self._tiers_told()])

    def matrix_table(self) -> Table:
        """p of every two runs, runs x runs."""
        _, _, whose = TESTS_OF_ALL[self.test]
        matrix = square("run", self.runs, self.found.pairs, 4, p_values)
        return Table(matrix, f"p of every two runs ({whose})", [self._told(), *self._tiers_told()])

    def _told(self) -> str:
        """What the test of all runs says."""
        _, title, _ = TESTS_OF_ALL[self.test]
        freedom = ", ".join(f"{part:g}" for part in self.found.freedom)
        p = shown_probability(self.found.p, 4)
        return (
            f"{self.measure}: {title} of {len(self.runs)} runs, statistic {self.found.statistic:.4g} ({freedom}), "
            f"p {p}; {self.found.units} values."
        )

    def _tiers_told(self) -> list[str]:
        return [f"Tiers, best first: {'; '.join(', '.join(tier) for tier in self.tiers.groups)}."]

    def tables(self) -> tuple[Table, ...]:
        """The pairs, and below them what the test of all runs says."""
        return (self.table(),)

    def matrix_tables(self) -> tuple[Table, ...]:
        """The matrix, as ``tables`` gives the pairs."""
        return (self.matrix_table(),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; what is undefined is null."""
        return {
            "measure": self.measure,
            "test": self.test,
            "statistic": json_number(self.found.statistic),
            "freedom": list(self.found.freedom),
            "p": json_number(self.found.p),
            "alpha": self.alpha,
            "runs": list(self.runs),
            "ranking": list(self.ranking),
            "tiers": [list(tier) for tier in self.tiers.groups],
            "pairs": [[json_number(float(p)) for p in row] for row in self.found.pairs],
        }

    def __repr__(self) -> str:
        return f"OmnibusTest({self.measure}, {self.test}: p {shown_probability(self.found.p, 4)})"


@dataclass(frozen=True, eq=False, repr=False)
class OmnibusTests(Result):
    """The same runs tested on several measures."""

    each: tuple[OmnibusTest, ...]

    def tables(self) -> tuple[Table, ...]:
        """A table per measure."""
        return tuple(replace(one.table(), title=one.measure) for one in self.each)

    def matrix_tables(self) -> tuple[Table, ...]:
        """p of every two runs, runs x runs, a table per measure."""
        return tuple(replace(one.matrix_table(), title=one.measure) for one in self.each)

    def to_dict(self) -> dict[str, Any]:
        """``{"measures": {measure: what its test is}}``, ready for JSON."""
        return {"measures": {one.measure: one.to_dict() for one in self.each}}

    def __repr__(self) -> str:
        return f"OmnibusTests({', '.join(map(repr, self.each))})"


def compare_all_on(scores: Scores, measures: Sequence[str], test: str, alpha: float) -> OmnibusTest | OmnibusTests:
    """``compare_all`` on each of the measures."""
    each = tuple(compare_all(scores, one, test, alpha=alpha) for one in measures)
    return each[0] if len(each) == 1 else OmnibusTests(each)


def compare_all(scores: Scores, measure: str, test: str = "friedman", *, alpha: float = 0.05) -> OmnibusTest:
    """Whether any of the runs differ on a measure: ``friedman`` (on ranks, paired) or ``anova`` (one-way, unpaired).

    The p-values of pairs (Nemenyi's, Tukey's) hold for all pairs together and need no further correction.

    >>> import goldscale as gs
    >>> truth = [[1, 0], [0, 1], [1, 0], [0, 1]] * 5
    >>> runs = {"right": truth, "half": [[1, 1]] * 20, "wrong": [[0, 0]] * 20}
    >>> compare_all(gs.evaluate(runs, truth, "F1:item"), "F1:item").found.p < 0.001
    True
    """
    expect(scores, Scores)
    chosen, _, _ = look_up(test, TESTS_OF_ALL, "test of all runs")
    if len(scores.runs) < 2:
        raise ParameterError(f"a comparison needs two runs or more; there is {len(scores.runs)}")
    if not 0 < alpha < 1:
        raise ParameterError(f"alpha must lie between 0 and 1, as 0.05, not {alpha}")
    result = scores[measure]
    ranking = tuple(scores.ranking(result.measure))
    return OmnibusTest(result.measure, test, scores.runs, chosen(result.counted), result.aggregate, ranking, alpha)
