"""One measure's values and numbers over all runs, its means over groups, and what its intervals were made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from goldscale.data.axis import Axis
from goldscale.errors import MismatchError


@dataclass(frozen=True, eq=False)
class GroupScores:
    """One measure's means over the groups of one level; rows are runs, columns are groups."""

    groups: Axis
    """The groups' names; its noun is the level."""
    values: np.ndarray
    """Runs x groups, NaN where no item of a group has a value."""


@dataclass(frozen=True, eq=False)
class Resamples:
    """One measure's published number on each resample of an evaluation with intervals; all runs met the same ones."""

    drawn: Axis
    """What was resampled, one by one."""
    over: Literal["item", "label"]
    """Which side of the matrix that is: item or label."""
    seed: int
    numbers: np.ndarray
    """Runs x resamples, NaN where the number is undefined."""
    left_out: np.ndarray
    """Runs x parts: the number without each part of what was drawn; no columns where nobody asked for it."""

    @classmethod
    def stack(cls, parts: Sequence[Resamples]) -> Resamples | None:
        """The runs of several, in order; None where they did not meet the same resamples."""
        first = parts[0]
        if any((p.over, p.seed, p.numbers.shape[1]) != (first.over, first.seed, first.numbers.shape[1]) for p in parts):
            return None
        if any(p.drawn != first.drawn or p.left_out.shape[1] != first.left_out.shape[1] for p in parts):
            return None
        numbers, left_out = (np.concatenate([getattr(p, name) for p in parts]) for name in ("numbers", "left_out"))
        return replace(first, numbers=numbers, left_out=left_out)

    def take(self, rows: Sequence[int]) -> Resamples:
        """Only these runs, in this order."""
        return replace(self, numbers=self.numbers[list(rows)], left_out=self.left_out[list(rows)])


@dataclass(frozen=True, eq=False)
class MeasureScores:
    """One measure over all runs; rows are runs, columns are units (items or labels)."""

    measure: str
    values: np.ndarray
    """Runs x units, NaN where the measure is undefined."""
    units: Axis
    aggregate: np.ndarray
    """The published number of each run; NaN where no unit has a value."""
    undefined: np.ndarray
    """How many units of each run are undefined."""
    signatures: tuple[str, ...]
    higher_is_better: bool = True
    low: np.ndarray | None = None
    high: np.ndarray | None = None
    undefined_as: float = math.nan
    """What an undefined unit counts in the mean; NaN where it is left out."""
    levels: tuple[GroupScores, ...] = ()
    """Means of the groups in which the units were averaged, outermost level first; none for a plain mean."""
    average: str = "mean"
    """What the published number is of the units' values: mean, weighted mean, geometric mean or median."""
    relevant: np.ndarray | None = None
    """How many cells of each unit are relevant; of probabilities, how many are to be expected."""
    judged: np.ndarray | None = None
    """How many cells of each unit were judged."""
    notes: tuple[str, ...] = ()
    """What the author of each run should know about its number, or nothing; empty where there is nothing at all."""
    resamples: Resamples | None = None
    """What the intervals were made of; a campaign keeps it of the measure that ranks, without ``left_out``."""

    @property
    def counted(self) -> np.ndarray:
        """The values as they enter the mean: undefined units filled where the rule says so."""
        return np.where(np.isnan(self.values), self.undefined_as, self.values)

    @property
    def averaging(self) -> str:
        """In what order the mean was taken, outermost first: ``author > plant > picture``; empty for a plain mean."""
        return " > ".join([level.groups.noun for level in self.levels] + [self.units.noun]) if self.levels else ""

    @property
    def run_notes(self) -> tuple[str, ...]:
        """The notes, one per run."""
        return self.notes or ("",) * len(self.signatures)

    @classmethod
    def stack(cls, parts: Sequence[MeasureScores]) -> MeasureScores:
        """The runs of several, in order; they must be of one measure over the same units."""
        first = parts[0]
        if any(p.measure != first.measure or p.units != first.units for p in parts):
            raise MismatchError(f"{first.measure} was scored over different units")
        if any([v.groups for v in p.levels] != [v.groups for v in first.levels] for p in parts):
            raise MismatchError(f"{first.measure} was averaged in different groups")

        signatures = tuple(s for p in parts for s in p.signatures)
        met = [p.resamples for p in parts if p.resamples is not None]
        resamples = Resamples.stack(met) if len(met) == len(parts) else None
        notes = tuple(note for part in parts for note in part.run_notes)
        return replace(_per_run(parts, np.concatenate, signatures), notes=notes, resamples=resamples)

    def take(self, runs: Sequence[int]) -> MeasureScores:
        """Only these runs, in this order."""
        rows = list(runs)
        signatures, notes = (tuple(of_run[i] for i in rows) for of_run in (self.signatures, self.run_notes))
        taken = replace(_per_run([self], lambda found: found[0][rows], signatures), notes=notes)
        return taken if self.resamples is None else replace(taken, resamples=self.resamples.take(rows))


def _per_run(
    parts: Sequence[MeasureScores], made: Callable[[list[np.ndarray]], np.ndarray], signatures: tuple[str, ...]
) -> MeasureScores:
    """Scores of other runs: each array that has a row per run is made of those of the parts."""
    arrays: dict[str, Any] = {}
    for name in ("values", "aggregate", "undefined", "low", "high"):
        found = [getattr(part, name) for part in parts]
        arrays[name] = None if any(one is None for one in found) else made(found)
    levels = zip(*(part.levels for part in parts), strict=True)
    grouped = tuple(replace(same[0], values=made([level.values for level in same])) for same in levels)
    return replace(parts[0], signatures=signatures, levels=grouped, **arrays)
