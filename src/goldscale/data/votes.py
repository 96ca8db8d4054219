"""Votes: each annotator's answer for each item and label, before they become one truth."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import numpy as np

from goldscale.data.axis import Axis, Concepts, Items, in_a_row
from goldscale.data.occasions import occasions, repeats_note
from goldscale.errors import GoldscaleWarning, ParameterError, known_name, look_up

DETAILS = ("seconds", "batch", "comment", "status")
"""What may be known of each vote besides its value: time spent (a number; the rest is text)."""

PER_VOTE = ("annotator", "item", "label", "values", "occasion")
"""The columns that every vote has an entry in."""

YES_NO = (0.0, 1.0)

Scale: TypeAlias = Literal["nominal", "ordinal", "interval"]
"""What values mean: names, grades with an order, grades whose differences count."""


class Annotators(Axis):
    """The people who voted."""

    default_noun = "annotator"


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Votes:
    """Annotator x item x label votes, one row per vote (most cells of the cube are empty).

    The index arrays and ``values`` have one entry per vote; a missing vote is simply not there. A value is a number
    (yes/no as 1/0, a grade 1-4), or the position of its name in ``categories`` where people chose one of a group.
    Somebody who voted on the same cell again did so on another ``occasion``; coefficients use the first one only.
    Where a file tells how many gave each vote but not who, ``anonymous`` is true: its annotators are seats, not people.

    >>> votes = Votes.from_records([("first", "a.jpg", "Sky", 1), ("second", "a.jpg", "Sky", 0)])
    >>> votes
    Votes(2 votes of 2 annotators on 1 item x 1 label)
    >>> votes.cube()[:, 0, 0]
    array([1., 0.])
    """

    made_by = "gs.read_votes(path) or gs.Votes.from_records(records)"

    annotator: np.ndarray
    item: np.ndarray
    label: np.ndarray
    values: np.ndarray
    annotators: Annotators
    items: Items
    labels: Concepts
    name: str
    categories: tuple[str, ...] | None
    choices: Mapping[str, tuple[float, ...]]
    """The values that a vote on this label may take, where they are declared."""
    occasion: np.ndarray
    """0 for an annotator's first vote on a cell, 1 for the second..."""
    details: Mapping[str, np.ndarray]
    """One array per known detail (see DETAILS); an unknown time is NaN, an unknown text is empty."""
    anonymous: bool
    ordinal: bool
    """Whether values that are numbers have an order, but no distances."""

    def __init__(
        self,
        annotator: Any,
        item: Any = None,
        label: Any = None,
        values: Any = None,
        annotators: Annotators | Iterable[str] = (),
        items: Items | Iterable[str] = (),
        labels: Concepts | Iterable[str] = (),
        name: str = "votes",
        *,
        categories: Sequence[str] | None = None,
        choices: Mapping[str, Sequence[float]] | None = None,
        occasion: Any = None,
        details: Mapping[str, Any] | None = None,
        anonymous: bool = False,
        ordinal: bool = False,
    ) -> None:
        if values is None:
            raise ParameterError(
                "Votes takes one position per vote (annotator, item, label) and its value; for a table or a file of "
                "votes call gs.read_votes(table), for records gs.Votes.from_records(rows)"
            )
        axes: dict[str, Axis] = {
            "annotators": annotators if isinstance(annotators, Annotators) else Annotators(annotators),
            "items": items if isinstance(items, Items) else Items(items),
            "labels": labels if isinstance(labels, Concepts) else Concepts(labels),
        }
        count = len(values)
        indices = {"annotator": annotator, "item": item, "label": label}
        for (what, given), axis in zip(indices.items(), axes.values(), strict=True):
            index = indices[what] = _one_per_vote(what, given, count, np.int32)
            if count and (index.min() < 0 or index.max() >= len(axis)):
                raise ParameterError(f"{what} points outside the {len(axis)} {axis.plural}")
        held = _one_per_vote("values", values, count, np.float64)
        if not np.isfinite(held).all():
            raise ParameterError("a vote must be a number; leave missing votes out")
        if categories is not None and count and (held.min() < 0 or held.max() >= len(categories) or (held % 1).any()):
            raise ParameterError(f"a vote must be one of the {len(categories)} categories")
        repeats = np.zeros(count, dtype=np.int16) if occasion is None else occasion
        vars(self).update(
            indices | axes,
            values=held,
            name=name,
            categories=None if categories is None else tuple(categories),
            choices=MappingProxyType({k: tuple(float(x) for x in v) for k, v in (choices or {}).items()}),
            occasion=_one_per_vote("occasion", repeats, count, np.int16),
            details=MappingProxyType(_details(details or {}, count)),
            anonymous=anonymous,
            ordinal=ordinal,
        )
        self._refuse_doubles()

    @classmethod
    def from_records(cls, records: Iterable[tuple[str, str, str, float | str]], name: str = "votes") -> Votes:
        """Votes from (annotator, item, label, value) records; values that are text become categories.

        A later record of the same annotator, item and label is a vote on another occasion, and a warning says so.

        >>> Votes.from_records([("first", "a.jpg", "Place", "Indoor"), ("second", "a.jpg", "Place", "Outdoor")]).values
        array([0., 1.])
        """
        seen: tuple[dict[str, int], ...] = ({}, {}, {})
        rows: list[tuple[int, ...]] = []
        values: list[float | str] = []
        for record in in_a_row(records, "record"):
            if not isinstance(record, tuple | list | np.ndarray) or len(record) != 4:
                raise ParameterError(f"a vote is (annotator, item, label, value), not {record!r:.60}")
            *names, value = record
            rows.append(tuple(index.setdefault(str(n), len(index)) for index, n in zip(seen, names, strict=True)))
            values.append(value)
        annotator, item, label = np.array(rows, dtype=np.int32).reshape(-1, 3).T
        categories = None
        if any(isinstance(value, str) for value in values):
            codes = {category: code for code, category in enumerate(dict.fromkeys(map(str, values)))}
            values, categories = [codes[str(value)] for value in values], tuple(codes)
        occasion = occasions((annotator.astype(np.int64) * len(seen[1]) + item) * len(seen[2]) + label)
        again = np.flatnonzero(occasion)
        if again.size:
            first = ", ".join(list(names)[place] for names, place in zip(seen, rows[again[0]], strict=True))
            warnings.warn(f"{name}: {repeats_note(len(again), first)}", GoldscaleWarning, stacklevel=2)
        return cls(
            annotator, item, label, values, seen[0], seen[1], seen[2], name, categories=categories, occasion=occasion
        )

    @cached_property
    def levels(self) -> tuple[float, ...]:
        """The values that occur, from low to high; 0 and 1 both where all votes are yes or no."""
        if self.categories is not None:
            return tuple(float(code) for code in range(len(self.categories)))
        found = np.unique(self.values)
        return YES_NO if np.isin(found, YES_NO).all() else tuple(found.tolist())

    def levels_of(self, label: str) -> tuple[float, ...]:
        """The values that votes on this label may take: the declared ones, or all that occur in these votes."""
        return self.choices.get(label, self.levels)

    @property
    def scale(self) -> Scale:
        """What the values mean; yes and no are names too."""
        if self.categories is not None or self.is_binary:
            return "nominal"
        return "ordinal" if self.ordinal else "interval"

    @property
    def is_binary(self) -> bool:
        """Whether every vote is yes (1) or no (0)."""
        return self.categories is None and self.levels == YES_NO

    @cached_property
    def cell(self) -> np.ndarray:
        """The number of each vote's cell, item * labels + label."""
        return self.item.astype(np.int64) * len(self.labels) + self.label

    @cached_property
    def hash(self) -> str:
        """Eight hex digits over who voted what on what, the same in whatever order the votes come."""
        value = self.values.tolist() if self.categories is None else [self.categories[int(v)] for v in self.values]
        rows = sorted(
            f"{self.annotators[a]}\0{self.items[i]}\0{self.labels[j]}\0{v}\0{o}"
            for a, i, j, v, o in zip(self.annotator, self.item, self.label, value, self.occasion, strict=True)
        )
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:8]

    def cube(self) -> np.ndarray:
        """Annotators x items x labels, NaN where nobody voted; dense, so for small studies."""
        votes = self.first()
        cube = np.full((len(self.annotators), len(self.items), len(self.labels)), np.nan)
        cube[votes.annotator, votes.item, votes.label] = votes.values
        return cube

    def select(self, votes: np.ndarray) -> Votes:
        """Only these votes (positions or mask); the axes stay."""
        columns = {key: getattr(self, key)[votes] for key in PER_VOTE}
        return self.replace(**columns, details={key: column[votes] for key, column in self.details.items()})

    def replace(self, **changes: Any) -> Votes:
        """A copy with other values for these fields."""
        return replace(self, **changes)

    def first(self) -> Votes:
        """Without the votes that somebody gave again on a cell: they are no second opinion."""
        return self.select(self.occasion == 0) if self.occasion.any() else self

    def of(self, annotator: str) -> Votes:
        """The votes of one annotator; the axes stay."""
        return self.select(self.annotator == look_up(annotator, self.annotators.index, self.annotators.noun))

    def __len__(self) -> int:
        return len(self.values)

    @property
    def counted(self) -> str:
        """How many there are, in words: 1 vote, 2 votes."""
        return f"{len(self)} vote{'' if len(self) == 1 else 's'}"

    def __repr__(self) -> str:
        return f"Votes({self.counted} of {self.annotators.counted} on {self.items.counted} x {self.labels.counted})"

    def _refuse_doubles(self) -> None:
        key = (self.annotator.astype(np.int64) * len(self.items) + self.item) * len(self.labels) + self.label
        spread = int(self.occasion.max(initial=0)) + 1
        if len(key) and (int(key.max()) + 1) * spread < 2**62 and not self.occasion.min() < 0:
            # One number per vote is sorted ten times as fast; where two are the same, the long way tells which.
            once = np.sort(key * spread + self.occasion)
            if not (once[1:] == once[:-1]).any():
                return
        order = np.lexsort((self.occasion, key))
        repeated = np.flatnonzero((np.diff(key[order]) == 0) & (np.diff(self.occasion[order]) == 0))
        if repeated.size:
            first = order[repeated[0]]
            raise ParameterError(
                f"{repeated.size} votes are given twice, the first by {self.annotators[self.annotator[first]]!r} "
                f"on {self.items[self.item[first]]!r}, {self.labels[self.label[first]]!r}; "
                "say occasion= where somebody voted again"
            )


def _one_per_vote(name: str, given: Any, count: int, dtype: Any) -> np.ndarray:
    try:
        array = np.array(given, dtype=dtype)
    except (TypeError, ValueError):
        raise ParameterError(f"{name} must be numbers, one per vote") from None
    if array.shape != (count,):
        raise ParameterError(f"{name} must have one entry per vote ({count}), not {array.shape}")
    array.flags.writeable = False
    return array


def _details(given: Mapping[str, Any], count: int) -> dict[str, np.ndarray]:
    for key in given:
        known_name(key, DETAILS, "detail of votes")
    return {
        key: _one_per_vote(key, column, count, np.float64 if key == "seconds" else object)
        for key, column in given.items()
    }
