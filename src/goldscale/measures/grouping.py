"""Groups of items as evaluate takes them, and which measures they change."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from goldscale.data import Axis, Groups, GroupScores, Items
from goldscale.errors import MismatchError, expect
from goldscale.formats.groups import read_groups
from goldscale.kernels.groups import group_means
from goldscale.measures.definition import Measure

Grouped = Groups | Mapping[str, Iterable[str] | Mapping[str, str]] | str | os.PathLike[str]
"""Groups, a CSV file of them, or ``{level: groups}``: in the items' order or ``{item: group}``."""


def as_groups(given: Grouped, items: Items) -> Groups:
    """The groups of these items, whatever form they come in."""
    if isinstance(given, (str, os.PathLike)):
        return read_groups(given).align(items)
    if not isinstance(given, Mapping):
        return expect(given, Groups).align(items)
    return Groups(items, {level: _in_order(level, names, items) for level, names in given.items()})


def _in_order(level: str, names: Iterable[str] | Mapping[str, str], items: Items) -> Iterable[str]:
    if not isinstance(names, Mapping):
        return names
    missing = [item for item in items if item not in names]
    if missing:
        raise MismatchError(f"{items.plural} without {level}", missing=missing)
    return [names[item] for item in items]


def nests(measure: Measure) -> bool:
    """Whether groups change its number: they change plain means over items, not medians, weights or pooled counts."""
    return measure.direction == "item" and measure.plain_mean


class Nesting:
    """The groups of a truth's items, as far as a measure is averaged in them."""

    def __init__(self, items: Items, groups: Groups | None = None) -> None:
        self.items = items
        self.groups = groups

    def parents(self, measure: Measure) -> Sequence[np.ndarray]:
        """What the nested mean needs (as ``Groups.parents``); nothing for a plain mean."""
        return self.groups.parents if self.groups is not None and nests(measure) else ()

    def levels(self, measure: Measure, values: np.ndarray) -> tuple[GroupScores, ...]:
        """Means of the groups of each level, outermost first, for runs x items."""
        parents = self.parents(measure)
        if self.groups is None or not parents:
            return ()
        depth = len(parents)
        return tuple(
            GroupScores(self.groups.axis(level), group_means(values, parents[: depth - i]))
            for i, level in enumerate(self.groups.levels)
        )

    def describe(self, measure: Measure) -> list[str]:
        """For the signature: the levels and a hash of who is in which group."""
        if self.groups is None or not nests(measure):
            return []
        return [f"groups={' > '.join(self.groups.levels)}:{self.groups.hash}"]

    def drawn(self, measure: Measure) -> str:
        """For the signature: what a bootstrap over items resamples, outermost first."""
        axes: list[Axis] = [self.items]
        if self.groups is not None and nests(measure):
            axes = [*map(self.groups.axis, self.groups.levels), self.items]
        return " > ".join(axis.plural for axis in axes)
