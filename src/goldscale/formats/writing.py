"""What writers share: a matrix as rows or cells of text, and in words what a format cannot hold."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import IO

import numpy as np
from scipy import sparse

from goldscale.data import Axis, Judgements, Run
from goldscale.data.judgements import unjudged_mask
from goldscale.data.matrix import Matrix, cells, is_sparse
from goldscale.errors import ParameterError
from goldscale.formats.numbers import texts

CELLS = 1 << 16
"""Cells that are turned into text in one go."""


def write_lines(stream: IO[bytes], lines: Sequence[str]) -> None:
    """Write lines, each with its end."""
    if lines:
        stream.write(("\n".join(lines) + "\n").encode())


def require_shape(data: Run | Judgements, format: str) -> None:
    """Refuse what has no items or no labels; as a file it would be an empty one."""
    if 0 in data.shape:
        raise ParameterError(f"{format} needs items and labels; there are {data.shape[0]} x {data.shape[1]}")


def require_finite(scores: Matrix, format: str) -> None:
    """Refuse +inf, which no text format reads."""
    if np.isposinf(cells(scores)).any():
        raise ParameterError(f"{format} holds finite scores; this run has +inf. Try npz")


def row_blocks(matrix: Matrix, absent: float) -> Iterator[tuple[int, np.ndarray]]:
    """The rows, some at a time and dense, with ``absent`` for absent cells; each with its first position."""
    step = max(1, CELLS // max(1, matrix.shape[1]))
    for start in range(0, matrix.shape[0], step):
        yield start, dense(matrix[start : start + step], absent)


def dense(matrix: Matrix, absent: float) -> np.ndarray:
    """A sparse matrix filled up with ``absent``; a dense one as it is."""
    if isinstance(matrix, np.ndarray):
        return matrix
    filled = np.full(matrix.shape, absent, dtype=matrix.dtype)
    part = matrix.tocoo()
    filled[part.row, part.col] = part.data
    return filled


def text_rows(matrix: Matrix, absent: float, blank: str = "") -> Iterator[list[str]]:
    """Each row's numbers as text; NaN and -inf as ``blank``."""
    width = matrix.shape[1]
    for _, block in row_blocks(matrix, absent):
        flat = texts(block, blank)
        yield from (flat[i : i + width] for i in range(0, len(flat), width))


def cell_blocks(matrix: Matrix) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Item, label and value of the cells there are, row by row, some rows at a time."""
    step = max(1, CELLS // max(1, matrix.shape[1]))
    if not isinstance(matrix, np.ndarray):
        step = max(1, CELLS * matrix.shape[0] // max(1, matrix.nnz))
    for start in range(0, matrix.shape[0], step):
        part = matrix[start : start + step]
        if isinstance(part, np.ndarray):
            rows, columns = np.divmod(np.arange(part.size), part.shape[1])
            yield rows + start, columns, part.reshape(-1)
        else:
            coordinates = part.tocoo()
            yield coordinates.row + start, coordinates.col, coordinates.data


def aligned(run: Run) -> tuple[Matrix | None, Matrix | None]:
    """Scores and decisions in the same storage and over the same cells, as long formats write them."""
    scores, decisions = run.scores, run.decisions
    if scores is None or decisions is None:
        return scores, decisions
    if isinstance(scores, np.ndarray):
        return scores, dense(decisions, False)
    decided = sparse.csr_array(decisions, dtype=bool)
    scored = sparse.csr_array((np.ones(scores.nnz, dtype=np.int8), scores.indices, scores.indptr), scores.shape)
    union = (scored + decided.astype(np.int8)).tocoo()
    rows, columns = union.row, union.col
    both = [_pick(matrix, rows, columns, absent) for matrix, absent in ((scores, -np.inf), (decided, False))]
    return tuple(sparse.csr_array((values, (rows, columns)), shape=scores.shape) for values in both)  # type: ignore[return-value]


def _pick(matrix: Matrix, rows: np.ndarray, columns: np.ndarray, absent: float) -> np.ndarray:
    """The values of these cells, ``absent`` where there is none."""
    width = matrix.shape[1]
    own = matrix.tocoo()
    wanted = rows.astype(np.int64) * width + columns
    there = own.row.astype(np.int64) * width + own.col
    values = np.full(len(wanted), absent, dtype=matrix.dtype)
    values[np.searchsorted(wanted, there)] = own.data
    return values


def below_all(scores: Matrix) -> float:
    """A number below every score, for unretrieved cells in formats that have no blank."""
    known = cells(scores)
    known = known[np.isfinite(known)]
    if not known.size:
        return 0.0
    lowest = known.min()
    lower = known.dtype.type(math.floor(lowest) - 1)
    if not (np.isfinite(lower) and lower < lowest):
        lower = np.nextafter(lowest, known.dtype.type(-np.inf))
    if not np.isfinite(lower):
        raise ParameterError("there is no number below the lowest score for the cells that were not retrieved")
    return float(lower)


def unretrieved(scores: Matrix) -> bool:
    """Whether a run leaves cells without a score."""
    return bool(is_sparse(scores) and scores.nnz < math.prod(scores.shape)) or bool(np.isneginf(cells(scores)).any())


def about_losses(run: Run) -> list[str]:
    """What only the formats with a header hold."""
    losses = []
    if run.team or run.notes:
        losses.append("team and notes")
    if run.threshold is not None:
        losses.append("the threshold")
    return losses


def numbering_losses(*axes: Axis) -> list[str]:
    """Axes without names of their own come back as named ones."""
    return [f"that the {axis.plural} are numbers, not names" for axis in axes if not axis.named]


def noun_losses(axis: Axis, noun: str) -> list[str]:
    """What an axis is called, where the format would call it something else."""
    return [] if axis.noun == noun else [f"the word {axis.noun!r} for the {axis.plural}"]


def unjudged_losses(truth: Judgements) -> list[str]:
    """Different negative grades, where a format knows only one kind of unjudged."""
    stored = cells(truth.values)
    kinds = stored[unjudged_mask(stored)]
    return ["negative grades other than -1"] if kinds.dtype.kind != "f" and (kinds != -1).any() else []


def world_losses(truth: Judgements) -> list[str]:
    """A sparse truth does not close its list of items; a table does."""
    return ["that cells outside the file are merely unjudged (it comes back as a table)"] if truth.is_sparse else []
