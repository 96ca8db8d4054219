"""The order in which a Java program walks a HashMap of strings.

The official scorer keeps pictures, taxa, authors and plants in such maps: that order is the order of the rows that it
writes, and the order in which it adds numbers up. It is that of Java 8 and every later one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

SMALLEST = 16
"""Buckets of a new map; it doubles them when more than three quarters as many keys are in."""


def hash_order(keys: Iterable[str]) -> list[str]:
    """Keys by bucket, those of one bucket as they were put in.

    >>> hash_order(["Scan", "pseudoscan", "photograph"])
    ['photograph', 'Scan', 'pseudoscan']
    """
    distinct = list(dict.fromkeys(keys))
    buckets = SMALLEST
    while 4 * len(distinct) > 3 * buckets:
        buckets *= 2
    return sorted(distinct, key=lambda key: _spread_hash(key) & (buckets - 1))


def grouped_in_hash_order(entries: Iterable[T], key: Callable[[T], str]) -> list[tuple[str, list[T]]]:
    """The entries of each key, keys as a map that is filled from the entries gives them back."""
    groups: dict[str, list[T]] = {}
    for entry in entries:
        groups.setdefault(key(entry), []).append(entry)
    return [(name, groups[name]) for name in hash_order(groups)]


def nested_in_hash_order(entries: Iterable[T], keys: Sequence[Callable[[T], str]]) -> list[list[T]]:
    """The entries of each innermost group of maps in maps, outermost key first."""
    if not keys:
        return [list(entries)]
    groups = grouped_in_hash_order(entries, keys[0])
    return [inner for _, group in groups for inner in nested_in_hash_order(group, keys[1:])]


@lru_cache(1 << 16)  # every map of a run has the same names
def _spread_hash(text: str) -> int:
    """Java's String.hashCode, its upper half folded into the lower one as HashMap does."""
    value = 0
    units = text.encode("utf-16-be", "surrogatepass")
    for high, low in zip(units[::2], units[1::2], strict=True):
        value = (31 * value + (high << 8 | low)) & 0xFFFFFFFF
    return value ^ (value >> 16)
