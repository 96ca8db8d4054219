"""The rules of an ontology: labels that exclude each other, and labels that need others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Need = Literal["parent", "rule"]


@dataclass(frozen=True)
class ExclusiveGroup:
    """Labels of which an item has at most one, or exactly one."""

    name: str
    labels: tuple[str, ...]
    exactly_one: bool = False


@dataclass(frozen=True)
class Requirement:
    """A label that an item has only together with one of others: its parent, or what a rule asks for."""

    label: str
    any_of: tuple[str, ...]
    kind: Need = "rule"


@dataclass(frozen=True)
class Rule:
    """One thing that a label set should keep.

    ``exclusive``: no more than one of ``labels``. ``one``: at least one of ``labels``. ``parent`` and ``rule``: the
    first of ``labels`` only together with one of ``needs``.
    """

    kind: Literal["exclusive", "one", "parent", "rule"]
    labels: tuple[str, ...]
    needs: tuple[str, ...] = ()
    group: str = ""

    @property
    def name(self) -> str:
        """The rule in words."""
        if self.needs:
            return f"{self.labels[0]} needs {_either(self.needs)}"
        return f"{self.group}: {'only one' if self.kind == 'exclusive' else 'at least one'} of {_either(self.labels)}"


def applicable_rules(
    exclusive: Iterable[ExclusiveGroup], requirements: Iterable[Requirement], labels: Sequence[str]
) -> Iterator[Rule]:
    """The rules that can be checked with these labels only."""
    there = set(labels)
    for group in exclusive:
        present = tuple(label for label in group.labels if label in there)
        if len(present) > 1:
            yield Rule("exclusive", present, group=group.name)
        if group.exactly_one and len(present) == len(group.labels):
            yield Rule("one", present, group=group.name)
    for wanted in requirements:
        present = tuple(label for label in wanted.any_of if label in there)
        if wanted.label in there and present:
            yield Rule(wanted.kind, (wanted.label,), present)


def _either(labels: Sequence[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} or {labels[-1]}"
