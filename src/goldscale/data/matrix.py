"""What every items-by-labels matrix shares: dense or sparse storage, checks, freezing, slicing, hashing."""

from __future__ import annotations

import hashlib
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from goldscale.data.arrays import as_array
from goldscale.errors import ParameterError

Matrix: TypeAlias = "np.ndarray | sparse.csr_array"
"""A dense array, or a CSR array in which an absent cell is absent: it is not a zero."""


PIECE = 1 << 18
"""How many numbers a check looks at in one go."""


def canonical(values: Any, what: str) -> sparse.csr_array:
    """A canonical CSR array of any sparse matrix; cells that it names twice are an error."""
    if values.ndim != 2:
        raise ParameterError(f"{what} must have two dimensions (items x labels), not {values.ndim}")
    matrix = sparse.csr_array(values)
    if not matrix.has_canonical_format:
        matrix = matrix.copy() if matrix.format == values.format else matrix
        matrix.sum_duplicates()
    if matrix.nnz != values.nnz:
        raise ParameterError(f"{what} names {values.nnz - matrix.nnz} cells more than once")
    numbers = as_array(matrix.data, what)
    return matrix if numbers is matrix.data else with_cells(matrix, numbers)


def is_sparse(matrix: Matrix | None) -> bool:
    """Whether the matrix is held sparse."""
    return matrix is not None and not isinstance(matrix, np.ndarray)


def cells(matrix: Matrix) -> np.ndarray:
    """The stored values as one array: all cells of a dense matrix, the present ones of a sparse one."""
    values: np.ndarray = matrix if isinstance(matrix, np.ndarray) else matrix.data
    return values


def dense(matrix: Matrix, absent: float = 0) -> np.ndarray:
    """Every cell; those that a sparse matrix does not have are ``absent``."""
    if isinstance(matrix, np.ndarray):
        return matrix
    full = np.full(matrix.shape, absent, dtype=matrix.dtype)
    row, column, values = coordinates(matrix)
    full[row, column] = values
    return full


def coordinates(matrix: Matrix) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Row, column (64 bits wide) and value of every stored cell, row by row."""
    if isinstance(matrix, np.ndarray):
        grid = np.indices(matrix.shape, dtype=np.int64)
        return grid[0].ravel(), grid[1].ravel(), matrix.ravel()
    row = np.repeat(np.arange(matrix.shape[0], dtype=np.int64), np.diff(matrix.indptr))
    return row, matrix.indices.astype(np.int64), matrix.data


def places(rows: np.ndarray, columns: np.ndarray, row: np.ndarray, column: np.ndarray, width: int) -> np.ndarray:
    """Where each cell asked for (row, column) stands among those of rows and columns, which come row by row.

    -1 where it is not among them, or where its row or column is below 0.

    >>> places(np.array([0, 1]), np.array([1, 0]), np.array([1, 1, -1]), np.array([0, 1, 1]), width=2).tolist()
    [1, -1, -1]
    """
    held = rows.astype(np.int64, copy=False) * width + columns
    asked = np.where((row < 0) | (column < 0), -1, row.astype(np.int64, copy=False) * width + column)
    place = np.searchsorted(held, asked)
    return np.where(np.append(held, -2)[place] == asked, place, -1)


def with_cells(matrix: Matrix, values: np.ndarray) -> Matrix:
    """A matrix with the same present cells and other values, frozen."""
    if isinstance(matrix, np.ndarray):
        return freeze(values)
    return freeze(sparse.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape))


def freeze(matrix: Matrix) -> Matrix:
    """Make the values read-only without touching the caller's own array."""
    if isinstance(matrix, np.ndarray):
        view = matrix.view()
        view.flags.writeable = False
        return view
    frozen = sparse.csr_array(matrix.shape, dtype=matrix.dtype)
    for part in ("data", "indices", "indptr"):
        setattr(frozen, part, freeze(getattr(matrix, part)))
    frozen.has_canonical_format = True
    return frozen


def rearrange(matrix: Matrix, rows: np.ndarray | None, columns: np.ndarray | None) -> Matrix:
    """Rows and columns by position, in the order given; untouched where None."""
    if rows is not None:
        matrix = matrix[rows]
    if columns is not None:
        matrix = matrix[:, columns]
        if not isinstance(matrix, np.ndarray):
            matrix.sort_indices()
    return matrix


def digest(matrix: Matrix) -> bytes:
    """A hash of shape and content, the same whatever the storage order in memory."""
    sha = hashlib.sha256(repr(matrix.shape).encode())
    if isinstance(matrix, np.ndarray):
        sha.update(np.ascontiguousarray(matrix).data)
    else:
        for part in (matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64), matrix.data):
            sha.update(np.ascontiguousarray(part).data)
    return sha.digest()


POWERS_OF_TEN = np.array([float(f"1e{power}") for power in range(23)])
"""All that float64 holds exactly; far quicker to look up than to compute."""


def compact(scores: np.ndarray) -> np.ndarray:
    """Scores read from text as float32 where that keeps every digit, else as float64.

    A number of at most six significant digits survives the way through float32 and back to text; rounding
    longer ones would lose digits and make ties that the file does not have.
    """
    wide = np.asarray(scores, dtype=np.float64)
    flat = wide.reshape(-1)
    # In pieces, so that the check takes no memory to speak of and stops at the first long number.
    pieces = (flat[start : start + PIECE] for start in range(0, flat.size, PIECE))
    return wide.astype(np.float32) if all(_is_short(piece) for piece in pieces) else wide


def _is_short(wide: np.ndarray) -> bool:
    """Whether each number is zero, infinite, a small whole number or one of at most six digits.

    Only where the power of ten is exact in float64 does the equality below prove anything; float32 holds
    whole numbers up to 2**24 and loses digits again far below that range.
    """
    if (np.abs(wide) <= 1).all() and (np.rint(wide * 1e6) / 1e6 == wide).all():
        return True  # millionths, as most scores are, and without logarithms
    numbers = np.abs(wide[np.isfinite(wide) & (wide != 0)])
    numbers = numbers[(numbers != np.rint(numbers)) | (numbers > 2**24)]
    if not numbers.size:
        return True
    if numbers.min() < 1e-16 or numbers.max() >= 1e6:
        return False
    scale = POWERS_OF_TEN[5 - np.floor(np.log10(numbers)).astype(np.intp)]
    return bool((np.rint(numbers * scale) / scale == numbers).all())
