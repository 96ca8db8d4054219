"""Numbers printed in the Nowak thesis (seed 000)."""

from __future__ import annotations

from goldscale.data import Concepts, Judgements, Run
from goldscale.formats.ontology.files import read_ontology
from goldscale.measures import evaluate
from goldscale.relatedness import build_relatedness
from goldscale.reproduce.table import Printed

SEED = "Nowak thesis"
ONTOLOGY = "pto-2009"

# The worked example of section 7.4: one image, the ground truth and what the system said. Figure 7.4 with its 14
# concepts is lost; twelve follow from the descendants of the truth, and the last two change none of the numbers.
EXAMPLE_TRUTH = ("Portrait", "Single_Person", "Plants", "Water", "Mountains", "Sky")
EXAMPLE_RUN = ("Portrait", "Trees", "Mountains", "Clouds")
EXAMPLE_LABELS = (
    *EXAMPLE_TRUTH,
    *("Trees", "Flowers", "Clouds", "Lake", "River", "Sea"),
    *("Small_Group", "Animals"),
)
ARITHMETIC = "The table prints the arithmetic mean of precision and recall; the harmonic mean of eq. 3.16 is {}."
CUT = "2/3; the table cuts the number after two digits."


def _example(measure: str) -> float:
    truth = Judgements([[label in EXAMPLE_TRUTH for label in EXAMPLE_LABELS]], labels=EXAMPLE_LABELS)
    run = Run(decisions=[[label in EXAMPLE_RUN for label in EXAMPLE_LABELS]], labels=EXAMPLE_LABELS)
    (value,) = evaluate(run, truth, measure, ontology=ONTOLOGY).summary()["run"].values()
    return value


def _cost(first: str, second: str) -> float:
    ontology = read_ontology(ONTOLOGY)
    labels = Concepts([first, second])
    return 1.0 - float(build_relatedness("hierarchy", labels, ontology=ontology).values[0, 1])


def _of_example(cell: str, printed: str, measure: str, note: str = "") -> Printed:
    return Printed(SEED, "7.1", cell, printed, lambda: _example(measure), note)


TABLES = (
    _of_example("h-loss", "0.29", "HLoss"),
    _of_example("Maximal Loss", "0.29", "MaximalLoss"),
    _of_example("weighted Euclidean distance", "1.72", "WeightedEuclidean"),
    _of_example("hP Kiritchenko", "0.66", "hP", CUT),
    _of_example("hR Kiritchenko", "0.66", "hR", CUT),
    _of_example("hF Kiritchenko", "0.66", "hF", CUT),
    _of_example("hP Verspoor", "0.66", "hP(variant=verspoor)", CUT),
    _of_example("hR Verspoor", "0.66", "hR(variant=verspoor)", CUT),
    _of_example("hF Verspoor", "0.66", "hF(variant=verspoor)", CUT),
    _of_example("hP Ipeirotis", "1", "hP(variant=ipeirotis)"),
    _of_example("hR Ipeirotis", "0.33", "hR(variant=ipeirotis)"),
    _of_example("hF Ipeirotis", "0.66", "hF(variant=ipeirotis)", ARITHMETIC.format("0.50")),
    _of_example(
        "OS",
        "0.45",
        "OS",
        "Eqs. 7.1-7.3 on the hierarchy of table A.1 give 0.4554; the exact tree of figure 7.4 is lost.",
    ),
    _of_example(
        "HS",
        "0.84",
        "HS",
        "Eqs. 7.1-7.3 on the hierarchy of table A.1 give 0.8125; the exact tree of figure 7.4 is lost.",
    ),
    _of_example("Precision_eb", "0.50", "P:item"),
    _of_example("Recall_eb", "0.33", "R:item"),
    _of_example("F-measure_eb", "0.42", "F1:item", ARITHMETIC.format("0.40")),
    Printed(
        SEED,
        "section 7.5.3",
        "label density",
        "0.17",
        lambda: 9.06 / 53,
        "The printed label cardinality 9.06 (eq. 3.2) over 53 concepts gives the printed density (eq. 3.3).",
    ),
    Printed(
        SEED, "section 8.1", "cost Landscape - Outdoor", "0.86", lambda: _cost("Landscape_Nature", "Outdoor"), "12/14"
    ),
    Printed(SEED, "section 8.1", "cost Landscape - Trees", "0.93", lambda: _cost("Landscape_Nature", "Trees"), "13/14"),
)
