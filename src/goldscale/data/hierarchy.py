"""A hierarchy of named nodes with one root: several parents are allowed, cycles are not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from graphlib import CycleError, TopologicalSorter

from goldscale.errors import SHOWN, ParameterError, UnknownNameError

ROOT = ""
"""The implicit root: what nodes without a parent hang on. It is no node and has no label."""


def ordered_parents(parents: Mapping[str, Iterable[str]], leading: Iterable[str] = ()) -> dict[str, tuple[str, ...]]:
    """Nodes and their parents, checked and put in one order, whatever order they came in.

    A node stands where the first ``leading`` node at or under it stands, above what is under it; the rest comes last.
    """
    given = {node: tuple(sorted(set(above))) for node, above in parents.items()}
    for node, above in list(given.items()):
        for parent in above:
            given.setdefault(parent, ())
        if not node or not all(above):
            raise ParameterError("a node needs a name; the root is not named")
    try:
        downwards = [*TopologicalSorter(given).static_order()]
    except CycleError as error:
        cycle = error.args[1][::-1]
        few = " > ".join(cycle[:SHOWN]) + (f" > ... ({len(cycle) - 1} nodes)" if len(cycle) > SHOWN else "")
        raise ParameterError(f"the parents form a cycle: {few}") from None
    first = {node: place for place, node in reversed(list(enumerate(leading)))}
    late = len(first)
    for node in reversed(downwards):
        for parent in given[node] if node in first else ():
            first[parent] = min(first[node], first.get(parent, late))
    level: dict[str, int] = {}
    for node in downwards:
        level[node] = 1 + max((level[parent] for parent in given[node]), default=0)
    order = sorted(given, key=lambda node: (first.get(node, late), level[node], node))
    return {node: given[node] for node in order}


class Hierarchy:
    """What can be told from nodes and their parents alone."""

    parents: Mapping[str, tuple[str, ...]]

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """Nodes directly under each node, and under ROOT."""
        below: dict[str, list[str]] = {node: [] for node in (ROOT, *self.parents)}
        for node, above in self.parents.items():
            for parent in above or (ROOT,):
                below[parent].append(node)
        return {node: tuple(nodes) for node, nodes in below.items()}

    @cached_property
    def _depths(self) -> Mapping[str, int]:
        depths = {ROOT: 0}
        reached = [ROOT]
        for node in reached:  # grows as it goes, level by level
            for child in self.children[node]:
                if child not in depths:
                    depths[child] = depths[node] + 1
                    reached.append(child)
        return depths

    @property
    def height(self) -> int:
        """The longest depth: L of thesis eq. 7.2."""
        return max(self._depths.values())

    def depth(self, node: str) -> int:
        """Links on the shortest way to the root: 1 for a node without parents, 0 for ROOT itself."""
        if node not in self._depths:
            raise UnknownNameError("node", node, self.parents)
        return self._depths[node]

    def ancestors(self, node: str) -> frozenset[str]:
        """All nodes above this one, over all of its parents; neither itself nor the root."""
        return self.nearest_above(node, ())

    def nearest_above(self, node: str, stops: Collection[str]) -> frozenset[str]:
        """Going up on all ways, the first of ``stops`` on each; without stops, every node on the way."""
        if node and node not in self.parents:
            raise UnknownNameError("node", node, self.parents)
        seen: set[str] = set()
        waiting = list(self.parents.get(node, ()))
        while waiting:
            here = waiting.pop()
            if here not in seen:
                seen.add(here)
                if here not in stops:
                    waiting += self.parents[here]
        return frozenset(name for name in seen if name in stops) if stops else frozenset(seen)
