"""Equality with ir_measures (behind it pytrec_eval, gdeval and cwl_eval): stored outputs on made-up data."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import goldscale as gs

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "ir_measures.json").read_text("utf-8"))
NAMES = {
    "ERR@5": "ERR@5(top=4)",
    "ERR@20": "ERR@20(top=4)",
    "nDCG(dcg='exp-log2')@5": "nDCG@5(gain=exp)",
    "IPrec@0.1": "iP(recall=0.1)",
    "SetP": "P",
    "SetR": "R",
    "SetF": "F1",
}
"""Ours where it is not spelled alike."""


def matrix(table: dict[str, dict[str, float]], items: list[str], missing: float) -> np.ndarray:
    return np.array([[topic.get(item, missing) for topic in table.values()] for item in items])


@pytest.mark.parametrize("theirs", GOLDEN["values"])
def test_every_topic(theirs: str) -> None:
    topics = list(GOLDEN["judgements"])
    items = sorted(
        {item for topic in GOLDEN["judgements"].values() for item in topic} | set().union(*GOLDEN["run"].values())
    )
    truth = gs.Judgements(matrix(GOLDEN["judgements"], items, -1).astype(int), items, topics)
    run = gs.Run(matrix(GOLDEN["run"], items, -np.inf), items=items, labels=topics)
    name = NAMES.get(theirs, theirs)
    ours = gs.evaluate(run, truth, name, threshold="retrieved").values(name)[0]
    tolerance = 1e-5 if "ERR" in theirs or "exp-log2" in theirs else 1e-9  # what gdeval prints
    np.testing.assert_allclose(ours, [GOLDEN["values"][theirs][topic] for topic in topics], atol=tolerance)
