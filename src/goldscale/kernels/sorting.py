"""Sorting of each unit's cells by falling score: the one place where Goldscale sorts scores.

Units are rows of a 2-D block. A float32 score, the cell's grade and its position are packed into one
64-bit key, so that a plain sort (which NumPy vectorises, and which releases the GIL) carries the grade along
and no gather is needed. Wider scores take the slower, indirect way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

POSITION_BITS = 24
MAX_PACKED_WIDTH = 1 << POSITION_BITS
MAX_PACKED_GRADE = 255
_SCORE_SHIFT = np.uint64(32)
_GRADE_SHIFT = np.uint64(POSITION_BITS)
_GRADE_MASK = np.uint64(0xFF)
_POSITION_MASK = np.uint64(MAX_PACKED_WIDTH - 1)
_SIGN = np.uint32(0x80000000)

Among = Literal["low", "high", "position"]
"""Order of equal scores: lowest grade first, highest grade first, or as the columns stand."""


@dataclass(frozen=True)
class SortedBlock:
    """Cells of each unit in rank order. Cells scored ``-inf`` come last and are beyond ``length``."""

    grade: np.ndarray
    """Units x width: grade of the cell at each rank; 0 beyond ``length``."""
    first: np.ndarray
    """Units x width: whether a new score (tie group) begins at this rank."""
    length: np.ndarray
    """How many cells of each unit are ranked at all."""
    position: np.ndarray | None
    """Units x width: where the cell stood before sorting; None when not asked for."""


def sort_block(
    scores: np.ndarray, grade: np.ndarray, among_ties: Among = "low", *, want_position: bool = False
) -> SortedBlock:
    """Sort each row by falling score; ``among_ties`` says which of equally scored cells comes first."""
    width = scores.shape[1]
    packable = scores.dtype == np.float32 and width < MAX_PACKED_WIDTH and int(grade.max(initial=0)) <= MAX_PACKED_GRADE
    block = (_sort_packed if packable else _sort_indirect)(scores, grade, among_ties, want_position)
    if width and int(block.length.min(initial=width)) < width:
        ranked = np.arange(width) < block.length[:, None]
        return replace(block, grade=np.where(ranked, block.grade, 0).astype(grade.dtype))
    return block


def _sort_packed(scores: np.ndarray, grade: np.ndarray, among_ties: Among, want_position: bool) -> SortedBlock:
    key = falling_key(scores).astype(np.uint64)
    key <<= _SCORE_SHIFT
    by_position = among_ties == "position"
    if not by_position:
        code = grade.astype(np.uint64)
        key |= (MAX_PACKED_GRADE - code if among_ties == "high" else code) << _GRADE_SHIFT
    if by_position or want_position:
        key |= np.arange(scores.shape[1], dtype=np.uint64)
    key.sort(axis=1)
    score_key = (key >> _SCORE_SHIFT).astype(np.uint32)
    position = (key & _POSITION_MASK).astype(np.int32) if by_position or want_position else None
    if by_position and position is not None:
        ordered = np.take_along_axis(grade, position, axis=1)
    else:
        ordered = ((key >> _GRADE_SHIFT) & _GRADE_MASK).astype(grade.dtype)
        if among_ties == "high":
            ordered = (MAX_PACKED_GRADE - ((key >> _GRADE_SHIFT) & _GRADE_MASK)).astype(grade.dtype)
    length = _ranked_length(score_key, UNRANKED_KEY)
    return SortedBlock(ordered, _changes(score_key), length, position if want_position else None)


def _sort_indirect(scores: np.ndarray, grade: np.ndarray, among_ties: Among, want_position: bool) -> SortedBlock:
    falling = -scores
    if among_ties == "position":
        position = np.argsort(falling, axis=1, kind="stable")
    else:
        second = grade.astype(np.int32)
        position = np.lexsort((-second if among_ties == "high" else second, falling), axis=1)
    ranked = np.take_along_axis(falling, position, axis=1)
    return SortedBlock(
        np.take_along_axis(grade, position, axis=1),
        _changes(ranked),
        _ranked_length(ranked, np.inf),
        position.astype(np.int32) if want_position else None,
    )


def falling_key(scores: np.ndarray) -> np.ndarray:
    """Unsigned integers that rise as float32 scores fall; -0.0 and 0.0 are the same score."""
    bits = (scores + np.float32(0.0)).view(np.uint32)
    # Negative floats order backwards as integers: flip all their bits, and only the sign of the others.
    flip = np.where(bits >= _SIGN, np.uint32(0xFFFFFFFF), _SIGN)
    bits ^= flip
    return np.invert(bits, out=bits)


def _changes(ordered: np.ndarray) -> np.ndarray:
    first = np.empty(ordered.shape, dtype=bool)
    first[:, :1] = True
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=first[:, 1:])
    return first


def _ranked_length(ordered: np.ndarray, unranked: float | np.unsignedinteger) -> np.ndarray:
    units, width = ordered.shape
    length = np.full(units, width, dtype=np.int64)
    if width:
        short = np.flatnonzero(ordered[:, -1] == unranked)
        length[short] = (ordered[short] != unranked).sum(axis=1)
    return length


UNRANKED_KEY = falling_key(np.array([-np.inf], dtype=np.float32))[0]
"""Key of a cell that is not ranked."""
