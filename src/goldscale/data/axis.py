"""The two axes of every task: items (rows) and labels (columns), each a list of names that knows what it is of."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Self, SupportsIndex, TypeVar

import numpy as np

from goldscale.data.arrays import as_array
from goldscale.errors import MismatchError, ParameterError

A = TypeVar("A", bound="Axis")

T = TypeVar("T")

PLURALS = {"species": "species", "class": "classes", "query": "queries"}


def in_a_row(things: Iterable[T], noun: str) -> list[T]:
    """Several things, as a list; ``noun`` is what one of them is, for the error."""
    try:
        return list(things)
    except TypeError:
        raise ParameterError(f"{noun}s come in a list, not as a {type(things).__name__}") from None


class Axis:
    """Names along one side of a matrix, in order, each once.

    ``noun`` says what they are (image, document, concept, topic...). An axis made from a bare length has
    no names of its own (``named`` is false): it is matched to another by position.
    """

    default_noun = "name"

    def __init__(self, names: Iterable[str] | int, noun: str | None = None) -> None:
        self.named = not isinstance(names, int)
        self.names = tuple(map(str, range(names) if isinstance(names, int) else in_a_row(names, self.default_noun)))
        self.noun = noun or self.default_noun
        if len(set(self.names)) != len(self.names):
            double = [n for n, count in Counter(self.names).items() if count > 1]
            raise MismatchError(f"{self.plural} must be unique", double=double)

    @property
    def plural(self) -> str:
        """The noun for more than one."""
        return PLURALS.get(self.noun, self.noun + "s")

    @property
    def counted(self) -> str:
        """How many there are, in words: 1 image, 2 images."""
        return f"{len(self)} {self.noun if len(self) == 1 else self.plural}"

    @cached_property
    def index(self) -> dict[str, int]:
        """Position of each name."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def descending_rank(self) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        """Rank of each name when names are sorted from high to low, byte by byte (trec_eval's tie rule)."""
        keys = [name.encode() for name in self.names]
        order = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
        rank = np.empty(len(keys), dtype=np.int32)
        rank[order] = np.arange(len(keys), dtype=np.int32)
        return rank

    def take(self, positions: Sequence[int] | np.ndarray) -> Self:
        """The axis with only these positions, in this order."""
        taken = type(self)([self.names[i] for i in positions], self.noun)
        taken.named = self.named
        return taken

    def locate(self, other: Axis) -> np.ndarray:
        """Where this axis' names stand in the other (-1 where they do not)."""
        if self.names == other.names:
            return np.arange(len(self))
        find = other.index.get
        return np.fromiter((find(n, -1) for n in self.names), dtype=np.int64, count=len(self))

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __getitem__(self, position: SupportsIndex) -> str:
        return self.names[operator.index(position)]

    def __contains__(self, name: object) -> bool:
        return name in self.index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Axis) and self.names == other.names

    def __hash__(self) -> int:
        return hash(self.names)

    def __repr__(self) -> str:
        few = ", ".join(self.names[:3]) + (", ..." if len(self) > 3 else "")
        return f"{type(self).__name__}({self.counted}: {few})"


class Items(Axis):
    """The rows: images, documents, pictures.

    >>> Items(["a.jpg", "b.jpg"], noun="image")
    Items(2 images: a.jpg, b.jpg)
    """

    default_noun = "item"


class Concepts(Axis):
    """The columns: concepts, captions, species, topics.

    >>> Concepts(["Sky", "Clouds"], noun="concept").index["Clouds"]
    1
    """

    default_noun = "label"


def named_axis(kind: type[A], names: Iterable[str]) -> A:
    """Items or labels from names; one text or a number is no list of them."""
    if isinstance(names, kind):
        return names
    if isinstance(names, str):
        raise ParameterError(f"{kind.default_noun}s are a list of names, not {names!r:.60}")
    return kind(names)


def as_axis(kind: type[A], names: Iterable[str] | None, length: int) -> A:
    """Items or labels from names, or numbered where there are none; checks the length."""
    axis = kind(length) if names is None else named_axis(kind, names)
    if len(axis) != length:
        raise ParameterError(f"{len(axis)} {axis.noun} names given for {length} {axis.plural}")
    return axis


def per_label(
    given: Mapping[str, float] | Iterable[float], labels: Collection[str], what: str, begin: str = ""
) -> np.ndarray:
    """One number per label, in the labels' order; ``what`` they are and ``begin`` are for the error."""
    if isinstance(given, Mapping):
        missing = [name for name in labels if name not in given]
        if missing:
            raise ParameterError(f"{begin}no {what} for {len(missing)} labels, the first {missing[0]!r}")
        given = [given[name] for name in labels]
    values = as_array(given if isinstance(given, np.ndarray) else in_a_row(given, what), f"{begin}{what}")
    if values.dtype.kind == "U":
        raise ParameterError(f"{begin}text for a {what}: {str(values.flat[0])!r:.40}")
    values = values.astype(np.float64)
    if values.shape != (len(labels),):
        raise ParameterError(f"{begin}{values.size} {what}s for {len(labels)} labels")
    return values
