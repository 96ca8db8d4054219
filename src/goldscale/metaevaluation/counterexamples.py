"""A case that refutes what is asked of a measure, told in few words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

FEW = 4
"""Labels that are named; of many the others would hide what matters."""


@dataclass(frozen=True)
class Counterexample:
    """A truth and what was predicted, with its value; for some requirements also a prediction that is better."""

    truth: str
    predictions: tuple[str, ...]
    values: tuple[float, ...]

    @classmethod
    def of(
        cls, labels: Sequence[str] | None, truth: np.ndarray, given: Sequence[np.ndarray], values: Sequence[float]
    ) -> Counterexample:
        """In words; what a reader looks for comes first: where the predictions differ, then where they are wrong."""
        predictions = np.array(given)
        weight = 2 * (predictions != predictions[0]).any(axis=0) + (predictions != truth).any(axis=0)
        order = np.argsort(-weight, kind="stable")
        return cls(_shown(labels, truth, order), tuple(_shown(labels, p, order) for p in predictions), tuple(values))

    def __str__(self) -> str:
        said = [f"{p}: {v:.3f}" for p, v in zip(self.predictions, self.values, strict=True)]
        return f"truth {self.truth}; predicted {'; better '.join(said)}"


def _shown(labels: Sequence[str] | None, cells: np.ndarray, order: np.ndarray) -> str:
    """A set as the names of its labels, scores as the labels from the highest down; without names, the numbers."""
    if labels is None:
        return "[" + " ".join(f"{cell:g}" for cell in cells) + "]"
    if set(np.unique(cells)) <= {0.0, 1.0}:
        return "{" + _shortened([labels[i] for i in order if cells[i]], ", ") + "}"
    if np.ptp(cells) == 0:
        return f"{cells[0]:g} for every label"
    places = np.argsort(-cells, kind="stable")
    steps = ["", *(" = " if cells[i] == cells[j] else " > " for i, j in pairwise(places))]
    return _shortened([step + labels[i] for step, i in zip(steps, places, strict=True)], "")


def _shortened(told: list[str], between: str) -> str:
    """The first few, and how many more there are."""
    if len(told) <= FEW + 1:
        return between.join(told)
    return between.join(told[:FEW]) + f"{between or ' '}... {len(told) - FEW} more"
