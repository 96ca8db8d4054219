"""Fields in a block of bytes, told apart all at once, without a text for each.

A block is an array of bytes, a field the positions of its first byte and of the one behind its last. The block ends
in ``PADDING`` bytes that belong to no field, so that reading a few bytes too far, or before the beginning (where
negative positions wrap), does no harm. No byte of a field is NUL.
"""

from __future__ import annotations

import numpy as np

LONGEST_NAME = 256
PADDING = 24

KEPT = np.array([(1 << 8 * count) - 1 for count in range(9)], dtype=np.uint64)
"""The first so many bytes of a word."""
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_ZEROS, _ABOVE_NINE, _HIGH_BITS = (np.uint64(byte * 0x0101010101010101) for byte in (0x30, 0x46, 0x80))


def factorise(raw: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Code of each field, counted in order of appearance, and the first field of each code.

    None where fields are too long for that, or where two that differ share a hash.

    >>> raw = np.frombuffer(b"b a b" + bytes(PADDING), np.uint8)
    >>> factorise(raw, np.array([0, 2, 4]), np.array([1, 3, 5]))
    (array([0, 1, 0]), array([0, 1]))
    """
    count = len(starts)
    lengths = ends - starts
    longest = int(lengths.max(initial=1))
    if longest > LONGEST_NAME:
        return None
    words = [word_at(raw, starts, lengths, at) for at in range(0, longest, 8)]
    fresh = np.ones(count, dtype=bool)
    fresh[1:] = words[0][1:] != words[0][:-1]
    for word in words[1:]:
        fresh[1:] |= word[1:] != word[:-1]
    heads = np.flatnonzero(fresh)  # equal neighbours are frequent, and cheap to find
    words = [word[heads] for word in words]
    keys = words[0] if len(words) == 1 else hashes(words)
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    begins = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])[: len(heads)])
    firsts = order[begins]
    group = np.empty(len(heads), dtype=np.intp)
    group[order] = np.repeat(np.arange(len(begins)), np.diff(begins, append=len(heads)))
    if len(words) > 1 and any((word != word[firsts][group]).any() for word in words):
        return None
    appearance = np.argsort(firsts)
    code = np.empty(len(begins), dtype=np.intp)
    code[appearance] = np.arange(len(begins))
    return np.repeat(code[group], np.diff(heads, append=count)), heads[firsts[appearance]]


def hashes(words: list[np.ndarray]) -> np.ndarray:
    """One number for the words of each field; different fields may share one."""
    mixed = words[0].copy()
    for word in words[1:]:
        mixed *= _MULTIPLIER
        mixed ^= mixed >> np.uint64(29)
        mixed += word
    return mixed


def all_digits(raw: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> bool:
    """Whether every field is made of one to eight digits.

    >>> raw = np.frombuffer(b"12 3" + bytes(PADDING), np.uint8)
    >>> all_digits(raw, np.array([0, 3]), np.array([2, 4]))
    True
    """
    lengths = ends - starts
    if not len(lengths) or lengths.min() < 1 or lengths.max() > 8:
        return False
    # Bytes that are no part of the field count as digits, too.
    word = word_at(raw, starts, lengths, 0) | (_ZEROS & ~KEPT[lengths])
    return not (((word + _ABOVE_NINE) | (word - _ZEROS)) & _HIGH_BITS).any()


def word_at(raw: np.ndarray, starts: np.ndarray, lengths: np.ndarray, at: int) -> np.ndarray:
    """Eight bytes of each field from a position on as one number; bytes behind its end are 0."""
    return eight_bytes(raw, starts, at) & kept(lengths, at)


def eight_bytes(raw: np.ndarray, starts: np.ndarray, at: int) -> np.ndarray:
    """Eight bytes of each field from a position on as one number, whatever they belong to."""
    windows: np.ndarray = np.ndarray((len(raw) - 7,), "<u8", raw, strides=(1,))
    last = len(raw) - PADDING
    return windows[np.minimum(starts + at, last) if at else starts].astype(np.uint64, copy=False)


def kept(lengths: np.ndarray, at: int) -> np.ndarray:
    """Which of the eight bytes of each field from a position on are its own."""
    found: np.ndarray = KEPT.take(lengths - at if at else lengths, mode="clip")
    return found
