"""Measures on rankings: the order in which a system puts the cells of a unit (thesis 3.3.3 and 3.3.5)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.kernels import gain, precision, ranks, roc
from goldscale.kernels.ranking import Ranking
from goldscale.measures.definition import Definition, Measure
from goldscale.measures.sets import GRADE

EXACT = "expected is the exact expectation over all orders of tied scores, in closed form"
SHARE = EXACT + "; a tie group that is cut gives its share (also under group)"
MAXIMUM = (
    "the expectation of a maximum has no closed form, so here expected reads the curve with each tied relevant cell "
    "at its expected rank; group puts a tie group at its last rank"
)
COUNT = Parameter(
    "count",
    "how a recall level becomes a number of relevant cells: up (at least that recall) or nearest (trec_eval 10)",
    "choice",
    "up",
    ("up", "nearest"),
)
NO_POSITIVE = "nothing is relevant"
RANKED = frozenset({"monotone", "perfect-best", "scale-free"})
PERFECT = RANKED | {"perfect-only"}


def _average_precision(ranking: Ranking, measure: Measure) -> np.ndarray:
    return precision.average_precision(ranking.hits(measure["rel"]))


def _interpolated(ranking: Ranking, measure: Measure) -> np.ndarray:
    return _at_recalls(ranking, measure, precision.ELEVEN_POINTS)


def _interpolated_at(ranking: Ranking, measure: Measure) -> np.ndarray:
    return _at_recalls(ranking, measure, (measure["recall"],))


def _at_recalls(ranking: Ranking, measure: Measure, recalls: Sequence[float]) -> np.ndarray:
    nearest = measure["count"] == "nearest"
    return precision.interpolated_precision(ranking.hits(measure["rel"]), recalls, nearest=nearest)


def _precision_at(ranking: Ranking, measure: Measure) -> np.ndarray:
    return precision.precision_at(ranking.hits(measure["rel"]), measure.rank)


def _recall_at(ranking: Ranking, measure: Measure) -> np.ndarray:
    return precision.recall_at(ranking.hits(measure["rel"]), measure.rank)


def _success_at(ranking: Ranking, measure: Measure) -> np.ndarray:
    return precision.success_at(ranking.hits(measure["rel"]), measure.rank)


def _first_is_right(ranking: Ranking, measure: Measure) -> np.ndarray:
    return precision.success_at(ranking.hits(measure["rel"]), 1)


def _r_precision(ranking: Ranking, measure: Measure) -> np.ndarray:
    return precision.r_precision(ranking.hits(measure["rel"]))


def _reciprocal_rank(ranking: Ranking, measure: Measure) -> np.ndarray:
    return precision.reciprocal_rank(ranking.hits(measure["rel"]), measure.cutoff)


def _bpref(ranking: Ranking, measure: Measure) -> np.ndarray:
    return precision.binary_preference(ranking.hits(measure["rel"]))


def _ndcg(ranking: Ranking, measure: Measure) -> np.ndarray:
    return gain.normalised_gain(ranking, measure["gain"], measure.cutoff)


def _area_under_roc(ranking: Ranking, measure: Measure) -> np.ndarray:
    return roc.area_under_roc(ranking.hits(measure["rel"]))


def _equal_error_rate(ranking: Ranking, measure: Measure) -> np.ndarray:
    return roc.equal_error_rate(ranking.hits(measure["rel"]))


def _ranking_loss(ranking: Ranking, measure: Measure) -> np.ndarray:
    return roc.ranking_loss(ranking.hits(measure["rel"]))


def _one_error(ranking: Ranking, measure: Measure) -> np.ndarray:
    return ranks.one_error(ranking.hits(measure["rel"]))


def _coverage(ranking: Ranking, measure: Measure) -> np.ndarray:
    return ranks.coverage(ranking.hits(measure["rel"]), beyond_relevant=measure["form"] == "thesis")


def _first_rank(ranking: Ranking, measure: Measure) -> np.ndarray:
    return ranks.first_rank(ranking.hits(measure["rel"]))


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
        undefined=NO_POSITIVE,
        ties=EXACT + " (McSherry & Najork 2008); group takes a tie group as one step of the curve (scikit-learn)",
        reference="Nowak thesis eqs. 3.13 (by label) and 3.24 (by item)",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['AP:item'])  # 0.8333",
        properties=PERFECT,
    ),
    Definition(
        name="iAP",
        title="Interpolated average precision",
        summary="Mean over eleven recall levels of the highest precision at that recall or beyond; "
        "the mean over units is MiAP.",
        equation="1/11 * sum over i = 0..10 of max { P(k) : at least ceil(i R / 10) relevant in the first k }",
        prediction="ranking",
        direction="label",
        kernel=_interpolated,
        parameters=(COUNT, GRADE),
        aliases=("MiAP",),
        undefined=NO_POSITIVE,
        ties=MAXIMUM,
        reference="Nowak thesis 3.3.3; Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2009, 8.4",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['iAP:item'])  # 0.8485",
        properties=PERFECT,
    ),
    Definition(
        name="iP",
        title="Interpolated precision",
        summary="Highest precision at a recall level or beyond: a point of the interpolated precision-recall curve.",
        equation="max { P(k) : at least ceil(recall R) relevant in the first k }",
        prediction="ranking",
        direction="label",
        kernel=_interpolated_at,
        parameters=(Parameter("recall", "recall level", "number", 0.0, high=1.0), COUNT, GRADE),
        undefined=NO_POSITIVE,
        ties=MAXIMUM,
        reference="Nowak thesis 3.3.3; Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2009, 8.4",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['iP:item(recall=0.7)'])  # 0.6667",
        properties=RANKED,
    ),
    Definition(
        name="P",
        title="Precision at a rank",
        summary="Share of the first k ranks that is relevant; ranks beyond the list count as not relevant.",
        equation="relevant in the first k / k",
        prediction="ranking",
        direction="label",
        cutoff="required",
        kernel=_precision_at,
        parameters=(GRADE,),
        undefined=NO_POSITIVE,
        ties=SHARE,
        reference="Nowak thesis 3.3.3",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['P@2:item'])  # 0.5",
        properties=frozenset({"monotone", "scale-free"}),
    ),
    Definition(
        name="R",
        title="Recall at a rank",
        summary="Share of the relevant cells that stand in the first k ranks. With one gold caption per image: "
        "the share of images whose caption is found.",
        equation="relevant in the first k / R",
        prediction="ranking",
        direction="label",
        cutoff="required",
        kernel=_recall_at,
        parameters=(GRADE,),
        undefined=NO_POSITIVE,
        ties=SHARE,
        reference="Hodosh et al., JAIR 47, 2013, section 4.3.1",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['R@2:item'])  # 0.5",
        properties=frozenset({"monotone", "scale-free"}),
    ),
    Definition(
        name="S",
        title="Success at a rank",
        summary="Whether anything relevant stands in the first k ranks.",
        equation="1 if a relevant cell is in the first k, else 0",
        prediction="ranking",
        direction="label",
        cutoff="required",
        kernel=_success_at,
        parameters=(GRADE,),
        aliases=("Success",),
        undefined=NO_POSITIVE,
        ties=EXACT + " (the probability of success; also under group)",
        reference="Hodosh et al., JAIR 47, 2013, section 4.3.3",
        example="evaluate([[0.9, 0.8, 0.1]], [[0, 1, 1]], ['S@2:item'])  # 1.0",
        properties=RANKED,
    ),
    Definition(
        name="Top1",
        title="Top-1 rate",
        summary="Whether the first ranked cell is relevant: the identification rate. The plant task averages it in "
        "groups, author > plant > picture, which is its score S; with a cutoff it is S@k.",
        equation="1 if the first is in Y, else 0",
        prediction="ranking",
        direction="item",
        kernel=_first_is_right,
        parameters=(GRADE,),
        undefined=NO_POSITIVE,
        ties=EXACT + " (the probability that the first is right; also under group)",
        reference="ImageCLEF 2011 plant identification task, README of the package, section 4",
        example="evaluate([[0.9, 0.8], [0.9, 0.8]], [[1, 0], [0, 1]], ['Top1'])  # 0.5",
        properties=RANKED,
    ),
    Definition(
        name="RPrec",
        title="R-precision",
        summary="Precision at the rank that equals the number of relevant cells.",
        equation="relevant in the first R / R",
        prediction="ranking",
        direction="label",
        kernel=_r_precision,
        parameters=(GRADE,),
        aliases=("R-Precision", "BEP"),
        undefined=NO_POSITIVE,
        ties=SHARE,
        reference="Nowak thesis 3.3.3 (by label) and eq. 3.25 (by item)",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['RPrec:item'])  # 0.5",
        properties=PERFECT,
    ),
    Definition(
        name="RR",
        title="Reciprocal rank",
        summary="One over the rank of the first relevant cell; the mean over units is MRR.",
        equation="1 / rank of the first relevant cell, 0 if there is none (in the first k)",
        prediction="ranking",
        direction="label",
        cutoff="optional",
        kernel=_reciprocal_rank,
        parameters=(GRADE,),
        aliases=("MRR",),
        undefined=NO_POSITIVE,
        ties=EXACT + "; group puts a tie group at its last rank",
        reference="Voorhees, The TREC-8 question answering track report, 1999; Nowak thesis table 4.4",
        example="evaluate([[0.9, 0.8, 0.1]], [[0, 1, 1]], ['RR:item'])  # 0.5",
        properties=RANKED,
    ),
    Definition(
        name="nDCG",
        title="Normalised discounted cumulative gain",
        summary="Gain of the grades, discounted by rank, over that of the ideal order.",
        equation="sum over ranks i (up to k) of gain(grade_i) / log2(i + 1), over the same sum in ideal order",
        prediction="ranking",
        direction="label",
        relevance="graded",
        cutoff="optional",
        kernel=_ndcg,
        parameters=(
            Parameter("gain", "linear: the grade (trec_eval); exp: 2^grade - 1", "choice", "linear", ("linear", "exp")),
        ),
        undefined=NO_POSITIVE,
        ties=EXACT + ": each tied cell has the group's mean gain (also under group, as in scikit-learn)",
        reference="Järvelin & Kekäläinen, ACM TOIS 20, 2002; Nowak thesis 3.3",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 2, 0]], ['nDCG:item'])  # 0.8597",
        properties=RANKED,
    ),
    Definition(
        name="bpref",
        title="Binary preference",
        summary="How seldom a cell judged irrelevant stands above a relevant one; unjudged cells are left out.",
        equation="1/R * sum over ranked relevant cells of 1 - min(irrelevant above, R) / min(R, judged irrelevant)",
        prediction="ranking",
        direction="label",
        kernel=_bpref,
        parameters=(GRADE,),
        condensed=True,
        undefined=NO_POSITIVE,
        ties=EXACT + "; group counts tied irrelevant cells as standing above",
        reference="Buckley & Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004, as in trec_eval",
        example="evaluate([[0.9, 0.8, 0.7, 0.1]], [[0, 1, 1, 0]], ['bpref:item'])  # 0.5",
        properties=PERFECT,
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
        "closed ROC curve, 0.5 if it is random; the thesis reports less than 0.25 there and drew the curve otherwise",
        reference="Nowak thesis 3.3.3; Hanley & McNeil, Radiology 143, 1982",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['AUC:item'])  # 0.5",
        properties=PERFECT,
    ),
    Definition(
        name="EER",
        title="Equal error rate",
        summary="The error rate at which false alarms and misses are equally frequent, interpolated on the ROC curve.",
        equation="FPR where FPR = 1 - TPR",
        prediction="ranking",
        direction="label",
        kernel=_equal_error_rate,
        parameters=(GRADE,),
        higher_is_better=False,
        undefined="nothing is relevant, or everything is",
        ties=EXACT + " (a sum over the grid edges that cross the line of equal errors); group takes a tie group as "
        "one straight piece of the curve",
        reference="Nowak thesis 3.3.3",
        example="evaluate([[0.9, 0.8, 0.7, 0.1]], [[1, 0, 1, 0]], ['EER:item'])  # 0.5",
        properties=PERFECT,
    ),
    Definition(
        name="OneError",
        title="One-error",
        summary="Whether the first ranked cell is not relevant.",
        equation="1 if the first is not in Y, else 0",
        prediction="ranking",
        direction="item",
        kernel=_one_error,
        parameters=(GRADE,),
        higher_is_better=False,
        undefined=NO_POSITIVE,
        ties=EXACT + " (the probability of an error; also under group)",
        reference="Nowak thesis eq. 3.21; Schapire & Singer, Machine Learning 39, 2000",
        example="evaluate([[0.9, 0.8], [0.9, 0.8]], [[1, 0], [0, 1]], ['OneError'])  # 0.5",
        properties=RANKED,
    ),
    Definition(
        name="Coverage",
        title="Coverage",
        summary="How far one has to go down the ranking to cover all relevant cells.",
        equation="rank of the last relevant cell - |Y| (form=thesis), or - 1 (form=schapire)",
        prediction="ranking",
        direction="item",
        kernel=_coverage,
        parameters=(
            Parameter(
                "form",
                "thesis subtracts the number of relevant cells, so that 0 is perfect; schapire subtracts 1",
                "choice",
                "thesis",
                ("thesis", "schapire"),
            ),
            GRADE,
        ),
        high=math.inf,
        higher_is_better=False,
        undefined=NO_POSITIVE,
        ties=EXACT + "; group puts a tie group at its last rank (scikit-learn)",
        reference="Nowak thesis eq. 3.22; Schapire & Singer, Machine Learning 39, 2000",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['Coverage'])  # 1.0",
        properties=PERFECT,
    ),
    Definition(
        name="RankingLoss",
        title="Ranking loss",
        summary="Share of (relevant, irrelevant) pairs that stand in the wrong order.",
        equation="pairs with f(relevant) <= f(irrelevant) / (|Y| (C - |Y|))",
        prediction="ranking",
        direction="item",
        kernel=_ranking_loss,
        parameters=(GRADE,),
        higher_is_better=False,
        undefined="nothing is relevant, or everything is",
        ties=EXACT + ": a tied pair counts half; whole under group, as eq. 3.23 and scikit-learn have it",
        reference="Nowak thesis eq. 3.23; Schapire & Singer, Machine Learning 39, 2000",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['RankingLoss'])  # 0.5",
        properties=PERFECT,
    ),
    Definition(
        name="MeanR",
        title="Mean rank",
        summary="Rank of the first relevant cell; unranked cells stand behind all ranked ones.",
        equation="rank of the first relevant cell",
        prediction="ranking",
        direction="item",
        kernel=_first_rank,
        parameters=(GRADE,),
        low=1.0,
        high=math.inf,
        higher_is_better=False,
        undefined=NO_POSITIVE,
        ties=EXACT + "; group puts a tie group at its last rank",
        reference="Hodosh et al., JAIR 47, 2013, section 4.3.1",
        example="evaluate([[0.9, 0.8, 0.1]], [[0, 1, 0]], ['MeanR'])  # 2.0",
        properties=RANKED,
    ),
    Definition(
        name="MedR",
        title="Median rank",
        summary="Median over the units of the rank of the first relevant cell.",
        equation="median of the ranks of the first relevant cell",
        prediction="ranking",
        direction="item",
        kernel=_first_rank,
        parameters=(GRADE,),
        low=1.0,
        high=math.inf,
        higher_is_better=False,
        aggregate="median",
        undefined=NO_POSITIVE,
        ties=EXACT + " of each unit's rank; group puts a tie group at its last rank",
        reference="Hodosh et al., JAIR 47, 2013, section 4.3.1",
        example="evaluate([[0.9, 0.8], [0.9, 0.8], [0.9, 0.8]], [[0, 1], [1, 0], [0, 1]], ['MedR'])  # 2.0",
        properties=RANKED,
    ),
)
