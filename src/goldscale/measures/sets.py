"""Measures on sets: what a system predicts, against what is relevant (thesis 3.3.2 and 3.3.4)."""

from __future__ import annotations

from functools import partial

from goldscale.data.parameter import Parameter
from goldscale.kernels import sets
from goldscale.measures.definition import set_measure

AVERAGE = Parameter(
    "avg",
    "macro: a value per unit, then their mean; micro: all units pooled into one (thesis eq. 3.12); weighted: the mean "
    "with each unit as often as it has relevant cells",
    "choice",
    "macro",
    ("macro", "micro", "weighted"),
)
GRADE = Parameter("rel", "lowest grade that counts as relevant", "count", 1, low=1)
PERFECT = frozenset({"monotone", "perfect-best", "perfect-only"})

averaged_measure = partial(set_measure, direction="label", parameters=(AVERAGE, GRADE))
"""A measure whose units may be pooled."""

DEFINITIONS = (
    averaged_measure(
        name="P",
        title="Precision",
        summary="Fraction of the predicted cells that are relevant.",
        equation=r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}",
        kernel=sets.precision,
        aliases=("Precision",),
        undefined="nothing is predicted",
        reference="Nowak thesis eqs. 3.8 (by label), 3.12 (micro) and 3.14 (by item)",
        example="evaluate([[1, 1]], [[1, 0]], ['P:item'])  # 0.5",
        properties=frozenset({"monotone", "perfect-best"}),
    ),
    averaged_measure(
        name="R",
        title="Recall",
        summary="Fraction of the relevant cells that are predicted.",
        equation=r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}}",
        kernel=sets.recall,
        aliases=("Recall",),
        undefined="nothing is relevant",
        reference="Nowak thesis eqs. 3.9 (by label) and 3.15 (by item)",
        example="evaluate([[1, 0]], [[1, 1]], ['R:item'])  # 0.5",
        properties=frozenset({"monotone", "perfect-best"}),
    ),
    averaged_measure(
        name="F1",
        title="F-measure",
        summary="Harmonic mean of precision and recall.",
        equation=r"\frac{2\,\mathrm{TP}}{2\,\mathrm{TP} + \mathrm{FP} + \mathrm{FN}}",
        kernel=partial(sets.f_measure, beta=1.0),
        undefined="nothing is relevant and nothing is predicted",
        reference="Nowak thesis eqs. 3.10 (by label) and 3.16 (by item)",
        example="evaluate([[1, 1, 0]], [[1, 0, 1]], ['F1:item'])  # 0.5",
        properties=PERFECT,
    ),
    set_measure(
        name="F",
        title="F-measure, weighted",
        summary="Harmonic mean of precision and recall in which recall is weighted beta times as much as precision.",
        equation=(
            r"\frac{(1 + \beta^2)\,\mathrm{TP}}{(1 + \beta^2)\,\mathrm{TP} + \beta^2\,\mathrm{FN} + \mathrm{FP}}"
        ),
        direction="label",
        kernel=sets.f_measure,
        parameters=(Parameter("beta", "weight of recall against precision", "number", 1.0), AVERAGE, GRADE),
        undefined="nothing is relevant and nothing is predicted (or beta = 0 and nothing is predicted)",
        reference="van Rijsbergen, Information Retrieval, 1979, ch. 7; Nowak thesis eq. 3.10 for beta = 1",
        example="evaluate([[1, 1, 1]], [[1, 0, 0]], ['F:item(beta=2)'])  # 0.714",
        properties=PERFECT,
    ),
    averaged_measure(
        name="Acc",
        title="Accuracy",
        summary="Fraction of all cells that are predicted correctly.",
        equation=r"\frac{\mathrm{TP} + \mathrm{TN}}{\mathrm{TP} + \mathrm{FP} + \mathrm{FN} + \mathrm{TN}}",
        kernel=sets.accuracy,
        undefined="no cell is judged",
        reference="Nowak thesis eq. 3.11. (What the thesis calls example-based accuracy, eq. 3.17, is Jaccard.)",
        example="evaluate([[1, 1, 0, 0]], [[1, 0, 0, 0]], ['Acc:item'])  # 0.75",
        properties=PERFECT,
    ),
    averaged_measure(
        name="Spec",
        title="Specificity",
        summary="Fraction of the irrelevant cells that are not predicted: the recall of what is irrelevant.",
        equation=r"\frac{\mathrm{TN}}{\mathrm{TN} + \mathrm{FP}}",
        kernel=sets.specificity,
        aliases=("Specificity", "TNR"),
        undefined="everything is relevant",
        reference="Altman & Bland, Diagnostic tests 1: sensitivity and specificity, BMJ 308, 1994, "
        "doi:10.1136/bmj.308.6943.1552",
        example="evaluate([[1, 1, 0]], [[1, 0, 0]], ['Spec:item'])  # 0.5",
        properties=frozenset({"monotone", "perfect-best"}),
    ),
    averaged_measure(
        name="BAcc",
        title="Balanced accuracy",
        summary="Mean of recall and specificity: accuracy in which relevant and irrelevant cells count alike, however "
        "rare either is.",
        equation=(
            r"\frac{1}{2} \left(\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}} + "
            r"\frac{\mathrm{TN}}{\mathrm{TN} + \mathrm{FP}}\right)"
        ),
        kernel=sets.balanced_accuracy,
        aliases=("BalancedAccuracy",),
        undefined="nothing is relevant, or everything is",
        reference="Brodersen et al., The balanced accuracy and its posterior distribution, ICPR 2010, "
        "doi:10.1109/ICPR.2010.764",
        example="evaluate([[1, 1, 0]], [[1, 0, 0]], ['BAcc:item'])  # 0.75",
        properties=PERFECT,
    ),
    averaged_measure(
        name="MCC",
        title="Matthews correlation coefficient",
        summary="Correlation between predicted and relevant: 1 is perfect, 0 what chance would give, -1 the reverse.",
        equation=(
            r"\frac{\mathrm{TP}\,\mathrm{TN} - \mathrm{FP}\,\mathrm{FN}}{\sqrt{(\mathrm{TP} + \mathrm{FP})(\mathrm{TP} "
            r"+ \mathrm{FN})(\mathrm{TN} + \mathrm{FP})(\mathrm{TN} + \mathrm{FN})}}"
        ),
        kernel=sets.matthews_correlation,
        low=-1.0,
        undefined="nothing is relevant or predicted, or everything is (scikit-learn: 0)",
        reference="Matthews, Biochimica et Biophysica Acta 405, 1975, doi:10.1016/0005-2795(75)90109-9",
        example="evaluate([[1, 1, 0]], [[1, 0, 0]], ['MCC:item'])  # 0.5",
        properties=PERFECT,
    ),
    averaged_measure(
        name="Jaccard",
        title="Jaccard index (example-based accuracy)",
        summary="Cells predicted and relevant, over cells predicted or relevant.",
        equation=r"\frac{|Y \cap Z|}{|Y \cup Z|}",
        direction="item",
        kernel=sets.jaccard,
        aliases=("Accuracy-eb",),
        undefined="nothing is relevant and nothing is predicted",
        reference="Nowak thesis eq. 3.17",
        example="evaluate([[1, 1, 0]], [[1, 0, 1]], ['Jaccard'])  # 0.333",
        properties=PERFECT,
    ),
    set_measure(
        name="Alpha",
        title="Alpha evaluation",
        summary="Jaccard with a forgiveness rate alpha and separate weights for misses and false positives.",
        equation=r"\left(1 - \frac{\beta\,\mathrm{FN} + \gamma\,\mathrm{FP}}{|Y \cup Z|}\right)^\alpha",
        where=r"$\beta = \gamma = 1$ gives thesis eq. 3.19",
        direction="item",
        kernel=sets.alpha_score,
        parameters=(
            Parameter(
                "alpha", "forgiveness: below 1 partly correct predictions score higher, above 1 lower", "number", 1.0
            ),
            Parameter("beta", "weight of a missed label", "number", 1.0, high=1.0),
            Parameter("gamma", "weight of a false positive", "number", 1.0, high=1.0),
            GRADE,
        ),
        undefined="nothing is relevant and nothing is predicted",
        reference="Nowak thesis eqs. 3.19, 3.20; Shen et al., Multilabel machine learning and its application to "
        "semantic scene classification, SPIE 5307, 2004 (the form with beta and gamma)",
        example="evaluate([[1, 1, 0]], [[1, 0, 0]], ['Alpha(alpha=2)'])  # 0.25",
        properties=frozenset({"monotone", "perfect-best", "perfect-only"}),
    ),
    averaged_measure(
        name="Hamming",
        title="Hamming loss",
        summary="Fraction of all cells that are predicted wrongly.",
        equation=r"\frac{|Y \triangle Z|}{N}",
        direction="item",
        kernel=sets.hamming_loss,
        higher_is_better=False,
        undefined="no cell is judged",
        reference="Nowak thesis eq. 3.18",
        example="evaluate([[1, 1, 0, 0]], [[1, 0, 0, 0]], ['Hamming'])  # 0.25",
        properties=PERFECT,
    ),
    set_measure(
        name="ExactMatch",
        title="Exact match",
        summary="Whether exactly the relevant cells are predicted (subset accuracy).",
        equation=r"\begin{cases} 1 & \text{if } Z = Y \\ 0 & \text{otherwise} \end{cases}",
        direction="item",
        kernel=sets.exact_match,
        parameters=(GRADE,),
        undefined="no cell is judged",
        reference="Nowak thesis 3.3 ('fully correct')",
        example="evaluate([[1, 0], [1, 1]], [[1, 0], [1, 0]], ['ExactMatch'])  # 0.5",
        properties=PERFECT,
    ),
)
