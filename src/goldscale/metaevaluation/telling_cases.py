"""Predictions beside a truth that tell measures apart: those that chance hardly ever makes, and random ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Made = Callable[[np.ndarray, np.random.Generator], np.ndarray]
"""Makes a prediction of which labels are true, which it may change."""
Kinds = tuple[Made, ...]


def _one_less(true: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A subset: right in all that it says."""
    return _flipped(true, np.flatnonzero(true), rng)


def _one_more(true: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A superset: nothing is missed."""
    return _flipped(true, np.flatnonzero(~true), rng)


def _one_only(true: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A single true label."""
    return _flipped(np.zeros_like(true), np.flatnonzero(true), rng)


def _exchanged(true: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """As many labels as there are true ones, one of them wrong."""
    return _one_less(true, rng) | (_one_more(true, rng) & ~true)


def _one_right_among_wrong(true: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """All that is wrong, and a single true label."""
    return ~true | _one_only(true, rng)


def _flipped(cells: np.ndarray, where: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    cells = cells.copy()
    if len(where):
        at = rng.choice(where)
        cells[at] = ~cells[at]
    return cells


SETS: Kinds = (
    _one_less,
    _one_more,
    _one_only,
    _exchanged,
    _one_right_among_wrong,
    lambda true, _: np.zeros_like(true),
    lambda true, _: np.ones_like(true),
    lambda true, _: ~true,
)
"""Sets of labels; the last three are nothing, everything, and all that is wrong."""
PROBABILITIES: Kinds = (*SETS, lambda true, _: np.full(len(true), true.mean()))
"""The same as certainties, and for all labels the share that is true: calibrated, and knowing nothing."""


def _swapped(true: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Perfect, but for the last true and the first wrong label, which change places."""
    places = _ranked(true, rng)
    number = np.count_nonzero(true)
    if 0 < number < len(true):
        last, first = (np.flatnonzero(places == at)[0] for at in (len(true) - number, len(true) - number - 1))
        places[[last, first]] = places[[first, last]]
    return places


def _ranked(first: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Scores 0, 1, 2... that put some labels before all others."""
    places = np.empty(len(first))
    places[np.lexsort((rng.random(len(first)), first))] = np.arange(len(first))
    return places


RANKINGS: Kinds = (
    _swapped,
    lambda true, rng: _ranked(_one_only(true, rng), rng),
    lambda true, rng: _ranked(_one_more(true, rng) & ~true, rng),
    lambda true, rng: _ranked(_one_right_among_wrong(true, rng), rng),
    lambda true, rng: _ranked(~true, rng),
    lambda true, _: np.zeros(len(true)),
)
"""Scores of labels; the last five: a true one first, a wrong one first, a true one among the wrong, all true ones last,
and the same for all."""


def with_telling(truth: np.ndarray, random: np.ndarray, kinds: Kinds, rng: np.random.Generator) -> np.ndarray:
    """Predictions for cases x labels: half of them telling ones, kind after kind, the others as ``random`` has them.

    >>> truth = np.array([[1, 1, 0], [1, 0, 0]])
    >>> with_telling(truth, np.zeros((2, 3)), SETS, np.random.default_rng(0)).sum(axis=1).tolist()
    [1.0, 2.0]
    """
    made = random.copy()
    for case, true in enumerate(truth > 0):
        kind = case % (2 * len(kinds))
        if kind < len(kinds):
            made[case] = kinds[kind](true, rng)
    return made
