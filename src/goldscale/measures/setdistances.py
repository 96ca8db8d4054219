"""Measures that pair labels of two sets by their distance in a hierarchy or by a relatedness (thesis 4.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.kernels import matching
from goldscale.kernels.ratio import ratio
from goldscale.measures.definition import label_set_measure, semantic_measure
from goldscale.measures.hierarchical import ONTOLOGY
from goldscale.measures.knowledge import Knowledge
from goldscale.measures.labelsets import LabelSets
from goldscale.measures.semantic import BOTH_EMPTY
from goldscale.measures.sets import GRADE

PERFECT = frozenset({"perfect-best", "perfect-only"})
MATCHED = (
    r"\frac{1}{|Z \cup Y|} \left(\sum_{z \in Z \smallsetminus Y} \min_{y \in Y} d(z, y) + "
    r"\sum_{y \in Y \smallsetminus Z} \min_{z \in Z} d(z, y)\right)"
)
CONTRIBUTED = (
    r"$\mathrm{FpCon}$ and $\mathrm{FnCon}$ are what near labels contribute for false positives and for misses; "
    r"values are clipped to [0, 1]"
)
RELATEDNESS = frozenset({"relatedness"})


def _matched(sets: LabelSets, distance: Callable[[Knowledge], np.ndarray]) -> np.ndarray:
    return matching.matching_costs(sets.predicted, sets.relevant, distance(sets.knowledge))


def _balanced_precision(sets: LabelSets) -> np.ndarray:
    return matching.best_similarity(sets.predicted, sets.relevant, sets.knowledge.taxonomy.balanced)


def _balanced_recall(sets: LabelSets) -> np.ndarray:
    return matching.best_similarity(sets.relevant, sets.predicted, sets.knowledge.taxonomy.balanced)


def _balanced_f(sets: LabelSets) -> np.ndarray:
    return _harmonic(_balanced_precision(sets), _balanced_recall(sets))


def _harmonic(precision: np.ndarray, recall: np.ndarray) -> np.ndarray:
    """The harmonic mean, in which one of the two may be undefined and then counts 0."""
    p, r = np.nan_to_num(precision), np.nan_to_num(recall)
    return np.where(np.isnan(precision) & np.isnan(recall), np.nan, np.nan_to_num(2 * ratio(p * r, p + r)))


def _cordi(sets: LabelSets, weight: float) -> np.ndarray:
    return matching.best_similarity(sets.predicted, sets.relevant, weight**sets.knowledge.taxonomy.links)


def _contribution(sets: LabelSets, by: str, within: float) -> np.ndarray:
    if by == "distance":
        return 1.0 - sets.knowledge.taxonomy.links / within
    similarity = sets.knowledge.relatedness.aligned(sets.knowledge.labels)
    others = ~np.eye(len(similarity), dtype=bool)
    average = float(similarity[others].mean()) if others.any() else 0.0
    return (similarity - average) / (1.0 - average) if average < 1 else np.zeros_like(similarity)


def _category(sets: LabelSets, by: str, within: float) -> tuple[np.ndarray, np.ndarray]:
    """Precision and recall per label."""
    for_false, for_missed = matching.category_contributions(
        sets.predicted, sets.relevant, _contribution(sets, by, within)
    )
    both = np.count_nonzero(sets.predicted & sets.relevant, axis=0)
    predicted, relevant = np.count_nonzero(sets.predicted, axis=0), np.count_nonzero(sets.relevant, axis=0)
    found = np.maximum(both + for_false + for_missed, 0.0)
    of_predicted = np.where(predicted > 0, predicted + for_missed, 0.0)
    of_relevant = np.where(relevant > 0, relevant + for_false, 0.0)
    precision, recall = (np.clip(ratio(found, np.maximum(all_, 0.0)), 0.0, 1.0) for all_ in (of_predicted, of_relevant))
    return precision, recall


def _top_error(sets: LabelSets, cost: str, cutoff: int) -> np.ndarray:
    distance = 1.0 - np.eye(sets.relevant.shape[1]) if cost == "flat" else sets.knowledge.taxonomy.common_height
    return matching.top_error(sets.scores, sets.relevant, distance, cutoff, sets.ties, sets.tie_order)


def _parent_accuracy(sets: LabelSets) -> np.ndarray:
    accepted = sets.knowledge.taxonomy.same_parent
    return matching.top_fraction(sets.scores, sets.relevant, accepted, sets.ties, sets.tie_order)


CONTRIBUTION = (
    Parameter(
        "by",
        "similarity: of the relatedness, above its average; distance: links up to an acceptable number",
        "choice",
        "similarity",
        ("similarity", "distance"),
    ),
    Parameter("within", "with by=distance: number of links from which on a label adds nothing", "number", 2.0, low=1.0),
    GRADE,
)

hierarchy_measure = partial(label_set_measure, needs=ONTOLOGY, parameters=(GRADE,))
matched_measure = partial(hierarchy_measure, equation=MATCHED, higher_is_better=False, undefined=BOTH_EMPTY)
balanced_measure = partial(
    hierarchy_measure,
    reference="Maynard et al., Metrics for evaluation of ontology-based information extraction, 2006; "
    "Nowak thesis 4.4.1",
    properties=frozenset({"perfect-best"}),
)
category_measure = partial(
    label_set_measure,
    direction="label",
    directions=("label",),
    needs=RELATEDNESS,
    parameters=CONTRIBUTION,
    reference="Sun & Lim, Hierarchical text classification and evaluation, ICDM 2001; Nowak thesis 4.4.2.2",
    properties=frozenset({"perfect-best"}),
)

DEFINITIONS = (
    matched_measure(
        name="DIMC",
        title="Depth-independent misclassification costs",
        summary="Links between wrong labels and the nearest right ones, over the longest possible path.",
        where=(
            "$d$ is the number of links between two labels over $2L$, the longest possible path in a hierarchy of "
            "depth $L$"
        ),
        kernel=partial(_matched, distance=lambda known: known.taxonomy.links / max(2 * known.ontology.height, 1)),
        reference="Blockeel et al., Hierarchical multi-classification, 2002; Nowak thesis 4.4.1. For sets: "
        "matching of eq. 7.1",
        example="evaluate([[0, 1]], [[1, 0]], ['DIMC'], ontology=CHAIN)  # 0.25",
        properties=PERFECT,
    ),
    matched_measure(
        name="DDMC",
        title="Depth-dependent misclassification costs",
        summary="As DIMC, with links that cost half as much on each deeper level.",
        where="$d$ is the sum of the link costs of thesis eq. 7.2 on the shortest path",
        kernel=partial(_matched, distance=lambda known: 1.0 - known.source("hierarchy").aligned(known.labels)),
        reference="Blockeel et al., Hierarchical multi-classification, 2002; Nowak thesis 4.4.1 and eq. 7.2",
        example="evaluate([[0, 1]], [[1, 0]], ['DDMC'], ontology=CHAIN)  # 0.1667",
        properties=PERFECT,
    ),
    matched_measure(
        name="MedError",
        title="ImageCLEF medical error count",
        summary="Error of a label's path against the true one: positions near the root and with few "
        "choices have the largest weights.",
        where=(
            r"$d(z, y) = \sum_{p} \frac{f_p}{b_p\,p}$ over the same sum with every $f_p = 1$; $p$ runs over the "
            r"positions of the path to $y$, which has $b_p$ choices there; $f_p$ is 1 from the first wrong "
            r"position on, 1/2 from where the path to $z$ stops early, else 0"
        ),
        kernel=partial(_matched, distance=attrgetter("taxonomy.code_error")),
        reference="Deselaers et al., Automatic medical image annotation in ImageCLEF 2007, PRL 29, 2008; Nowak "
        "thesis 4.3.2",
        example="evaluate([[1, 0]], [[1, 0]], ['MedError'], ontology=CHAIN)  # 0.0",
        properties=frozenset({"perfect-best"}),
    ),
    balanced_measure(
        name="bP",
        title="Balanced-distance precision",
        summary="Mean over the predicted labels of the balanced distance metric to the most similar relevant one.",
        equation=r"\frac{1}{|Z|} \sum_{z \in Z} \max_{y \in Y} \mathrm{BDM}(z, y)",
        where=(
            r"$\mathrm{BDM}(z, y) = \frac{x}{x + l_z/n_z + l_y/n_y}$ with $x = bh/n$, and 1 for $z = y$; $h$ is the "
            r"depth of the lowest common ancestor, $b$ its branching over the mean branching, $l_z$ and $l_y$ are the "
            r"links from it to $z$ and $y$, $n$, $n_z$ and $n_y$ the mean lengths of all paths from root to leaf and "
            r"of those through $z$ and $y$"
        ),
        kernel=_balanced_precision,
        undefined="nothing is predicted",
        example="evaluate([[1, 0]], [[1, 0]], ['bP'], ontology=CHAIN)  # 1.0",
    ),
    balanced_measure(
        name="bR",
        title="Balanced-distance recall",
        summary="Mean over the relevant labels of the balanced distance metric to the most similar predicted one.",
        equation=r"\frac{1}{|Y|} \sum_{y \in Y} \max_{z \in Z} \mathrm{BDM}(z, y)",
        where=r"$\mathrm{BDM}$ is that of bP",
        kernel=_balanced_recall,
        undefined="nothing is relevant",
        example="evaluate([[1, 0]], [[1, 0]], ['bR'], ontology=CHAIN)  # 1.0",
    ),
    balanced_measure(
        name="bF",
        title="Balanced-distance F-measure",
        summary="Harmonic mean of balanced-distance precision and recall.",
        equation=r"\frac{2\,\mathrm{bP}\,\mathrm{bR}}{\mathrm{bP} + \mathrm{bR}}",
        kernel=_balanced_f,
        undefined=BOTH_EMPTY,
        example="evaluate([[1, 0]], [[1, 0]], ['bF'], ontology=CHAIN)  # 1.0",
        properties=PERFECT,
    ),
    hierarchy_measure(
        name="Cordi",
        title="Weighted-path similarity",
        summary="Mean over the predicted labels of the similarity to the nearest relevant one, falling with each link.",
        equation=r"\frac{1}{|Z|} \sum_{z \in Z} \max_{y \in Y} w^{l(z, y)}",
        where="$l(z, y)$ is the number of links between two labels, $w$ the weight",
        kernel=_cordi,
        parameters=(Parameter("weight", "similarity across one link; paths multiply", "number", 0.5, high=1.0), GRADE),
        undefined="nothing is predicted",
        reference="Cordi et al., An ontology-based similarity between sets of concepts, WOA 2005; Nowak thesis "
        "4.4.3. Their "
        "designer's weights are here one weight for all links",
        example="evaluate([[0, 1]], [[1, 0]], ['Cordi'], ontology=CHAIN)  # 0.5",
        properties=frozenset({"perfect-best"}),
    ),
    label_set_measure(
        name="AvgSimilarity",
        title="Average similarity of label sets",
        summary="One minus the Hausdorff distance between the sets under any relatedness.",
        equation=(
            r"1 - \max\left(\max_{z \in Z} \min_{y \in Y} \mathrm{cost}(z, y), \max_{y \in Y} \min_{z \in Z} "
            r"\mathrm{cost}(z, y)\right)"
        ),
        where=r"$\mathrm{cost}$ is 1 - relatedness",
        needs=RELATEDNESS,
        kernel=lambda sets: 1.0 - matching.hausdorff_distance(sets.predicted, sets.relevant, sets.knowledge.costs),
        parameters=(GRADE,),
        undefined=BOTH_EMPTY,
        reference="Shevade & Sundaram, Incentive based image annotation, 2006 (there over ConceptNet); Nowak "
        "thesis 4.4.3",
        example="evaluate([[1, 1]], [[1, 0]], ['AvgSimilarity'], relatedness='identity')  # 0.0",
        properties=PERFECT,
    ),
    label_set_measure(
        name="SetDistance",
        title="Shortest path between label sets",
        summary="Mean cost of the cheapest one-to-one pairing; the smaller set is filled up with labels that cost 1.",
        equation=r"\frac{1}{\max(|Z|, |Y|)} \min_{\pi} \sum_{(z, y) \in \pi} \mathrm{cost}(z, y)",
        where=r"$\pi$ runs over the one-to-one pairings; $\mathrm{cost}$ is 1 - relatedness",
        needs=RELATEDNESS,
        kernel=lambda sets: matching.padded_assignment(sets.predicted, sets.relevant, sets.knowledge.costs),
        parameters=(GRADE,),
        higher_is_better=False,
        undefined=BOTH_EMPTY,
        reference="Wu, Zhang & Honavar, Learning classifiers using hierarchically structured class taxonomies, "
        "SARA 2005; "
        "Nowak thesis 4.4.2.3",
        example="evaluate([[1, 1]], [[1, 0]], ['SetDistance'], relatedness='identity')  # 0.5",
        properties=PERFECT,
    ),
    category_measure(
        name="cP",
        title="Precision with category similarity",
        summary="Precision in which relevant labels that are near make up for false positives.",
        equation=(
            r"\frac{\max(0, \mathrm{TP} + \mathrm{FpCon} + \mathrm{FnCon})}{\mathrm{TP} + \mathrm{FP} + "
            r"\mathrm{FnCon}}"
        ),
        where=CONTRIBUTED,
        kernel=lambda sets, **how: _category(sets, **how)[0],
        undefined="nothing is predicted",
        example="evaluate([[1, 0]], [[1, 0]], ['cP'], relatedness='identity')  # 1.0",
    ),
    category_measure(
        name="cR",
        title="Recall with category similarity",
        summary="Recall in which predicted labels that are near make up for misses.",
        equation=(
            r"\frac{\max(0, \mathrm{TP} + \mathrm{FpCon} + \mathrm{FnCon})}{\mathrm{TP} + \mathrm{FN} + "
            r"\mathrm{FpCon}}"
        ),
        where=CONTRIBUTED,
        kernel=lambda sets, **how: _category(sets, **how)[1],
        undefined="nothing is relevant",
        example="evaluate([[1, 0]], [[1, 0]], ['cR'], relatedness='identity')  # 1.0",
    ),
    category_measure(
        name="cF",
        title="F-measure with category similarity",
        summary="Harmonic mean of precision and recall with category similarity.",
        equation=r"\frac{2\,\mathrm{cP}\,\mathrm{cR}}{\mathrm{cP} + \mathrm{cR}}",
        kernel=lambda sets, **how: _harmonic(*_category(sets, **how)),
        undefined=BOTH_EMPTY,
        example="evaluate([[1, 0]], [[1, 0]], ['cF'], relatedness='identity')  # 1.0",
    ),
    semantic_measure(
        name="TopError",
        title="Error of the first k labels",
        summary="How far the nearest of the first k labels is from each relevant one: ImageNet's flat or "
        "hierarchical error.",
        equation=r"\frac{1}{R} \sum_{y \in Y} \min_{z \in Z_k} d(z, y)",
        where=(
            "$Z_k$ are the first $k$ labels; $d$ is 0 or 1 (flat), or the height of the lowest common ancestor "
            "over that of the root (hierarchical)"
        ),
        prediction="ranking",
        needs=ONTOLOGY,
        cutoff="required",
        kernel=_top_error,
        parameters=(
            Parameter("cost", "flat or hierarchical", "choice", "hierarchical", ("hierarchical", "flat")),
            GRADE,
        ),
        higher_is_better=False,
        undefined="nothing is relevant",
        ties="expected is the exact expectation over all ways of cutting a tie group; best and worst try all ways up "
        "to 1000, else 32 of them; group cuts as expected does",
        reference="ImageNet Large Scale Visual Recognition Challenge 2010; Nowak thesis table 4.4",
        example="evaluate([[0.1, 0.9]], [[1, 0]], ['TopError@1(cost=flat)'], ontology=CHAIN)  # 1.0",
        properties=frozenset({"scale-free"}),
    ),
    semantic_measure(
        name="ParentAccuracy",
        title="Parent one-accuracy",
        summary="Whether the first label has a parent in common with a relevant one.",
        equation=(
            r"\begin{cases} 1 & \text{if } \mathrm{parents}(z_1) \cap \mathrm{parents}(Y) \ne \emptyset \\ 0 & "
            r"\text{otherwise} \end{cases}"
        ),
        where="$z_1$ is the first label",
        prediction="ranking",
        needs=ONTOLOGY,
        kernel=_parent_accuracy,
        parameters=(GRADE,),
        undefined="nothing is relevant",
        ties="expected is the exact expectation over the labels that tie for the first rank; group as expected",
        reference="Cai & Hofmann, Exploiting known taxonomies in learning overlapping concepts, IJCAI 2007; Nowak "
        "thesis 4.4.2.1",
        example="evaluate([[0.9, 0.1]], [[1, 0]], ['ParentAccuracy'], ontology=CHAIN)  # 1.0",
        properties=frozenset({"perfect-best", "scale-free"}),
    ),
)
