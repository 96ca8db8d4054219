"""Measures on rankings: the order in which a system puts the cells of a unit (thesis 3.3.3 and 3.3.5)."""

from __future__ import annotations

import numpy as np

from goldscale.kernels import ranked
from goldscale.kernels.ranking import Ranking
from goldscale.measures.definition import Definition, Measure
from goldscale.measures.sets import GRADE

EXACT = "expected is the exact expectation over all orders of tied scores, in closed form"


def _average_precision(ranking: Ranking, measure: Measure) -> np.ndarray:
    return ranked.average_precision(ranking.hits(measure["rel"]))


def _area_under_roc(ranking: Ranking, measure: Measure) -> np.ndarray:
    return ranked.area_under_roc(ranking.hits(measure["rel"]))


DEFINITIONS = (
    Definition(
        name="AP",
        title="Average precision",
        summary="Mean of the precision at the rank of each relevant cell; the mean over units is MAP.",
        equation="1/R * sum over ranks k of P(k) rel(k)",
        prediction="ranking",
        direction="label",
        kernel=_average_precision,
        parameters=(GRADE,),
        aliases=("MAP",),
        undefined="nothing is relevant",
        ties=EXACT + " (McSherry & Najork 2008); group takes a tie group as one step of the curve (scikit-learn)",
        reference="Nowak thesis eqs. 3.13 (by label) and 3.24 (by item)",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['AP:item'])  # 0.8333",
        properties=frozenset({"monotone", "perfect-best", "perfect-only", "score-monotone-invariant"}),
    ),
    Definition(
        name="AUC",
        title="Area under the ROC curve",
        summary="Share of (relevant, irrelevant) pairs that stand in the right order.",
        equation="(pairs in order + half the tied pairs) / (R (N - R))",
        prediction="ranking",
        direction="label",
        kernel=_area_under_roc,
        parameters=(GRADE,),
        undefined="nothing is relevant, or everything is",
        ties=EXACT + ": a tied pair counts half (also under group). A binary run therefore gets the area of its "
        "closed ROC curve; the thesis' values of at most 0.25 for binary random runs come from not closing it",
        reference="Nowak thesis 3.3.3; Hanley & McNeil, Radiology 143, 1982",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['AUC:item'])  # 0.5",
        properties=frozenset({"monotone", "perfect-best", "perfect-only", "score-monotone-invariant"}),
    ),
)
