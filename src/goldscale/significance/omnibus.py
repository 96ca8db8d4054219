"""All runs at once: do any differ, and which pairs, at one family-wise level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldscale.data import Scores
from goldscale.data.number_format import json_number, shown_probability
from goldscale.data.result import Result
from goldscale.data.table import Table, p_values, square
from goldscale.errors import ParameterError, expect, look_up
from goldscale.kernels.omnibus import AllRuns, anova, friedman

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

    def tables(self) -> tuple[Table, ...]:
        """p of every two runs, and above it that of all."""
        _, title, pairs = TESTS_OF_ALL[self.test]
        freedom = ", ".join(f"{part:g}" for part in self.found.freedom)
        p = shown_probability(self.found.p, 4)
        statistic = f"statistic {self.found.statistic:.4g} ({freedom})"
        told = f"{self.measure}: {title}, {statistic}, p {p}; {self.found.units} values."
        matrix = square("run", self.runs, self.found.pairs, 4, p_values)
        return (Table(matrix, f"p of every two runs ({pairs})", [told]),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; what is undefined is null."""
        return {
            "measure": self.measure,
            "test": self.test,
            "statistic": json_number(self.found.statistic),
            "freedom": list(self.found.freedom),
            "p": json_number(self.found.p),
            "runs": list(self.runs),
            "pairs": [[json_number(float(p)) for p in row] for row in self.found.pairs],
        }

    def __repr__(self) -> str:
        return f"OmnibusTest({self.measure}, {self.test}: p {shown_probability(self.found.p, 4)})"


def compare_all(scores: Scores, measure: str, test: str = "friedman") -> OmnibusTest:
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
    result = scores[measure]
    return OmnibusTest(result.measure, test, scores.runs, chosen(result.counted))
