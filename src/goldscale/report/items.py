"""The items that all runs find hard or easy, with what is true of them and what the best run said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldscale.data import Judgements, MeasureScores
from goldscale.data import matrix as mx
from goldscale.data.judgements import unjudged_mask
from goldscale.kernels.ratio import known_mean
from goldscale.measures import measure

SHOWN = 10
"""So many of the hardest, and of the easiest."""


@dataclass(frozen=True)
class ItemStory:
    """One item: its mean over runs, and for a truth and a run its labels."""

    name: str
    mean: float
    found: tuple[str, ...] = ()
    """Labels that are true and were predicted."""
    missed: tuple[str, ...] = ()
    """Labels that are true and were not."""
    wrong: tuple[str, ...] = ()
    """Labels that were predicted and are judged not to be true."""


def item_means(result: MeasureScores) -> np.ndarray:
    """Of each unit the mean over all runs that have a value."""
    return known_mean(result.values, axis=0)


def easiest_first(result: MeasureScores) -> np.ndarray:
    """Places of the units from the easiest on average over runs to the hardest; those without a value last."""
    means = item_means(result) * (1.0 if result.higher_is_better else -1.0)
    return np.argsort(-means, kind="stable")


def extremes(result: MeasureScores, shown: int = SHOWN) -> tuple[list[int], list[int]]:
    """Places of the hardest and of the easiest items, the most extreme first; those without a value are neither."""
    means = item_means(result) * (1.0 if result.higher_is_better else -1.0)
    order = [int(i) for i in np.argsort(means, kind="stable") if not np.isnan(means[i])]
    half = min(shown, len(order) // 2)
    return order[:half], order[::-1][:half]


def stories(
    result: MeasureScores,
    places: Sequence[int],
    truth: Judgements | None = None,
    decisions: np.ndarray | None = None,
) -> tuple[ItemStory, ...]:
    """These items; with their labels where the truth and a run's decisions in its order are given."""
    means = item_means(result)
    names = result.units.names
    if truth is None or decisions is None:
        return tuple(ItemStory(names[i], float(means[i])) for i in places)
    told = []
    labels = np.array(truth.labels.names, dtype=object)
    values, said = mx.dense(truth.values, -1), decisions.astype(bool)
    true, unjudged = values >= measure(result.measure).rel, unjudged_mask(values)
    for i in places:
        parts = (true[i] & said[i], true[i] & ~said[i], ~true[i] & ~unjudged[i] & said[i])
        told.append(ItemStory(names[i], float(means[i]), *(tuple(labels[part].tolist()) for part in parts)))
    return tuple(told)
