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
    "sum over false labels of d to the nearest relevant one and over missed labels to the nearest said one, / |Z ∪ Y|"
)
RELATEDNESS = frozenset({"relatedness"})


def _matched(sets: LabelSets, distance: Callable[[Knowledge], np.ndarray]) -> np.ndarray:
    return matching.matching_costs(sets.said, sets.relevant, distance(sets.knowledge))


def _balanced_precision(sets: LabelSets) -> np.ndarray:
    return matching.best_similarity(sets.said, sets.relevant, sets.knowledge.taxonomy.balanced)


def _balanced_recall(sets: LabelSets) -> np.ndarray:
    return matching.best_similarity(sets.relevant, sets.said, sets.knowledge.taxonomy.balanced)


def _balanced_f(sets: LabelSets) -> np.ndarray:
    return _harmonic(_balanced_precision(sets), _balanced_recall(sets))


def _harmonic(precision: np.ndarray, recall: np.ndarray) -> np.ndarray:
    """The harmonic mean, in which one of the two may be undefined and then counts 0."""
    p, r = np.nan_to_num(precision), np.nan_to_num(recall)
    return np.where(np.isnan(precision) & np.isnan(recall), np.nan, np.nan_to_num(2 * ratio(p * r, p + r)))


def _cordi(sets: LabelSets, weight: float) -> np.ndarray:
    return matching.best_similarity(sets.said, sets.relevant, weight**sets.knowledge.taxonomy.links)


def _contribution(sets: LabelSets, by: str, within: float) -> np.ndarray:
    if by == "distance":
        return 1.0 - sets.knowledge.taxonomy.links / within
    similarity = sets.knowledge.relatedness.aligned(sets.knowledge.labels)
    others = ~np.eye(len(similarity), dtype=bool)
    average = float(similarity[others].mean()) if others.any() else 0.0
    return (similarity - average) / (1.0 - average) if average < 1 else np.zeros_like(similarity)


def _category(sets: LabelSets, by: str, within: float) -> tuple[np.ndarray, np.ndarray]:
    """Precision and recall per label."""
    for_false, for_missed = matching.category_contributions(sets.said, sets.relevant, _contribution(sets, by, within))
    both = np.count_nonzero(sets.said & sets.relevant, axis=0)
    said, relevant = np.count_nonzero(sets.said, axis=0), np.count_nonzero(sets.relevant, axis=0)
    found = np.maximum(both + for_false + for_missed, 0.0)
    of_said = np.where(said > 0, said + for_missed, 0.0)
    of_relevant = np.where(relevant > 0, relevant + for_false, 0.0)
    precision, recall = (np.clip(ratio(found, np.maximum(all_, 0.0)), 0.0, 1.0) for all_ in (of_said, of_relevant))
    return precision, recall


def _top_error(sets: LabelSets, cost: str, cutoff: int) -> np.ndarray:
    distance = 1.0 - np.eye(sets.relevant.shape[1]) if cost == "flat" else sets.knowledge.taxonomy.common_height
    return matching.top_error(sets.scores, sets.relevant, distance, cutoff, sets.ties, sets.tie_order)


def _parent_accuracy(sets: LabelSets) -> np.ndarray:
    accepted = sets.knowledge.taxonomy.same_parent
    return matching.top_share(sets.scores, sets.relevant, accepted, sets.ties, sets.tie_order)


CONTRIBUTION = (
    Parameter(
        "by",
        "similarity: of the relatedness, above its average; distance: links up to an acceptable number",
        "choice",
        "similarity",
        ("similarity", "distance"),
    ),
    Parameter("within", "with by=distance: links from which on a label no longer helps", "number", 2.0, low=1.0),
    GRADE,
)
SUN_LIM = "Sun & Lim, Hierarchical text classification and evaluation, ICDM 2001; Nowak thesis 4.4.2.2"

DEFINITIONS = (
    label_set_measure(
        name="DIMC",
        title="Depth-independent misclassification costs",
        summary="Links between wrong labels and the nearest right ones, over the longest possible path.",
        equation=f"d = links / 2L; {MATCHED}. With one label in each set this is the cost of taking one for the other",
        needs=ONTOLOGY,
        kernel=partial(_matched, distance=lambda known: known.taxonomy.links / max(2 * known.ontology.height, 1)),
        parameters=(GRADE,),
        higher_is_better=False,
        undefined=BOTH_EMPTY,
        reference="Blockeel et al., Hierarchical multi-classification, 2002; Nowak thesis 4.4.1. For sets: "
        "matching of eq. 7.1",
        example="evaluate([[0, 1]], [[1, 0]], ['DIMC'], ontology=CHAIN)  # 0.25",
        properties=PERFECT,
    ),
    label_set_measure(
        name="DDMC",
        title="Depth-dependent misclassification costs",
        summary="As DIMC, with links that cost half as much on each deeper level.",
        equation=f"d = sum of link costs of eq. 7.2 on the shortest path; {MATCHED}",
        needs=ONTOLOGY,
        kernel=partial(_matched, distance=lambda known: 1.0 - known.source("hierarchy").aligned(known.labels)),
        parameters=(GRADE,),
        higher_is_better=False,
        undefined=BOTH_EMPTY,
        reference="Blockeel et al., Hierarchical multi-classification, 2002; Nowak thesis 4.4.1 and eq. 7.2",
        example="evaluate([[0, 1]], [[1, 0]], ['DDMC'], ontology=CHAIN)  # 0.1667",
        properties=PERFECT,
    ),
    label_set_measure(
        name="MedError",
        title="ImageCLEF medical error count",
        summary="Error of a label's path against the true one: positions near the root and with few choices weigh "
        "most.",
        equation="e = sum over positions p of fault_p / (choices_p p), over the same sum with all wrong; fault 1 "
        "from the "
        f"first wrong position on, 1/2 where the path stops early; for sets {MATCHED} with d = e",
        needs=ONTOLOGY,
        kernel=partial(_matched, distance=attrgetter("taxonomy.code_error")),
        parameters=(GRADE,),
        higher_is_better=False,
        undefined=BOTH_EMPTY,
        reference="Deselaers et al., Automatic medical image annotation in ImageCLEF 2007, PRL 29, 2008; Nowak "
        "thesis 4.3.2",
        example="evaluate([[1, 0]], [[1, 0]], ['MedError'], ontology=CHAIN)  # 0.0",
        properties=frozenset({"perfect-best"}),
    ),
    label_set_measure(
        name="bP",
        title="Balanced-distance precision",
        summary="Mean over the said labels of the balanced distance metric to the most similar relevant one.",
        equation="BDM = B CP/n1 / (B CP/n1 + DPK/n2 + DPR/n3): CP depth of the common ancestor, B its branching "
        "over the "
        "average, DPK and DPR links from it to both labels, n1 to n3 mean lengths of all chains and of those "
        "through each",
        needs=ONTOLOGY,
        kernel=_balanced_precision,
        parameters=(GRADE,),
        undefined="nothing was said yes to",
        reference="Maynard et al., Metrics for evaluation of ontology-based information extraction, 2006; Nowak "
        "thesis 4.4.1",
        example="evaluate([[1, 0]], [[1, 0]], ['bP'], ontology=CHAIN)  # 1.0",
        properties=frozenset({"perfect-best"}),
    ),
    label_set_measure(
        name="bR",
        title="Balanced-distance recall",
        summary="Mean over the relevant labels of the balanced distance metric to the most similar said one.",
        equation="as bP, from the relevant labels",
        needs=ONTOLOGY,
        kernel=_balanced_recall,
        parameters=(GRADE,),
        undefined="nothing is relevant",
        reference="Maynard et al., Metrics for evaluation of ontology-based information extraction, 2006; Nowak "
        "thesis 4.4.1",
        example="evaluate([[1, 0]], [[1, 0]], ['bR'], ontology=CHAIN)  # 1.0",
        properties=frozenset({"perfect-best"}),
    ),
    label_set_measure(
        name="bF",
        title="Balanced-distance F-measure",
        summary="Harmonic mean of balanced-distance precision and recall.",
        equation="2 bP bR / (bP + bR)",
        needs=ONTOLOGY,
        kernel=_balanced_f,
        parameters=(GRADE,),
        undefined=BOTH_EMPTY,
        reference="Maynard et al., Metrics for evaluation of ontology-based information extraction, 2006; Nowak "
        "thesis 4.4.1",
        example="evaluate([[1, 0]], [[1, 0]], ['bF'], ontology=CHAIN)  # 1.0",
        properties=PERFECT,
    ),
    label_set_measure(
        name="Cordi",
        title="Weighted-path similarity",
        summary="Mean over the said labels of the similarity to the nearest relevant one, falling with each link.",
        equation="mean over z of max over y of weight^(links between z and y)",
        needs=ONTOLOGY,
        kernel=_cordi,
        parameters=(Parameter("weight", "similarity across one link; paths multiply", "number", 0.5, high=1.0), GRADE),
        undefined="nothing was said yes to",
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
        equation="1 - max(max over z of min over y of cost(z, y), max over y of min over z of cost(z, y))",
        needs=RELATEDNESS,
        kernel=lambda sets: 1.0 - matching.hausdorff_distance(sets.said, sets.relevant, sets.knowledge.costs),
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
        equation="min over pairings of the sum of costs / max(|Z|, |Y|)",
        needs=RELATEDNESS,
        kernel=lambda sets: matching.padded_assignment(sets.said, sets.relevant, sets.knowledge.costs),
        parameters=(GRADE,),
        higher_is_better=False,
        undefined=BOTH_EMPTY,
        reference="Wu, Zhang & Honavar, Learning classifiers using hierarchically structured class taxonomies, "
        "SARA 2005; "
        "Nowak thesis 4.4.2.3",
        example="evaluate([[1, 1]], [[1, 0]], ['SetDistance'], relatedness='identity')  # 0.5",
        properties=PERFECT,
    ),
    label_set_measure(
        name="cP",
        title="Precision with category similarity",
        summary="Precision in which false positives are made up for by true labels that are near.",
        equation="max(0, TP + FpCon + FnCon) / (TP + FP + FnCon), held to [0, 1]",
        direction="label",
        directions=("label",),
        needs=RELATEDNESS,
        kernel=lambda sets, **how: _category(sets, **how)[0],
        parameters=CONTRIBUTION,
        undefined="nothing was said yes to",
        reference=SUN_LIM,
        example="evaluate([[1, 0]], [[1, 0]], ['cP'], relatedness='identity')  # 1.0",
        properties=frozenset({"perfect-best"}),
    ),
    label_set_measure(
        name="cR",
        title="Recall with category similarity",
        summary="Recall in which misses are made up for by said labels that are near.",
        equation="max(0, TP + FpCon + FnCon) / (TP + FN + FpCon), held to [0, 1]",
        direction="label",
        directions=("label",),
        needs=RELATEDNESS,
        kernel=lambda sets, **how: _category(sets, **how)[1],
        parameters=CONTRIBUTION,
        undefined="nothing is relevant",
        reference=SUN_LIM,
        example="evaluate([[1, 0]], [[1, 0]], ['cR'], relatedness='identity')  # 1.0",
        properties=frozenset({"perfect-best"}),
    ),
    label_set_measure(
        name="cF",
        title="F-measure with category similarity",
        summary="Harmonic mean of precision and recall with category similarity.",
        equation="2 cP cR / (cP + cR)",
        direction="label",
        directions=("label",),
        needs=RELATEDNESS,
        kernel=lambda sets, **how: _harmonic(*_category(sets, **how)),
        parameters=CONTRIBUTION,
        undefined=BOTH_EMPTY,
        reference=SUN_LIM,
        example="evaluate([[1, 0]], [[1, 0]], ['cF'], relatedness='identity')  # 1.0",
        properties=frozenset({"perfect-best"}),
    ),
    semantic_measure(
        name="TopError",
        title="Error of the first k labels",
        summary="How far the nearest of the first k labels is from each relevant one: ImageNet's flat or "
        "hierarchical error.",
        equation="1/R * sum over relevant y of min over the first k labels z of d(z, y); d is 0 or 1 (flat), or "
        "the height "
        "of the lowest common ancestor over that of the root (hierarchical)",
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
        equation="1 if parents(first label) ∩ parents(Y) is not empty, else 0",
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
