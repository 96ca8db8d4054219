"""Ontology: how labels hang together. A hierarchy of nodes, labels on some of them, and rules on label sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from goldscale.data.axis import Axis, Concepts
from goldscale.data.hierarchy import ROOT, Hierarchy, ordered_parents
from goldscale.data.rules import ExclusiveGroup, Requirement
from goldscale.data.violations import Violations, find_violations
from goldscale.errors import MismatchError, ParameterError

__all__ = ["ROOT", "ExclusiveGroup", "Ontology", "Requirement"]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Ontology(Hierarchy):
    """A hierarchy in which some nodes carry a label, and the rules that a set of labels should keep.

    ``parents`` gives each node's parents (several are allowed; a node without any hangs on the implicit root),
    ``labels`` the node of each label, in the order of the label axis; a node without a label is an abstract category,
    never annotated. Everything is kept in one order (nodes, groups and rules as their labels come), so that the same
    ontology is equal whatever file it was read from.

    >>> nature = Ontology("nature", {"Water": (), "Water.Lake": ("Water",)}, {"Water": "Water", "Lake": "Water.Lake"})
    >>> nature
    Ontology('nature', 2 concepts, 0 groups, 0 requirements)
    >>> nature.depth("Water.Lake"), sorted(nature.ancestors("Water.Lake"))
    (2, ['Water'])
    """

    made_by = "gs.read_ontology(name_or_path)"

    name: str
    parents: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, str]
    exclusive: tuple[ExclusiveGroup, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    title: str = ""

    def __init__(
        self,
        name: str,
        parents: Mapping[str, Iterable[str]],
        labels: Mapping[str, str],
        exclusive: Iterable[ExclusiveGroup] = (),
        requirements: Iterable[Requirement] = (),
        title: str = "",
    ) -> None:
        if not name:
            raise ParameterError("an ontology needs a name")
        if not labels:
            raise ParameterError(f"the ontology {name!r} has no labels")
        nodes = ordered_parents(parents, labels.values())
        _check_nodes(nodes, labels)
        place = {label: i for i, label in enumerate(labels)}
        apart = sorted(
            {_group(g, place) for g in exclusive}, key=lambda g: ([place[label] for label in g.labels], g.name)
        )
        wanted = sorted(
            {_requirement(r, place) for r in requirements},
            key=lambda r: (r.kind, place[r.label], *[place[label] for label in r.any_of]),
        )
        vars(self).update(
            name=name,
            parents=MappingProxyType(nodes),
            labels=MappingProxyType(dict(labels)),
            exclusive=tuple(apart),
            requirements=tuple(wanted),
            title=title,
        )
        self._check_parent_requirements()

    @property
    def nodes(self) -> tuple[str, ...]:
        """All nodes: abstract categories and those with a label."""
        return tuple(self.parents)

    @cached_property
    def concepts(self) -> Concepts:
        """The labels as an axis."""
        return Concepts(self.labels, noun="concept")

    @cached_property
    def label_of(self) -> Mapping[str, str]:
        """The label of each node that has one."""
        return {node: label for label, node in self.labels.items()}

    def parent_labels(self, label: str) -> tuple[str, ...]:
        """The nearest labels above this one, on each way up; abstract categories between them do not count."""
        above = self.nearest_above(self.labels[label], self.label_of)
        return tuple(sorted((self.label_of[node] for node in above), key=self.concepts.index.__getitem__))

    def require_parents(self, labels: Iterable[str] | None = None) -> Ontology:
        """The same ontology in which these labels (all of them by default) need the labels above them."""
        chosen = self.labels if labels is None else labels
        more = [Requirement(label, (above,), "parent") for label in chosen for above in self.parent_labels(label)]
        return Ontology(self.name, self.parents, self.labels, self.exclusive, [*self.requirements, *more], self.title)

    def locate(self, labels: Axis) -> np.ndarray:
        """Where each label of an axis stands among ``concepts``; an axis without names is taken in their order."""
        if not labels.named:
            if len(labels) != len(self.labels):
                raise MismatchError(
                    f"{len(labels)} {labels.plural} without names for {len(self.labels)} of the ontology {self.name!r}",
                    hint="Name them (labels=, or --labels FILE on the command line).",
                )
            return np.arange(len(labels))
        where = labels.locate(self.concepts)
        unknown = [labels[int(i)] for i in np.flatnonzero(where < 0)]
        if unknown:
            raise MismatchError(f"{labels.plural} that the ontology {self.name!r} does not know", extra=unknown)
        return where

    def ancestor_matrix(self, labels: Concepts) -> np.ndarray:
        """Labels x labels: whether the column's label lies above the row's."""
        names = [self.concepts[int(i)] for i in self.locate(labels)]
        column = {self.labels[name]: i for i, name in enumerate(names)}
        above = np.zeros((len(names), len(names)), dtype=bool)
        for row, name in enumerate(names):
            above[row, [column[node] for node in self.ancestors(self.labels[name]) if node in column]] = True
        return above

    def violations(self, decisions: Any, labels: Concepts) -> Violations:
        """Which items break which rules, and which of their labels are to blame.

        ``decisions`` is an items x labels matrix of yes and no, dense or sparse. The axis may hold fewer labels than
        the ontology; then rules about absent labels do not apply: a group counts where two of its labels are there,
        an exactly-one group must be filled only where all of them are, a requirement asks for those alternatives
        that are there and is dropped where none is.
        """
        names = [self.concepts[int(i)] for i in self.locate(labels)]
        return find_violations(self.exclusive, self.requirements, decisions, names)

    def _check_parent_requirements(self) -> None:
        named: dict[str, set[str]] = {}
        for requirement in self.requirements:
            if requirement.kind == "parent":
                named.setdefault(requirement.label, set()).update(requirement.any_of)
                if len(requirement.any_of) != 1:
                    raise ParameterError(f"a requirement of a parent names one label, not {requirement.any_of}")
        for label, above in named.items():
            if above != set(self.parent_labels(label)):
                raise ParameterError(
                    f"the parents that {label!r} needs must be those it has, {self.parent_labels(label)}, "
                    f"not {tuple(sorted(above))}"
                )

    def __reduce__(self) -> tuple[type[Ontology], tuple[Any, ...]]:
        # Read-only views of dictionaries cannot be pickled.
        given = (self.name, dict(self.parents), dict(self.labels), self.exclusive, self.requirements, self.title)
        return Ontology, given

    def _key(self) -> tuple[Any, ...]:
        labels = tuple(self.labels.items())
        return self.name, self.title, dict(self.parents), labels, self.exclusive, self.requirements

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ontology) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.labels.items())))

    def __repr__(self) -> str:
        counts = [(self.labels, "concept"), (self.exclusive, "group"), (self.requirements, "requirement")]
        words = [f"{len(things)} {noun}{'' if len(things) == 1 else 's'}" for things, noun in counts]
        return f"Ontology({self.name!r}, {', '.join(words)})"


def _check_nodes(nodes: Mapping[str, tuple[str, ...]], labels: Mapping[str, str]) -> None:
    for label, node in labels.items():
        if node not in nodes:
            raise ParameterError(f"the label {label!r} is on {node!r}, which is no node")
    if len(set(labels.values())) != len(labels):
        double = next(node for node, count in Counter(labels.values()).items() if count > 1)
        raise ParameterError(f"the node {double!r} has more than one label")


def _group(group: ExclusiveGroup, place: Mapping[str, int]) -> ExclusiveGroup:
    """The group with its labels in order."""
    _check_labels(group.labels, place, f"the group {group.name!r}")
    if len(set(group.labels)) < 2 or len(set(group.labels)) != len(group.labels):
        raise ParameterError(f"the group {group.name!r} needs at least two labels, each once")
    return ExclusiveGroup(group.name, tuple(sorted(group.labels, key=place.__getitem__)), group.exactly_one)


def _requirement(wanted: Requirement, place: Mapping[str, int]) -> Requirement:
    """The requirement with its alternatives in order."""
    _check_labels((wanted.label, *wanted.any_of), place, f"what {wanted.label!r} requires")
    if not wanted.any_of or wanted.label in wanted.any_of:
        raise ParameterError(f"{wanted.label!r} must require at least one other label")
    if wanted.kind not in ("parent", "rule"):
        raise ParameterError(f"a requirement is of the kind 'parent' or 'rule', not {wanted.kind!r}")
    return Requirement(wanted.label, tuple(sorted(set(wanted.any_of), key=place.__getitem__)), wanted.kind)


def _check_labels(labels: Iterable[str], place: Mapping[str, int], what: str) -> None:
    unknown = [label for label in labels if label not in place]
    if unknown:
        raise ParameterError(f"{what} names {unknown[0]!r}, which is no label of the ontology")
