"""Which rules of an ontology label sets break, and which labels are to blame (thesis 7.3, the cross-check of OS)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldscale.data import matrix as mx
from goldscale.data.given import as_grid
from goldscale.data.rules import ExclusiveGroup, Requirement, Rule, applicable_rules
from goldscale.errors import ParameterError


@dataclass(frozen=True, eq=False)
class Violations:
    """What was found: items x rules that are broken, items x labels that are penalised for it.

    All labels of a group that are there together are penalised; so is a label without its parent or without what it
    requires. An exactly-one group that is left empty breaks its rule, but there is no label to penalise.
    """

    rules: tuple[Rule, ...]
    broken: np.ndarray
    penalised: np.ndarray

    @property
    def count(self) -> int:
        """How many rules are broken, over all items."""
        return int(np.count_nonzero(self.broken))

    @property
    def items(self) -> np.ndarray:
        """Positions of the items that break any rule."""
        return np.flatnonzero(self.broken.any(axis=1))

    def per_rule(self) -> np.ndarray:
        """In how many items each rule is broken."""
        return np.count_nonzero(self.broken, axis=0)


def find_violations(
    exclusive: Iterable[ExclusiveGroup], requirements: Iterable[Requirement], decisions: Any, labels: Sequence[str]
) -> Violations:
    """Check an items x labels matrix of decisions against the rules."""
    chosen = _dense(decisions)
    if chosen.shape[1] != len(labels):
        raise ParameterError(f"the decisions have {chosen.shape[1]} columns for {len(labels)} labels")
    column = {label: i for i, label in enumerate(labels)}
    rules = tuple(applicable_rules(exclusive, requirements, labels))
    # Rules look at a few columns each: those lie together in this order.
    by_column = np.asfortranarray(chosen)
    broken = np.zeros((len(chosen), len(rules)), dtype=bool, order="F")
    penalised = np.zeros(chosen.shape, dtype=bool, order="F")
    for number, rule in enumerate(rules):
        own = [column[label] for label in rule.labels]
        if rule.kind == "exclusive":
            broken[:, number] = np.count_nonzero(by_column[:, own], axis=1) > 1
            penalised[:, own] |= by_column[:, own] & broken[:, number, None]
        elif rule.kind == "one":
            broken[:, number] = ~by_column[:, own].any(axis=1)
        else:
            needed = [column[label] for label in rule.needs]
            broken[:, number] = by_column[:, own[0]] & ~by_column[:, needed].any(axis=1)
            penalised[:, own[0]] |= broken[:, number]
    return Violations(rules, np.ascontiguousarray(broken), np.ascontiguousarray(penalised))


def _dense(decisions: Any) -> np.ndarray:
    matrix = as_grid(decisions, "the decisions").values
    stored = mx.cells(matrix)
    if stored.dtype.kind not in "biuf" or (stored.dtype.kind != "b" and np.any((stored != 0) & (stored != 1))):
        raise ParameterError("decisions must be yes or no (0 or 1)")
    return mx.dense(matrix).astype(bool, copy=False)
