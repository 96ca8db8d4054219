"""From grades and fractions of yes to relevance: what a threshold says, and which cells meet it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from operator import attrgetter
from typing import Literal, TypeAlias

import numpy as np
from scipy import sparse

from goldscale.data import Concepts, Items, Judgements, Run, Votes
from goldscale.data import matrix as mx
from goldscale.data.judgements import unjudged_mask
from goldscale.data.registry import Registry
from goldscale.errors import ParameterError, expect
from goldscale.kernels.vote_summary import CellVotes

Threshold: TypeAlias = float | str | Fraction
By: TypeAlias = Literal["mean", "share", "median", "lowest", "highest"]

SUMMARIES: Registry[Callable[[CellVotes], np.ndarray]] = Registry(
    "way to sum up votes",
    {
        "mean": attrgetter("mean"),
        "share": attrgetter("mean"),
        "median": attrgetter("median"),
        "lowest": attrgetter("lowest"),
        "highest": attrgetter("highest"),
    },
)
"""What a cell's votes are summed up as; ``share`` (of yes) is the mean of votes that are yes or no."""

EXACT_DIGITS = 1
"""Up to this many decimals a threshold means what it says; with more it may be a rounded fraction."""

MOSTLY_EMPTY = 10
"""Judgements are held sparse when fewer than one in this many cells has a vote."""


def lowest_passing(threshold: Threshold) -> float:
    """The lowest value that meets a threshold as people print it.

    Thirds are printed cut (0.66, 3.33) or rounded (0.67, 2.67). A threshold of two decimals or more is therefore met
    by every value that reaches it when rounded to as many; one with fewer (0.5, 4.0) is exact, since rounding would
    let a minority pass for a half, and so is a fraction (``"2/3"``).

    >>> 2 / 3 >= lowest_passing(0.67), 2 / 3 >= lowest_passing(0.66), 2 / 3 >= lowest_passing("0.7")
    (True, True, False)
    """
    try:
        if isinstance(threshold, Fraction) or "/" in str(threshold):
            return float(Fraction(threshold))
        number = Decimal(str(threshold))
    except (ValueError, ZeroDivisionError, InvalidOperation):
        number = Decimal("nan")
    if not number.is_finite():
        raise ParameterError(f"a threshold is a number or a fraction like '2/3', not {threshold!r}")
    exponent = int(number.as_tuple().exponent)
    slack = Decimal(5).scaleb(exponent - 1) if exponent < -EXACT_DIGITS else Decimal(0)
    return float(number - slack)


@dataclass(frozen=True, eq=False)
class CellValues:
    """One number for each cell that a source knows, by item and by label."""

    name: str
    items: Items
    labels: Concepts
    item: np.ndarray
    label: np.ndarray
    values: np.ndarray

    @classmethod
    def of(cls, source: Votes | Judgements | Run, by: By = "mean") -> CellValues:
        """The votes on each cell summed up, the grades of judged cells, or the scores (else decisions) of a run."""
        if isinstance(source, Votes):
            return cls(source.name, source.items, source.labels, *_summed_up(source.first(), by))
        if isinstance(source, Judgements):
            item, label, values = mx.coordinates(source.values)
            known = ~unjudged_mask(values)
        else:
            expect(source, Run)
            matrix = source.decisions if source.scores is None else source.scores
            if matrix is None:  # cannot happen: a run has one of both
                raise ParameterError(f"run {source.name!r} is empty")
            item, label, values = mx.coordinates(matrix)
            known = values != -np.inf
        return cls(source.name, source.items, source.labels, item[known], label[known], values[known])


def judged_cells(
    item: np.ndarray, label: np.ndarray, values: np.ndarray, items: Items, labels: Concepts, name: str
) -> Judgements:
    """Judgements of these cells, unjudged where NaN; the other cells are unjudged too, and absent where most are."""
    shape = (len(items), len(labels))
    if len(values) * MOSTLY_EMPTY < shape[0] * shape[1]:
        known = ~np.isnan(values)
        held = sparse.csr_array((values[known], (item[known], label[known])), shape=shape)
        return Judgements(held, items, labels, name)
    full = np.full(shape, np.nan)
    full[item, label] = values
    return Judgements(full, items, labels, name)


def relevance(votes: Votes, threshold: Threshold, *, by: By = "mean", name: str | None = None) -> Judgements:
    """Binary relevance: a cell is relevant where the mean grade or the fraction of yes reaches the threshold.

    ``by``: mean, share (of yes; needs votes of yes and no), median, lowest or highest vote of a cell. What counts as
    reaching 0.66 says ``lowest_passing``. A cell that nobody voted on is unjudged. Only the first vote of a person on
    a cell counts (Hodosh et al. 2013, sections 4.2.1 and 4.3.2, doi:10.1613/jair.3994).

    >>> votes = Votes.from_records([("a", "1.jpg", "s", 4), ("b", "1.jpg", "s", 3), ("c", "1.jpg", "s", 3)])
    >>> relevance(votes, 3.33).values, relevance(votes, 3.5).values
    (array([[1]], dtype=int8), array([[0]], dtype=int8))
    """
    cells = CellValues.of(expect(votes, Votes), by)
    relevant = (cells.values >= lowest_passing(threshold)).astype(np.float64)
    title = name or f"{votes.name} >= {threshold}"
    return judged_cells(cells.item, cells.label, relevant, cells.items, cells.labels, title)


def _summed_up(votes: Votes, by: By) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Item, label and value of each cell that has votes."""
    summary = SUMMARIES[by]
    if votes.categories is not None:
        raise ParameterError(
            "votes for one of a group have no mean; make each a yes or no with goldscale.data.vote_views.ungrouped"
        )
    if by == "share" and not votes.is_binary:
        raise ParameterError("a fraction of yes needs votes of yes (1) and no (0); grades have a mean or a median")
    summed = CellVotes(votes.cell, votes.values)
    item, label = np.divmod(summed.cells, max(len(votes.labels), 1))
    return item, label, summary(summed)
