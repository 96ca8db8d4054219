"""Agreement between pairs of raters: their votes on the same units, counted per pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from goldscale.kernels.agreement.distances import Distance
from goldscale.kernels.ratio import ratio


@dataclass(frozen=True, eq=False)
class SharedUnits:
    """The units that one rater shares with each later one: pairs of votes, gathered by pair and by what draws them."""

    rater: int
    partner: np.ndarray
    group: np.ndarray
    """Partner and group of each pair."""
    rows: sparse.csr_array
    """Drawn things x columns; a column is a pair of raters with the votes of both."""
    pair: np.ndarray
    first: np.ndarray
    second: np.ndarray
    """Of each column: its pair and the positions of both values."""

    def counts(self, drawn: np.ndarray) -> np.ndarray:
        """How often each column occurs in each replicate: replicates x columns."""
        return (self.rows.T @ drawn.T.astype(np.float64)).T

    def per_pair(self, columns: np.ndarray) -> np.ndarray:
        """Sum something that each column has, replicates x columns, to replicates x pairs."""
        return columns @ self._members(self.pair, len(self.partner))

    def margins(self, counts: np.ndarray, values: int) -> tuple[np.ndarray, np.ndarray]:
        """How often the rater, and the partner, gave each value: replicates x pairs x values."""
        shape = (len(counts), len(self.partner), values)
        places = len(self.partner) * values
        first = counts @ self._members(self.pair * values + self.first, places)
        second = counts @ self._members(self.pair * values + self.second, places)
        return first.reshape(shape), second.reshape(shape)

    def _members(self, place: np.ndarray, places: int) -> sparse.csr_array:
        columns = np.arange(len(place))
        return sparse.csr_array((np.ones(len(place)), (columns, place)), shape=(len(place), places))


@dataclass(frozen=True, eq=False)
class PairVotes:
    """Votes prepared for going through the pairs of raters; ``group`` and ``draw`` are per unit."""

    rater: np.ndarray
    unit: np.ndarray
    code: np.ndarray
    group: np.ndarray
    draw: np.ndarray
    raters: int
    values: int
    draws: int

    def shared(self) -> Iterator[SharedUnits]:
        """For each rater, the pairs with later ones; memory is that of one rater's shared votes at a time."""
        by_unit = np.lexsort((self.rater, self.unit))
        rater, unit, code = self.rater[by_unit], self.unit[by_unit], self.code[by_unit]
        end = np.searchsorted(unit, unit, side="right")
        by_rater = np.argsort(rater, kind="stable")
        starts = np.searchsorted(rater[by_rater], np.arange(self.raters + 1))
        for one in range(self.raters):
            own = by_rater[starts[one] : starts[one + 1]]
            # Inside a unit votes stand by rater: the later ones are the rest of the unit.
            later = end[own] - own - 1
            first = np.repeat(own, later)
            if not len(first):
                continue
            second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(later) - later, later)
            group = self.group[unit[first]].astype(np.int64)
            key = (group * self.raters + rater[second]) * self.values**2 + code[first] * self.values + code[second]
            columns, place = _occurring(key, (int(group.max()) + 1) * self.raters * self.values**2)
            pairs, pair = np.unique(columns // self.values**2, return_inverse=True)
            rows = sparse.coo_array(
                (np.ones(len(first)), (self.draw[unit[first]], place)), shape=(self.draws, len(columns))
            ).tocsr()
            given = columns % self.values**2
            yield SharedUnits(
                one,
                pairs % self.raters,
                pairs // self.raters,
                rows,
                pair,
                given // self.values,
                given % self.values,
            )


def _occurring(keys: np.ndarray, bound: int) -> tuple[np.ndarray, np.ndarray]:
    """The keys that occur, sorted, and each key's position among them; without sorting where there are few."""
    if bound > 4 * len(keys) + 1024:
        found, place = np.unique(keys, return_inverse=True)
        return found, place
    present = np.bincount(keys, minlength=bound) > 0
    return np.flatnonzero(present), (np.cumsum(present) - 1)[keys]


def accuracy_matrix(votes: PairVotes) -> np.ndarray:
    """Share of the units that each two raters share on which they agree: raters x raters, NaN where they share none."""
    shared, alike = _common(votes)
    return ratio(alike, shared)


def kappa_matrix(votes: PairVotes) -> np.ndarray:
    """Cohen's kappa of each two raters: raters x raters, NaN where it is undefined."""
    shared, alike = _common(votes)
    every = _given(votes, np.ones(len(votes.unit), dtype=bool))
    chance = np.zeros(shared.shape)
    for value in range(votes.values):
        # How often each rater gave the value on units shared with each other one.
        margin = (_given(votes, votes.code == value).T @ every).toarray()
        chance += margin * margin.T
    return 1 - ratio((shared - alike) * shared, shared**2 - chance)


def _common(votes: PairVotes) -> tuple[np.ndarray, np.ndarray]:
    """Of each two raters: units that they share, and those on which they agree."""
    every = _given(votes, np.ones(len(votes.unit), dtype=bool))
    # A unit under one value is shared by those who gave it that value.
    said = votes.unit.astype(np.int64) * votes.values + votes.code
    cells, row = np.unique(said, return_inverse=True)
    equal = sparse.csr_array((np.ones(len(row)), (row, votes.rater)), shape=(len(cells), votes.raters))
    return (every.T @ every).toarray(), (equal.T @ equal).toarray()


def _given(votes: PairVotes, chosen: np.ndarray) -> sparse.csr_array:
    """Units x raters, 1 where one of the chosen votes is."""
    cells = (votes.unit[chosen], votes.rater[chosen])
    return sparse.csr_array((np.ones(len(cells[0])), cells), shape=(len(votes.group), votes.raters))


def pair_accuracy(shared: SharedUnits, drawn: np.ndarray, distance: Distance) -> np.ndarray:
    """1 - mean distance between the votes of both, replicates x pairs; NaN where a pair shares nothing."""
    counts = shared.counts(drawn)
    return 1 - _apart(shared, counts, distance)


def pair_kappa(shared: SharedUnits, drawn: np.ndarray, distance: Distance) -> np.ndarray:
    """Cohen's kappa, replicates x pairs; NaN where both gave one and the same value throughout."""
    counts = shared.counts(drawn)
    first, second = shared.margins(counts, len(distance.values))
    votes = first.sum(axis=-1)
    return 1 - ratio(_apart(shared, counts, distance) * votes**2, distance.across(first, second))


def _apart(shared: SharedUnits, counts: np.ndarray, distance: Distance) -> np.ndarray:
    apart = distance.between(shared.first, shared.second)
    return ratio(shared.per_pair(counts * apart), shared.per_pair(counts))
