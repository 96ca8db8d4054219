"""What people have in Python, sorted into a few forms: a grid, a vector, label sets or a nested dictionary.

``Run`` and ``Judgements`` are made from a grid. The other forms become one where it is clear what they mean; where
only a run and its truth together tell (is ``[0, 2, 1]`` a class or a grade of each item?), ``measures/inputs.py`` does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, TypeAlias

import numpy as np
from scipy import sparse

from goldscale.data.arrays import as_array
from goldscale.data.axis import Concepts, Items, named_axis
from goldscale.data.frames import is_frame, read_frame, row_names
from goldscale.data.headings import item_heading, tag_columns
from goldscale.data.matrix import Matrix, canonical
from goldscale.errors import MismatchError, ParameterError, known_name

Name: TypeAlias = str | int
By = Literal["topic", "item"]
BY: tuple[By, ...] = ("topic", "item")
"""What the outer names of a nested dictionary are."""

NUMBER = int | float | np.number | np.bool_


@dataclass(frozen=True)
class Grid:
    """Items x labels numbers, with the names that came along."""

    values: Matrix
    items: Items | Sequence[str] | None = None
    labels: Concepts | Sequence[str] | None = None


@dataclass(frozen=True)
class Vector:
    """One number per item: its grade or score on the only label, or its class."""

    values: np.ndarray
    items: Sequence[str] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether every number is whole, as classes are."""
        return bool(np.all(np.isfinite(self.values) & (self.values == np.rint(self.values))))

    def classes(self) -> NamedLabels:
        """Each number as the item's class."""
        return NamedLabels([(int(value),) for value in self.values.tolist()], self.items)

    def column(self) -> Grid:
        """The numbers as those of one label."""
        return Grid(self.values[:, None], self.items)


@dataclass(frozen=True)
class NamedLabels:
    """The labels of each item, by name or number: all that it has, or its one class."""

    sets: Sequence[Collection[Name]]
    items: Sequence[str] | None = None

    @property
    def names(self) -> list[Name]:
        """The labels that occur, in order: numbers by size, then names."""
        return sorted({name for labels in self.sets for name in labels}, key=lambda n: (isinstance(n, str), n))

    def grid(self, labels: Concepts | Iterable[str] | None = None) -> Grid:
        """Items x labels, 1 where an item has a label: over the labels given, or over those that occur."""
        axis = named_axis(Concepts, map(str, self.names) if labels is None else labels)
        extra = [str(name) for name in self.names if str(name) not in axis]
        if extra:
            raise MismatchError("some labels of items are not among the labels given", extra=extra)
        values = np.zeros((len(self.sets), len(axis)), dtype=np.int8)
        for row, names in enumerate(self.sets):
            values[row, [axis.index[str(name)] for name in names]] = 1
        return Grid(values, self.items, axis)

    def numbered(self, labels: Concepts) -> NamedLabels | None:
        """The same by name, where all are whole numbers that count the labels from 0 up; None where they do not."""
        if not all(isinstance(name, int) and 0 <= name < len(labels) for name in self.names):
            return None
        return NamedLabels([[labels[int(name)] for name in names] for names in self.sets], self.items)


@dataclass(frozen=True)
class Nested:
    """``{outer: {inner: number}}``: topics of documents, or items of labels."""

    table: Mapping[str, Mapping[str, float]]

    @property
    def outer(self) -> list[str]:
        """The names outside."""
        return [str(name) for name in self.table]

    @property
    def inner(self) -> list[str]:
        """The names inside, each once."""
        return list(dict.fromkeys(str(name) for cells in self.table.values() for name in cells))


Form = Grid | Vector | NamedLabels | Nested


def form_of(values: Any, what: str) -> Form:
    """The form of whatever was given; ``what`` it is stands in the error where it has none."""
    if sparse.issparse(values):
        return Grid(canonical(values, what))
    if isinstance(values, Mapping):
        return _from_mapping(values, what)
    if is_frame(values):
        return _named_in(values) or Grid(*read_frame(values, what))
    if isinstance(values, set | frozenset):
        raise ParameterError(f"{what} is a set, which has no order; give a list")
    names = row_names(values)
    elements = _elements(values)
    if elements is not None and elements and all(isinstance(e, Mapping) for e in elements):
        numbered = {str(number): element for number, element in enumerate(elements)}
        grid = nested_grid(numbered, what, "item")
        return Grid(grid.values, None, grid.labels)
    if elements is not None and are_label_sets(elements):
        return NamedLabels([[_name(n) for n in element] for element in elements], names)
    array = as_array(values, what)
    if array.ndim == 1:
        if array.dtype.kind == "U":
            return NamedLabels([(name,) for name in array.tolist()], names)
        return Vector(array, names)
    if array.ndim != 2:
        raise ParameterError(f"{what} must have two dimensions (items x labels), not {array.ndim}")
    if array.dtype.kind == "U":
        raise ParameterError(f"{what} holds text, as {str(array.flat[0])!r}; numbers written out: .astype(float)")
    return Grid(array)


def as_grid(values: Any, what: str, labels: Concepts | Iterable[str] | None = None) -> Grid:
    """The grid of whatever was given, where it can mean only one; ``labels`` are those of label sets, if known."""
    form = values if isinstance(values, Form) else form_of(values, what)
    if isinstance(form, NamedLabels):
        return form.grid(labels)
    if isinstance(form, Vector):
        raise ParameterError(
            f"{what} must have two dimensions (items x labels), not 1: for one label .reshape(-1, 1); if it holds the "
            "class of each item, use from_classes"
        )
    if isinstance(form, Nested):
        raise ParameterError(
            f"{what} is a dictionary of dictionaries: from_dict reads {{topic: {{document: number}}}}, and with "
            "by='item' {item: {label: number}}"
        )
    return form


def nested_grid(table: Mapping[str, Mapping[str, float]], what: str, by: By = "topic") -> Grid:
    """The sparse grid of ``{topic: {document: number}}``, as TREC tools hold it, or of ``{item: {label: number}}``."""
    known_name(by, BY, "way to nest a dictionary")
    if not isinstance(table, Mapping) or not all(isinstance(cells, Mapping) for cells in table.values()):
        raise ParameterError(f"{what} is no dictionary of dictionaries, {{topic: {{document: number}}}}")
    outer = [str(name) for name in table]
    names = [str(name) for cells in table.values() for name in cells]
    inner = {name: i for i, name in enumerate(dict.fromkeys(names))}
    given = [value for cells in table.values() for value in cells.values()]
    odd = [value for value in given if not isinstance(value, NUMBER)]
    if odd:
        raise ParameterError(f"{what} must hold numbers, {{topic: {{document: number}}}}, not {odd[0]!r:.40}")
    values = np.array(given, dtype=np.float64)
    row = np.fromiter(map(inner.__getitem__, names), dtype=np.int32, count=len(names))
    column = np.repeat(np.arange(len(table), dtype=np.int32), [len(cells) for cells in table.values()])
    if by == "item":
        shape = (len(outer), len(inner))
        return Grid(canonical(sparse.coo_array((values, (column, row)), shape=shape), what), outer, list(inner))
    matrix = sparse.coo_array((values, (row, column)), shape=(len(inner), len(outer)))
    return Grid(canonical(matrix, what), Items(inner, "document"), Concepts(outer, "topic"))


def class_grid(classes: Any, what: str, labels: Concepts | Iterable[str] | None = None) -> Grid:
    """Items x labels, 1 at the one class of each item, given by name or by its number among the labels."""
    form = form_of(classes, what)
    if isinstance(form, Vector) and form.is_whole:
        form = form.classes()
    if not isinstance(form, NamedLabels) or any(len(names) != 1 for names in form.sets):
        raise ParameterError(f"{what} must give each item one class, by name or by a whole number")
    if labels is None:
        return form.grid()
    axis = named_axis(Concepts, labels)
    by_name = all(str(name) in axis for name in form.names)
    return (form if by_name else form.numbered(axis) or form).grid(axis)


def _from_mapping(table: Mapping[Any, Any], what: str) -> Form:
    items, held = [str(item) for item in table], list(table.values())
    if held and all(isinstance(value, Mapping) for value in held):
        return Nested(table)
    if held and all(isinstance(value, str) for value in held):
        return NamedLabels([(value,) for value in held], items)
    if held and all(isinstance(value, NUMBER) for value in held):
        return Vector(np.array(held), items)
    if held and are_label_sets(held):
        return NamedLabels([[_name(n) for n in value] for value in held], items)
    raise ParameterError(
        f"{what} is a dictionary of {type(held[0]).__name__ if held else 'nothing'}; by item it holds labels, "
        "{'a.jpg': ['Sky']}, or numbers by label, {'a.jpg': {'Sky': 0.9}}"
    )


def _named_in(table: Any) -> NamedLabels | None:
    """The labels that a frame of an item and a label names, as a file of that form does; None where it is another.

    Under a heading for one label these are names, or whole numbers beyond 0 and 1; under any a list or a set.
    """
    headings = list(getattr(table, "column_names", None) or table.columns)
    columns = tag_columns([str(heading) for heading in headings])
    if columns is None or (item_heading(str(headings[columns[0]])) is None and row_names(table) is not None):
        return None
    items, cells = (_listed(table[headings[place]]) for place in columns[:2])
    several = columns[2]
    if not (cells and are_label_sets(cells)):
        if several or not (_are_names(cells) or _are_classes(cells)):
            return None
        cells = [(cell,) for cell in cells]
    sets: dict[str, dict[Name, None]] = {}
    for item, names in zip(items, cells, strict=True):
        sets.setdefault(str(item), {}).update(dict.fromkeys(map(_name, names)))
    return NamedLabels(list(sets.values()), list(sets))


def _listed(column: Any) -> list[Any]:
    """A column as Python's objects."""
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def _are_names(cells: Sequence[Any]) -> bool:
    return bool(cells) and all(isinstance(cell, str) and not set(cell) & {"|", ";", "["} for cell in cells)


def _are_classes(cells: Sequence[Any]) -> bool:
    whole = all(isinstance(cell, int | np.integer) and not isinstance(cell, bool) and cell >= 0 for cell in cells)
    return whole and any(cell > 1 for cell in cells)


def _elements(values: Any) -> list[Any] | None:
    """What a list, or anything else of Python objects in a row, holds; None where it is an array of numbers."""
    if isinstance(values, list | tuple):
        return list(values)
    if getattr(values, "ndim", None) == 1 and getattr(getattr(values, "dtype", None), "kind", "") == "O":
        return list(values)
    return None


def are_label_sets(elements: Sequence[Any]) -> bool:
    """Whether each element is a set of names or numbers, or a list of names (a list of numbers is a row)."""
    if not all(isinstance(e, list | tuple | set | frozenset) for e in elements):
        return False
    if all(isinstance(e, set | frozenset) for e in elements):
        names = chain.from_iterable(elements)
        return all(isinstance(name, str | int | np.integer) and not isinstance(name, bool) for name in names)
    return any(elements) and all(isinstance(name, str) for name in chain.from_iterable(elements))


def _name(name: Any) -> Name:
    return str(name) if isinstance(name, str) else int(name)
