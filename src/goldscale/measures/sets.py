"""Measures on sets: what a system said yes to, against what is relevant (thesis 3.3.2 and 3.3.4)."""

from __future__ import annotations

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.kernels import sets
from goldscale.kernels.counts import Counts
from goldscale.measures.definition import Definition, Measure

AVERAGE = Parameter(
    "avg",
    "macro: a value per unit, then their mean; micro: all units pooled into one (thesis eq. 3.12)",
    "choice",
    "macro",
    ("macro", "micro"),
)
GRADE = Parameter("rel", "lowest grade that counts as relevant", "count", 1, low=1)
PERFECT = frozenset({"monotone", "perfect-best", "perfect-only"})


def _precision(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.precision(counts)


def _recall(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.recall(counts)


def _f1(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.f_measure(counts, 1.0)


def _f(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.f_measure(counts, measure["beta"])


def _accuracy(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.accuracy(counts)


def _jaccard(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.jaccard(counts)


def _alpha(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.alpha_score(counts, measure["alpha"], measure["beta"], measure["gamma"])


def _hamming(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.hamming_loss(counts)


def _exact_match(counts: Counts, measure: Measure) -> np.ndarray:
    return sets.exact_match(counts)


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
        properties=PERFECT,
    ),
    Definition(
        name="F",
        title="F-measure, weighted",
        summary="Harmonic mean of precision and recall in which recall weighs beta times as much.",
        equation="(1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)",
        prediction="set",
        direction="label",
        kernel=_f,
        parameters=(Parameter("beta", "weight of recall against precision", "number", 1.0), AVERAGE, GRADE),
        undefined="nothing is relevant and nothing was said yes to (or beta = 0 and nothing was said yes to)",
        reference="van Rijsbergen, Information Retrieval, 1979, ch. 7; Nowak thesis eq. 3.10 for beta = 1",
        example="evaluate([[1, 1, 1]], [[1, 0, 0]], ['F:item(beta=2)'])  # 0.714",
        properties=PERFECT,
    ),
    Definition(
        name="Acc",
        title="Accuracy",
        summary="Share of all cells that were decided rightly.",
        equation="(TP + TN) / (TP + FP + FN + TN)",
        prediction="set",
        direction="label",
        kernel=_accuracy,
        parameters=(AVERAGE, GRADE),
        undefined="no cell is judged",
        reference="Nowak thesis eq. 3.11. (What the thesis calls example-based accuracy, eq. 3.17, is Jaccard.)",
        example="evaluate([[1, 1, 0, 0]], [[1, 0, 0, 0]], ['Acc:item'])  # 0.75",
        properties=PERFECT,
    ),
    Definition(
        name="Jaccard",
        title="Jaccard index (example-based accuracy)",
        summary="Cells both said and relevant, over cells said or relevant.",
        equation="|Y ∩ Z| / |Y ∪ Z|",
        prediction="set",
        direction="item",
        kernel=_jaccard,
        parameters=(AVERAGE, GRADE),
        aliases=("Accuracy-eb",),
        undefined="nothing is relevant and nothing was said yes to",
        reference="Nowak thesis eq. 3.17",
        example="evaluate([[1, 1, 0]], [[1, 0, 1]], ['Jaccard'])  # 0.333",
        properties=PERFECT,
    ),
    Definition(
        name="Alpha",
        title="Alpha evaluation",
        summary="Jaccard with a forgiveness rate alpha, and weights of their own for misses and false alarms.",
        equation="(1 - (beta |Y \\ Z| + gamma |Z \\ Y|) / |Y ∪ Z|)^alpha; beta = gamma = 1 gives eq. 3.19",
        prediction="set",
        direction="item",
        kernel=_alpha,
        parameters=(
            Parameter("alpha", "forgiveness: below 1 partly right predictions gain, above 1 they lose", "number", 1.0),
            Parameter("beta", "weight of a missed label", "number", 1.0, high=1.0),
            Parameter("gamma", "weight of a false alarm", "number", 1.0, high=1.0),
            GRADE,
        ),
        undefined="nothing is relevant and nothing was said yes to",
        reference="Nowak thesis eqs. 3.19, 3.20; Shen et al., Multilabel machine learning and its application to "
        "semantic scene classification, SPIE 5307, 2004 (the form with beta and gamma)",
        example="evaluate([[1, 1, 0]], [[1, 0, 0]], ['Alpha(alpha=2)'])  # 0.25",
        properties=frozenset({"monotone", "perfect-best", "perfect-only"}),
    ),
    Definition(
        name="Hamming",
        title="Hamming loss",
        summary="Share of all cells that were decided wrongly.",
        equation="|Z Δ Y| / C",
        prediction="set",
        direction="item",
        kernel=_hamming,
        parameters=(AVERAGE, GRADE),
        higher_is_better=False,
        undefined="no cell is judged",
        reference="Nowak thesis eq. 3.18",
        example="evaluate([[1, 1, 0, 0]], [[1, 0, 0, 0]], ['Hamming'])  # 0.25",
        properties=PERFECT,
    ),
    Definition(
        name="ExactMatch",
        title="Exact match",
        summary="Whether exactly the relevant cells were said yes to (subset accuracy).",
        equation="1 if Z = Y, else 0",
        prediction="set",
        direction="item",
        kernel=_exact_match,
        parameters=(GRADE,),
        undefined="no cell is judged",
        reference="Nowak thesis 3.3 ('fully correct')",
        example="evaluate([[1, 0], [1, 1]], [[1, 0], [1, 0]], ['ExactMatch'])  # 0.5",
        properties=PERFECT,
    ),
)
