"""Measures that know how labels relate: Ontology Score, Hierarchical Score, Semantic R-Precision (thesis ch. 7-9)."""

from __future__ import annotations

from functools import partial

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.kernels import matching
from goldscale.measures.definition import label_set_measure, semantic_measure
from goldscale.measures.labelsets import LabelSets
from goldscale.measures.sets import GRADE

ALPHA = Parameter("alpha", "forgiveness: below 1 partly correct sets score higher, above 1 lower", "number", 1.0)
SCORE = r"\left(1 - \frac{\mathrm{match}(Z, Y)}{|Z \cup Y|}\right)^\alpha"
BOTH_EMPTY = "nothing is relevant and nothing is predicted"


def _score(sets: LabelSets, alpha: float, config: str = "complete", checked: bool = True) -> np.ndarray:
    """The Ontology Score; without the cross-check the Hierarchical Score."""
    knowledge, complete = sets.knowledge, config == "complete"
    costs = matching.matching_costs(
        sets.predicted,
        sets.relevant,
        knowledge.costs,
        knowledge.agreement if complete else None,
        knowledge.penalised(sets.predicted) if complete and checked else None,
    )
    return np.clip(1.0 - costs, 0.0, 1.0) ** alpha


def _semantic_r_precision(sets: LabelSets, source: str) -> np.ndarray:
    given = sets.knowledge.relatedness if source == "given" else sets.knowledge.source(source)
    values = given.aligned(sets.knowledge.labels)
    by_name = np.argsort(sets.knowledge.labels.descending_rank) if sets.tie_order is None else sets.tie_order
    fixed = sets.ties in ("order", "id")
    return matching.semantic_r_precision(sets.scores, sets.relevant, values, sets.ties, by_name, fixed)


DEFINITIONS = (
    label_set_measure(
        name="OS",
        title="Ontology Score",
        summary="How near the predicted labels are to the relevant ones, with penalties for rules that are broken.",
        equation=SCORE,
        where=(
            r"$\mathrm{match}(Z, Y) = p + \sum_{z \in Z \smallsetminus Y} \mathrm{cost}(z, y^*)\,a(y^*) + \sum_{y "
            r"\in Y \smallsetminus Z} \min_{z \in Z} \mathrm{cost}(z, y)\,a(y)$; $y^*$ is the relevant label nearest "
            r"to $z$, $a$ the agreement on a label, and $p$ counts the labels that break a rule of the ontology and "
            r"leave the sums"
        ),
        needs=frozenset({"ontology", "relatedness", "agreement"}),
        kernel=_score,
        parameters=(
            Parameter(
                "config",
                "complete: ontology, agreement and costs; costmap: costs alone (thesis 8.3.3)",
                "choice",
                "complete",
                ("complete", "costmap"),
            ),
            ALPHA,
            GRADE,
        ),
        undefined=BOTH_EMPTY,
        reference="Nowak thesis eqs. 7.1-7.3; Nowak et al., MIR 2010, eqs. 16, 17. Costs are 1 - relatedness, by "
        "default that of the ontology's hierarchy (eq. 7.2)",
        example="evaluate([[1, 0]], [[1, 0]], ['OS(config=costmap)'], relatedness='identity')  # 1.0",
        properties=frozenset({"perfect-best", "perfect-only"}),
    ),
    label_set_measure(
        name="HS",
        title="Hierarchical Score",
        summary="The Ontology Score without the ontology's cross-check: costs and agreement only.",
        equation=SCORE,
        where=r"$\mathrm{match}(Z, Y)$ is that of OS with $p = 0$",
        needs=frozenset({"relatedness", "agreement"}),
        kernel=partial(_score, checked=False),
        parameters=(ALPHA, GRADE),
        undefined=BOTH_EMPTY,
        reference="Nowak thesis 7.4 and 8.3.1; Nowak et al., MIR 2010, 2.5",
        example="evaluate([[1, 1]], [[1, 0]], ['HS'], relatedness='identity')  # 0.5",
        properties=frozenset({"perfect-best", "perfect-only"}),
    ),
    semantic_measure(
        name="SRPrec",
        title="Semantic R-Precision",
        summary="R-precision in which a wrong label counts by its relatedness to the relevant label it is paired with.",
        equation=r"\frac{1}{R} \max_{\pi} \sum_{z \in Z_R} q(z, \pi(z))",
        where=(r"$\pi$ pairs the first $R$ labels, $Z_R$, one to one with the relevant ones; $q$ is the relatedness"),
        prediction="ranking",
        needs=frozenset({"relatedness"}),
        kernel=_semantic_r_precision,
        parameters=(
            Parameter(
                "source",
                "given: the relatedness of the evaluation; identity makes it R-precision",
                "choice",
                "given",
                ("given", "identity", "hierarchy"),
            ),
            GRADE,
        ),
        undefined="nothing is relevant",
        ties="expected averages over all ways of cutting a tie group; with more than 1000 ways what relatedness adds "
        "to R-precision is estimated from 32 of them, always the same, and the worst is that of these; best is exact; "
        "group cuts as expected does",
        reference="Nowak thesis eqs. 9.1-9.4",
        example="evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ['SRPrec'], relatedness='identity')  # 0.5",
        properties=frozenset({"perfect-best", "scale-free"}),
    ),
)
