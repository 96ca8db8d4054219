"""Data frames of any library: named columns, perhaps named rows, as a matrix with its names.

A wide frame has a column per label; its rows are named by its index or by a first column of ids. A long frame has
a row per cell, under headings as item, label and score.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeGuard

import numpy as np
from scipy import sparse

from goldscale.data.arrays import as_array
from goldscale.data.axis import Concepts, Items
from goldscale.data.headings import counter_columns, item_noun, label_heading, label_noun, long_columns, may_head_ids
from goldscale.data.matrix import Matrix
from goldscale.errors import MismatchError, ParameterError

Frame = tuple[Matrix, Items | list[str] | None, Concepts | list[str] | None]
"""Values, and the names of rows and columns; None where they are bare numbers."""


def is_frame(values: object) -> TypeGuard[Any]:
    """Whether these are columns with names (pandas, polars, pyarrow)."""
    if isinstance(values, np.ndarray) or not hasattr(values, "shape"):
        return False
    return hasattr(values, "column_names") or hasattr(values, "columns")


def row_names(table: Any) -> list[str] | None:
    """The names that a frame or a series gives its rows; None where it only numbers them."""
    index = getattr(table, "index", None)
    if index is None or callable(index) or type(index).__name__ == "RangeIndex":
        return None
    return [str(name) for name in index]


def headings_of(table: Any, what: str) -> list[Any]:
    """What a frame calls its columns, as it wants to be asked for them; each once."""
    headings = list(getattr(table, "column_names", None) or table.columns)
    count = Counter(map(str, headings))
    double = sorted(name for name in count if count[name] > 1)
    if double:
        raise MismatchError(f"{what} has columns of the same name", double=double)
    return headings


def read_frame(table: Any, what: str) -> Frame:
    """The matrix that a frame holds."""
    headings = headings_of(table, what)
    names = [str(name) for name in headings]
    first = counter_columns(names)
    may_have_ids = first < len(names) and may_head_ids(names[first])
    items = None if may_have_ids and _only_counts(table) else row_names(table)
    labels = None if type(table.columns).__name__ == "RangeIndex" else names
    dtypes = {str(dtype) for dtype in getattr(table, "dtypes", ())}
    if len(dtypes) == 1 and dtypes <= _PLAIN and not (may_have_ids and items is None):
        return as_array(np.asarray(table), what), items, labels
    columns = [_column(table, heading, f"column {heading!r} of {what}") for heading in headings]
    places = long_columns(names)
    if places is not None:
        return _from_cells(columns, names, places, what)
    axes: tuple[Any, Any] = items, labels
    ids = _ids(columns[first], may_have_ids) if items is None and columns else None
    if ids is not None:
        noun, names, columns = item_noun(names[first]), names[first + 1 :], columns[first + 1 :]
        axes = Items(ids, noun), Concepts(names, label_noun(noun))
    for name, column in zip(names, columns, strict=True):
        if column.dtype.kind == "U":
            raise ParameterError(
                f"column {name!r} of {what} holds text, as {str(column[0])!r}; labels have numbers, ids are the index "
                "or the first column, and a table of cells has the columns item, label and score"
            )
    return np.column_stack(columns) if columns else np.zeros((len(table), 0)), *axes


_PLAIN = {"bool", *(f"{kind}{bits}" for kind in ("int", "uint", "float") for bits in (8, 16, 32, 64))}
"""Types that a frame of one type turns into an array at once; nullable ones are spelt otherwise."""


def _only_counts(table: Any) -> bool:
    """Whether an index is whole numbers under no name, as those of the rows that a filter left over."""
    index = getattr(table, "index", None)
    nameless = getattr(index, "name", None) is None
    return nameless and getattr(getattr(index, "dtype", None), "kind", "") in ("i", "u")


def _ids(column: np.ndarray, headed: bool) -> list[str] | None:
    """The ids that a column holds: text, and whole numbers under such a heading; fractions are scores of a label."""
    if column.dtype.kind == "f" and np.array_equal(column, np.rint(column)) and (np.abs(column) <= 2**53).all():
        column = column.astype(np.int64)  # a gap that was filled has made floats of them
    return column.astype(str).tolist() if column.dtype.kind == "U" or (headed and column.dtype.kind in "iu") else None


def _column(table: Any, heading: Any, what: str) -> np.ndarray:
    column = table[heading]
    if hasattr(column, "to_numpy") and hasattr(column, "isna") and column.dtype != object and column.isna().any():
        # A nullable column of pandas: what is missing is no number.
        try:
            return np.asarray(column.to_numpy(dtype=np.float64, na_value=np.nan))
        except (TypeError, ValueError):
            raise ParameterError(f"{what} has blanks") from None
    objects = getattr(getattr(column, "dtype", None), "kind", "") == "O"
    return as_array(column.tolist() if objects else column, what)


def _from_cells(columns: list[np.ndarray], names: list[str], places: dict[str, int], what: str) -> Frame:
    """A long frame: dense where every item meets every label, else sparse."""
    kinds = [kind for kind in places if kind not in ("item", "label")]
    if len(kinds) > 1:
        raise ParameterError(f"{what} has several columns of values ({', '.join(kinds)}); leave one of them")
    values = columns[places[kinds[0]]]
    if values.dtype.kind == "U":
        raise ParameterError(f"{what} has text for values, as {str(values[0])!r}")
    row, items = _numbered(columns[places["item"]])
    column, labels = _numbered(columns[places["label"]])
    axes = (
        Items(items, item_noun(names[places["item"]])),
        Concepts(labels, label_heading(names[places["label"]]) or "label"),
    )
    shape = (len(items), len(labels))
    twice = len(row) - len(np.unique(row * len(labels) + column))
    if twice:
        raise ParameterError(f"{what} names {twice} cells more than once")
    if len(row) < len(items) * len(labels):
        return sparse.csr_array((values, (row, column)), shape=shape), *axes
    full = np.empty(shape, dtype=values.dtype)
    full[row, column] = values
    return full, *axes


def _numbered(column: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """The number of each name of a column, and the names in the order in which they come."""
    names = column.astype(str).tolist()
    index = {name: code for code, name in enumerate(dict.fromkeys(names))}
    return np.fromiter((index[name] for name in names), dtype=np.int64, count=len(names)), list(index)
