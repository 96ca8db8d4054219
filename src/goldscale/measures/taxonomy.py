"""Distances and similarities between labels that hierarchical measures read off a hierarchy (thesis 4.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from goldscale.data import Concepts
from goldscale.data.ontology import ROOT, Ontology


class LabelTaxonomy:
    """The hierarchy of an ontology seen from one axis of labels; every matrix is labels x labels."""

    def __init__(self, ontology: Ontology, labels: Concepts) -> None:
        self.ontology = ontology
        self.nodes = [ontology.labels[ontology.concepts[int(position)]] for position in ontology.locate(labels)]

    @cached_property
    def _up(self) -> list[dict[str, int]]:
        """For each label: every node above it, itself and the root included, with the links in between."""
        return [self._links_up(node) for node in self.nodes]

    def _links_up(self, node: str) -> dict[str, int]:
        found, edge, links = {node: 0}, {node}, 0
        while edge:
            links += 1
            edge = {above for below in edge for above in self._parents(below)} - found.keys()
            found |= dict.fromkeys(edge, links)
        return found

    def _parents(self, node: str) -> tuple[str, ...]:
        return () if node == ROOT else self.ontology.parents[node] or (ROOT,)

    def _table(self, value: Callable[[int, int], float]) -> np.ndarray:
        size = range(len(self.nodes))
        return np.array([[value(i, j) for j in size] for i in size], dtype=np.float64)

    def _common(self, i: int, j: int) -> set[str]:
        return self._up[i].keys() & self._up[j].keys()

    @cached_property
    def links(self) -> np.ndarray:
        """Links of the shortest path between two labels."""
        return self._table(lambda i, j: min(self._up[i][a] + self._up[j][a] for a in self._common(i, j)))

    @cached_property
    def heights(self) -> dict[str, int]:
        """Links from each node down to its deepest leaf."""
        found: dict[str, int] = {}

        def height(node: str) -> int:
            if node not in found:
                found[node] = max((height(child) + 1 for child in self.ontology.children.get(node, ())), default=0)
            return found[node]

        height(ROOT)
        return found

    @cached_property
    def common_height(self) -> np.ndarray:
        """Height of the lowest common ancestor over the height of the root (0 for a leaf and itself)."""
        top = max(self.heights[ROOT], 1)
        return self._table(lambda i, j: 0.0 if i == j else min(self.heights[node] for node in self._common(i, j)) / top)

    @cached_property
    def same_parent(self) -> np.ndarray:
        """Whether two labels have a parent in common (a label has with itself)."""
        return self._table(
            lambda i, j: i == j or bool({*self._parents(self.nodes[i])} & {*self._parents(self.nodes[j])})
        ).astype(bool)

    @cached_property
    def code_error(self) -> np.ndarray:
        """ImageCLEF medical error of predicting the row's label for the column's (Deselaers et al. 2008), 0 to 1."""
        return self._table(self._code_error)

    def _path(self, i: int) -> list[str]:
        """Nodes from below the root down to a label, on its shortest way."""
        path = [self.nodes[i]]
        while (above := min(self._parents(path[0]), key=lambda n: (self.ontology.depth(n), n))) != ROOT:
            path.insert(0, above)
        return path

    def _code_error(self, predicted: int, true: int) -> float:
        # Position p has the weight 1 / (choices there * p); once one position is wrong, all later ones are; a code that
        # stops early is half wrong in the positions that it leaves open.
        given, wanted = self._path(predicted), self._path(true)
        error = total = 0.0
        fault = 0.0
        for p, node in enumerate(wanted, start=1):
            above = ROOT if p == 1 else wanted[p - 2]
            weight = 1.0 / (len(self.ontology.children[above]) * p)
            if fault == 0.0 and p > len(given):
                fault = 0.5
            elif fault == 0.0 and given[p - 1] != node:
                fault = 1.0
            error += fault * weight
            total += weight
        return error / total

    @cached_property
    def balanced(self) -> np.ndarray:
        """Balanced distance metric (Maynard et al. 2006), a similarity: 1 for the same label, 0 across the root."""
        chains = self._chains()
        mean_all = float(np.mean([length for length, _ in chains]))
        mean_of = [float(np.mean([length for length, nodes in chains if node in nodes])) for node in self.nodes]
        branching = {node: len(below) for node, below in self.ontology.children.items() if below}
        mean_branching = float(np.mean(list(branching.values())))

        def value(i: int, j: int) -> float:
            if i == j:
                return 1.0
            common = max(self._common(i, j), key=lambda n: (self.ontology.depth(n), n))
            shared = branching[common] / mean_branching * self.ontology.depth(common) / mean_all
            apart = self._up[i][common] / mean_of[i] + self._up[j][common] / mean_of[j]
            return shared / (shared + apart)

        return self._table(value)

    def _chains(self) -> list[tuple[int, frozenset[str]]]:
        """Every way from the root to a leaf: its length in links and its nodes."""
        found: list[tuple[int, frozenset[str]]] = []

        def walk(node: str, above: tuple[str, ...]) -> None:
            below = self.ontology.children.get(node, ())
            here = (*above, node)
            if not below:
                found.append((len(here) - 1, frozenset(here)))
            for child in below:
                walk(child, here)

        walk(ROOT, ())
        return found
