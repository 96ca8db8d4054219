"""Sorting of each unit's cells by falling score: the one place where Goldscale sorts scores.

Units are rows of a 2-D block. Scores become unsigned integers that rise as scores fall. Short rows of float32 are
packed with grade and position into one 64-bit key and sorted as they are, which NumPy vectorises and which needs
no gather. Long rows are sorted sixteen bits at a time: NumPy's stable sort of 16-bit integers is a radix sort, two
to three times as fast as sorting long keys by comparison. Both release the GIL.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

LONG_ROW = 1 << 10
"""From this width on the radix sort is faster."""
POSITION_BITS = 24
MAX_PACKED_GRADE = 255
_SCORE_SHIFT = np.uint64(32)
_GRADE_SHIFT = np.uint64(POSITION_BITS)
_GRADE_MASK = np.uint64(0xFF)
_POSITION_MASK = np.uint64((1 << POSITION_BITS) - 1)

Among = Literal["any", "low", "high", "position"]
"""Order of equal scores: any, lowest grade first, highest grade first, or as the columns stand."""


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
    """Units x width: where the cell stood before sorting; may be None when not asked for."""


def sort_block(
    scores: np.ndarray, grade: np.ndarray, among_ties: Among = "any", *, want_position: bool = False
) -> SortedBlock:
    """Sort each row by falling score; ``among_ties`` says which of equally scored cells comes first."""
    width = scores.shape[1]
    if width >= LONG_ROW:
        block = _sort_radix(scores, grade, among_ties)
    elif scores.dtype == np.float32 and int(grade.max(initial=0)) <= MAX_PACKED_GRADE:
        block = _sort_packed(scores, grade, among_ties, want_position)
    else:
        block = _sort_indirect(scores, grade, among_ties)
    if width and int(block.length.min(initial=width)) < width:
        ranked = np.arange(width) < block.length[:, None]
        return replace(block, grade=np.where(ranked, block.grade, 0).astype(grade.dtype))
    return block


def falling_key(scores: np.ndarray) -> np.ndarray:
    """Unsigned integers, as wide as the scores, that rise as scores fall; -0.0 and 0.0 are the same score."""
    kind = np.uint32 if scores.dtype == np.float32 else np.uint64
    bits = (scores + scores.dtype.type(0.0)).view(kind)
    sign = kind(1 << (bits.itemsize * 8 - 1))
    # Rising order of negative floats is falling order of their bits; positive ones only need the sign set.
    flip = np.where(bits >= sign, kind(0), kind(sign - kind(1)))
    bits ^= flip
    return bits


def _sort_radix(scores: np.ndarray, grade: np.ndarray, among_ties: Among) -> SortedBlock:
    keys = falling_key(scores)
    unranked = _unranked_key(keys.dtype)
    ordered = np.empty_like(keys)
    position = np.empty(scores.shape, dtype=np.int32)
    sorted_grade = np.empty_like(grade)
    for row, key in enumerate(keys):
        order = _radix_order(key, _first_pass(grade[row], among_ties))
        position[row] = order
        ordered[row] = key[order]
        sorted_grade[row] = grade[row][order]
    return SortedBlock(sorted_grade, _changes(ordered), _ranked_length(ordered, unranked), position)


def _first_pass(grade: np.ndarray, among_ties: Among) -> np.ndarray | None:
    """An order of all cells that decides among equal scores, because the passes that follow are stable."""
    if among_ties in ("any", "position"):
        return None
    return np.argsort(grade if among_ties == "low" else -grade.astype(np.int16), kind="stable")


def _radix_order(key: np.ndarray, order: np.ndarray | None) -> np.ndarray:
    for digit in np.moveaxis(key.view(np.uint16).reshape(len(key), -1), 1, 0)[:: 1 if _LITTLE else -1]:
        by_digit = np.argsort(digit if order is None else digit[order], kind="stable")
        order = by_digit if order is None else order[by_digit]
    return np.arange(len(key)) if order is None else order


_LITTLE = bool(np.array([1], dtype=np.uint16).view(np.uint8)[0])


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
        code = (key >> _GRADE_SHIFT) & _GRADE_MASK
        ordered = (MAX_PACKED_GRADE - code if among_ties == "high" else code).astype(grade.dtype)
    return SortedBlock(
        ordered, _changes(score_key), _ranked_length(score_key, _unranked_key(score_key.dtype)), position
    )


def _sort_indirect(scores: np.ndarray, grade: np.ndarray, among_ties: Among) -> SortedBlock:
    falling = -scores
    if among_ties == "any":
        position = np.argsort(falling, axis=1)
    elif among_ties == "position":
        position = np.argsort(falling, axis=1, kind="stable")
    else:
        second = grade.astype(np.int32)
        position = np.lexsort((-second if among_ties == "high" else second, falling), axis=1)
    ordered = np.take_along_axis(falling, position, axis=1)
    return SortedBlock(
        np.take_along_axis(grade, position, axis=1),
        _changes(ordered),
        _ranked_length(ordered, np.inf),
        position.astype(np.int32),
    )


def _unranked_key(kind: np.dtype) -> np.unsignedinteger:
    """Key of a cell that is not ranked."""
    return falling_key(np.array([-np.inf], dtype=np.float32 if kind == np.uint32 else np.float64))[0]


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
