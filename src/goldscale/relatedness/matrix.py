"""Relatedness: how near labels are to each other, as a symmetric matrix that says where it comes from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from goldscale.data import Concepts
from goldscale.data.axis import as_axis
from goldscale.errors import MismatchError, ParameterError, look_up

TOLERANCE = 1e-9
"""How far two halves of a matrix, or a value and its bounds, may be apart from rounding alone."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Relatedness:
    """Labels x labels in [0, 1], 1 on the diagonal, symmetric; 0 means unrelated and 1 the same.

    ``source``, ``parameters`` and ``date`` say how it was made, so that an evaluation can be repeated.

    >>> near = Relatedness([[1, 0.4], [0.4, 1]], ["Sky", "Clouds"])
    >>> near
    Relatedness(2 labels, given)
    >>> near.costs(["Clouds", "Sky"])[0]
    array([0. , 0.6])
    """

    made_by = "gs.build_relatedness(name, labels) or gs.read_relatedness(path)"

    values: np.ndarray
    labels: Concepts
    source: str
    parameters: Mapping[str, Any]
    date: str
    notes: str

    def __init__(
        self,
        values: Any,
        labels: Concepts | Iterable[str] | None = None,
        source: str = "given",
        parameters: Mapping[str, Any] | None = None,
        date: str = "",
        notes: str = "",
    ) -> None:
        checked = _checked(values)
        axis = as_axis(Concepts, labels, len(checked))
        _check_halves(checked, axis)
        checked.flags.writeable = False
        object.__setattr__(self, "values", checked)
        object.__setattr__(self, "labels", axis)
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "parameters", MappingProxyType(dict(parameters or {})))
        object.__setattr__(self, "date", date)
        object.__setattr__(self, "notes", notes)

    def __reduce__(self) -> tuple[type[Relatedness], tuple[Any, ...]]:
        # A read-only view of a dictionary cannot be pickled.
        return Relatedness, (self.values, self.labels, self.source, dict(self.parameters), self.date, self.notes)

    @classmethod
    def identity(cls, labels: Concepts | Iterable[str]) -> Relatedness:
        """Every label is related to itself alone."""
        axis = labels if isinstance(labels, Concepts) else Concepts(labels)
        return cls(np.eye(len(axis)), axis, "identity")

    def aligned(self, labels: Concepts | Iterable[str]) -> np.ndarray:
        """The values in the order of another axis, a new array; labels that this matrix lacks are an error.

        An axis without names of its own is matched by position.
        """
        axis = labels if isinstance(labels, Concepts) else Concepts(labels)
        if not (axis.named and self.labels.named):
            if len(axis) != len(self.labels):
                raise MismatchError(f"the relatedness has {len(self.labels)} labels, {len(axis)} are needed")
            return self.values.copy()
        places = axis.locate(self.labels)
        missing = [axis[i] for i in np.flatnonzero(places < 0)]
        if missing:
            raise MismatchError(
                f"the relatedness ({self.source}) lacks labels",
                missing=missing,
                hint="Build it for the labels of the truth.",
            )
        return self.values[np.ix_(places, places)]

    def costs(self, labels: Concepts | Iterable[str]) -> np.ndarray:
        """Cost of taking one label for another, 1 - relatedness, in the order of an axis (thesis 8.3.1)."""
        return 1.0 - self.aligned(labels)

    def ranked(self) -> list[tuple[str, str, float]]:
        """All pairs of different labels with their value, the most related first."""
        first, second = np.triu_indices(len(self.labels), k=1)
        values = self.values[first, second]
        order = np.argsort(-values, kind="stable")
        return [(self.labels[first[i]], self.labels[second[i]], float(values[i])) for i in order]

    def nearest(self, label: str) -> list[tuple[str, float]]:
        """The other labels with their relatedness to one, the most related first.

        >>> Relatedness([[1, 0.1, 0.4], [0.1, 1, 0], [0.4, 0, 1]], ["Sky", "Food", "Clouds"]).nearest("Sky")
        [('Clouds', 0.4), ('Food', 0.1)]
        """
        row = self.values[look_up(label, self.labels.index, "label")]
        return [(self.labels[i], float(row[i])) for i in np.argsort(-row, kind="stable") if self.labels[i] != label]

    @cached_property
    def hash(self) -> str:
        """Eight hex digits over labels and values, the same in whatever order the labels stand."""
        order = sorted(range(len(self.labels)), key=self.labels.names.__getitem__)
        sha = hashlib.sha256("\0".join(self.labels[i] for i in order).encode())
        # Rounded, so that a matrix that went through a table of nine digits is still the same one.
        sha.update(np.ascontiguousarray(np.round(self.values[np.ix_(order, order)], 9) + 0.0).data)
        return sha.hexdigest()[:8]

    def __repr__(self) -> str:
        plural = self.labels.noun if len(self.labels) == 1 else self.labels.plural
        return f"Relatedness({len(self.labels)} {plural}, {self.source}{', ' if self.date else ''}{self.date})"


def _checked(values: Any) -> np.ndarray:
    """A square array of its own with values in [0, 1]."""
    try:
        matrix = np.array(values, dtype=np.float64)
    except Exception as error:  # what turns itself into an array raises nearly anything
        raise ParameterError(f"relatedness must be numbers in rows of equal length: {error}") from error
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ParameterError(f"relatedness must be a square matrix, not {' x '.join(map(str, matrix.shape))}")
    if np.isnan(matrix).any():
        raise ParameterError(f"relatedness has {np.count_nonzero(np.isnan(matrix))} cells that are not a number")
    if matrix.size and (matrix.min() < -TOLERANCE or matrix.max() > 1 + TOLERANCE):
        wrong = matrix.min() if matrix.min() < -TOLERANCE else matrix.max()
        raise ParameterError(f"relatedness must lie between 0 and 1, found {wrong:g}")
    return np.clip(matrix, 0.0, 1.0)


def _check_halves(matrix: np.ndarray, labels: Concepts) -> None:
    uneven = np.abs(matrix - matrix.T) > TOLERANCE
    if uneven.any():
        a, b = (int(i) for i in np.argwhere(uneven)[0])
        raise ParameterError(
            f"relatedness must be symmetric: {labels[a]!r} to {labels[b]!r} is {matrix[a, b]:g}, "
            f"the other way {matrix[b, a]:g}"
        )
    off = np.flatnonzero(np.abs(np.diagonal(matrix) - 1.0) > TOLERANCE)
    if off.size:
        name, value = labels[off[0]], matrix[off[0], off[0]]
        raise ParameterError(f"each label's relatedness to itself must be 1, that of {name!r} is {value:g}")
