"""Numbers printed in the Nowak thesis (seed 000)."""

from __future__ import annotations

from collections.abc import Callable

from goldscale.data import Concepts, Judgements, Run
from goldscale.formats.ontology.files import read_ontology
from goldscale.measures import evaluate
from goldscale.relatedness import build_relatedness

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


def _example(measure: str) -> float:
    truth = Judgements([[label in EXAMPLE_TRUTH for label in EXAMPLE_LABELS]], labels=EXAMPLE_LABELS)
    run = Run(decisions=[[label in EXAMPLE_RUN for label in EXAMPLE_LABELS]], labels=EXAMPLE_LABELS)
    (value,) = evaluate(run, truth, measure, ontology=ONTOLOGY).summary()["run"].values()
    return value


def _cost(first: str, second: str) -> float:
    ontology = read_ontology(ONTOLOGY)
    labels = Concepts([first, second])
    return 1.0 - float(build_relatedness("hierarchy", labels, ontology=ontology).values[0, 1])


FUNCTIONS: dict[str, Callable[..., float]] = {"example": _example, "cost": _cost}
