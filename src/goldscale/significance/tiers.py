"""Tiers: runs that cannot be told apart, from the best down.

The rule: the best run leads the first tier. Going down the ranking, a run belongs to the tier while its difference to
the tier's *leader* is not significant; the first one that differs leads the next tier. 'Cannot be told apart' is not
transitive, so a ranking cannot be cut without exceptions: two runs of one tier may differ from each other, and a run
of a lower tier may not differ from one of a higher. Both kinds are kept and shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

RULE = "a tier holds the runs that cannot be told apart from its best one"


@dataclass(frozen=True)
class Tiers:
    """Runs in groups, best first, and the pairs for which the groups do not tell the whole story."""

    groups: tuple[tuple[str, ...], ...]
    differ_within: tuple[tuple[str, str], ...]
    """Pairs of one tier that differ from each other."""
    alike_across: tuple[tuple[str, str], ...]
    """Pairs of different tiers that cannot be told apart."""

    def __len__(self) -> int:
        return len(self.groups)

    def of(self, run: str) -> int | None:
        """The number of a run's tier, from 1; None of a run without a number, which was told apart from nobody."""
        return next((number for number, group in enumerate(self.groups, start=1) if run in group), None)


def tiers(
    told_apart: np.ndarray, runs: Sequence[str], ranking: Sequence[str], published: Sequence[float] | np.ndarray
) -> Tiers:
    """The tiers of runs in the order of their ranking, but for those whose published number is NaN.

    ``told_apart`` says of every two runs, in the order of ``runs``, whether they differ; the published numbers have
    that order too. A pair without a p-value (too few units in common) counts as not told apart.
    """
    place = {run: i for i, run in enumerate(runs)}
    ranking = [run for run in ranking if not np.isnan(published[place[run]])]
    order = [place[run] for run in ranking]
    differ = told_apart[np.ix_(order, order)]
    starts = leaders(differ)
    number = np.searchsorted(starts, np.arange(len(order)), side="right")
    pairs = [(i, j) for i, j in combinations(range(len(order)), 2) if (number[i] == number[j]) == differ[i, j]]
    named = [(ranking[i], ranking[j], bool(differ[i, j])) for i, j in pairs]
    return Tiers(
        tuple(
            tuple(run for run, its in zip(ranking, number, strict=True) if its == n) for n in range(1, len(starts) + 1)
        ),
        tuple((one, other) for one, other, apart in named if apart),
        tuple((one, other) for one, other, apart in named if not apart),
    )


def leaders(differ: np.ndarray) -> np.ndarray:
    """Places of the tiers' leaders, given which places of a ranking differ from which.

    >>> leaders(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool))
    array([0, 2])
    """
    found = [0] if len(differ) else []
    for run in range(1, len(differ)):
        if differ[found[-1], run]:
            found.append(run)
    return np.array(found, dtype=np.intp)
