"""What writers share: a matrix as rows or cells of text, and in words what a format cannot hold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import IO, cast

import numpy as np
from scipy import sparse

from goldscale.data import Axis, Judgements, Run
from goldscale.data.matrix import Matrix, cells, coordinates, with_cells
from goldscale.errors import ParameterError
from goldscale.text.headers import DELIMITERS
from goldscale.text.numbers import texts

CELLS_AT_ONCE = 1 << 16
"""Cells that are turned into text in one go."""
LINES = 1024


def write_lines(stream: IO[bytes], lines: Iterable[str]) -> None:
    """Write lines, each with its end, as they come."""
    waiting = iter(lines)
    while some := list(islice(waiting, LINES)):
        stream.write(("\n".join(some) + "\n").encode())


def heading_of(axis: Axis, words: Sequence[str]) -> str:
    """What a table's column of these names is called: their own noun, where readers know it."""
    return axis.noun if axis.noun in words else words[0]


def quoted(names: Iterable[str]) -> list[str]:
    """Each text as a field of a delimited file, in quotation marks where it needs them."""
    special = {*DELIMITERS, '"', "\n", "\r"}
    return ['"' + n.replace('"', '""') + '"' if special & set(n) or n.startswith("#") else n for n in names]


def require_shape(data: Run | Judgements, format: str) -> None:
    """Refuse what has no items or no labels; as a file it would be an empty one."""
    if 0 in data.shape:
        raise ParameterError(f"{format} needs items and labels; there are {data.shape[0]} x {data.shape[1]}")


def require_finite(scores: Matrix, format: str) -> None:
    """Refuse +inf, which no text format reads."""
    if np.isposinf(cells(scores)).any():
        raise ParameterError(f"{format} holds finite scores; this run has +inf. Try npz")


def one_matrix(run: Run, format: str) -> Matrix:
    """The scores, else the decisions: all that a format with one number per cell holds."""
    if run.scores is None:
        return cast(Matrix, run.decisions)  # a run has one of both
    require_finite(run.scores, format)
    return run.scores


def dense(matrix: Matrix, absent: float) -> np.ndarray:
    """A sparse matrix filled up with ``absent``; a dense one as it is."""
    if isinstance(matrix, np.ndarray):
        return matrix
    filled = np.full(matrix.shape, absent, dtype=matrix.dtype)
    part = matrix.tocoo()
    filled[part.row, part.col] = part.data
    return filled


def text_rows(matrix: Matrix, blank: str = "") -> Iterator[list[str]]:
    """Each row's numbers as text, some rows at a time; absent cells, NaN and -inf as ``blank``."""
    width = matrix.shape[1]
    step = max(1, CELLS_AT_ONCE // max(1, width))
    for start in range(0, matrix.shape[0], step):
        part = matrix[start : start + step]
        flat = texts(dense(part, 0), blank)
        if not isinstance(part, np.ndarray):
            there = sparse.csr_array((np.ones(part.nnz, dtype=bool), part.indices, part.indptr), part.shape)
            for position in np.flatnonzero(~there.toarray()):
                flat[position] = blank
        yield from (flat[i : i + width] for i in range(0, len(flat), width))


def cell_blocks(matrix: Matrix) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Item, label and value of the cells there are, row by row, some rows at a time."""
    step = max(1, CELLS_AT_ONCE // max(1, matrix.shape[1]))
    if not isinstance(matrix, np.ndarray):
        step = max(1, CELLS_AT_ONCE * matrix.shape[0] // max(1, matrix.nnz))
    for start in range(0, matrix.shape[0], step):
        rows, columns, values = coordinates(matrix[start : start + step])
        yield rows + start, columns, values


def cell_kinds(data: Run | Judgements) -> dict[str, Matrix]:
    """Each kind of value that there is, in the same storage and over the same cells, as long formats write them."""
    if isinstance(data, Judgements):
        return {"relevance": data.values}
    scores, decisions = data.scores, data.decisions
    if scores is None or decisions is None:
        return {"decision": cast(Matrix, decisions)} if scores is None else {"score": scores}
    if isinstance(scores, np.ndarray):
        return {"score": scores, "decision": dense(decisions, False)}
    stored = [(scores, -np.inf), (sparse.csr_array(decisions, dtype=bool), False)]
    width = scores.shape[1]
    places = [rows * width + columns for rows, columns, _ in (coordinates(matrix) for matrix, _ in stored)]
    union = np.union1d(*places)
    both = []
    for (matrix, absent), there in zip(stored, places, strict=True):
        values = np.full(len(union), absent, dtype=matrix.dtype)
        values[np.searchsorted(union, there)] = matrix.data
        both.append(sparse.csr_array((values, np.divmod(union, width)), shape=matrix.shape))
    return dict(zip(("score", "decision"), both, strict=True))


def below_all(scores: Matrix) -> float:
    """A number below every score, for unretrieved cells in formats that have no blank."""
    known = cells(scores)
    known = known[np.isfinite(known)]
    if not known.size:
        return 0.0
    lowest = known.min()
    lower = known.dtype.type(math.floor(lowest) - 1)
    if not (np.isfinite(lower) and lower < lowest):
        with np.errstate(over="ignore"):
            lower = np.nextafter(lowest, known.dtype.type(-np.inf))
    if not np.isfinite(lower):
        raise ParameterError("there is no number below the lowest score for the cells that were not retrieved")
    return float(lower)


def unretrieved(scores: Matrix) -> bool:
    """Whether a run leaves cells without a score."""
    stored = cells(scores)
    return stored.size < math.prod(scores.shape) or bool(np.isneginf(stored).any())


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


def axis_losses(data: Run | Judgements, item: str, label: str) -> list[str]:
    """What is lost of axes that the format would call by these nouns, and that come back with names."""
    return noun_losses(data.items, item) + noun_losses(data.labels, label) + numbering_losses(data.items, data.labels)


def unused_losses(data: Run | Judgements, matrix: Matrix) -> list[str]:
    """Items and labels without a cell, which a list of cells does not name; an unretrieved cell is none."""
    there = with_cells(matrix, cells(matrix) != -np.inf)
    losses = []
    for axis, across in ((data.items, 1), (data.labels, 0)):
        lost = len(axis) - np.count_nonzero(there.sum(axis=across))
        if lost:
            losses.append(f"{lost} {axis.noun if lost == 1 else axis.plural} without any cell")
    return losses


def kind_losses(scores: Matrix, *written: float) -> list[str]:
    """Scores that would read as decisions: all of them, and what else is ``written``, are 0 or 1."""
    known = cells(scores)
    known = np.append(known[np.isfinite(known)], written)
    only = known.size and np.isin(known, (0, 1)).all()
    return ["that the numbers are scores (all are 0 or 1: they read as decisions)"] if only else []


def world_losses(truth: Judgements) -> list[str]:
    """A sparse truth does not close its list of items; a table does."""
    return ["that cells outside the file are merely unjudged (it comes back as a table)"] if truth.is_sparse else []
