"""Semantic measures on 13 000 x 53, the size of the 2009 photo annotation task; no peer has them."""

from __future__ import annotations

import numpy as np

import goldscale as gs
from benchmarks.timing import Row, best_of, show
from goldscale.samples.campaign import sample_truth


def main() -> None:
    """Time one run under each measure."""
    truth = sample_truth(13_000)
    ontology = gs.read_ontology("pto-2009")
    rng = np.random.default_rng(0)
    scores = (rng.random(truth.shape) * 0.6 + 0.4 * np.asarray(truth.values)).astype(np.float32)
    run = gs.Run(scores, items=truth.items, labels=truth.labels)
    rows = []
    for name in ("OS", "HS", "SRPrec", "hF", "HLoss", "AvgSimilarity", "SetDistance", "TopError@5"):
        taken = best_of(lambda name=name: gs.evaluate(run, truth, name, ontology=ontology))
        rows.append(Row(f"{name}, 13000 x 53", taken, "", None))
    checked = best_of(lambda: ontology.violations(scores >= 0.5, truth.labels))
    rows.append(Row("ontology check, 13000 x 53", checked, "", None))
    show("Semantic measures", rows)
