"""Measures on sets: what a system said yes to, against what is relevant (thesis 3.3.2 and 3.3.4)."""

from __future__ import annotations

import numpy as np

from goldscale.kernels import sets
from goldscale.kernels.counts import Counts
from goldscale.measures.definition import Definition, Measure, Parameter

AVERAGE = Parameter(
    "avg",
    "macro",
    "macro: a value per unit, then their mean; micro: all units pooled into one (thesis eq. 3.12)",
    choices=("macro", "micro"),
)
GRADE = Parameter("rel", 1, "lowest grade that counts as relevant", low=1)


def _precision(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.precision(counts)


def _recall(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.recall(counts)


def _f1(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.f_measure(counts, 1.0)


def _f(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.f_measure(counts, measure["beta"])


DEFINITIONS = (
    Definition(
        name="P",
        title="Precision",
        summary="Share of the cells said yes to that are relevant.",
        equation="TP / (TP + FP)",
        prediction="set",
        direction="label",
        kernel=_precision,
        parameters=(AVERAGE, GRADE),
        aliases=("Precision",),
        undefined="nothing was said yes to",
        reference="Nowak thesis eqs. 3.8 (by label), 3.12 (micro) and 3.14 (by item)",
        example="evaluate([[1, 1]], [[1, 0]], ['P:item'])  # 0.5",
        properties=frozenset({"monotone", "perfect-best"}),
    ),
    Definition(
        name="R",
        title="Recall",
        summary="Share of the relevant cells that were said yes to.",
        equation="TP / (TP + FN)",
        prediction="set",
        direction="label",
        kernel=_recall,
        parameters=(AVERAGE, GRADE),
        aliases=("Recall",),
        undefined="nothing is relevant",
        reference="Nowak thesis eqs. 3.9 (by label) and 3.15 (by item)",
        example="evaluate([[1, 0]], [[1, 1]], ['R:item'])  # 0.5",
        properties=frozenset({"monotone", "perfect-best"}),
    ),
    Definition(
        name="F1",
        title="F-measure",
        summary="Harmonic mean of precision and recall.",
        equation="2 TP / (2 TP + FP + FN)",
        prediction="set",
        direction="label",
        kernel=_f1,
        parameters=(AVERAGE, GRADE),
        undefined="nothing is relevant and nothing was said yes to",
        reference="Nowak thesis eqs. 3.10 (by label) and 3.16 (by item)",
        example="evaluate([[1, 1, 0]], [[1, 0, 1]], ['F1:item'])  # 0.5",
        properties=frozenset({"monotone", "perfect-best", "perfect-only"}),
    ),
    Definition(
        name="F",
        title="F-measure, weighted",
        summary="Harmonic mean of precision and recall in which recall weighs beta times as much.",
        equation="(1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)",
        prediction="set",
        direction="label",
        kernel=_f,
        parameters=(Parameter("beta", 1.0, "weight of recall against precision", low=0.0), AVERAGE, GRADE),
        undefined="nothing is relevant and nothing was said yes to (or beta = 0 and nothing was said yes to)",
        reference="van Rijsbergen, Information Retrieval, 1979, ch. 7; Nowak thesis eq. 3.10 for beta = 1",
        example="evaluate([[1, 1, 1]], [[1, 0, 0]], ['F:item(beta=2)'])  # 0.714",
        properties=frozenset({"monotone", "perfect-best"}),
    ),
)
