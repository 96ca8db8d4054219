"""Splits of items into training and test that keep groups whole, and a check for groups that are on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from goldscale.data.axis import Items
from goldscale.data.groups import Groups
from goldscale.errors import ParameterError, expect


@dataclass(frozen=True, eq=False)
class Split:
    """Which items are for training and which for testing: positions, in the items' order."""

    items: Items
    train: np.ndarray
    test: np.ndarray

    @property
    def train_items(self) -> tuple[str, ...]:
        """Names of the training items."""
        return tuple(self.items[i] for i in self.train)

    @property
    def test_items(self) -> tuple[str, ...]:
        """Names of the test items."""
        return tuple(self.items[i] for i in self.test)

    def __repr__(self) -> str:
        return f"Split({len(self.train)} to train, {len(self.test)} to test)"


@dataclass(frozen=True)
class Leak:
    """A group (or an item) that is on both sides, with how many items on each."""

    level: str
    name: str
    train: int
    test: int

    def __str__(self) -> str:
        return f"{self.level} {self.name}: {self.train} to train, {self.test} to test"


def split_by_group(
    groups: Groups, level: str, test: float = 0.25, *, stratify: Sequence[str] | None = None, seed: int = 0
) -> Split:
    """Two parts of which no group of this level has items in both.

    A group is known by its own name alone: a plant that two authors photographed is on one side. ``test`` is the share
    of items to test. ``stratify`` (one label per item, as its species) asks for that share in each label too, as far
    as groups allow. Groups are handed out in random order, each where it helps most, and moved as long as moving one
    brings the sizes nearer to what was asked; so no single move could improve a split. Neither side is empty.

    >>> groups = Groups("abcdef", {"plant": ["p", "p", "q", "r", "r", "s"]})
    >>> split = split_by_group(groups, "plant", test=1 / 3)
    >>> split, find_leaks(split.train_items, split.test_items, groups)
    (Split(4 to train, 2 to test), [])
    """
    if not 0 < test < 1:
        raise ParameterError(f"test must lie between 0 and 1, as 0.25, not {test}")
    part = _parts(groups, level, np.array([1 - test, test]), stratify, seed)
    return Split(groups.items, np.flatnonzero(part == 0), np.flatnonzero(part == 1))


def folds_by_group(
    groups: Groups, level: str, folds: int = 5, *, stratify: Sequence[str] | None = None, seed: int = 0
) -> list[Split]:
    """As many splits as folds: each item is tested in exactly one, and no group has items on both sides of any.

    >>> groups = Groups("abcdef", {"plant": ["p", "p", "q", "r", "r", "s"]})
    >>> folds_by_group(groups, "plant", folds=3)
    [Split(4 to train, 2 to test), Split(4 to train, 2 to test), Split(4 to train, 2 to test)]
    """
    if folds < 2:
        raise ParameterError(f"there must be at least 2 folds, not {folds}")
    part = _parts(groups, level, np.full(folds, 1 / folds), stratify, seed)
    return [Split(groups.items, np.flatnonzero(part != fold), np.flatnonzero(part == fold)) for fold in range(folds)]


def find_leaks(train: Iterable[str], test: Iterable[str], groups: Groups, level: str | None = None) -> list[Leak]:
    """Groups (of the innermost level unless one is named) and items that are in both lists of items.

    As for splitting, a group is known by its own name alone. Items come first, then groups by name.

    >>> groups = Groups("abc", {"plant": ["p", "p", "q"]})
    >>> [str(leak) for leak in find_leaks("a", "bc", groups)]
    ['plant p: 1 to train, 1 to test']
    """
    level = expect(groups, Groups).levels[-1] if level is None else level
    own = groups.select([level])
    sides = [Items(side, groups.items.noun) for side in (train, test)]
    counts = [Counter(own.align(side).of_items(level)) for side in sides]
    twice = [Leak(groups.items.noun, name, 1, 1) for name in sides[0] if name in sides[1]]
    both = sorted(counts[0].keys() & counts[1].keys())
    return twice + [Leak(level, name, counts[0][name], counts[1][name]) for name in both]


def _parts(groups: Groups, level: str, shares: np.ndarray, stratify: Sequence[str] | None, seed: int) -> np.ndarray:
    """The part of each item."""
    own = expect(groups, Groups).select([level])
    member = own.codes(level)
    count = len(own.axis(level))
    if count < len(shares):
        raise ParameterError(f"{own.axis(level).counted} cannot be on {len(shares)} sides")
    sizes = _sizes(member, count, stratify, len(groups))
    part = _hand_out(sizes, shares, np.random.default_rng(seed))
    return part[member]


def _sizes(member: np.ndarray, groups: int, stratify: Sequence[str] | None, items: int) -> sparse.csr_array:
    """Groups x (1 + strata): how many items each group has, in all and of each stratum."""
    columns = [np.zeros(items, dtype=np.intp)]
    if stratify is not None:
        if len(stratify) != items:
            raise ParameterError(f"{len(stratify)} labels given to stratify {items} items")
        columns.append(np.unique(np.asarray(stratify, dtype=str), return_inverse=True)[1] + 1)
    column = np.concatenate(columns)
    ones = np.ones(len(column))
    width = int(column.max()) + 1
    return sparse.csr_array((ones, (np.tile(member, len(columns)), column)), shape=(groups, width))


def _hand_out(sizes: sparse.csr_array, shares: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The part of each group, such that no single move lowers the sum of squared distances from what was asked."""
    part = np.full(sizes.shape[0], -1)
    over = -shares[:, None] * sizes.sum(axis=0)  # by how much each part is larger than asked

    def move(group: int, target: int) -> None:
        row = slice(sizes.indptr[group], sizes.indptr[group + 1])
        if part[group] >= 0:
            over[part[group], sizes.indices[row]] -= sizes.data[row]
        over[target, sizes.indices[row]] += sizes.data[row]
        part[group] = target

    for group in rng.permutation(len(part)):
        row = slice(sizes.indptr[group], sizes.indptr[group + 1])
        move(group, int(np.argmin(over[:, sizes.indices[row]] @ sizes.data[row])))
    while (better := _best_move(sizes, part, over)) is not None:
        move(*better)
    return part


def _best_move(sizes: sparse.csr_array, part: np.ndarray, over: np.ndarray) -> tuple[int, int] | None:
    """The group to move and where to, so that the sum of squares falls most; None where none lowers it."""
    # Moving group g from p to q changes the sum of squares by 2 (s_g (over_q - over_p) + s_g s_g).
    towards = sizes @ over.T
    squares = sizes.multiply(sizes).sum(axis=1)
    change = towards - np.take_along_axis(towards, part[:, None], axis=1) + squares[:, None]
    change[np.arange(len(part)), part] = 0.0
    groups_in = np.bincount(part, minlength=len(over))
    change[groups_in[part] == 1] = np.inf  # no part may become empty
    empty = np.flatnonzero(groups_in == 0)
    if len(empty):
        return int(np.argmin(change[:, empty[0]])), int(empty[0])
    group, target = np.unravel_index(np.argmin(change), change.shape)
    return (int(group), int(target)) if change[group, target] < -1e-9 else None
