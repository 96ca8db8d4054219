"""Judgements: what people judged relevant, as a matrix of relevance between items and labels."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np

from goldscale.data import matrix as mx
from goldscale.data.arrays import as_array
from goldscale.data.axis import Concepts, Items, as_axis
from goldscale.data.given import By, as_grid, class_grid, nested_grid
from goldscale.errors import ParameterError

UNJUDGED = -1
WHAT = "the truth"
"""What errors call it."""

Relevance = Literal["binary", "graded", "probability"]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Judgements:
    """Items x labels relevance: binary, graded, or a probability; cells may be unjudged.

    Whole numbers are grades (0 = not relevant; negative = unjudged), held as int8 where they fit; fractions
    in [0, 1] are probabilities, held as float32 with NaN for unjudged. In a sparse matrix an absent cell is
    unjudged and an explicit zero is judged not relevant. A data frame brings its names along; what a masked array
    masks is unjudged. The labels of each item may come by name, as a list of lists or by item; a label that is not
    named is not relevant.

    >>> truth = Judgements([[1, 0], [0, -1]], labels=["Sky", "Sea"])
    >>> truth
    Judgements(2 items x 2 labels, binary, 1 relevant, 1 unjudged)
    >>> Judgements({"a.jpg": ["Sky", "Sea"], "b.jpg": []}).labels.names
    ('Sea', 'Sky')
    """

    made_by = "gs.read_judgements(path) or gs.Judgements(values)"

    values: mx.Matrix
    items: Items
    labels: Concepts
    relevance: Relevance
    name: str = field(default="truth")

    def __init__(
        self,
        values: Any,
        items: Items | Iterable[str] | None = None,
        labels: Concepts | Iterable[str] | None = None,
        name: str = "truth",
    ) -> None:
        if isinstance(values, np.ma.MaskedArray):  # what is masked is unjudged
            numbers = as_array(np.asarray(values.data), WHAT)
            values = np.where(np.ma.getmaskarray(values), np.nan, numbers) if numbers.dtype.kind != "U" else numbers
        grid = as_grid(values, WHAT, labels)
        checked = grid.values
        items = grid.items if items is None else items
        labels = grid.labels if labels is None else labels
        grades, relevance = _grades(mx.cells(checked))
        stored = mx.with_cells(checked, grades)
        rows, columns = stored.shape
        axes = {"items": as_axis(Items, items, rows), "labels": as_axis(Concepts, labels, columns)}
        vars(self).update(values=stored, relevance=relevance, name=name, **axes)

    @classmethod
    def from_dict(
        cls, table: Mapping[str, Mapping[str, float]], name: str = "truth", *, by: By = "topic"
    ) -> Judgements:
        """Judgements from ``{topic: {document: grade}}``, as pytrec_eval and ranx hold them; the rest is unjudged.

        With by="item" the outer names are items and the inner ones labels.

        >>> Judgements.from_dict({"q1": {"d1": 1, "d2": 0}})
        Judgements(2 documents x 1 topic, binary, 1 relevant)
        >>> Judgements.from_dict({"a.jpg": {"Sky": 1}}, by="item")
        Judgements(1 item x 1 label, binary, 1 relevant)
        """
        grid = nested_grid(table, WHAT, by)
        return cls(grid.values, grid.items, grid.labels, name)

    @classmethod
    def from_classes(
        cls,
        classes: Any,
        labels: Concepts | Iterable[str] | None = None,
        items: Items | Iterable[str] | None = None,
        name: str = "truth",
    ) -> Judgements:
        """Judgements from the one class of each item: its name, or its number among the labels.

        Without ``labels`` they are the classes that occur, in order.

        >>> Judgements.from_classes([0, 2, 0], labels=["cat", "dog", "owl"]).values.tolist()
        [[1, 0, 0], [0, 0, 1], [1, 0, 0]]
        """
        grid = class_grid(classes, WHAT, labels)
        return cls(grid.values, grid.items if items is None else items, grid.labels, name)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of items and labels."""
        return len(self.items), len(self.labels)

    @property
    def is_sparse(self) -> bool:
        """Whether only some cells are stored; the items of such a truth are an open world (as qrels are)."""
        return mx.is_sparse(self.values)

    @cached_property
    def unjudged(self) -> int:
        """Number of cells that nobody judged."""
        stored = mx.cells(self.values)
        judged = stored.size - int(np.count_nonzero(unjudged_mask(stored)))
        return self.shape[0] * self.shape[1] - judged

    @cached_property
    def relevant(self) -> int:
        """Number of cells with a grade, or a probability, above zero."""
        return int(np.count_nonzero(mx.cells(self.values) > 0))

    @cached_property
    def max_grade(self) -> int:
        """The highest grade given (0 where there is none)."""
        stored = mx.cells(self.values)
        return max(int(stored.max()), 0) if stored.size and self.relevance != "probability" else 0

    @cached_property
    def cardinality(self) -> float:
        """Mean number of labels per item (thesis eq. 3.2); of probabilities, the number to be expected."""
        uncertain = self.relevance == "probability"
        relevant = np.nansum(mx.cells(self.values), dtype=float) if uncertain else self.relevant
        return float(relevant) / max(len(self.items), 1)

    @property
    def density(self) -> float:
        """Cardinality as a share of all labels (thesis eq. 3.3)."""
        return self.cardinality / max(len(self.labels), 1)

    @cached_property
    def hash(self) -> str:
        """Eight hex digits over names and values, the same in whatever order the file lists them."""
        rows = np.argsort(np.array(self.items.names)) if self.items.named else None
        columns = np.argsort(np.array(self.labels.names)) if self.labels.named else None
        sha = hashlib.sha256(mx.digest(mx.rearrange(self.values, rows, columns)))
        for axis in (self.items, self.labels):
            sha.update("\0".join(sorted(axis.names)).encode())
        return sha.hexdigest()[:8]

    def select(self, items: np.ndarray | None = None, labels: np.ndarray | None = None) -> Judgements:
        """The judgements of these item and label positions, in this order."""
        return Judgements(
            mx.rearrange(self.values, items, labels),
            self.items if items is None else self.items.take(items),
            self.labels if labels is None else self.labels.take(labels),
            self.name,
        )

    def relabelled(self, labels: Concepts) -> Judgements:
        """The same judgements with other label names."""
        return Judgements(self.values, self.items, labels, self.name)

    @property
    def described(self) -> str:
        """What the judgements hold, in words: 2 images x 3 concepts, binary, 4 relevant."""
        parts = [
            f"{self.items.counted} x {self.labels.counted}",
            self.relevance,
            f"{self.cardinality * len(self.items):.1f} relevant expected"
            if self.relevance == "probability"
            else f"{self.relevant} relevant",
        ]
        if self.unjudged:
            parts.append(f"{self.unjudged} unjudged")
        return ", ".join(parts)

    def __repr__(self) -> str:
        return f"Judgements({self.described})"


def unjudged_mask(values: np.ndarray) -> np.ndarray:
    """Which of these stored values say 'unjudged'."""
    return np.isnan(values) if values.dtype.kind == "f" else values < 0


def _grades(values: np.ndarray) -> tuple[np.ndarray, Relevance]:
    """Grades in their smallest type, and what kind of relevance they are."""
    if values.dtype.kind == "b":
        return values.astype(np.int8), "binary"
    if values.dtype.kind == "f":
        known = values[~np.isnan(values)]
        if np.any(known != np.rint(known)):
            if known.min() < 0 or known.max() > 1:
                raise ParameterError(
                    "fractional relevance must be a probability between 0 and 1; a system's scores are a run, and "
                    "runs come first: evaluate(runs, truth, measures)"
                )
            return values.astype(np.float32), "probability"
        if not np.all(np.abs(known) <= np.iinfo(np.int16).max):
            raise ParameterError(f"grades must lie below {np.iinfo(np.int16).max}")
        values = np.where(np.isnan(values), UNJUDGED, values).astype(np.int16)
    if values.dtype.kind not in "iu":
        raise ParameterError(f"relevance must be numbers, not {values.dtype}")
    top = int(values.max(initial=0))
    low = int(values.min(initial=0))
    if top > np.iinfo(np.int16).max or low < np.iinfo(np.int16).min:
        raise ParameterError(f"grades must lie below {np.iinfo(np.int16).max}, found {top if top > 0 else low}")
    kind: Relevance = "graded" if top > 1 else "binary"
    return values.astype(np.int8 if top <= 127 and low >= -128 else np.int16, copy=False), kind
