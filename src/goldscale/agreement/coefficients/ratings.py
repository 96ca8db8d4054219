"""Votes laid out for coefficients of agreement: units, groups of units, and what is resampled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from goldscale.data import Votes
from goldscale.errors import ParameterError
from goldscale.kernels.agreement.counts import Sums, Tally, gather, tally
from goldscale.kernels.agreement.distances import Distance, Linear, Nominal, Ordered, Squared
from goldscale.limits import check_table

SumsPart = tuple[np.ndarray, np.ndarray | int, np.ndarray | float]
"""Units, the column in which each of their numbers is summed, and these numbers."""


@dataclass(frozen=True, eq=False)
class Ratings:
    """One entry per vote (rater, unit, code) and per unit (group, draw); a unit is a cell, one item under one label.

    Only first votes are here, only items (or labels) with votes are resampled, and ``values`` lists possible votes.
    """

    rater: np.ndarray
    unit: np.ndarray
    code: np.ndarray
    values: np.ndarray
    spelled: tuple[str, ...]
    """The values' names."""
    group: np.ndarray
    draw: np.ndarray
    names: tuple[str, ...]
    """The groups' names."""
    draws: int
    raters: int
    choices: np.ndarray
    """How many values a vote in this group may take; NaN where its labels differ in that."""
    people: bool = False
    """Whether a group is an annotator, and so goes across units."""
    unit_noun: str = "cell"
    absent: str = "nobody voted"

    @property
    def groups(self) -> int:
        """How many values are made."""
        return len(self.names)

    @cached_property
    def table(self) -> Tally:
        """How many votes each value has on each unit."""
        return tally(self.unit, self.code, len(self.group), max(1, len(self.values)))

    @cached_property
    def vote_group(self) -> np.ndarray:
        """The group of each vote."""
        return self.rater if self.people else self.group[self.unit]

    @cached_property
    def votes(self) -> np.ndarray:
        """Votes per group."""
        return np.bincount(self.vote_group, minlength=self.groups)

    @cached_property
    def units(self) -> np.ndarray:
        """Units with at least two votes, per group."""
        return self._units(self.table.pairable)

    @cached_property
    def single(self) -> np.ndarray:
        """Units with one vote only, per group: nobody to agree with."""
        return self._units(self.table.votes == 1)

    def _units(self, chosen: np.ndarray) -> np.ndarray:
        if self.people:
            return np.bincount(self.rater[chosen[self.unit]], minlength=self.groups)
        return np.bincount(self.group[chosen], minlength=self.groups)

    @cached_property
    def drawable(self) -> np.ndarray:
        """How many different things with a pair of votes each group has: with fewer than two, no resampling."""
        pair = self.table.pairable[self.unit]
        return _distinct(self.vote_group[pair], self.draw[self.unit[pair]], self.groups, self.draws)

    def reason(self, group: int) -> str:
        """Why this group may have no value; empty where nothing is wrong with the votes."""
        if not self.votes[group]:
            return self.absent
        if self._voters[group] == 1 and not self.people:
            return "only one annotator voted"
        if not self.units[group]:
            return f"no {self.unit_noun} has two votes"
        only = self._only_value[group]
        if only >= 0:
            return f"all votes are {self.spelled[only]}: agreement cannot be told from chance"
        if np.isnan(self.choices[group]):
            return "its labels offer different values to choose from; see the mean over labels"
        return ""

    @cached_property
    def _voters(self) -> np.ndarray:
        return _distinct(self.vote_group, self.rater, self.groups, self.raters)

    @cached_property
    def _only_value(self) -> np.ndarray:
        """The one value that pairs of votes in a group hold; -1 where they hold several."""
        table = self.table
        low, high = np.full(table.units, table.codes), np.full(table.units, -1)
        np.minimum.at(low, table.unit, table.code)
        np.maximum.at(high, table.unit, table.code)
        pair = np.flatnonzero(table.pairable[self.unit])
        lowest, highest = np.full(self.groups, table.codes), np.full(self.groups, -1)
        np.minimum.at(lowest, self.vote_group[pair], low[self.unit[pair]])
        np.maximum.at(highest, self.vote_group[pair], high[self.unit[pair]])
        return np.where(lowest == highest, lowest, -1)

    def sums(self, width: int, *parts: SumsPart) -> Sums:
        """Numbers of units (or of parts of units), ready to be summed per group in every replicate."""
        check_table("votes", self.groups, width)
        sides = zip(*(np.broadcast_arrays(*part) for part in parts), strict=True)
        unit, column, numbers = (np.concatenate(side) for side in sides)
        return gather(self.draw[unit], self.group[unit], column, numbers, (self.draws, self.groups, width))

    def only(self, units: np.ndarray, absent: str) -> Ratings:
        """Only these units (mask); ``absent`` says what it means when a group has none of them."""
        kept = units[self.unit]
        number = np.cumsum(units) - 1
        return replace(
            self,
            rater=self.rater[kept],
            unit=number[self.unit[kept]],
            code=self.code[kept],
            group=self.group[units],
            draw=self.draw[units],
            absent=absent,
        )


class Summed:
    """A coefficient that is made of sums over units."""

    def __init__(self, laid: Ratings, sums: Sums) -> None:
        self.ratings = laid
        self.sums = sums
        self.width = sums.groups * sums.width

    @property
    def whole(self) -> np.ndarray:
        """The sums over all units, groups x width."""
        return self.sums.under(np.ones((1, self.ratings.draws)))[0]


def ratings(votes: Votes, by: str) -> Ratings:
    """Lay out votes: all together, or a group per label, per item, or per annotator.

    Items are resampled; for single items, which have one unit per label, labels are.
    """
    held = votes.first()
    values = _values(held)
    cells, unit = np.unique(held.cell, return_inverse=True)
    item, label = np.divmod(cells, max(1, len(held.labels)))
    axis = {"label": held.labels, "item": held.items, "annotator": held.annotators}.get(by)
    group = {"label": label, "item": item}.get(by, np.zeros(len(cells), dtype=np.int64))
    drawn, draw = np.unique(label if by == "item" else item, return_inverse=True)
    return Ratings(
        rater=held.annotator.astype(np.int64),
        unit=unit,
        code=np.searchsorted(values, held.values),
        values=values,
        spelled=_spelled(held, values),
        group=group,
        draw=draw,
        names=("all",) if axis is None else axis.names,
        draws=len(drawn),
        raters=len(held.annotators),
        choices=_choices(held, by),
        people=by == "annotator",
    )


def weighted(name: str, values: np.ndarray) -> Distance:
    """The distance that goes with weights: 1 - weight, 0 for the same value and 1 from one end to the other."""
    if name == "quadratic":
        return Squared(values, float(np.ptp(values)) or 1.0 if len(values) else 1.0)
    kinds: dict[str, type[Distance]] = {"none": Nominal, "linear": Linear, "ordinal": Ordered}
    return kinds[name](values)


def need_order(votes: Votes, asked: str) -> None:
    """Refuse named values where an order or a difference is asked for."""
    if votes.categories is not None:
        raise ParameterError(
            f"{asked} needs values with an order; these votes are for one of {', '.join(votes.categories[:4])}. "
            "Leave the parameter out to compare them as names"
        )


def scales(votes: Votes) -> set[tuple[float, ...]]:
    """The different lists of values that labels offer."""
    found = {tuple(sorted(votes.choices[name])) for name in votes.labels if name in votes.choices}
    return found if all(name in votes.choices for name in votes.labels) else {*found, votes.levels}


def need_one_scale(votes: Votes, asked: str) -> None:
    """Refuse labels that offer different values where a near miss is measured by the length of the scale."""
    if len(scales(votes)) > 1:
        raise ParameterError(
            f"{asked} lays its weights over one scale, but these labels offer different values; take labels of one "
            "scale at a time (goldscale.data.vote_views.on_labels), or alpha, whose distances need no scale"
        )


def _values(votes: Votes) -> np.ndarray:
    declared = (value for values in votes.choices.values() for value in values)
    return np.array(sorted({*votes.levels, *declared}), dtype=np.float64)


def _spelled(votes: Votes, values: np.ndarray) -> tuple[str, ...]:
    if votes.categories is not None:
        return tuple(votes.categories[int(value)] for value in values)
    return tuple(f"{value:g}" for value in values)


def _choices(votes: Votes, by: str) -> np.ndarray:
    """How many values votes of each group may take, at least 2: a vote with one possible value tells nothing."""
    each = np.full(len(votes.labels), max(2, len(votes.levels)), dtype=np.float64)
    for label, name in enumerate(votes.labels):
        if name in votes.choices:
            given = np.unique(votes.values[votes.label == label]).tolist()
            each[label] = max(2, len({*votes.choices[name], *given}))
    if by == "label":
        return each
    groups = {"item": len(votes.items), "annotator": len(votes.annotators)}.get(by, 1)
    alike = each[0] if len(scales(votes)) == 1 else np.nan
    return np.full(groups, alike)


def _distinct(group: np.ndarray, thing: np.ndarray, groups: int, things: int) -> np.ndarray:
    keys = np.unique(group.astype(np.int64) * max(1, things) + thing)
    return np.bincount(keys // max(1, things), minlength=groups)
