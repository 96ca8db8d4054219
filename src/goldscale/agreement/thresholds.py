"""Two sources of relevance compared over a grid of thresholds (Hodosh et al. 2013, tables 8 to 10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from goldscale.agreement.relevance import By, CellValues, Threshold, lowest_passing
from goldscale.data import Judgements, Run, Votes
from goldscale.data import matrix as mx
from goldscale.data.number_format import json_number, shown
from goldscale.data.registry import Registry
from goldscale.data.result import Result
from goldscale.data.table import Column, Table, names, numbers
from goldscale.errors import MismatchError, ParameterError, known_name
from goldscale.kernels import sets
from goldscale.kernels.contingency import joint_counts, kappa
from goldscale.kernels.counts import Counts

Source: TypeAlias = Votes | Judgements | Run
Missing: TypeAlias = Literal["ignore", "negative"]
MISSING: tuple[Missing, ...] = ("ignore", "negative")

MEASURES: Registry[Callable[[Counts], np.ndarray]] = Registry(
    "measure of two sources",
    {
        "kappa": kappa,
        "precision": sets.precision,
        "recall": sets.recall,
        "F1": lambda counts: sets.f_measure(counts, 1.0),
    },
)


@dataclass(frozen=True)
class Best:
    """The pair of thresholds at which a measure is highest."""

    first: str
    second: str
    value: float


@dataclass(frozen=True, eq=False, repr=False)
class ThresholdGrid(Result):
    """Agreement at every pair of thresholds; the first source is compared with the second."""

    first: str
    second: str
    first_thresholds: tuple[str, ...]
    second_thresholds: tuple[str, ...]
    counts: Counts
    """First thresholds x second thresholds."""
    missing: Missing
    lacking: int
    """Cells of the second source that the first lacks."""

    @property
    def cells(self) -> int:
        """How many cells were compared."""
        return int(self.counts.cells[0, 0])

    def values(self, measure: str = "kappa") -> np.ndarray:
        """kappa, precision, recall or F1, first thresholds x second thresholds; NaN where undefined."""
        return MEASURES[measure](self.counts)

    def best(self, measure: str = "kappa") -> Best | None:
        """Where the measure is highest (the first such pair); None where it is defined nowhere."""
        values = self.values(measure)
        if np.isnan(values).all():
            return None
        row, column = np.unravel_index(int(np.nanargmax(values)), values.shape)
        return Best(self.first_thresholds[row], self.second_thresholds[column], float(values[row, column]))

    def table(self, measure: str = "kappa", digits: int = 2) -> Table:
        """One row per threshold of the second source, one column per threshold of the first (as table 10a)."""
        values = zip(self.first_thresholds, self.values(measure), strict=True)
        columns = [numbers(f"{self.first} >= {t}", row, digits) for t, row in values]
        return Table([self._key, *columns], "Cohen's kappa" if measure == "kappa" else measure, [self._cells])

    def table_at(self, threshold: Threshold, digits: int = 3) -> Table:
        """Precision, recall, F1 and kappa of one threshold of the first source (as table 10b)."""
        chosen = known_name(str(threshold), self.first_thresholds, f"threshold of {self.first}")
        row = self.first_thresholds.index(chosen)
        columns = [numbers(name, self.values(name)[row], digits) for name in ("precision", "recall", "F1", "kappa")]
        return Table([self._key, *columns], f"{self.first} at {threshold} against {self.second}")

    def tables(self) -> tuple[Table, ...]:
        """kappa at all thresholds; and everything at the best threshold of the first source."""
        best = self.best()
        return (self.table(), *(() if best is None else (self.table_at(best.first),)))

    @property
    def _key(self) -> Column:
        return names(self.second, (f">= {t}" for t in self.second_thresholds))

    @property
    def _cells(self) -> str:
        taken = "a no" if self.missing == "negative" else "left out"
        return f"{self.cells} cells of {self.second}; {self.lacking} of them are lacking in {self.first} ({taken})."

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON: one entry per pair of thresholds."""
        grids = {measure: self.values(measure) for measure in MEASURES}
        shape = grids["kappa"].shape
        tallies = {
            "both": self.counts.both,
            "said": np.broadcast_to(self.counts.predicted, shape),
            "relevant": np.broadcast_to(self.counts.relevant, shape),
        }
        return {
            "first": self.first,
            "second": self.second,
            "missing": self.missing,
            "cells": self.cells,
            "lacking": self.lacking,
            "grid": [
                {
                    "first": one,
                    "second": other,
                    **{measure: json_number(grid[i, j]) for measure, grid in grids.items()},
                    **{name: int(tally[i, j]) for name, tally in tallies.items()},
                }
                for i, one in enumerate(self.first_thresholds)
                for j, other in enumerate(self.second_thresholds)
            ],
        }

    def __repr__(self) -> str:
        best = self.best()
        told = (
            "kappa undefined" if best is None else f"best kappa {shown(best.value, 2)} at {best.first}, {best.second}"
        )
        return f"ThresholdGrid({self.first} against {self.second}: {told})"


def compare_thresholds(
    first: Source,
    second: Source,
    first_thresholds: Sequence[Threshold],
    second_thresholds: Sequence[Threshold],
    *,
    missing: Missing = "ignore",
    by: By = "mean",
) -> ThresholdGrid:
    """Cohen's kappa, precision, recall and F1 of two sources of relevance, for every pair of thresholds.

    A source is Votes (summed up ``by`` mean, median... per cell), Judgements (grades) or a Run (scores, as BLEU);
    precision and recall are those of the first against the second. Cells are matched by the names of items and
    labels. Of a cell that the second source lacks nothing can be said. One that only the first lacks is left out
    (``missing="ignore"``) or counts as a no (``"negative"``). kappa is undefined where both sources only ever say
    the same one thing; see ``goldscale.kernels.sets`` for the others. Thresholds are met as ``lowest_passing`` says.

    >>> crowd = Votes.from_records([("a", "1.jpg", "s", 1), ("a", "2.jpg", "s", 0), ("a", "3.jpg", "s", 1)])
    >>> expert = Judgements([[4], [1], [3]], ["1.jpg", "2.jpg", "3.jpg"], ["s"], "expert")
    >>> compare_thresholds(crowd, expert, [0.5], [3, 4]).best()
    Best(first='0.5', second='3', value=1.0)
    """
    known_name(missing, MISSING, "way to take missing cells")
    if not len(first_thresholds) or not len(second_thresholds):
        raise ParameterError("both sources need at least one threshold")
    said, wanted = CellValues.of(first, by), CellValues.of(second, by)
    values, found = _at(said, wanted)
    if not found.any():
        raise MismatchError(
            f"{said.name!r} and {wanted.name!r} have no cell in common",
            hint=f"Cells are matched by the names of {said.items.plural} and {said.labels.plural}",
        )
    against = wanted.values
    if missing == "ignore":
        values, against = values[found], against[found]
    else:
        values = np.where(found, values, np.array(-np.inf, dtype=values.dtype))
    limits = [np.array([*map(lowest_passing, some)]) for some in (first_thresholds, second_thresholds)]
    return ThresholdGrid(
        said.name,
        wanted.name,
        tuple(map(str, first_thresholds)),
        tuple(map(str, second_thresholds)),
        joint_counts(values, against, *limits),
        missing,
        int(np.count_nonzero(~found)),
    )


def _at(source: CellValues, wanted: CellValues) -> tuple[np.ndarray, np.ndarray]:
    """The source's value of each wanted cell, and whether it has one."""
    item = wanted.items.locate(source.items)[wanted.item]
    label = wanted.labels.locate(source.labels)[wanted.label]
    order = np.lexsort((source.label, source.item))
    held = source.values[order] if source.values.dtype.kind == "f" else source.values[order].astype(np.float64)
    place = mx.places(source.item[order], source.label[order], item, label, len(source.labels))
    return np.append(held, held.dtype.type(0))[place], place >= 0
