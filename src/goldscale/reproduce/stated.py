"""Arithmetic with numbers that a text states, and counts of the lists of concepts and word pairs behind it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldscale.formats import read_ontology
from goldscale.relatedness.benchmark import read_pairs
from goldscale.reproduce.printed_tables import printed_table


def _total(*parts: str) -> float:
    return float(sum(map(float, parts)))


def _product(*factors: str) -> float:
    return float(np.prod([float(factor) for factor in factors]))


def _share(part: str, whole: str) -> float:
    return 100 * float(part) / float(whole)


def _ratio(part: str, whole: str) -> float:
    return float(part) / float(whole)


def _growth(before: str, after: str) -> float:
    """By how many per cent the second is more than the first."""
    return 100 * (float(after) / float(before) - 1)


def _union(one: str, other: str, both: str) -> float:
    """How many there are of one kind or the other, of which some are of both."""
    return float(one) + float(other) - float(both)


def _concepts(ontology: str) -> float:
    return float(len(read_ontology(ontology).labels))


def _new_concepts(ontology: str, before: str) -> float:
    """How many labels the ontology has that another lacks; table A.2 prints Visual Arts, table A.3 Visual_Arts."""
    new, old = ({label.replace(" ", "_") for label in read_ontology(name).labels} for name in (ontology, before))
    return float(len(new - old))


def _common_pairs(one: str, other: str) -> float:
    """How many word pairs two sets share."""
    first, second = (set(zip(pairs.first, pairs.second, strict=True)) for pairs in map(read_pairs, (one, other)))
    return float(len(first & second))


def _success_over_recall() -> float:
    """The lowest ratio of S@1 to R@1 in Hodosh's tables 3 and 4, over models and both directions."""
    success, recall = printed_table("hodosh-table-4"), printed_table("hodosh-table-3")
    ratios = (
        success.number(model, f"{way} S@1") / recall.number(model, f"{way} R@1")
        for model in success.names
        for way in ("annotation", "search")
    )
    return min(ratios)


def _between_grades(low: str, high: str) -> float:
    """For how many models S@1 of annotation lies between the shares of captions of two grades (Hodosh, table 1)."""
    grades, success = printed_table("hodosh-table-1"), printed_table("hodosh-table-4")
    both = [name for name in grades.names if name in success.names]
    inside = (
        grades.number(name, low) <= success.number(name, "annotation S@1") <= grades.number(name, high) for name in both
    )
    return float(sum(inside))


FUNCTIONS: dict[str, Callable[..., float]] = {
    "total": _total,
    "product": _product,
    "share": _share,
    "ratio": _ratio,
    "growth": _growth,
    "union": _union,
    "concepts": _concepts,
    "new_concepts": _new_concepts,
    "common_pairs": _common_pairs,
    "success_over_recall": _success_over_recall,
    "between_grades": _between_grades,
}
