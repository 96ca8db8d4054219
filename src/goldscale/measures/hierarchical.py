"""Hierarchical measures on label sets (thesis 4.4 and table 4.5), with which the Ontology Score was compared."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.kernels import hierarchy, sets
from goldscale.kernels.counts import Counts
from goldscale.measures.definition import label_set_measure
from goldscale.measures.labelsets import LabelSets
from goldscale.measures.sets import GRADE

ONTOLOGY = frozenset({"ontology"})
VARIANT = Parameter(
    "variant",
    "kiritchenko: sets with their ancestors, all items pooled; verspoor: the same per item; "
    "ipeirotis: sets with their descendants, per item",
    "choice",
    "kiritchenko",
    ("kiritchenko", "verspoor", "ipeirotis"),
)
POOLED = "the default (variant=kiritchenko) pools all items: it adds their counts before it divides"
EXTENDED = (
    r"$\mathrm{ext}$ adds to a set all annotatable ancestors (variant=ipeirotis: descendants) of its labels; " + POOLED
)


def _extended(label_sets: LabelSets, variant: str) -> Counts:
    extend = hierarchy.with_descendants if variant == "ipeirotis" else hierarchy.with_ancestors
    ancestor = label_sets.knowledge.ancestors
    return hierarchy.overlap(extend(label_sets.predicted, ancestor), extend(label_sets.relevant, ancestor))


def _h_loss(label_sets: LabelSets, norm: str) -> np.ndarray:
    loss = hierarchy.h_loss(label_sets.predicted, label_sets.relevant, label_sets.knowledge.ancestors)
    return loss / label_sets.predicted.shape[1] if norm == "labels" else loss


def _weighted_euclidean(label_sets: LabelSets, base: float) -> np.ndarray:
    return hierarchy.weighted_euclidean(label_sets.predicted, label_sets.relevant, base**label_sets.knowledge.depths)


extended_measure = partial(
    label_set_measure,
    needs=ONTOLOGY,
    reads="counts",
    counts=_extended,
    pooled=("variant", "kiritchenko"),
    parameters=(VARIANT, GRADE),
    reference="Kiritchenko et al. 2005; Verspoor et al. 2006; Ipeirotis et al. 2001; Nowak thesis 4.4.2.2, table 7.1",
)
"""A measure on counts of extended sets."""

DEFINITIONS = (
    label_set_measure(
        name="HLoss",
        title="Hierarchical loss",
        summary="Wrong labels, not counting those below a label that is wrong already.",
        equation=r"\frac{|\{c \in Y \triangle Z : \mathrm{anc}(c) \cap (Y \triangle Z) = \emptyset\}|}{N}",
        where=(
            r"$\mathrm{anc}(c)$ are the ancestors of $c$; thesis 7.4 adds the division by $N$, which norm=none "
            r"leaves out"
        ),
        needs=ONTOLOGY,
        kernel=_h_loss,
        parameters=(
            Parameter(
                "norm", "labels: over the number of labels; none: the count", "choice", "labels", ("labels", "none")
            ),
            GRADE,
        ),
        high=math.inf,
        higher_is_better=False,
        undefined="never: two empty sets have loss 0",
        reference="Cesa-Bianchi et al., Incremental algorithms for hierarchical classification, JMLR 7, 2006; "
        "Nowak thesis 4.4.2.1, table 7.1",
        example="evaluate([[1, 0]], [[1, 1]], ['HLoss'], ontology=CHAIN)  # 0.5",
        properties=frozenset({"perfect-best", "perfect-only"}),
    ),
    label_set_measure(
        name="MaximalLoss",
        title="Maximal loss",
        summary="Hamming loss between the sets extended by their ancestors.",
        equation=r"\frac{|\mathrm{ext}(Y) \triangle \mathrm{ext}(Z)|}{N}",
        where=r"$\mathrm{ext}$ adds to a set all annotatable ancestors of its labels",
        needs=ONTOLOGY,
        reads="counts",
        counts=partial(_extended, variant="verspoor"),
        kernel=sets.hamming_loss,
        parameters=(GRADE,),
        higher_is_better=False,
        undefined="never: two empty sets have loss 0",
        reference="Cai & Hofmann, Exploiting known taxonomies in learning overlapping concepts, IJCAI 2007; "
        "Nowak thesis 4.4.2.1, table 7.1",
        example="evaluate([[1, 0]], [[1, 1]], ['MaximalLoss'], ontology=CHAIN)  # 0.5",
        properties=frozenset({"perfect-best"}),
    ),
    label_set_measure(
        name="WeightedEuclidean",
        title="Weighted Euclidean distance",
        summary="Root of the summed weights of wrong labels, which fall with their depth.",
        equation=r"\sqrt{\sum_{c \in Y \triangle Z} b^{\mathrm{depth}(c)}}",
        where="$b$ is the base; a label at the top has depth 1",
        needs=ONTOLOGY,
        kernel=_weighted_euclidean,
        parameters=(Parameter("base", "weight of a label per link of depth", "number", 0.75, high=1.0), GRADE),
        high=math.inf,
        higher_is_better=False,
        undefined="never: two empty sets have distance 0",
        reference="Struyf et al., Hierarchical multi-classification with predictive clustering trees, 2005; "
        "Nowak thesis 4.4.2.1, table 7.1",
        example="evaluate([[1, 0]], [[1, 1]], ['WeightedEuclidean'], ontology=CHAIN)  # 0.75",
        properties=frozenset({"monotone", "perfect-best", "perfect-only"}),
    ),
    extended_measure(
        name="hP",
        title="Hierarchical precision",
        summary="Precision of sets extended along the hierarchy.",
        equation=r"\frac{|\mathrm{ext}(Y) \cap \mathrm{ext}(Z)|}{|\mathrm{ext}(Z)|}",
        where=EXTENDED,
        kernel=sets.precision,
        undefined="nothing is predicted",
        example="evaluate([[0, 1]], [[1, 0]], ['hP'], ontology=CHAIN)  # 0.5",
        properties=frozenset({"perfect-best"}),
    ),
    extended_measure(
        name="hR",
        title="Hierarchical recall",
        summary="Recall of sets extended along the hierarchy.",
        equation=r"\frac{|\mathrm{ext}(Y) \cap \mathrm{ext}(Z)|}{|\mathrm{ext}(Y)|}",
        where=EXTENDED,
        kernel=sets.recall,
        undefined="nothing is relevant",
        example="evaluate([[0, 1]], [[1, 0]], ['hR'], ontology=CHAIN)  # 1.0",
        properties=frozenset({"perfect-best"}),
    ),
    extended_measure(
        name="hF",
        title="Hierarchical F-measure",
        summary="Harmonic mean of hierarchical precision and recall.",
        equation=r"\frac{(1 + \beta^2)\,\mathrm{hP}\,\mathrm{hR}}{\beta^2\,\mathrm{hP} + \mathrm{hR}}",
        where=POOLED,
        kernel=sets.f_measure,
        parameters=(VARIANT, Parameter("beta", "weight of recall against precision", "number", 1.0), GRADE),
        undefined="nothing is relevant and nothing is predicted",
        example="evaluate([[0, 1]], [[1, 0]], ['hF'], ontology=CHAIN)  # 0.667",
        properties=frozenset({"perfect-best"}),
    ),
)
