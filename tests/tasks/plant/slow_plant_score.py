"""The score S of the plant task once more: dictionaries and loops, as section 4 of its README says it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from statistics import fmean
from typing import NamedTuple


class Shot(NamedTuple):
    """Whose picture it is, of which plant, and which species is right."""

    author: str
    plant: str
    species: str


Gain = Callable[[list[str], str], float]


def top(k: int) -> Gain:
    return lambda listed, right: float(right in listed[:k])


def reciprocal(listed: list[str], right: str) -> float:
    return 1 / (listed.index(right) + 1) if right in listed else 0.0


GAINS: dict[str, Gain] = {
    "Top1": top(1),
    "S@3:item": top(3),
    "S@5:item": top(5),
    "S@10:item": top(10),
    "RR:item": reciprocal,
}


def slow_score(
    shots: Mapping[str, Shot],
    ranked: Mapping[str, list[str]],
    gain: Gain = GAINS["Top1"],
    *,
    strict: bool = False,
    only: Iterable[str] | None = None,
) -> float | None:
    """The mean over authors of the mean over plants of the mean over pictures; None where there is no picture."""
    tree: dict[str, dict[str, list[float]]] = {}
    for picture in shots if only is None else only:
        author, plant, species = shots[picture]
        if picture not in ranked and not strict:
            continue
        value = gain(ranked.get(picture, []), species)
        tree.setdefault(author, {}).setdefault(plant, []).append(value)
    if not tree:
        return None
    return fmean(fmean(fmean(values) for values in plants.values()) for plants in tree.values())
