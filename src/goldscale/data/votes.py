"""Votes: what each annotator said of each item and label, before it becomes one truth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from goldscale.data.axis import Axis, Concepts, Items
from goldscale.errors import ParameterError


class Annotators(Axis):
    """The people who voted."""

    default_noun = "annotator"


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Votes:
    """Annotator x item x label votes, one row per vote (most cells of the cube are empty).

    The three index arrays and ``values`` have one entry per vote; a missing vote is simply not there.

    >>> votes = Votes.from_records([("first", "a.jpg", "Sky", 1), ("second", "a.jpg", "Sky", 0)])
    >>> votes
    Votes(2 votes of 2 annotators on 1 item x 1 label)
    >>> votes.cube()[:, 0, 0]
    array([1., 0.])
    """

    annotator: np.ndarray
    item: np.ndarray
    label: np.ndarray
    values: np.ndarray
    annotators: Annotators
    items: Items
    labels: Concepts
    name: str = field(default="votes")

    def __init__(
        self,
        annotator: Any,
        item: Any,
        label: Any,
        values: Any,
        annotators: Annotators | Iterable[str],
        items: Items | Iterable[str],
        labels: Concepts | Iterable[str],
        name: str = "votes",
    ) -> None:
        axes: dict[str, Axis] = {
            "annotators": annotators if isinstance(annotators, Annotators) else Annotators(annotators),
            "items": items if isinstance(items, Items) else Items(items),
            "labels": labels if isinstance(labels, Concepts) else Concepts(labels),
        }
        indices = {"annotator": annotator, "item": item, "label": label}
        count = len(values)
        for (name_, given), axis in zip(indices.items(), axes.values(), strict=True):
            index = np.array(given, dtype=np.int32)
            if index.shape != (count,):
                raise ParameterError(f"{name_} must have one entry per vote ({count}), not {index.shape}")
            if count and (index.min() < 0 or index.max() >= len(axis)):
                raise ParameterError(f"{name_} points outside the {len(axis)} {axis.plural}")
            index.flags.writeable = False
            object.__setattr__(self, name_, index)
        held = np.array(values, dtype=np.float64)
        if np.isnan(held).any():
            raise ParameterError("a vote must be a number; leave missing votes out")
        held.flags.writeable = False
        for name_, axis in axes.items():
            object.__setattr__(self, name_, axis)
        object.__setattr__(self, "values", held)
        object.__setattr__(self, "name", name)
        self._refuse_doubles()

    @classmethod
    def from_records(cls, records: Iterable[tuple[str, str, str, float]], name: str = "votes") -> Votes:
        """Votes from (annotator, item, label, value) records."""
        seen: tuple[dict[str, int], ...] = ({}, {}, {})
        rows: list[tuple[int, ...]] = []
        values: list[float] = []
        for *names, value in records:
            rows.append(tuple(index.setdefault(str(n), len(index)) for index, n in zip(seen, names, strict=True)))
            values.append(float(value))
        annotator, item, label = np.array(rows, dtype=np.int32).reshape(-1, 3).T
        return cls(annotator, item, label, values, seen[0], seen[1], seen[2], name)

    def cube(self) -> np.ndarray:
        """Annotators x items x labels, NaN where nobody voted; dense, so for small studies."""
        cube = np.full((len(self.annotators), len(self.items), len(self.labels)), np.nan)
        cube[self.annotator, self.item, self.label] = self.values
        return cube

    def select(self, votes: np.ndarray) -> Votes:
        """Only these votes (positions or mask); the axes stay."""
        return Votes(
            self.annotator[votes],
            self.item[votes],
            self.label[votes],
            self.values[votes],
            self.annotators,
            self.items,
            self.labels,
            self.name,
        )

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"Votes({len(self)} votes of {self.annotators.counted} on {self.items.counted} x {self.labels.counted})"

    def _refuse_doubles(self) -> None:
        cell = (self.annotator.astype(np.int64) * len(self.items) + self.item) * len(self.labels) + self.label
        order = np.argsort(cell, kind="stable")
        repeated = np.flatnonzero(np.diff(cell[order]) == 0)
        if repeated.size:
            first = order[repeated[0]]
            raise ParameterError(
                f"{repeated.size} votes are given twice, the first by {self.annotators[self.annotator[first]]!r} "
                f"on {self.items[self.item[first]]!r}, {self.labels[self.label[first]]!r}"
            )
