"""Measures that picture a person who goes down a ranking and stops somewhere."""

from __future__ import annotations

from goldscale.data.parameter import Parameter
from goldscale.kernels import browsing
from goldscale.measures.ranked import EXACT, ranking_measure
from goldscale.measures.sets import GRADE

PROPERTIES = frozenset({"monotone", "scale-free"})

DEFINITIONS = (
    ranking_measure(
        name="ERR",
        title="Expected reciprocal rank",
        summary="Mean of one over the rank at which a person stops, whom higher grades satisfy more often; what "
        "stands behind something good counts little.",
        equation=r"\sum_{i=1}^{k} \frac{p(g_i)}{i} \prod_{j=1}^{i-1} (1 - p(g_j))",
        where=(
            r"$g_i$ is the grade at rank $i$ and $p(g) = (2^g - 1) / 2^{g_{\max}}$ the chance to stop there; without a "
            r"cutoff all ranks count. Even the ideal order stays below 1"
        ),
        relevance="graded",
        cutoff="optional",
        reads="ranking",
        kernel=browsing.expected_reciprocal_rank,
        tried="none or all",
        parameters=(
            Parameter(
                "top",
                "the highest grade of the scale: that of the truth, or a number (4 in gdeval and ir_measures)",
                "number",
                "truth",
                ("truth",),
                low=1.0,
            ),
        ),
        ties=EXACT + " (also under group)",
        reference="Chapelle, Metzler, Zhang & Grinspan, Expected reciprocal rank for graded relevance, CIKM 2009, "
        "doi:10.1145/1645953.1646033",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 2]], ['ERR:item'])  # 0.4375",
        properties=PROPERTIES,
    ),
    ranking_measure(
        name="RBP",
        title="Rank-biased precision",
        summary="Rate of gain of a person who goes on from each rank to the next with probability p.",
        equation=r"(1 - p) \sum_{i=1}^{k} \mathrm{gain}(g_i)\,p^{i-1}",
        where=(
            r"$g_i$ is the grade at rank $i$; $\mathrm{gain}$ is 1 for what is relevant, or with gain=graded the grade "
            r"over the highest of the truth; without a cutoff all ranks count"
        ),
        relevance="graded",
        cutoff="optional",
        reads="ranking",
        kernel=browsing.rank_biased_precision,
        tried="none or all",
        parameters=(
            Parameter("p", "persistence: the chance to go on to the next rank", "number", 0.8, high=1.0, between=True),
            Parameter(
                "gain",
                "binary: 1 from grade rel up; graded: the grade over the highest",
                "choice",
                "binary",
                ("binary", "graded"),
            ),
            GRADE,
        ),
        ties=EXACT + ": each tied cell has the group's mean gain (also under group)",
        reference="Moffat & Zobel, Rank-biased precision for measurement of retrieval effectiveness, ACM TOIS 27, "
        "2008, doi:10.1145/1416950.1416952",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['RBP:item'])  # 0.328",
        properties=PROPERTIES,
    ),
)
