"""Measures on rankings: the order in which a system puts the cells of a unit (thesis 3.3.3 and 3.3.5)."""

from __future__ import annotations

import math
from functools import partial

from goldscale.data.parameter import Parameter
from goldscale.kernels import gain, precision, roc
from goldscale.measures.definition import ranked_measure
from goldscale.measures.sets import AVERAGE, GRADE

EXACT = "expected is the exact expectation over all orders of tied scores, in closed form"
CUT = EXACT + "; a tie group that the cutoff divides counts in proportion (also under group)"
HITS = "$r(k)$ is the number of relevant cells in the first $k$ ranks"
PAIRS = "$s_c$ is the score of cell $c$; brackets are 1 where what they hold is true, else 0"
NO_POSITIVE = "nothing is relevant"
RANKED = frozenset({"monotone", "perfect-best", "scale-free"})
PERFECT = RANKED | {"perfect-only"}

ranking_measure = partial(ranked_measure, direction="label", parameters=(GRADE,), undefined=NO_POSITIVE)
"""A measure that needs something relevant, and no more."""
pairs_measure = partial(ranking_measure, undefined="nothing is relevant, or everything is")
first_rank_measure = partial(
    ranking_measure,
    direction="item",
    kernel=precision.first_rank,
    tried="none or all",
    low=1.0,
    high=math.inf,
    higher_is_better=False,
    reference="Hodosh et al., JAIR 47, 2013, section 4.3.1",
    properties=RANKED,
)

DEFINITIONS = (
    ranking_measure(
        name="P",
        title="Precision at a rank",
        summary="Fraction of the first k ranks that are relevant; ranks beyond the list count as irrelevant.",
        equation=r"\frac{r(k)}{k}",
        where=HITS,
        cutoff="required",
        kernel=precision.precision_at,
        tried="none or all",
        aliases=("Precision",),
        ties=CUT,
        reference="Nowak thesis 3.3.3",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['P@2:item'])  # 0.5",
        properties=frozenset({"monotone", "scale-free"}),
    ),
    ranking_measure(
        name="R",
        title="Recall at a rank",
        summary="Fraction of the relevant cells that are in the first k ranks. With one gold caption per image: "
        "the fraction of images whose caption is found.",
        equation=r"\frac{r(k)}{R}",
        where=HITS,
        cutoff="required",
        kernel=precision.recall_at,
        tried="ranked",
        aliases=("Recall",),
        ties=CUT,
        reference="Hodosh et al., JAIR 47, 2013, section 4.3.1",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['R@2:item'])  # 0.5",
        properties=frozenset({"monotone", "scale-free"}),
    ),
    ranking_measure(
        name="S",
        title="Success at a rank",
        summary="Whether anything relevant is in the first k ranks. By item, with one label per item, the mean is the "
        "top-k accuracy.",
        equation=r"\begin{cases} 1 & \text{if } r(k) \ge 1 \\ 0 & \text{otherwise} \end{cases}",
        where=HITS,
        cutoff="required",
        kernel=precision.success_at,
        tried="none or all",
        aliases=("Success",),
        ties=EXACT + " (the probability of success; also under group)",
        reference="Hodosh et al., JAIR 47, 2013, section 4.3.3",
        example="evaluate([[0.9, 0.8, 0.1]], [[0, 1, 1]], ['S@2:item'])  # 1.0",
        properties=RANKED,
    ),
    ranking_measure(
        name="Top1",
        title="Top-1 rate",
        summary="Whether the first ranked cell is relevant: the identification rate. The plant task averages it in "
        "groups, author > plant > picture, which is its score S; with a cutoff it is S@k.",
        equation=r"\begin{cases} 1 & \text{if } r(1) = 1 \\ 0 & \text{otherwise} \end{cases}",
        where=HITS,
        direction="item",
        kernel=partial(precision.success_at, cutoff=1),
        tried="none or all",
        ties=EXACT + " (the probability that the first is right; also under group)",
        reference="ImageCLEF 2011 plant identification task, README of the package, section 4",
        example="evaluate([[0.9, 0.8], [0.9, 0.8]], [[1, 0], [0, 1]], ['Top1'])  # 0.5",
        properties=RANKED,
    ),
    ranking_measure(
        name="RPrec",
        title="R-precision",
        summary="Precision at the rank that equals the number of relevant cells.",
        equation=r"\frac{r(R)}{R}",
        where=HITS,
        kernel=precision.r_precision,
        tried="ranked or short",
        aliases=("R-Precision", "BEP"),
        ties=CUT,
        reference="Nowak thesis 3.3.3 (by label) and eq. 3.25 (by item)",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['RPrec:item'])  # 0.5",
        properties=PERFECT,
    ),
    ranking_measure(
        name="RR",
        title="Reciprocal rank",
        summary="One over the rank of the first relevant cell; the mean over units is MRR.",
        equation=r"\frac{1}{\min_{c \in Y} \mathrm{rank}(c)}",
        where=(
            r"$\mathrm{rank}(c)$ is the rank of cell $c$; the value is 0 where no relevant cell is ranked (among "
            r"the first $k$)"
        ),
        cutoff="optional",
        kernel=precision.reciprocal_rank,
        tried="none or all",
        aliases=("MRR",),
        ties=EXACT + "; group puts a tie group at its last rank",
        reference="Voorhees, The TREC-8 question answering track report, 1999; Nowak thesis table 4.4",
        example="evaluate([[0.9, 0.8, 0.1]], [[0, 1, 1]], ['RR:item'])  # 0.5",
        properties=RANKED,
    ),
    ranking_measure(
        name="nDCG",
        title="Normalised discounted cumulative gain",
        summary="Gain of the grades, discounted by rank, over that of the ideal order.",
        equation=(
            r"\frac{\sum_{i=1}^{k} \mathrm{gain}(g_i) / \log_2(i + 1)}{\sum_{i=1}^{k} \mathrm{gain}(g^*_i) / "
            r"\log_2(i + 1)}"
        ),
        where=("$g_i$ is the grade at rank $i$ and $g^*_i$ that in the ideal order; without a cutoff all ranks count"),
        relevance="graded",
        cutoff="optional",
        reads="ranking",
        kernel=gain.normalised_gain,
        tried="ranked",
        parameters=(
            Parameter("gain", "linear: the grade (trec_eval); exp: 2^grade - 1", "choice", "linear", ("linear", "exp")),
        ),
        ties=EXACT + ": each tied cell has the group's mean gain (also under group, as in scikit-learn)",
        reference="Järvelin & Kekäläinen, ACM TOIS 20, 2002; Nowak thesis 3.3",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 2, 0]], ['nDCG:item'])  # 0.8597",
        properties=RANKED,
    ),
    ranking_measure(
        name="bpref",
        title="Binary preference",
        summary="How rarely a cell judged irrelevant is ranked above a relevant one; unjudged cells are left out.",
        equation=r"\frac{1}{R} \sum_{c \in Y} \left(1 - \frac{\min(n(c), R)}{\min(R, N - R)}\right)",
        where=("$n(c)$ is the number of irrelevant cells above $c$; a relevant cell that is not ranked adds 0"),
        kernel=precision.binary_preference,
        condensed=True,
        ties=EXACT + "; group counts tied irrelevant cells as ranked above",
        reference="Buckley & Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004, as in trec_eval",
        example="evaluate([[0.9, 0.8, 0.7, 0.1]], [[0, 1, 1, 0]], ['bpref:item'])  # 0.5",
        properties=PERFECT,
    ),
    pairs_measure(
        name="AUC",
        title="Area under the ROC curve",
        summary="Fraction of (relevant, irrelevant) pairs that are in the right order.",
        equation=(
            r"\frac{1}{R\,(N - R)} \sum_{c \in Y} \sum_{c' \notin Y} \left([s_c > s_{c'}] + \frac{1}{2} [s_c = "
            r"s_{c'}]\right)"
        ),
        where=PAIRS,
        kernel=roc.area_under_roc,
        parameters=(AVERAGE, GRADE),
        ties=EXACT + ": a tied pair counts half (also under group). A binary run therefore gets the area of its "
        "closed ROC curve, 0.5 if it is random; the thesis reports less than 0.25 there and drew the curve otherwise",
        reference="Nowak thesis 3.3.3; Hanley & McNeil, Radiology 143, 1982",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['AUC:item'])  # 0.5",
        properties=PERFECT,
    ),
    pairs_measure(
        name="EER",
        title="Equal error rate",
        summary="Error rate at which false positives and misses are equally frequent, interpolated on the ROC curve.",
        equation=(r"\mathrm{FPR}(t) \text{ at the threshold } t \text{ with } \mathrm{FPR}(t) = 1 - \mathrm{TPR}(t)"),
        where=(
            r"$\mathrm{FPR}$ and $\mathrm{TPR}$ are the fractions of irrelevant and of relevant cells that score "
            r"at least $t$"
        ),
        kernel=roc.equal_error_rate,
        higher_is_better=False,
        ties=EXACT + " (a sum over the grid edges that cross the line of equal errors); group takes a tie group as "
        "one straight piece of the curve",
        reference="Nowak thesis 3.3.3",
        example="evaluate([[0.9, 0.8, 0.7, 0.1]], [[1, 0, 1, 0]], ['EER:item'])  # 0.5",
        properties=PERFECT,
    ),
    ranking_measure(
        name="OneError",
        title="One-error",
        summary="Whether the first ranked cell is not relevant.",
        equation=r"\begin{cases} 1 & \text{if } r(1) = 0 \\ 0 & \text{otherwise} \end{cases}",
        where=HITS,
        direction="item",
        kernel=precision.one_error,
        tried="none or all",
        higher_is_better=False,
        ties=EXACT + " (the probability of an error; also under group)",
        reference="Nowak thesis eq. 3.21; Schapire & Singer, Machine Learning 39, 2000",
        example="evaluate([[0.9, 0.8], [0.9, 0.8]], [[1, 0], [0, 1]], ['OneError'])  # 0.5",
        properties=RANKED,
    ),
    ranking_measure(
        name="Coverage",
        title="Coverage",
        summary="How far one has to go down the ranking to cover all relevant cells.",
        equation=r"\left(\max_{c \in Y} \mathrm{rank}(c)\right) - |Y|",
        where=r"$\mathrm{rank}(c)$ is the rank of cell $c$; form=schapire subtracts 1 in place of $|Y|$",
        direction="item",
        kernel=precision.coverage,
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
        ties=EXACT + "; group puts a tie group at its last rank (scikit-learn)",
        reference="Nowak thesis eq. 3.22; Schapire & Singer, Machine Learning 39, 2000",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['Coverage'])  # 1.0",
        properties=PERFECT,
    ),
    pairs_measure(
        name="RankingLoss",
        title="Ranking loss",
        summary="Fraction of (relevant, irrelevant) pairs that are in the wrong order.",
        equation=(
            r"\frac{1}{R\,(N - R)} \sum_{c \in Y} \sum_{c' \notin Y} \left([s_c < s_{c'}] + \frac{1}{2} [s_c = "
            r"s_{c'}]\right)"
        ),
        where=PAIRS,
        direction="item",
        kernel=roc.ranking_loss,
        higher_is_better=False,
        ties=EXACT + ": a tied pair counts half; whole under group, as eq. 3.23 and scikit-learn have it",
        reference="Nowak thesis eq. 3.23; Schapire & Singer, Machine Learning 39, 2000",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['RankingLoss'])  # 0.5",
        properties=PERFECT,
    ),
    first_rank_measure(
        name="MeanR",
        title="Mean rank",
        summary="Rank of the first relevant cell; unranked cells come after all ranked ones.",
        equation=r"\min_{c \in Y} \mathrm{rank}(c)",
        where=r"$\mathrm{rank}(c)$ is the rank of cell $c$",
        ties=EXACT + "; group puts a tie group at its last rank",
        example="evaluate([[0.9, 0.8, 0.1]], [[0, 1, 0]], ['MeanR'])  # 2.0",
    ),
    first_rank_measure(
        name="MedR",
        title="Median rank",
        summary="Median over the units of the rank of the first relevant cell.",
        equation=r"\mathrm{median}_u \left(\min_{c \in Y_u} \mathrm{rank}(c)\right)",
        where=r"$\mathrm{rank}(c)$ is the rank of cell $c$; $u$ runs over the units",
        aggregate="median",
        ties=EXACT + " of each unit's rank; group puts a tie group at its last rank",
        example="evaluate([[0.9, 0.8], [0.9, 0.8], [0.9, 0.8]], [[0, 1], [1, 0], [0, 1]], ['MedR'])  # 2.0",
    ),
)
