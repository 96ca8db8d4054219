"""Groups: items that belong together, in nested levels, as the pictures of a plant and the plants of an author."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise

import numpy as np

from goldscale.data.axis import Axis, Items, in_a_row
from goldscale.errors import MismatchError, ParameterError, look_up

SEPARATOR = " / "
"""Between the names of a group and of those around it: ``author / plant``."""


class Groups:
    """The groups of each item, one level inside the other, outermost first.

    A group is known by its own name and by those of all groups around it: a plant that two authors photographed is
    two groups below ``author``.

    >>> groups = Groups(["1.jpg", "2.jpg", "3.jpg"], {"author": ["ann", "ann", "bob"], "plant": ["p1", "p1", "p1"]})
    >>> groups
    Groups(3 items in author (2) > plant (2))
    >>> groups.names_of("plant")
    ('ann / p1', 'bob / p1')
    """

    made_by = "gs.read_groups(path) or gs.Groups(items, levels)"

    def __init__(self, items: Items | Iterable[str], levels: Mapping[str, Iterable[str]]) -> None:
        self.items = items if isinstance(items, Items) else Items(items)
        if not isinstance(levels, Mapping):
            raise ParameterError(f"levels of groups have names, {{'author': [...]}}; this is a {type(levels).__name__}")
        if not levels:
            raise ParameterError("groups need at least one level, as author")
        self._own: dict[str, tuple[str, ...]] = {}
        self._members: dict[str, tuple[np.ndarray, Axis]] = {}
        for level, given in ((str(name), given) for name, given in levels.items()):
            self._own[level] = tuple(map(str, in_a_row(given, "group")))
            if len(self._own[level]) != len(self.items):
                raise ParameterError(f"{level}: {len(self._own[level])} groups given for {self.items.counted}")
            paths = list(zip(*self._own.values(), strict=True))
            index = {path: code for code, path in enumerate(dict.fromkeys(paths))}
            codes = np.fromiter((index[path] for path in paths), dtype=np.intp, count=len(paths))
            codes.flags.writeable = False
            self._members[level] = codes, Axis([SEPARATOR.join(path) for path in index], level)

    @property
    def levels(self) -> tuple[str, ...]:
        """What groups are called, outermost first."""
        return tuple(self._own)

    def codes(self, level: str) -> np.ndarray:
        """The number of each item's group on this level."""
        return self._level(level)[0]

    def axis(self, level: str) -> Axis:
        """The groups of this level."""
        return self._level(level)[1]

    def names_of(self, level: str) -> tuple[str, ...]:
        """The names of the groups on this level, each with those around it."""
        return self.axis(level).names

    def of_items(self, level: str) -> list[str]:
        """The name of each item's group on this level."""
        codes, axis = self._level(level)
        return [axis.names[code] for code in codes]

    @cached_property
    def parents(self) -> list[np.ndarray]:
        """For the kernels: the innermost group of each item, the group of each of those, and so on outwards."""
        inward = [self.codes(level) for level in reversed(self.levels)]
        found = [inward[0]]
        for inner, outer in pairwise(inward):
            parent = np.empty(int(inner.max(initial=-1)) + 1, dtype=np.intp)
            parent[inner] = outer
            found.append(parent)
        return found

    def align(self, items: Items) -> Groups:
        """The groups of these items, in their order; every one of them must have its groups."""
        if items == self.items:
            return self
        if not (items.named and self.items.named) and len(items) == len(self.items):
            return Groups(items, self._own)  # without names: matched by position
        position = items.locate(self.items)
        if (position < 0).any():
            missing = [items[i] for i in np.flatnonzero(position < 0)]
            raise MismatchError(f"{self.items.plural} without {' and '.join(self.levels)}", missing=missing)
        return self.take(position)

    def take(self, positions: np.ndarray) -> Groups:
        """The groups of the items at these positions."""
        return Groups(
            self.items.take(positions), {level: [own[i] for i in positions] for level, own in self._own.items()}
        )

    def outer(self, level: str) -> Groups:
        """Without the levels inside this one."""
        self._level(level)
        return self.select(self.levels[: self.levels.index(level) + 1])

    def select(self, levels: Iterable[str]) -> Groups:
        """With these levels only, in this order, outermost first: ``["plant"]`` knows plants by their own names."""
        chosen = list(levels)
        for level in chosen:
            self._level(level)
        if len(set(chosen)) < len(chosen):
            raise ParameterError(f"each level once, not {' > '.join(chosen)}")
        return Groups(self.items, {level: self._own[level] for level in chosen})

    @cached_property
    def hash(self) -> str:
        """Eight hex digits over items and their groups, the same in whatever order they come."""
        inner = self._members[self.levels[-1]]
        rows = sorted(f"{item}\0{inner[1][code]}" for item, code in zip(self.items, inner[0], strict=True))
        return hashlib.sha256("\n".join([*self.levels, *rows]).encode()).hexdigest()[:8]

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        levels = " > ".join(f"{level} ({len(self.axis(level))})" for level in self.levels)
        return f"Groups({self.items.counted} in {levels})"

    def _level(self, level: str) -> tuple[np.ndarray, Axis]:
        return look_up(level, self._members, "level of groups")
