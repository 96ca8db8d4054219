"""Average precision and its relatives: precision at every recall that a ranking reaches (thesis 3.3.3 and 3.3.5)."""

from __future__ import annotations

from functools import partial

from goldscale.data.parameter import Parameter
from goldscale.kernels import precision
from goldscale.measures.ranked import CUT, EXACT, PERFECT, RANKED, ranking_measure
from goldscale.measures.sets import AVERAGE, GRADE

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
PRECISION = r"$P(k)$ is the precision of the first $k$ ranks; $\mathrm{rel}(k)$ is 1 where rank $k$ is relevant, else 0"

DEFINITIONS = (
    ranking_measure(
        name="AP",
        title="Average precision",
        summary="Mean of the precision at the rank of each relevant cell; the mean over units is MAP.",
        equation=r"\frac{1}{R} \sum_{k=1}^{N} P(k)\,\mathrm{rel}(k)",
        where=PRECISION,
        kernel=precision.average_precision,
        tried="ranked",
        parameters=(AVERAGE, GRADE),
        aliases=("MAP",),
        ties=EXACT + " (McSherry & Najork 2008); group takes a tie group as one step of the curve (scikit-learn)",
        reference="Nowak thesis eqs. 3.13 (by label) and 3.24 (by item)",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['AP:item'])  # 0.8333",
        properties=PERFECT,
    ),
    ranking_measure(
        name="AP",
        title="Average precision at a rank",
        summary="Sum of the precision at each relevant cell among the first k, over the number of relevant cells.",
        equation=r"\frac{1}{R} \sum_{i=1}^{k} P(i)\,\mathrm{rel}(i)",
        where=(
            r"$P(i)$ is the precision of the first $i$ ranks; $\mathrm{rel}(i)$ is 1 where rank $i$ is relevant, else "
            r"0; over=reachable divides by $\min(R, k)$"
        ),
        cutoff="required",
        kernel=precision.average_precision_at,
        tried="ranked",
        parameters=(
            Parameter(
                "over",
                "what the sum is divided by: relevant (all R, as trec_eval's map_cut) or reachable (at most k of them)",
                "choice",
                "relevant",
                ("relevant", "reachable"),
            ),
            GRADE,
        ),
        aliases=("MAP",),
        ties=CUT,
        reference="map_cut of trec_eval (m_map_cut.c); Nowak thesis eq. 3.13 without a cutoff",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['AP@2:item'])  # 0.5",
        properties=frozenset({"monotone", "scale-free"}),
    ),
    ranking_measure(
        name="GMAP",
        title="Geometric mean average precision",
        summary="Geometric mean over the units of average precision: a gain on a hard unit counts as much as the same "
        "factor on an easy one.",
        equation=r"\left(\prod_{u=1}^{n} \max(\mathrm{AP}_u, \epsilon)\right)^{1/n}",
        where=r"$u$ runs over the $n$ units; $\epsilon$ is the floor, without which one AP of 0 would make the mean 0",
        kernel=precision.geometric_precision,
        tried="ranked",
        parameters=(
            Parameter("floor", "lowest value that enters the mean (trec_eval: 0.00001)", "number", 1e-5, high=1.0),
            GRADE,
        ),
        aggregate="geometric mean",
        ties=EXACT + " of each unit's average precision; group takes a tie group as one step of the curve",
        reference="Robertson, On GMAP and other transformations, CIKM 2006, doi:10.1145/1183614.1183630; gm_map of "
        "trec_eval",
        example="evaluate([[0.9, 0.1], [0.9, 0.1]], [[1, 0], [0, 1]], ['GMAP:item'])  # 0.7071",
        properties=PERFECT,
    ),
    ranking_measure(
        name="iAP",
        title="Interpolated average precision",
        summary="Mean over eleven recall levels of the highest precision at that recall or beyond; "
        "the mean over units is MiAP.",
        equation=r"\frac{1}{11} \sum_{i=0}^{10} \max_{k : r(k) \ge \lceil iR/10 \rceil} P(k)",
        where=(
            "$P(k)$ and $r(k)$ are the precision and the number of relevant cells of the first $k$ ranks; a "
            "maximum over no $k$ is 0"
        ),
        kernel=partial(precision.interpolated_precision, recall=precision.ELEVEN_POINTS),
        tried="ranked",
        parameters=(COUNT, GRADE),
        aliases=("MiAP",),
        ties=MAXIMUM,
        reference="Nowak thesis 3.3.3; Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2009, 8.4",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['iAP:item'])  # 0.8485",
        properties=PERFECT,
    ),
    ranking_measure(
        name="iP",
        title="Interpolated precision",
        summary="Highest precision at a recall level or beyond: a point of the interpolated precision-recall curve.",
        equation=r"\max_{k : r(k) \ge \lceil \rho R \rceil} P(k)",
        where=(
            r"$\rho$ is the recall level, $P(k)$ and $r(k)$ are the precision and the number of relevant cells of "
            r"the first $k$ ranks; a maximum over no $k$ is 0"
        ),
        kernel=precision.interpolated_precision,
        tried="ranked",
        parameters=(Parameter("recall", "recall level", "number", 0.0, high=1.0), COUNT, GRADE),
        ties=MAXIMUM,
        reference="Nowak thesis 3.3.3; Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2009, 8.4",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['iP:item(recall=0.7)'])  # 0.6667",
        properties=RANKED,
    ),
)
