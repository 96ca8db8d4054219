"""The random configurations of the thesis (7.5.1): the runs of a system that has seen nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from goldscale.data import Judgements, Run
from goldscale.errors import ParameterError

DECIMALS = 6
"""Digits that a score keeps: float32 holds as many, so a text file gives back the same scores."""
UNIFORM = "uniform random scores"


def short_scores(values: np.ndarray) -> np.ndarray:
    """Scores in [0, 1] as float32 with six decimals, which survive the way through a text file."""
    return np.round(values, DECIMALS).astype(np.float32)


def random_scores(truth: Judgements, rng: int | np.random.Generator, name: str = "Random0") -> Run:
    """Random0: scores drawn uniformly from [0, 1] for every item and label of the truth (thesis 7.5.1).

    >>> random_scores(Judgements([[1, 0], [0, 1]]), 7)
    Run('Random0', 2 items x 2 labels, scores)
    """
    scores = short_scores(np.random.default_rng(rng).random(truth.shape))
    return Run(scores=scores, items=truth.items, labels=truth.labels, name=name, notes=UNIFORM)


def random_decisions(truth: Judgements, share: float, rng: int | np.random.Generator, name: str | None = None) -> Run:
    """RandomXX: XX % of all cells are predicted, at random (thesis 7.5.1); decisions only.

    The share is met exactly, up to rounding to whole cells.

    >>> run = random_decisions(Judgements([[1, 0], [0, 1]]), 0.25, 7)
    >>> run.name, int(run.decisions.sum())
    ('Random25', 1)
    """
    if not 0 <= share <= 1:
        raise ParameterError(f"the fraction of ones must lie between 0 and 1, not {share}")
    cells = truth.shape[0] * truth.shape[1]
    decisions = np.zeros(cells, dtype=bool)
    decisions[: round(share * cells)] = True
    np.random.default_rng(rng).shuffle(decisions)
    return Run(
        decisions=decisions.reshape(truth.shape),
        items=truth.items,
        labels=truth.labels,
        name=name or _percent_name(share),
        notes=_percent_notes(share),
    )


@dataclass(frozen=True)
class RandomSystem:
    """A random configuration as a system: uniform scores (Random0), or decisions with a fraction of ones."""

    share: float | None = None

    @property
    def name(self) -> str:
        """Its name in the thesis: Random0, Random05, Random10..."""
        return "Random0" if self.share is None else _percent_name(self.share)

    @property
    def notes(self) -> str:
        """What it does, in words."""
        return UNIFORM if self.share is None else _percent_notes(self.share)

    def run(self, truth: Judgements, rng: np.random.Generator) -> Run:
        """Its run for this truth's items and labels."""
        return random_scores(truth, rng) if self.share is None else random_decisions(truth, self.share, rng)


def _percent_name(share: float) -> str:
    return f"Random{round(100 * share, 4):02g}"


def _percent_notes(share: float) -> str:
    return f"random decisions, {round(100 * share, 4):g} % ones"
