"""Numbers printed in the Nowak thesis (seed 000)."""

from __future__ import annotations

from goldscale.data import Judgements, Run
from goldscale.measures import evaluate
from goldscale.reproduce.table import Printed

SEED = "Nowak thesis"

# The worked example of section 7.4: one image, the ground truth and what the system said.
EXAMPLE_TRUTH = ("Portrait", "Single_Person", "Plants", "Water", "Mountains", "Sky")
EXAMPLE_RUN = ("Portrait", "Trees", "Mountains", "Clouds")


def _example(measure: str) -> float:
    labels = sorted({*EXAMPLE_TRUTH, *EXAMPLE_RUN})
    truth = Judgements([[label in EXAMPLE_TRUTH for label in labels]], labels=labels)
    run = Run(decisions=[[label in EXAMPLE_RUN for label in labels]], labels=labels)
    return evaluate(run, truth, measure).summary()["run"][str(measure)]


def _density_from_cardinality() -> float:
    return 9.06 / 53


TABLES = (
    Printed(SEED, "7.1", "Precision_eb", "0.50", lambda: _example("P:item")),
    Printed(SEED, "7.1", "Recall_eb", "0.33", lambda: _example("R:item")),
    Printed(
        SEED,
        "7.1",
        "F-measure_eb",
        "0.42",
        lambda: _example("F1:item"),
        "The table prints the arithmetic mean of precision and recall, (0.50 + 0.33) / 2; "
        "the harmonic mean of eq. 3.16 is 0.40.",
    ),
    Printed(
        SEED,
        "section 7.5.3",
        "label density",
        "0.17",
        _density_from_cardinality,
        "The printed label cardinality 9.06 (eq. 3.2) over 53 concepts gives the printed density (eq. 3.3).",
    ),
)
